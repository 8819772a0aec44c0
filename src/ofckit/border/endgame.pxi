# Endgames: the outlook of a board under optimal play.

from ofckit.border.c.endgame cimport (
    OFC_ENDGAME_MEMORY, OFC_ENDGAME_REFUSED, OFC_ENDGAME_SOLVED, OFC_NEXT_HANDS, ofc_endgame_job, ofc_endgame_objective,
    ofc_endgame_search, ofc_outlook,
)
from ofckit.border.c.objective cimport ofc_objective_foul
from ofckit.border.c.seat cimport ofc_seat

cdef double MOST_WORTH = 1e15  # of anything, in the units of an objective: whole numbers are exact up to some 9e15
cdef enum:
    MOST_MOVES = 1 << 20


cdef class EndgameObjective:
    """Rules and an objective as numbers, for the search of endgames.

    royalty, rows, foul: worth of a point of royalties, of a point over the opponents of `against` (which count the
    royalties and what a foul pays), and of a foul; fantasyland: (cards, worth) pairs. The search takes what is worth
    most; whole numbers are added without error. plain_royalty, plain_foul: the same without what breaks ties.
    points: those of the next hands, by cards, and `foul_points`: what an outlook adds up, in points.
    """

    cdef ofc_endgame_objective objective
    cdef CompiledRules rules
    cdef FantasylandObjective against
    cdef double points[18]
    cdef double foul_points

    def __cinit__(self, CompiledRules rules not None, *, royalty, foul, fantasyland=(), rows=0, plain_royalty=0,
                  plain_foul=0, points=(), foul_points=0, FantasylandObjective against=None):
        cdef int e
        for e in range(rules.rules.fantasyland.entries):
            if rules.rules.fantasyland.entry[e].cards >= OFC_NEXT_HANDS:
                raise OfcError(f"Fantasyland with {rules.rules.fantasyland.entry[e].cards} cards; endgames take 17")
        memset(&self.objective, 0, sizeof(self.objective))
        self.rules, self.against = rules, against
        self.objective.rules = &rules.rules
        self.objective.against = NULL if against is None else &against.objective.points
        self.objective.royalty = _real(royalty, -MOST_WORTH, MOST_WORTH, "royalty")
        self.objective.rows = _real(rows, -MOST_WORTH, MOST_WORTH, "rows")
        self.objective.plain_royalty = _real(plain_royalty, -MOST_WORTH, MOST_WORTH, "plain_royalty")
        self.objective.plain_foul = _real(plain_foul, -MOST_WORTH, MOST_WORTH, "plain_foul")
        self.objective.foul = _real(foul, -MOST_WORTH, MOST_WORTH, "foul")
        if against is not None:
            self.objective.foul += self.objective.rows * ofc_objective_foul(&against.objective.points)
        _read_by_cards(fantasyland, OFC_NEXT_HANDS, MOST_WORTH, self.objective.fantasyland)
        _read_by_cards(points, OFC_NEXT_HANDS, MOST_WORTH, self.points)
        self.foul_points = _real(foul_points, -MOST_WORTH, MOST_WORTH, "foul_points")

    cdef tuple means(self, const ofc_outlook *found):
        """(points, foul, {cards: chance}, royalty): means over all ways."""
        cdef int i
        cdef double points = found.rows if self.against is not None else found.royalty + self.foul_points * found.foul
        hands = {}
        for i in range(1, OFC_NEXT_HANDS):
            if found.fantasyland[i]:
                points += self.points[i] * found.fantasyland[i]
                hands[i] = found.fantasyland[i] / found.ways
        return points / found.ways, found.foul / found.ways, hands, found.royalty / found.ways

    def finished(self, top, middle, bottom, moves):
        """What the board is worth after each of these moves (top, middle, bottom, ...), which fill it: as `outlook`."""
        cdef ofc_endgame_job job
        cdef ofc_seat start, board
        cdef ofc_outlook found
        cdef uint64_t known = 0, seen
        memset(&job, 0, sizeof(job))
        job.objective = &self.objective
        _read_rows((top, middle, bottom), self.rules.jokers, "", &start, &known)
        values = []
        for move in _items(moves, MOST_MOVES, "moves"):
            board, seen = start, known
            _add_rows(_items_or_more(move, 3, "a move is a sequence")[:3], self.rules.jokers, "", &board, &seen)
            if ofc_endgame_search(&job, &board, &found) != OFC_ENDGAME_SOLVED:
                raise OfcError("a move leaves places free")
            values.append(self.means(&found))
        return values


cdef class EndgameSearch:
    """One board at a time, before the streets to come: (cards dealt, cards placed) each, from the card ints of `deck`.

    memory: bytes that tables may take.
    """

    cdef EndgameObjective objective
    cdef ofc_endgame_job job

    def __cinit__(self, EndgameObjective objective not None, deck=b"", streets=(), memory=0):
        memset(&self.job, 0, sizeof(self.job))
        self.objective = objective
        self.job.objective = &objective.objective
        self.job.memory = _integer(memory, 0, PY_SSIZE_T_MAX, "memory")
        self.job.deck = _read_set(deck, objective.rules.jokers, "the deck: ", 0)
        self.job.streets = _read_streets(streets, OFC_DECK, self.job.street)

    def outlook(self, top, middle, bottom):
        """(points, foul, {cards: chance}, royalty) of this board under optimal play, means over all that may come.

        points are the objective's `points` and `foul_points`, or those against its opponents. Releases the GIL. None
        where `stop` was called before the end. Raises OfcError for what cannot be searched, MemoryError where the
        tables are too small.
        """
        cdef ofc_seat rows
        cdef ofc_outlook found
        cdef uint64_t known = self.job.deck
        cdef int state
        _read_rows((top, middle, bottom), self.objective.rules.jokers, "the board and the deck: ", &rows, &known)
        with nogil:
            state = ofc_endgame_search(&self.job, &rows, &found)
        if state == OFC_ENDGAME_REFUSED:
            raise OfcError(
                "these streets do not fill the board, need more cards than the deck has, or cannot be searched"
            )
        if state == OFC_ENDGAME_MEMORY:
            raise MemoryError("the tables of this search do not fit in the memory that it may take")
        return self.objective.means(&found) if state == OFC_ENDGAME_SOLVED else None

    def stop(self):
        """Ends the search, from another thread."""
        self.job.stop = 1

    @property
    def progress(self):
        """(parts of the work that are done, all of them) of a long search; (0, 0) for a short one."""
        return self.job.done, self.job.all

    @property
    def leaves(self):
        """Different boards with two free places that the last search summed, where two of three cards are placed."""
        return self.job.leaves
