# Rankings: other systems as tables over the same classes.

from ofckit.border.c.batch cimport ofc_items
from ofckit.border.c.ranking cimport (
    OFC_BUG, OFC_BUG_KEY, OFC_HAND_LIMIT, OFC_LOWEST_ONE, OFC_MARKS, OFC_PLANE, OFC_REFUSED, OFC_WILD_KEY,
    ofc_fill_plane, ofc_ranking, ofc_ranking_choices, ofc_ranking_items, ofc_ranking_takes, ofc_ranking_value,
    ofc_value_of_keys,
)


cdef class CompiledRanking:
    """One system of comparing hands as tables, for the C core. Made by `Ranking.compiled`; checked here all the same.

    kinds: for each of the 54 cards, 0 natural, 1 wild, 2 a bug, 3 not in the deck. planes: by mark (wild cards + 6 * bugs),
    the values of natural cards by their plain strength (9855 numbers, uint16; 0: no natural card), for cards of several
    suits and for those of one. size: cards that count. copies: of each card in the deck. lowest_wild: 0 none, 1 all cards of
    the holder's lowest rank, 2 one of them. Never changes once it is made, so that threads may share it.
    """

    cdef ofc_ranking ranking
    cdef uint16_t *values

    def __cinit__(self, *, kinds, planes, int size=5, int copies=1, int lowest_wild=0):
        cdef int card, mark, i
        if size not in (3, 5) or copies < 1 or not 0 <= lowest_wild <= OFC_LOWEST_ONE:
            raise ValueError("size is 3 or 5, copies at least 1, lowest_wild 0, 1 or 2")
        if len(kinds) != OFC_DECK or not all(0 <= kind <= 3 for kind in kinds):
            raise ValueError(f"kinds are {OFC_DECK} numbers 0..3, one a card")
        if 0 not in planes or not all(0 <= mark < OFC_BUG * OFC_BUG for mark in planes):
            raise ValueError("planes are by mark, 0 (no wild card) among them")
        if not all(len(pair) == 2 for pair in planes.values()):
            raise ValueError("a plane is two: for cards of several suits, and for those of one")
        pairs = [(mark, tuple(pair)[:2]) for mark, pair in sorted(planes.items())]
        self.values = <uint16_t *>PyMem_Calloc((2 * len(pairs) + 2) * OFC_PLANE, sizeof(uint16_t))
        if self.values is NULL:
            raise MemoryError
        self.ranking.value = self.values
        self.ranking.size, self.ranking.copies, self.ranking.lowest = size, copies, lowest_wild
        self.ranking.wild = lowest_wild > 0 or 1 in kinds or 2 in kinds
        for i in range(256):
            self.ranking.key[i] = _ranking_key(i, kinds[i] if i < OFC_DECK else 3)
        self.ranking.key[256] = OFC_WILD_KEY
        for mark in range(OFC_MARKS):  # what has no plane is worth nothing: the last two planes stay empty
            self.ranking.plane[mark] = 2 * len(pairs) * OFC_PLANE
            self.ranking.marked[mark] = min(mark % OFC_BUG + mark // OFC_BUG, size)
        for i, (mark, pair) in enumerate(pairs):
            self.ranking.plane[mark] = 2 * i * OFC_PLANE
            for j, by_strength in enumerate(pair):
                self._fill(2 * i + j, by_strength)

    cdef int _fill(self, int plane, by_strength) except -1:
        cdef _View view = _View(by_strength, PyBUF_ND, "a plane")
        if view.format() != "H" or view.shape() != (OFC_STRENGTHS,):
            raise ValueError(f"a plane is {OFC_STRENGTHS} numbers of uint16")
        ofc_fill_plane(<const uint16_t *>view.view.buf, self.values + <size_t>plane * OFC_PLANE)
        return 0

    def __dealloc__(self):
        PyMem_Free(self.values)

    cdef int _read(self, cards, uint8_t *ids) except -1:
        """1 to 64 card ints; -2 where they are no hand of this system."""
        cdef int n = len(cards), i
        if not 1 <= n <= OFC_HAND_LIMIT:
            raise InvalidCard(f"wrong number of cards: {n}; a hand is 1 to {OFC_HAND_LIMIT} cards")
        for i in range(n):
            ids[i] = _card_or_joker(cards[i], OFC_MAX_JOKERS)
        return n if ofc_ranking_takes(&self.ranking, ids, n) else -2

    def strength(self, cards):
        """The value of card ints, the best choice of more than `size`; -1 where they are no hand of this system."""
        cdef uint8_t ids[64]
        cdef int n = self._read(cards, ids)
        return ofc_ranking_value(&self.ranking, ids, n) if n > 0 else -1

    cdef int _keys(self, items, uint64_t *key) except -1:
        cdef int n = len(items), i, item
        if not 1 <= n <= OFC_HAND_LIMIT:
            raise InvalidCard(f"wrong number of cards: {n}; a hand is 1 to {OFC_HAND_LIMIT} cards")
        for i in range(n):
            item = items[i]
            if not -2 <= item < CARDS:
                raise InvalidCard(f"no card: {item}; here it is 0..51, -1 (wild) or -2 (a bug)")
            key[i] = _ranking_key(item, 0) if item >= 0 else OFC_WILD_KEY if item == -1 else OFC_BUG_KEY
        return n

    def value(self, items):
        """The value of natural cards 0..51 (they may repeat), -1 for a wild card and -2 for a bug."""
        cdef uint64_t key[64]
        cdef int n = self._keys(items, key)
        return ofc_value_of_keys(&self.ranking, key, n, True)

    def choices(self, items, int best, int room=1):
        """The places of the `size` items, of more, that are worth `best`: a list of at most `room` tuples."""
        cdef uint64_t key[64]
        cdef int n = self._keys(items, key)
        if n < self.ranking.size or not 1 <= room <= 100_000:
            raise ValueError("there must be at least as many items as count, and room for 1 to 100000 choices")
        places = bytearray(5 * room)
        cdef uint8_t *start = places
        cdef size_t found = ofc_ranking_choices(&self.ranking, key, n, best, room, <uint8_t (*)[5]>start)
        return [tuple(places[5 * i : 5 * i + self.ranking.size]) for i in range(room if found > <size_t>room else <int>found)]

    def rank_many(self, hands, out=None):
        """(out, the numbers of the first row that is no hand of this system and its place, or None): see Ranking."""
        cdef ofc_items items
        cdef size_t good
        cdef _View source = _View(hands, PyBUF_STRIDED_RO, "hands"), target
        _describe_items(source, &items, 2, "hands", f"(N, k) with k from 1 to {OFC_HAND_LIMIT}")
        if items.inner < 1:
            raise ValueError(f"hands has shape {source.shape()}; it must be (N, k) with k from 1 to {OFC_HAND_LIMIT}")
        if out is None:
            out = _new(hands, "uint16", "H", (items.rows,))
        target = _out(out, "H", (items.rows,), "out")
        _apart(source, target, "out")
        with nogil:
            good = ofc_ranking_items(&self.ranking, &items, <uint16_t *>target.view.buf)
        return out, None if good == items.rows else (_row(source, &items, good), good)


cdef uint64_t _ranking_key(int card, int kind) noexcept:
    if kind == 0 and card < CARDS:
        return key_of_card(card)
    return OFC_WILD_KEY if kind == 1 else OFC_BUG_KEY if kind == 2 else OFC_REFUSED
