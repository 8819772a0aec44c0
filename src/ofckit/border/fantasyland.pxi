# Fantasyland: the best board of 13 to 17 cards.

from ofckit.border.c.batch cimport ofc_items
from ofckit.border.c.fantasyland cimport (
    OFC_FL_ENTRIES, OFC_FL_OPPONENTS, OFC_FL_TESTS, ofc_fl_close, ofc_fl_foul, ofc_fl_many, ofc_fl_open, ofc_fl_oppose,
    ofc_fl_room, ofc_fl_solve, ofc_fl_spell, ofc_fl_value, ofc_found, ofc_opponent, ofc_fl_objective,
)


cdef class FantasylandObjective:
    """Rules and an objective as numbers, for the search of Fantasyland boards.

    stay_tests: (row, lowest, highest strength), one of which is enough; `stay`: points for it. entries: (points, tests
    that must all hold) in order, where the points depend on the board. foul: points of a foul board where there are
    no opponents. opponents: (top, middle, bottom, foul), each row as (strength, chance) pairs.
    """

    cdef ofc_fl_objective objective
    cdef CompiledRules rules
    cdef ofc_opponent *rooms[3]

    def __cinit__(self, CompiledRules rules not None, *, stay_tests=(), double stay=0, double foul=0, entries=(),
                  opponents=(), bint royalties=True):
        stay_tests, entries, opponents = tuple(stay_tests), tuple(entries), tuple(opponents)
        if len(stay_tests) > OFC_FL_TESTS or len(entries) > OFC_FL_ENTRIES or len(opponents) > OFC_FL_OPPONENTS:
            raise ValueError(f"{OFC_FL_TESTS} conditions to stay, {OFC_FL_ENTRIES} entries and {OFC_FL_OPPONENTS} "
                             "opponents at most")
        self.rules = rules
        ofc_fl_open(&self.objective, &rules.rules)
        self.objective.royalties = royalties
        self.objective.stay, self.objective.foul = stay, foul
        for i, test in enumerate(stay_tests):
            self.objective.stay_test[<int>i] = _test_of(test)
        self.objective.stays = len(stay_tests)
        for i, (bonus, tests) in enumerate(entries):
            self.fill_entry(i, bonus, tests)
        self.objective.entries = len(entries)
        for top, middle, bottom, chance_of_foul in opponents:
            self.oppose((top, middle, bottom), chance_of_foul)
        ofc_fl_close(&self.objective)

    def __dealloc__(self):
        for i in range(3):
            free(self.rooms[i])

    cdef int fill_entry(self, int i, double bonus, tests) except -1:
        tests = tuple(tests)
        if len(tests) > 3:
            raise ValueError("an entry has three tests at most, one a row")
        self.objective.entry[i].bonus = bonus
        self.objective.entry[i].tests = len(tests)
        for j, test in enumerate(tests):
            self.objective.entry[i].test[<int>j] = _test_of(test)
        return 0

    cdef int oppose(self, tuple rows, double foul) except -1:
        cdef const double *chance[3]
        cdef double[::1] flat
        cdef int row
        from array import array
        held = []
        for row in range(3):
            flat = array("d", bytes(8 * OFC_STRENGTHS))
            for strength, p in rows[row]:
                if not 0 < strength < OFC_STRENGTHS:
                    raise ValueError(f"no strength: {strength}; it is 1..{OFC_STRENGTHS - 1}")
                flat[<int>strength] += p
            held.append(flat)
            chance[row] = &flat[0]
        cdef ofc_opponent *room = <ofc_opponent *>malloc(sizeof(ofc_opponent))
        if room is NULL:
            raise MemoryError
        self.rooms[self.objective.opponents] = room
        ofc_fl_oppose(&self.objective, room, chance, foul)
        return 0

    def value(self, top, middle, bottom):
        """What a legal board of these strengths is worth, in points."""
        cdef ofc_rows rows = _rows((top, middle, bottom))
        return ofc_fl_value(&self.objective, rows.strength)

    def solve(self, cards, int k=1):
        """The k best boards of 13 to 17 different card ints: a list of (value, foul, stays, strengths, cards).

        cards: bytes, the thirteen of the board from the top down, then those discarded. k is 1..100000. Jokers stand for
        what the rules make of them; the strengths are those that they make.
        """
        cdef uint8_t ids[17]
        cdef uint8_t spelt[17]
        cdef ofc_found *best
        cdef void *room
        cdef int i, found, n = len(cards)
        if not 13 <= n <= 17 or not 1 <= k <= 100000:
            raise ValueError(f"{n} cards, k = {k}: 13 to 17 cards are needed, and k from 1 to 100000")
        for i, card in enumerate(sorted(cards)):
            ids[i] = _card_or_joker(card, self.rules.jokers)
        if _first_repeat(ids, n) != n:
            raise _duplicate(ids, n, "")
        best, room = <ofc_found *>malloc(k * sizeof(ofc_found)), malloc(ofc_fl_room())
        try:
            if best is NULL or room is NULL:
                raise MemoryError
            with nogil:
                found = ofc_fl_solve(&self.objective, room, ids, n, k, best)
            boards = []
            for i in range(found):
                ofc_fl_spell(&best[i], ids, n, spelt)
                value = ofc_fl_foul(&self.objective) if best[i].foul else ofc_fl_value(&self.objective, best[i].strength)
                strengths = best[i].strength[0], best[i].strength[1], best[i].strength[2]
                boards.append((value, bool(best[i].foul), bool(best[i].stays), strengths, spelt[:n]))
            return boards
        finally:
            free(best)
            free(room)

    def solve_many(self, hands, size_t first, size_t last, cards, values, royalties, stays, fouls):
        """The best boards of hands[first:last] of an (N, n) buffer of integers, written to the other buffers.

        cards: uint8 (N, n), as of `solve`; values: float64 (N,); royalties: int32 (N,); stays, fouls: uint8 (N,).
        Releases the GIL until all of them are done. Raises InvalidCard naming the first bad row.
        """
        cdef ofc_items items
        cdef void *room
        cdef size_t good
        cdef _View source = _View(hands, PyBUF_STRIDED_RO, "hands")
        _describe_items(source, &items, 2, "hands", "(N, n) with n from 13 to 17")
        if not 13 <= items.inner <= 17:
            raise ValueError(f"hands has shape {source.shape()}; it must be (N, n) with n from 13 to 17")
        if not first <= last <= items.rows:
            raise ValueError(f"rows {first}..{last} of {items.rows}")
        if first == last:
            return
        cdef _View a = _sized(cards, "B", (items.rows, items.inner)), b = _sized(values, "d", (items.rows,))
        cdef _View c = _sized(royalties, "i", (items.rows,)), d = _sized(stays, "B", (items.rows,))
        cdef _View e = _sized(fouls, "B", (items.rows,))
        room = malloc(ofc_fl_room())
        if room is NULL:
            raise MemoryError
        try:
            with nogil:
                good = ofc_fl_many(&self.objective, room, &items, first, last, <uint8_t *>a.view.buf, <double *>b.view.buf,
                                   <int32_t *>c.view.buf, <uint8_t *>d.view.buf, <uint8_t *>e.view.buf)
            if good < last:
                raise _bad_row(_row(source, &items, good), f"row {good}: ", self.rules.jokers)
        finally:
            free(room)


cdef _View _sized(out, str code, tuple shape):
    view = _View(out, PyBUF_ND | PyBUF_WRITABLE, "out")
    if view.format() != code or view.shape() != shape:
        raise ValueError(f"out is {view.format()!r} of shape {view.shape()}; it must be {code!r} of shape {shape}")
    return view
