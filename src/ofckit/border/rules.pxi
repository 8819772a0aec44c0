# Rules: what one board is worth, what two settle, many tables scored.

from ofckit.border.c.batch cimport ofc_items, ofc_score_items


cdef enum:
    MOST_SETTLED = 1 << 16  # boards of each side
    MOST_AT_A_TABLE = 100


cdef class CompiledRules:
    """Rules as numbers, for the C core. Made by `Rules.compiled`; checked here all the same."""

    cdef ofc_rules rules
    cdef readonly int jokers

    def __cinit__(self, *, royalty_top, royalty_middle, royalty_bottom, row_points, strict_rows=False, low_middle=False,
                  low_middle_max=0, foul_points=6, foul_pays_royalties=True, surrender_points=0, royalties_to=0,
                  jokers=0, joker_may_copy=False, jokers_row_by_row=False, entry_tests=(), stay_tests=(), repeat=0,
                  button_moves=False, naturals=(), table_sweep=0, table_sweep_doubles=False, loss_cap=0,
                  button_acts_first=False):
        cdef int row, i
        self.jokers = self.rules.jokers = _integer(jokers, 0, OFC_MAX_JOKERS, "jokers")
        self.rules.joker_may_copy = bool(joker_may_copy)
        self.rules.jokers_row_by_row = bool(jokers_row_by_row)
        self._take_fantasyland(entry_tests, stay_tests, repeat, button_moves)
        for row, points in enumerate((royalty_top, royalty_middle, royalty_bottom)):
            points = _exactly(points, OFC_STRENGTHS, "royalties of a row, one a strength")
            for i in range(OFC_STRENGTHS):
                self.rules.royalty[row][i] = _points(points[i])
            if self.rules.royalty[row][0]:
                raise InvalidRules("strength 0 is not a hand: it earns nothing")
        find_paying(&self.rules)
        row_points = _exactly(row_points, 27, "row_points, one a result of three rows")
        for i in range(27):
            self.rules.row_points[i] = _points(row_points[i])
        self.rules.low_middle_max = _integer(low_middle_max, 0, OFC_STRENGTHS - 1, "low_middle_max")
        self.rules.low_middle = bool(low_middle)
        self.rules.strict_rows = bool(strict_rows)
        self.rules.foul_points = _points(foul_points)
        self.rules.foul_pays_royalties = bool(foul_pays_royalties)
        self.rules.surrender_points = _points(surrender_points)
        self.rules.earner = _integer(royalties_to, 0, 2, "royalties_to")
        for kind, points in _pairs(naturals, OFC_NATURAL_KINDS, "naturals"):
            i = self.rules.naturals
            self.rules.natural[i].kind = _integer(kind, 0, OFC_NATURAL_KINDS - 1, "the kind of a natural")
            self.rules.natural[i].points = _points(points)
            self.rules.naturals += 1
        self.rules.table_sweep = _points(table_sweep)
        self.rules.table_sweep_doubles = bool(table_sweep_doubles)
        self.rules.loss_cap = _integer(loss_cap, 0, 1 << 20, "loss_cap")
        self.rules.button_acts_first = bool(button_acts_first)

    cdef int _take_fantasyland(self, entry_tests, stay_tests, repeat, button_moves) except -1:
        """entry_tests: (cards, ((row, lowest, highest strength), ...)), most cards first; a row is named at most once.
        stay_tests: (row, lowest, highest strength), one of which is enough. repeat: cards after a stay, 0 the same
        number, -1 those of the entry that the board meets.
        """
        cdef ofc_fantasyland *fantasyland = &self.rules.fantasyland
        cdef ofc_entry *entry
        cdef ofc_test test[3]
        cdef int i, row
        for cards, tests in _pairs(entry_tests, OFC_MAX_ENTRIES, "ways into Fantasyland"):
            entry = &fantasyland.entry[fantasyland.entries]
            entry.cards = _integer(cards, 1, OFC_DECK, "cards in Fantasyland")
            for row in range(3):
                entry.low[row], entry.high[row] = 0, OFC_STRENGTHS
            for i in range(_read_tests(tests, 3, test)):
                row = test[i].row
                entry.low[row], entry.high[row] = max(entry.low[row], test[i].low), min(entry.high[row], test[i].high)
            if not fantasyland.entries or entry.cards < fantasyland.fewest:
                fantasyland.fewest = entry.cards
            fantasyland.entries += 1
        fantasyland.stays = _read_tests(stay_tests, OFC_MAX_STAYS, fantasyland.stay)
        fantasyland.repeat = _integer(repeat, OFC_REPEAT_BY_ENTRY, OFC_DECK, "cards after a stay")
        fantasyland.button_moves = bool(button_moves)
        return 0

    cdef int _read_board(self, cards, uint8_t *ids) except -1:
        cdef int n = _read_cards(cards, BOARD, self.jokers, "a board is 13: top 3, middle 5, bottom 5", ids)
        if n != BOARD:
            raise InvalidCard(f"wrong number of cards: {n}; a board is 13: top 3, middle 5, bottom 5")
        if _first_repeat(ids, BOARD) != BOARD:
            raise _duplicate(ids, BOARD, "")
        return 0

    def row_strengths(self, cards):
        """(top, middle, bottom) of thirteen different card ints, top first; jokers stand for what is best."""
        return self.resolve(cards)[1]

    def resolve(self, cards):
        """(the thirteen cards with every joker replaced, their strengths (top, middle, bottom))."""
        cdef uint8_t[13] ids
        cdef ofc_rows rows
        self._read_board(cards, ids)
        rows = resolve_board(&self.rules, ids)
        return tuple([ids[i] for i in range(13)]), (rows.strength[0], rows.strength[1], rows.strength[2])

    def is_foul(self, top, middle, bottom):
        """Whether three strengths are a foul by these rules."""
        return bool(fouls(&self.rules, _rows((top, middle, bottom))))

    def royalties(self, top, middle, bottom):
        """(top, middle, bottom) royalties of three strengths; fouls are not checked."""
        cdef ofc_rows rows = _rows((top, middle, bottom))
        return tuple(self.rules.royalty[i][rows.strength[i]] for i in range(3))

    def natural(self, cards):
        """Which natural thirteen cards are, by its place in these rules from 1; 0 for none. No jokers."""
        cdef uint8_t[13] ids
        if _read_cards(cards, BOARD, 0, "a natural is 13 cards", ids) != BOARD:
            raise InvalidCard("wrong number of cards: a natural is 13")
        return natural_of(&self.rules, ids)

    def settle(self, boards, dead, people, naturals=None):
        """(points, fouls, royalties, pairs) of a table of boards, each of them strengths (top, middle, bottom).

        dead: by board, 0 if it counts unless it fouls, 1 for a foul, 2 if surrendered; strengths of dead boards may
        be None. naturals: by board, as of `natural`; None: nobody has one. people: boards i and j with i % people ==
        j % people are of one person, and no pair.
        pairs: by (i, j) with i < j, (net, rows, points, earned, paid, bonus): see `ofc_head_to_head`; the bonus for
        sweeping the table is part of the net.
        """
        boards = _items(boards, MOST_AT_A_TABLE, "boards")
        cdef Py_ssize_t n = len(boards), i, j
        cdef Py_ssize_t apart = _integer(people, 1, MOST_AT_A_TABLE, "people")
        cdef ofc_player *player = <ofc_player *>_zeros(n, sizeof(ofc_player))
        cdef ofc_head_to_head pair
        cdef int sweeper, bonus, net
        cdef dict pairs = {}
        cdef int points[MOST_AT_A_TABLE]
        memset(points, 0, sizeof(points))
        dead = _exactly(dead, n, "numbers that say which boards are dead")
        try:
            for i in range(n):
                player[i] = self._show(boards[i], dead[i])
            if naturals is not None:
                self._take_naturals(player, n, naturals)
            sweeper = table_sweeper(&self.rules, player, <int>n, <int>apart)
            for i in range(n):
                for j in range(i + 1, n):
                    if i % apart != j % apart:
                        pair = meet(&self.rules, &player[i], &player[j])
                        net = c_net(&pair)
                        bonus = table_bonus(&self.rules, sweeper, <int>i, <int>j, net)
                        net += bonus
                        points[i] += net
                        points[j] -= net
                        pairs[i, j] = (
                            net, (pair.won[0], pair.won[1], pair.won[2]), pair.points,
                            _three(pair.earned), _three(pair.paid), bonus,
                        )
            return (
                tuple([points[i] for i in range(n)]),
                tuple([player[i].dead == 1 for i in range(n)]),
                [_three(player[i].royalty) for i in range(n)],
                pairs,
            )
        finally:
            free(player)

    cdef int _take_naturals(self, ofc_player *player, Py_ssize_t n, naturals) except -1:
        cdef Py_ssize_t i
        naturals = _exactly(naturals, n, "naturals, one for each board")
        for i in range(n):
            player[i].natural = _integer(naturals[i], 0, self.rules.naturals, "a natural")
            if player[i].natural:
                player[i].dead = 0
                player[i].royalty[0] = player[i].royalty[1] = player[i].royalty[2] = 0
        return 0

    cdef ofc_player _show(self, strengths, dead) except *:
        cdef int how = _integer(dead, 0, 2, "dead (1 a foul, 2 surrendered)")
        return show(&self.rules, _rows((0, 0, 0) if strengths is None else strengths), how)

    def settle_pair(self, a, dead_a, b, dead_b):
        """Points of the first player over the second, from their strengths (top, middle, bottom).

        dead: 0 if a board counts unless it fouls, 1 for a foul, 2 if surrendered; strengths of dead boards may be None.
        """
        cdef ofc_player first = self._show(a, dead_a), second = self._show(b, dead_b)
        return c_settle_pair(&self.rules, &first, &second)

    def mean_points(self, ours, theirs):
        """For each of their boards, the mean points of ours over it, as an array of doubles.

        Boards are strengths (top, middle, bottom), one of each side at least; fouls are found. Releases the GIL.
        """
        from array import array
        ours, theirs = _items(ours, MOST_SETTLED, "boards"), _items(theirs, MOST_SETTLED, "boards")
        cdef size_t n = len(ours), m = len(theirs), i, j
        cdef int64_t sum
        cdef double[::1] means
        cdef ofc_player *shown
        if not n or not m:
            raise OfcError(f"{n} boards of ours, {m} of theirs: each side needs one at least")
        found = array("d", bytes(8 * m))
        means = found
        shown = <ofc_player *>_zeros(n + m, sizeof(ofc_player))
        try:
            for i in range(n + m):
                shown[i] = show(&self.rules, _rows(ours[i] if i < n else theirs[i - n]), 0)
            with nogil:
                for j in range(m):
                    sum = 0
                    for i in range(n):
                        sum += c_settle_pair(&self.rules, &shown[i], &shown[n + j])
                    means[j] = <double>sum / n
        finally:
            free(shown)
        return found

    def score_many(self, boards, out=None, fouls=None, royalties=None):
        """Points of many tables: `boards` (N, players, 13) integers -> int32 (N, players).

        players is 2..4; top 3, middle 5, bottom 5. `fouls` (uint8 or bool, (N, players)) and `royalties` (int16,
        (N, players, 3)) are filled where given. Releases the GIL. Raises InvalidCard naming the first bad table.
        """
        cdef ofc_items items
        cdef size_t good
        cdef uint8_t *foul_out = NULL
        cdef int16_t *royalty_out = NULL
        cdef _View source = _View(boards, PyBUF_STRIDED_RO, "boards"), target, foul_view, royalty_view
        _cards_in(source, &items, 2, MAX_PLAYERS, BOARD, BOARD, "boards")
        shape = (items.rows, items.middle)
        if out is None:
            out = _new(boards, "int32", "i", shape)
        if items.rows == 0:
            return out
        target = _out(out, "int32", shape, "out")
        _apart(source, target, "out")
        if fouls is not None:
            foul_view = _out(fouls, "uint8", shape, "fouls")
            _apart(source, foul_view, "fouls")
            foul_out = <uint8_t *>foul_view.view.buf
        if royalties is not None:
            royalty_view = _out(royalties, "int16", (*shape, 3), "royalties")
            _apart(source, royalty_view, "royalties")
            royalty_out = <int16_t *>royalty_view.view.buf
        with nogil:
            good = ofc_score_items(&self.rules, &items, <int32_t *>target.view.buf, foul_out, royalty_out)
        if good < items.rows:
            raise _bad_row(_row(source, &items, good), f"table {good}: ", self.jokers)
        return out


cdef tuple _three(const int16_t *points):
    return points[0], points[1], points[2]


cdef int16_t _points(value) except? -32768:
    return <int16_t>_integer(value, -32767, 32767, "points")


cdef int _read_tests(tests, int most, ofc_test *to) except -1:
    """Tests (row, lowest, highest strength); how many."""
    cdef int n = 0
    for test in _items(tests, most, "tests"):
        row, low, high = _exactly(test, 3, "parts of a test: row, lowest and highest strength")
        to[n].row = _integer(row, 0, 2, "the row of a test, from the top")
        to[n].low = _integer(low, 1, OFC_STRENGTHS - 1, "the lowest strength of a test")
        to[n].high = _integer(high, to[n].low, OFC_STRENGTHS - 1, "the highest strength of a test")
        n += 1
    return n


cdef ofc_rows _rows(strengths) except *:
    cdef ofc_rows rows
    cdef int i = 0
    for strength in _exactly(strengths, 3, "strengths (top, middle, bottom)"):
        rows.strength[i] = _integer(strength, 0, OFC_STRENGTHS - 1, "a strength")
        i += 1
    return rows
