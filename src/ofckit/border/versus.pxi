# Endgames of a whole table: the outlook of a board when all players still to act play for the most points of their own.

from ofckit.border.c.endgame cimport (
    OFC_ENDGAME_MEMORY, OFC_ENDGAME_REFUSED, OFC_ENDGAME_SOLVED, OFC_NEXT_HANDS, ofc_outlook,
)
from ofckit.border.c.playout cimport OFC_MOST_SEATS
from ofckit.border.c.versus cimport OFC_VERSUS_MOST_DEAL, OFC_VERSUS_TURNS, ofc_versus, ofc_versus_search


cdef class VersusSearch:
    """Boards of a table, and the turns to come: (seat, cards dealt, cards placed) each, in order, from `deck`.

    boards: cards by row, top first, of every seat. own: the seat whose outlook is wanted, first: the one that settles
    first. left: seats whose boards are foul because they went away. fantasyland: (cards, points) of the next hands.
    """

    cdef ofc_versus game
    cdef CompiledRules rules

    def __cinit__(self, CompiledRules rules not None, boards, deck, turns, *, own=0, first=0, left=(),
                  fantasyland=()):
        cdef uint64_t known = 0
        cdef int seat
        memset(&self.game, 0, sizeof(self.game))
        self.rules, self.game.rules = rules, &rules.rules
        boards = _items(boards, OFC_MOST_SEATS, "boards")
        if len(boards) < 2:
            raise OfcError(f"{len(boards)} boards; a table has 2 to {OFC_MOST_SEATS}")
        self.game.seats = len(boards)
        self.game.own, self.game.first = self.read_seat(own), self.read_seat(first)
        for seat in range(self.game.seats):
            _read_rows(boards[seat], rules.jokers, f"board {seat}: ", &self.game.seat[seat], &known)
        self.game.deck = _read_set(deck, rules.jokers, "deck: ", known)
        for turn in _items(turns, OFC_VERSUS_TURNS, "turns"):
            self.add_turn(turn)
        for item in _items(left, OFC_MOST_SEATS, "seats that were left"):
            self.game.left[self.read_seat(item)] = True
        _read_by_cards(fantasyland, OFC_NEXT_HANDS, MOST_POINTS, self.game.fantasyland)

    cdef int read_seat(self, seat) except -1:
        return _integer(seat, 0, self.game.seats - 1, "a seat")

    cdef int add_turn(self, turn) except -1:
        cdef int i = self.game.turns
        seat, dealt, placed = _exactly(turn, 3, "parts of a turn: seat, cards dealt and cards placed")
        self.game.turn[i].seat = self.read_seat(seat)
        self.game.turn[i].deal = _integer(dealt, 1, OFC_VERSUS_MOST_DEAL, "cards that a turn deals")
        self.game.turn[i].place = _integer(placed, 1, self.game.turn[i].deal, "cards that a turn places")
        self.game.turns += 1
        return 0

    def outlook(self):
        """(points, foul, {cards: chance}, royalty) of the own board, means over all that may come; as of EndgameSearch.

        Releases the GIL. None where `stop` was called before the end. OfcError where the turns do not fill the boards.
        """
        cdef ofc_outlook found
        cdef int state, cards
        cdef double points
        with nogil:
            state = ofc_versus_search(&self.game, &found)
        if state == OFC_ENDGAME_REFUSED:
            raise OfcError(
                "these turns do not fill the boards, need more cards than the deck has, or cannot be searched"
            )
        if state == OFC_ENDGAME_MEMORY:
            raise MemoryError
        if state != OFC_ENDGAME_SOLVED:
            return None
        points, hands = found.rows, {}
        for cards in range(OFC_NEXT_HANDS):
            if found.fantasyland[cards]:
                points += self.game.fantasyland[cards] * found.fantasyland[cards]
                hands[cards] = found.fantasyland[cards] / found.ways
        return points / found.ways, found.foul / found.ways, hands, found.royalty / found.ways

    def stop(self):
        """Ends the search, from another thread."""
        self.game.stop = 1
