class Match: pass
class Player: pass
