# Cards: ints, text and Card objects, and the errors for wrong ones.

cdef extern from *:
    """
    /* The value of a plain int, -1 or another number that is not a card for any other object (a large int, a bool). */
    #if PY_VERSION_HEX >= 0x030C0000
    #define OFC_VALUE(x) \
        (PyUnstable_Long_IsCompact((PyLongObject *)(x)) ? (long)PyUnstable_Long_CompactValue((PyLongObject *)(x)) : -1)
    #else
    #define OFC_VALUE(x) (Py_SIZE(x) == 1 ? (long)((PyLongObject *)(x))->ob_digit[0] : Py_SIZE(x) == 0 ? 0 : -1)
    #endif
    static inline long ofc_small_int(PyObject *x) { return PyLong_Check(x) && !PyBool_Check(x) ? OFC_VALUE(x) : -1; }
    """
    long ofc_small_int(PyObject *x)

cdef signed char RANK_OF[128]
cdef signed char SUIT_OF[128]


cdef int _fill_letters() except -1:
    memset(RANK_OF, -1, sizeof(RANK_OF))
    memset(SUIT_OF, -1, sizeof(SUIT_OF))
    for i, letter in enumerate("23456789TJQKA"):
        RANK_OF[<int>ord(letter)] = RANK_OF[<int>ord(letter.lower())] = i
    for i, letter in enumerate("cdhs"):
        SUIT_OF[<int>ord(letter)] = SUIT_OF[<int>ord(letter.upper())] = i
    return 0


_fill_letters()


cdef inline int _as_card(object card) except -1:
    """A card from an int 0..51 (a Card is one): the fast path."""
    cdef long value = ofc_small_int(<PyObject *>card)
    return <int>value if 0 <= value < CARDS else _other_card(card, 0)


cdef int _card_or_joker(object card, int jokers) except -1:
    """The same with this many jokers in the pack."""
    cdef long value = ofc_small_int(<PyObject *>card)
    return <int>value if 0 <= value < CARDS + jokers else _other_card(card, jokers)


cdef int _other_card(object card, int jokers) except -1:
    cdef long value
    cdef int overflow = 0
    if isinstance(card, str):
        from .cards import Card
        card = Card(card)
    if isinstance(card, bool) or not hasattr(type(card), "__index__"):
        raise TypeError(f"a card must be an int 0..51, a Card or text, not {type(card).__name__}")
    card = index(card)
    value = PyLong_AsLongAndOverflow(card, &overflow)
    if overflow or not 0 <= value < CARDS + jokers:
        raise _no_card(card)
    return value


cdef object _no_card(object card):
    if card == 52 or card == 53:
        return InvalidCard(
            f"a joker (card {int(card)}) is not allowed here, only in rankings and rules with jokers"
        )
    return InvalidCard(f"card id out of range: {_said(card)}; a card is an int 0..51 (4 * rank + suit)")


cdef object _name(int card):
    return f"X{card - 51}" if card >= CARDS else "23456789TJQKA"[card >> 2] + "cdhs"[card & 3]


cdef int _first_repeat(const uint8_t *cards, int n) noexcept:
    """The first card that repeats an earlier one, jokers included; n if none does."""
    cdef uint64_t seen = 0, one = 1
    for i in range(n):
        if seen & one << cards[i]:
            return i
        seen |= one << cards[i]
    return n


cdef object _duplicate(const uint8_t *cards, int n, object where):
    """The error that names the first card that repeats an earlier one."""
    cdef int i = _first_repeat(cards, n), j = 0
    while cards[j] != cards[i]:
        j += 1
    return InvalidCard(f"{where}duplicate card: {_name(cards[i])} is card {j + 1} and card {i + 1}")


cdef int _read_text(str text, uint8_t *cards) except -2:
    """Cards of a plain text such as "As Kd 10c" or "AsKd"; -1 if it needs the full reader."""
    cdef const char *c
    cdef Py_ssize_t i = 0, size = PyUnicode_GET_LENGTH(text)
    cdef int n = 0, rank, suit
    if not PyUnicode_IS_COMPACT_ASCII(text):
        return -1
    c = <const char *>PyUnicode_1BYTE_DATA(text)
    while i + 1 < size:
        if c[i] == c" " or c[i] == c",":
            i += 1
            continue
        rank = RANK_OF[<uint8_t>c[i]]
        suit = SUIT_OF[<uint8_t>c[i + 1]]
        if rank < 0 or suit < 0 or n == MAX_HAND:
            return -1
        cards[n] = 4 * rank + suit
        n += 1
        i += 2
    return n if i == size or c[i] == c" " else -1


cdef int _read_cards(object cards, int most, int jokers, what, uint8_t *ids) except -1:
    """Cards of an iterable of ints, Cards or texts; how many. InvalidCard for more than `most` of them."""
    cdef int n = 0
    cdef bint cut = False  # there may be more than were taken
    if type(cards) is not list and type(cards) is not tuple and type(cards) is not bytes:
        if isinstance(cards, str):
            from .cards import cards as read
            cards = read(cards)
        else:
            cards = _items_or_more(cards, most, "cards must be text or an iterable of cards")
            cut = True
    for card in cards:
        if n == most:
            given = f"{len(cards)} or more" if cut else len(cards)
            raise InvalidCard(f"wrong number of cards: {given}; {what}")
        ids[n] = _card_or_joker(card, jokers)
        n += 1
    return n


cdef int _read_hand(object cards, uint8_t *ids) except -1:
    cdef int n = -1
    if type(cards) is str:
        n = _read_text(cards, ids)
    return n if n >= 0 else _read_cards(cards, MAX_HAND, 0, "a hand is 1 to 7 cards", ids)


cdef int _add_cards(const uint8_t *ids, int n, object where, uint64_t *known) except -1:
    """Adds cards to a set of known ones; InvalidCard for one that was in it."""
    cdef uint64_t one = 1
    for i in range(n):
        if known[0] >> ids[i] & 1:
            raise InvalidCard(f"{where}{_name(ids[i])} appears twice")
        known[0] |= one << ids[i]
    return 0


cdef uint64_t _read_set(object cards, int jokers, object where, uint64_t known) except? 0:
    """Unseen cards as a set: all different, and none of them known."""
    cdef uint8_t ids[54]
    cdef uint64_t both = known
    _add_cards(ids, _read_cards(cards, OFC_DECK, jokers, "a deck has 54 at most", ids), where, &both)
    return both & ~known
