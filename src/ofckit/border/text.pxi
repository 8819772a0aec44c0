# Cards and boards as people write them: the plain cases in one pass, as Card objects; None where it takes the full
# readers of cards.py and board/, which know every spelling and every error.

from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_New, PyTuple_SET_ITEM

cdef enum:
    MOST_PLAIN = 64  # cards of a plain text or list

cdef tuple CARD_OBJECTS = ()
cdef dict SPELLINGS = {}


def use_cards(tuple cards not None, dict spellings not None):
    """Tell the core of the Card objects by id, and of the spellings of each."""
    global CARD_OBJECTS, SPELLINGS
    if len(cards) != OFC_DECK:
        raise OfcError(f"{len(cards)} cards; a deck with its jokers has {OFC_DECK}")
    CARD_OBJECTS, SPELLINGS = cards, spellings


cdef int _next_card(const char *c, Py_ssize_t size, Py_ssize_t *at) noexcept:
    """The card or joker that starts here, `at` then behind it; -1 if none does."""
    cdef Py_ssize_t i = at[0]
    cdef int rank
    if i + 1 < size and (c[i] == c"X" or c[i] == c"x") and (c[i + 1] == c"1" or c[i + 1] == c"2"):
        at[0] = i + 2
        return CARDS + c[i + 1] - c"1"
    if i + 2 < size and c[i] == c"1" and c[i + 1] == c"0":
        rank = 8
        i += 1
    else:
        rank = RANK_OF[<uint8_t>c[i]]
    if i + 1 >= size or rank < 0 or SUIT_OF[<uint8_t>c[i + 1]] < 0:
        return -1
    at[0] = i + 2
    return 4 * rank + SUIT_OF[<uint8_t>c[i + 1]]


cdef int _plain_text(str text, uint8_t *ids, int room, int *ends) noexcept:
    """The cards of a text; -1 if it is not plain. With `ends`: of a board, and where each of its rows ends."""
    cdef const char *c
    cdef Py_ssize_t i = 0, size = PyUnicode_GET_LENGTH(text)
    cdef int n = 0, row = 0, start = 0, card
    cdef bint dash = False
    if not PyUnicode_IS_COMPACT_ASCII(text):
        return -1
    c = <const char *>PyUnicode_1BYTE_DATA(text)
    while i < size:
        if c[i] == c" " or c[i] == c",":
            i += 1
        elif ends != NULL and c[i] == c"/" and row < 2:
            ends[row] = start = n
            dash = False
            row += 1
            i += 1
        elif ends != NULL and c[i] == c"-" and n == start and not dash:
            dash = True
            i += 1
        else:
            card = _next_card(c, size, &i)
            if card < 0 or dash or n == room:
                return -1
            ids[n] = <uint8_t>card
            n += 1
    if ends != NULL:
        ends[row] = n
        if row < 2:
            return -1
    return n


cdef int _plain_items(object items, uint8_t *ids, int room) except -2:
    """The cards of a list or tuple of Cards, ints and plain spellings; -1 if it is not plain."""
    cdef int n = 0
    cdef long value
    for item in <list>items if type(items) is list else <tuple>items:
        if n == room:
            return -1
        if type(item) is str:
            item = SPELLINGS.get(item)
            if item is None:
                return -1
        value = ofc_small_int(<PyObject *>item)
        if not 0 <= value < CARDS + OFC_MAX_JOKERS:
            return -1
        ids[n] = <uint8_t>value
        n += 1
    return n


cdef int _plain_cards(object source, uint8_t *ids, int room) except -2:
    """The cards of a plain text, list or tuple, -1 if it is not plain."""
    if type(source) is str:
        return _plain_text(source, ids, room, NULL)
    if type(source) is list or type(source) is tuple:
        return _plain_items(source, ids, room)
    return -1


cdef tuple _card_tuple(const uint8_t *ids, int n):
    cdef tuple cards = PyTuple_New(n)
    cdef int i
    for i in range(n):
        card = CARD_OBJECTS[ids[i]]
        Py_INCREF(card)
        PyTuple_SET_ITEM(cards, i, card)
    return cards


def plain_cards(source):
    """The Cards of a plain text, list or tuple, as a list; None if it is not plain."""
    cdef uint8_t ids[MOST_PLAIN]
    cdef int n = _plain_cards(source, ids, MOST_PLAIN), i
    return None if n < 0 else [CARD_OBJECTS[ids[i]] for i in range(n)]


def fits_deck(groups, cards):
    """Whether groups of cards (lists and tuples) come from a deck of that many cards, each card once at most."""
    cdef uint64_t seen = 0, one = 1
    cdef int card, deck = _integer(cards, 0, OFC_DECK, "cards of a deck")
    for group in groups:
        for item in group:
            card = _card_or_joker(item, OFC_MAX_JOKERS)
            if card >= deck or seen >> card & 1:
                return False
            seen |= one << card
    return True


def left_in_deck(groups, cards):
    """The Cards of a deck of that many cards that are in none of these groups (lists and tuples of cards)."""
    cdef uint64_t seen = 0, one = 1
    cdef uint8_t ids[OFC_DECK]
    cdef int i, n = 0, deck = _integer(cards, 0, OFC_DECK, "cards of a deck")
    for group in groups:
        for item in group:
            seen |= one << _card_or_joker(item, OFC_MAX_JOKERS)
    for i in range(deck):
        if not seen >> i & 1:
            ids[n] = <uint8_t>i
            n += 1
    return _card_tuple(ids, n)


def plain_board(source, jokers):
    """(top, middle, bottom) of a board that is plain and has nothing wrong with it by itself; else None.

    It is text with slashes, three rows, or thirteen cards; no row is too long, no card appears twice, and of the jokers
    the first `jokers` may be there.
    """
    cdef uint8_t ids[MOST_PLAIN]
    cdef int ends[3]
    cdef int n = -1, allowed = _integer(jokers, 0, OFC_MAX_JOKERS, "jokers")
    if type(source) is str:
        n = _plain_text(source, ids, MOST_PLAIN, ends)
    elif type(source) is list or type(source) is tuple:
        n = _plain_rows(source, ids, ends)
    if n < 0 or ends[0] > 3 or ends[1] - ends[0] > 5 or n - ends[1] > 5 or _first_repeat(ids, n) != n:
        return None
    for i in range(n):
        if ids[i] >= CARDS + allowed:
            return None
    top, middle = _card_tuple(ids, ends[0]), _card_tuple(ids + ends[0], ends[1] - ends[0])
    return top, middle, _card_tuple(ids + ends[1], n - ends[1])


cdef int _plain_rows(object source, uint8_t *ids, int *ends) except -2:
    """The cards of three rows, or of thirteen cards, and where each row ends; -1 if they are not plain."""
    cdef int n = 0, row = 0, found
    if len(source) == 13:
        ends[0], ends[1] = 3, 8
        found = _plain_items(source, ids, BOARD)
        return found if found == BOARD else -1
    if len(source) != 3:
        return -1
    for part in <list>source if type(source) is list else <tuple>source:
        if row == 3 or n > BOARD:
            return -1
        found = _plain_cards(part, ids + n, MOST_PLAIN - n)
        if found < 0:
            return -1
        n += found
        ends[row] = n
        row += 1
    return n if row == 3 else -1
