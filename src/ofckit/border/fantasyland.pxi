# Fantasyland: the best board of 13 to 17 cards.

from ofckit.border.c.batch cimport ofc_items
from ofckit.border.c.card cimport list_set, set_of
from ofckit.border.c.fantasyland cimport (
    ofc_fantasyland_close, ofc_fantasyland_many, ofc_fantasyland_objective, ofc_fantasyland_room, ofc_fantasyland_solve,
    ofc_fantasyland_spell, ofc_found,
)
from ofckit.border.c.objective cimport (
    OFC_MOST_OPPONENTS, ofc_objective, ofc_objective_foul, ofc_objective_open, ofc_objective_oppose,
    ofc_objective_value, ofc_opponent,
)


cdef class FantasylandObjective:
    """Rules and an objective as numbers, for the search of Fantasyland boards.

    inside: cards of this hand in Fantasyland, 0 where no next hand counts; next_hands: (cards, points) of those that
    may follow. foul: points of a foul board where there are no opponents. opponents: (top, middle, bottom, foul), each
    row as (strength, chance) pairs. royalties: whether they count.
    """

    cdef ofc_fantasyland_objective objective
    cdef CompiledRules rules
    cdef ofc_opponent *rooms[3]

    def __cinit__(self, CompiledRules rules not None, *, inside=0, next_hands=(), foul=0, opponents=(),
                  bint royalties=True):
        cdef ofc_objective *points = &self.objective.points
        self.rules = rules
        ofc_objective_open(points, &rules.rules)
        points.royalties = royalties
        points.inside = _integer(inside, 0, OFC_DECK, "inside")
        points.foul = _real(foul, -MOST_POINTS, MOST_POINTS, "foul")
        _read_by_cards(next_hands, OFC_DECK + 1, MOST_POINTS, points.next)
        for opponent in _items(opponents, OFC_MOST_OPPONENTS, "opponents"):
            self.oppose(opponent)
        ofc_fantasyland_close(&self.objective)

    def __dealloc__(self):
        for i in range(OFC_MOST_OPPONENTS):
            free(self.rooms[i])

    cdef int oppose(self, opponent) except -1:
        cdef double *chance[3]
        cdef double *chances = NULL
        cdef int row, i = self.objective.points.opponents
        four = _exactly(opponent, 4, "parts of an opponent: top, middle, bottom and the chance of a foul")
        cdef double foul = _real(four[3], 0, MOST_CHANCE, "the chance of a foul")
        chances = <double *>_zeros(3 * OFC_STRENGTHS, sizeof(double))
        try:
            for row in range(3):
                chance[row] = chances + row * OFC_STRENGTHS
                _read_chances(four[row], chance[row])
            self.rooms[i] = <ofc_opponent *>_zeros(1, sizeof(ofc_opponent))
            ofc_objective_oppose(&self.objective.points, self.rooms[i], <const double *const *>chance, foul)
        finally:
            free(chances)
        return 0

    def value(self, top, middle, bottom):
        """What a board of these strengths is worth, in points, foul or not."""
        cdef ofc_rows rows = _rows((top, middle, bottom))
        if fouls(&self.rules.rules, rows):
            return ofc_objective_foul(&self.objective.points)
        return ofc_objective_value(&self.objective.points, rows)

    def solve(self, cards, k=1):
        """The k best boards of 13 to 17 different card ints, as (value, foul, stays, strengths, royalties, cards).

        cards: bytes, the thirteen of the board from the top down, then those discarded. k is 1..100000. Jokers stand
        for what the rules make of them; the strengths are those that they make.
        """
        cdef uint8_t ids[17]
        cdef uint8_t spelt[17]
        cdef const ofc_objective *points = &self.objective.points
        cdef ofc_found *best = NULL
        cdef void *room = NULL
        cdef ofc_player shown
        cdef int i, found, n = _read_cards(cards, 17, self.rules.jokers, "13 to 17 are set at once", ids)
        cdef int wanted = _integer(k, 1, 100_000, "k")
        if n < BOARD:
            raise InvalidCard(f"wrong number of cards: {n}; 13 to 17 are set at once")
        if _first_repeat(ids, n) != n:
            raise _duplicate(ids, n, "")
        list_set(set_of(ids, n), ids)
        try:
            best, room = <ofc_found *>_zeros(wanted, sizeof(ofc_found)), _room(ofc_fantasyland_room())
            with nogil:
                found = ofc_fantasyland_solve(&self.objective, room, ids, n, wanted, best)
            boards = []
            for i in range(found):
                ofc_fantasyland_spell(&best[i], ids, n, spelt)
                value = ofc_objective_foul(points) if best[i].foul else ofc_objective_value(points, best[i].rows)
                strengths = best[i].rows.strength[0], best[i].rows.strength[1], best[i].rows.strength[2]
                shown = show(&self.rules.rules, best[i].rows, best[i].foul)
                boards.append((
                    value, bool(best[i].foul), bool(best[i].stays), strengths, _three(shown.royalty), spelt[:n],
                ))
            return boards
        finally:
            free(best)
            free(room)

    def solve_many(self, hands, first, last, cards, values, royalties, stays, fouls):
        """The best boards of hands[first:last] of an (N, n) buffer of integers, written to the other buffers.

        cards: uint8 (N, n), as in `solve`; values: float64 (N,); royalties: int32 (N,); stays, fouls: uint8 (N,).
        Releases the GIL until all of them are done. Raises InvalidCard naming the first bad row.
        """
        cdef ofc_items items
        cdef void *room
        cdef size_t good, start, end
        cdef _View source = _View(hands, PyBUF_STRIDED_RO, "hands")
        _cards_in(source, &items, 0, 0, BOARD, OFC_FANTASYLAND_MOST, "hands")
        end = _integer(last, 0, items.rows, "last")
        start = _integer(first, 0, end, "first")
        if start == end:
            return
        row = (items.rows,)
        cdef _View a = _out(cards, "uint8", (items.rows, items.inner), "cards")
        cdef _View b = _out(values, "float64", row, "values")
        cdef _View c = _out(royalties, "int32", row, "royalties"), d = _out(stays, "uint8", row, "stays")
        cdef _View e = _out(fouls, "uint8", row, "fouls")
        for target in (a, b, c, d, e):
            _apart(source, target, "an array of results")
        room = _room(ofc_fantasyland_room())
        try:
            with nogil:
                good = ofc_fantasyland_many(
                    &self.objective, room, &items, start, end, <uint8_t *>a.view.buf, <double *>b.view.buf,
                    <int32_t *>c.view.buf, <uint8_t *>d.view.buf, <uint8_t *>e.view.buf)
            if good < end:
                raise _bad_row(_row(source, &items, good), f"row {good}: ", self.rules.jokers)
        finally:
            free(room)
