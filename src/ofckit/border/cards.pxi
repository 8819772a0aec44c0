# Cards: ints, text and Card objects, and what is said of wrong ones.

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
    """A card from an int 0..51 (a Card is one); the plain case without questions."""
    cdef long value
    cdef int overflow = 0
    if isinstance(card, int) and type(card) is not bool:
        value = PyLong_AsLongAndOverflow(card, &overflow)
        if 0 <= value < CARDS:
            return value
    return _other_card(card)


cdef int _other_card(object card) except -1:
    cdef long value
    cdef int overflow = 0
    if isinstance(card, str):
        from .cards import Card
        card = Card(card)
    if isinstance(card, bool) or not hasattr(card, "__index__"):
        raise TypeError(f"a card is an int 0..51, a Card or text, not {type(card).__name__}")
    value = PyLong_AsLongAndOverflow(index(card), &overflow)
    if overflow or not 0 <= value < CARDS:
        raise _no_card(card)
    return value


cdef int _card_or_joker(object card, int jokers) except -1:
    """The same where so many jokers are in the pack."""
    cdef long value
    if jokers and isinstance(card, int):
        value = ofc_small_int(<PyObject *>card)
        if CARDS <= value < CARDS + jokers:
            return <int>value
    return _as_card(card)


cdef object _no_card(object card):
    if card == 52 or card == 53:
        return InvalidCard(f"a joker (card {int(card)}) is not allowed here: only rankings and rules with jokers take it")
    return InvalidCard(f"card id out of range: {card!r}; a card is an int 0..51 (4 * rank + suit)")


cdef object _name(int card):
    return f"X{card - 51}" if card >= CARDS else "23456789TJQKA"[card >> 2] + "cdhs"[card & 3]


cdef int _first_repeat(const uint8_t *cards, int n):
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
    """Cards of a plain text such as "As Kd 10c" or "AsKd"; -1 if it takes the patient reader to tell."""
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


cdef int _read_items(object items, uint8_t *cards) except -1:
    """Cards of an iterable of ints, Cards or texts; more than seven are an error."""
    cdef int n = 0
    cdef bint cut = False  # there may be more than were taken
    if type(items) is not list and type(items) is not tuple:
        if isinstance(items, str):
            from .cards import cards as read
            items = read(items)
        elif not isinstance(items, (bytes, bytearray)):
            if not hasattr(items, "__iter__"):
                raise TypeError(f"cards are a text or an iterable of cards, not {type(items).__name__}")
            items = list(islice(items, MAX_HAND + 1))
            cut = True
    for item in items:
        if n == MAX_HAND:
            given = f"{len(items)} or more" if cut else len(items)
            raise InvalidCard(f"wrong number of cards: {given}; a hand is 1 to 7 cards")
        cards[n] = _as_card(item)
        n += 1
    return n


cdef int _read_hand(object cards, uint8_t *ids) except -1:
    cdef int n = -1
    if type(cards) is str:
        n = _read_text(cards, ids)
    return n if n >= 0 else _read_items(cards, ids)
