# Rankings: other systems as tables over the same classes.

from ofckit.border.c.batch cimport ofc_items
from ofckit.border.c.ranking cimport (
    OFC_BUG, OFC_BUG_KEY, OFC_HAND_LIMIT, OFC_LOWEST_ONE, OFC_MARKS, OFC_PLANE, OFC_REFUSED, OFC_WILD_KEY,
    ofc_fill_plane, ofc_ranking, ofc_ranking_choices, ofc_ranking_items, ofc_ranking_takes, ofc_ranking_value,
    ofc_value_of_keys,
)


cdef class CompiledRanking:
    """One system of comparing hands as tables, for the C core. Made by `Ranking.compiled`; checked here all the same.

    kinds: for each of the 54 cards, 0 natural, 1 wild, 2 a bug, 3 not in the deck. planes: by mark (wild cards + 6 *
    bugs), the values of natural cards by their plain strength (9855 numbers, uint16; 0: no natural card), for cards
    of several suits and for those of one. size: cards that count. copies: of each card in the deck. lowest_wild: 0
    none, 1 all cards of the holder's lowest rank, 2 one of them. Never changes once it is made, so that threads may
    share it.
    """

    cdef ofc_ranking ranking
    cdef uint16_t *values

    def __cinit__(self, *, kinds, planes, size=5, copies=1, lowest_wild=0):
        cdef int card, mark, i
        cdef int kind[OFC_DECK]
        self.ranking.size = _integer(size, 3, 5, "size")
        self.ranking.copies = _integer(copies, 1, OFC_HAND_LIMIT, "copies")
        self.ranking.lowest = _integer(lowest_wild, 0, OFC_LOWEST_ONE, "lowest_wild")
        if self.ranking.size == 4:
            raise OfcError("size: 4; it may be 3 or 5")
        self.ranking.wild = self.ranking.lowest > 0
        for card, one in enumerate(_exactly(kinds, OFC_DECK, "kinds, one a card")):
            kind[card] = _integer(one, 0, 3, "a kind of card")
            self.ranking.wild = self.ranking.wild or kind[card] in (1, 2)
        pairs = _read_planes(planes)
        self.values = <uint16_t *>_zeros((2 * len(pairs) + 2) * OFC_PLANE, sizeof(uint16_t))
        self.ranking.value = self.values
        for i in range(256):
            self.ranking.key[i] = _ranking_key(i, kind[i] if i < OFC_DECK else 3)
        self.ranking.key[256] = OFC_WILD_KEY
        for mark in range(OFC_MARKS):  # what has no plane is worth nothing: the last two planes stay empty
            self.ranking.plane[mark] = 2 * len(pairs) * OFC_PLANE
            self.ranking.marked[mark] = min(mark % OFC_BUG + mark // OFC_BUG, self.ranking.size)
        for i, (mark, pair) in enumerate(sorted(pairs.items())):
            self.ranking.plane[mark] = 2 * i * OFC_PLANE
            for j, by_strength in enumerate(pair):
                self._fill(2 * i + j, by_strength)

    cdef int _fill(self, int plane, bytes by_strength) except -1:
        ofc_fill_plane(<const uint16_t *><const char *>by_strength, self.values + <size_t>plane * OFC_PLANE)
        return 0

    def __dealloc__(self):
        free(self.values)

    cdef int _read(self, cards, uint8_t *ids) except -1:
        """1 to 64 card ints; -2 where they are not a hand of this system."""
        cdef int n = _read_cards(cards, OFC_HAND_LIMIT, OFC_MAX_JOKERS, f"a hand is 1 to {OFC_HAND_LIMIT} cards", ids)
        if n == 0:
            raise InvalidCard(f"wrong number of cards: 0; a hand is 1 to {OFC_HAND_LIMIT} cards")
        return n if ofc_ranking_takes(&self.ranking, ids, n) else -2

    def strength(self, cards):
        """The value of card ints, the best choice of more than `size`; -1 where they are not a hand of this system."""
        cdef uint8_t ids[64]
        cdef int n = self._read(cards, ids)
        return ofc_ranking_value(&self.ranking, ids, n) if n > 0 else -1

    cdef int _keys(self, items, uint64_t *key) except -1:
        cdef int n = 0, card
        for item in _items(items, OFC_HAND_LIMIT, "cards"):
            card = _integer(item, -2, CARDS - 1, "a card, -1 (wild) or -2 (a bug)")
            key[n] = _ranking_key(card, 0) if card >= 0 else OFC_WILD_KEY if card == -1 else OFC_BUG_KEY
            n += 1
        if n == 0:
            raise InvalidCard(f"wrong number of cards: 0; a hand is 1 to {OFC_HAND_LIMIT} cards")
        return n

    def value(self, items):
        """The value of natural cards 0..51 (they may repeat), -1 for a wild card and -2 for a bug."""
        cdef uint64_t key[64]
        cdef int n = self._keys(items, key)
        return ofc_value_of_keys(&self.ranking, key, n, True)

    def choices(self, items, best, room=1):
        """The places of the `size` items, of more, that are worth `best`: a list of at most `room` tuples."""
        cdef uint64_t key[64]
        cdef int n = self._keys(items, key), i
        cdef uint16_t worth = _integer(best, 0, 65535, "best")
        cdef size_t most = _integer(room, 1, 100_000, "room"), found
        if n < self.ranking.size:
            raise OfcError(f"{n} items; {self.ranking.size} of them are to be chosen")
        places = bytearray(5 * most)
        cdef uint8_t *start = places
        found = ofc_ranking_choices(&self.ranking, key, n, worth, most, <uint8_t (*)[5]>start)
        return [tuple(places[5 * i : 5 * i + self.ranking.size]) for i in range(<int>min(found, most))]

    def rank_many(self, hands, out=None):
        """(out, the numbers of the first row that is not a hand of this system and its place, or None): see Ranking."""
        cdef ofc_items items
        cdef size_t good
        cdef _View source = _View(hands, PyBUF_STRIDED_RO, "hands"), target
        _cards_in(source, &items, 0, 0, 1, OFC_HAND_LIMIT, "hands")
        if out is None:
            out = _new(hands, "uint16", "H", (items.rows,))
        target = _out(out, "uint16", (items.rows,), "out")
        _apart(source, target, "out")
        with nogil:
            good = ofc_ranking_items(&self.ranking, &items, <uint16_t *>target.view.buf)
        return out, None if good == items.rows else (_row(source, &items, good), good)


cdef dict _read_planes(planes):
    """The planes by mark, copied: natural cards (0) among them, each for cards of several suits and of one."""
    cdef int mark
    copied = {}
    for key, pair in _pairs(planes, OFC_MARKS, "planes"):
        mark = _integer(key, 0, OFC_BUG * OFC_BUG - 1, "the mark of a plane")
        copied[mark] = [_copy_plane(one) for one in _exactly(pair, 2, "planes of a mark: several suits, and one")]
    if 0 not in copied:
        raise OfcError("planes are by mark, 0 (no wild card) among them")
    return copied


cdef bytes _copy_plane(by_strength):
    cdef _View view = _View(by_strength, PyBUF_ND, "a plane")
    if view.format() != "H" or view.view.itemsize != 2 or view.shape() != (OFC_STRENGTHS,):
        raise OfcError(f"a plane is {OFC_STRENGTHS} numbers of uint16")
    return (<const char *>view.view.buf)[:view.view.len]


cdef uint64_t _ranking_key(int card, int kind) noexcept:
    if kind == 0 and card < CARDS:
        return key_of_card(card)
    return OFC_WILD_KEY if kind == 1 else OFC_BUG_KEY if kind == 2 else OFC_REFUSED
