# Rules: what one board is worth, what two settle, many tables scored.

from ofckit.border.c.batch cimport ofc_items, ofc_score_items


cdef class CompiledRules:
    """Rules as numbers, for the C core. Made by `Rules.compiled`; checked here all the same."""

    cdef ofc_rules rules
    cdef readonly int jokers

    def __init__(self, *, royalty_top, royalty_middle, royalty_bottom, row_points, strict_rows=False, low_middle=False,
                 low_middle_max=0, foul_points=6, foul_pays_royalties=True, surrender_points=0, royalties_to=0, jokers=0,
                 joker_may_copy=False, jokers_row_by_row=False, entry_tests=(), stay_tests=(), repeat=0,
                 button_moves=False):
        cdef int row, i
        if not 0 <= jokers <= OFC_MAX_JOKERS:
            raise InvalidRules(f"jokers is {jokers}; it may be 0 to {OFC_MAX_JOKERS}")
        self.jokers = self.rules.jokers = jokers
        self.rules.joker_may_copy = bool(joker_may_copy)
        self.rules.jokers_row_by_row = bool(jokers_row_by_row)
        self._take_fantasyland(tuple(entry_tests), tuple(stay_tests), repeat, button_moves)
        for row, points in enumerate((royalty_top, royalty_middle, royalty_bottom)):
            if len(points) != OFC_STRENGTHS:
                raise InvalidRules(f"royalties of a row are {OFC_STRENGTHS} numbers, one a strength, not {len(points)}")
            for i in range(OFC_STRENGTHS):
                self.rules.royalty[row][i] = _points(points[i])
            if points[0]:
                raise InvalidRules("strength 0 is no hand: it earns nothing")
        find_paying(&self.rules)
        if len(row_points) != 27:
            raise InvalidRules(f"row_points are 27 numbers, one a result of three rows, not {len(row_points)}")
        for i in range(27):
            self.rules.row_points[i] = _points(row_points[i])
        if not 0 <= low_middle_max < OFC_STRENGTHS or royalties_to not in (0, 1, 2):
            raise InvalidRules("low_middle_max is a strength, royalties_to is 0, 1 or 2")
        self.rules.low_middle_max = low_middle_max
        self.rules.low_middle = bool(low_middle)
        self.rules.strict_rows = bool(strict_rows)
        self.rules.foul_points = _points(foul_points)
        self.rules.foul_pays_royalties = bool(foul_pays_royalties)
        self.rules.surrender_points = _points(surrender_points)
        self.rules.earner = royalties_to

    cdef int _take_fantasyland(self, tuple entry_tests, tuple stay_tests, repeat, button_moves) except -1:
        """entry_tests: (cards, ((row, lowest, highest strength), ...)), most cards first; a row is named once at most.
        stay_tests: (row, lowest, highest strength), one of which is enough. repeat: cards after a stay, 0 the same number,
        -1 those of the entry that the board meets.
        """
        cdef ofc_fantasyland *fantasyland = &self.rules.fantasyland
        if len(entry_tests) > OFC_MAX_ENTRIES or len(stay_tests) > OFC_MAX_STAYS:
            raise InvalidRules(f"{len(entry_tests)} ways into Fantasyland and {len(stay_tests)} conditions to stay; the core "
                               f"takes {OFC_MAX_ENTRIES} and {OFC_MAX_STAYS}")
        if not OFC_REPEAT_BY_ENTRY <= repeat <= OFC_DECK:
            raise InvalidRules(f"{repeat} cards after a stay; a deck has {OFC_DECK}")
        for e, (cards, tests) in enumerate(entry_tests):
            if not 0 < cards <= OFC_DECK:
                raise InvalidRules(f"{cards} cards in Fantasyland; a deck has {OFC_DECK}")
            fantasyland.entry[<int>e] = _entry_of(cards, tests)
        for i, test in enumerate(stay_tests):
            fantasyland.stay[<int>i] = _test_of(test)
        fantasyland.entries, fantasyland.stays = len(entry_tests), len(stay_tests)
        fantasyland.fewest = min([cards for cards, _ in entry_tests], default=0)
        fantasyland.repeat, fantasyland.button_moves = repeat, bool(button_moves)
        return 0

    cdef int _read_board(self, cards, uint8_t *ids) except -1:
        if len(cards) != 13:
            raise InvalidCard(f"wrong number of cards: {len(cards)}; a board is 13: top 3, middle 5, bottom 5")
        for i in range(13):
            ids[i] = _card_or_joker(cards[i], self.jokers)
        if _first_repeat(ids, 13) != 13:
            raise _duplicate(ids, 13, "")
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
        """(top, middle, bottom) royalties of three strengths; a foul is not looked for."""
        cdef ofc_rows rows = _rows((top, middle, bottom))
        return tuple(self.rules.royalty[i][rows.strength[i]] for i in range(3))

    def settle_pair(self, a, int dead_a, b, int dead_b):
        """Points of the first player over the second, from their strengths (top, middle, bottom).

        dead: 0 the board counts if it is no foul, 1 it is a foul, 2 surrendered; strengths of dead boards may be None.
        """
        if not (0 <= dead_a <= 2 and 0 <= dead_b <= 2):
            raise ValueError("dead is 0 (live), 1 (foul) or 2 (surrendered)")
        cdef ofc_player first = show(&self.rules, _rows((0, 0, 0) if a is None else a), dead_a)
        cdef ofc_player second = show(&self.rules, _rows((0, 0, 0) if b is None else b), dead_b)
        return c_settle_pair(&self.rules, &first, &second)

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
        _describe_items(source, &items, 3, "boards", "(N, players, 13) with 2 to 4 players")
        if items.inner != 13 or not 2 <= items.middle <= MAX_PLAYERS:
            raise ValueError(f"boards has shape {source.shape()}; it must be (N, players, 13) with 2 to 4 players")
        shape = (items.rows, items.middle)
        if out is None:
            out = _new(boards, "int32", "i", shape)
        target = _out(out, "il" if sys.platform == "win32" else "i", shape, "out") if items.rows else None
        if items.rows:
            _apart(source, target, "out")
        if fouls is not None and items.rows:
            foul_view = _out(fouls, "B?", shape, "fouls")
            _apart(source, foul_view, "fouls")
            foul_out = <uint8_t *>foul_view.view.buf
        if royalties is not None and items.rows:
            royalty_view = _out(royalties, "h", (*shape, 3), "royalties")
            _apart(source, royalty_view, "royalties")
            royalty_out = <int16_t *>royalty_view.view.buf
        if items.rows == 0:
            return out
        with nogil:
            good = ofc_score_items(&self.rules, &items, <int32_t *>target.view.buf, foul_out, royalty_out)
        if good < items.rows:
            raise _bad_row(_row(source, &items, good), f"table {good}: ", self.jokers)
        return out


cdef int16_t _points(value) except? -32768:
    if not -32767 <= value <= 32767:
        raise InvalidRules(f"points {value} are out of range: -32767..32767")
    return value


cdef ofc_rows _rows(strengths) except *:
    cdef ofc_rows rows
    cdef int i
    strengths = tuple([int(strength) for strength in strengths])
    if len(strengths) != 3:
        raise ValueError(f"three strengths are needed (top, middle, bottom), not {len(strengths)}")
    for i in range(3):
        if not 0 <= strengths[i] < OFC_STRENGTHS:
            raise ValueError(f"no strength: {strengths[i]}; it is 1..{OFC_STRENGTHS - 1}")
        rows.strength[i] = strengths[i]
    return rows


cdef ofc_test _test_of(test) except *:
    cdef ofc_test made
    row, low, high = test
    if not (0 <= row < 3 and 0 < low <= high < OFC_STRENGTHS):
        raise InvalidRules(f"a test is (row, lowest, highest strength), not {test!r}")
    made.row, made.low, made.high = row, low, high
    return made


cdef ofc_entry _entry_of(int cards, tests) except *:
    cdef ofc_entry made
    cdef ofc_test test
    cdef int row
    made.cards = cards
    for row in range(3):
        made.low[row], made.high[row] = 0, OFC_STRENGTHS
    for one in tests:
        test = _test_of(one)
        made.low[test.row] = max(made.low[test.row], test.low)
        made.high[test.row] = min(made.high[test.row], test.high)
    return made
