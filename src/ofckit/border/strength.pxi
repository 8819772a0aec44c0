# One hand: its strength, its best five.

from ofckit.border.c.batch cimport ofc_rank_large
from ofckit.border.c.card cimport first_bad
from ofckit.border.c.strength cimport is_flush, strength_plain


cdef inline int _rank_distinct(const uint8_t *ids, int n) except -1:
    if n == 0:
        raise InvalidCard("wrong number of cards: 0; a hand is 1 to 7 cards")
    if first_bad(ids, n) != <size_t>n:
        raise _duplicate(ids, n, "")
    return ofc_rank_large(ids, n) if n > 5 else c_rank(ids, n)


cdef int LOWEST_FLUSH = c_rank5(0, 4, 8, 12, 20)


cdef int _rank_several_decks(const uint8_t *ids, int n) except -1:
    """One to five cards that may repeat: five of a kind is possible, a flush that holds a rank twice is an error."""
    cdef uint64_t hand = OFC_NO_CARDS
    cdef unsigned int ranks = 0
    cdef int i, strength
    if not 1 <= n <= 5:
        raise InvalidCard(f"wrong number of cards: {n}; with duplicates a hand is 1 to 5 cards")
    for i in range(n):
        hand += key_of_card(ids[i])
        ranks |= 1 << (ids[i] >> 2)
    for i in range(4):
        ranks &= ranks - 1
    if ranks:
        return strength_of_key(hand)
    strength = strength_plain(hand)
    if is_flush(hand) and strength < LOWEST_FLUSH:
        raise _paired_flush(ids)
    return strength


cdef object _paired_flush(const uint8_t *ids):
    hand = [ids[i] for i in range(5)]
    copies = max(2, max(map(hand.count, hand)))
    names = " ".join(map(_name, hand))
    return InvalidCard(
        f"{names} is a flush that holds a rank twice; the scale of one deck has no place for it, "
        f"but Ranking(decks={copies}).strength(...) ranks it")


# The ints that the fastest calls return, made in advance.
cdef list STRENGTHS = list(range(OFC_STRENGTHS))


cdef bint _several_decks(object duplicates) except -1:
    if isinstance(duplicates, str) and duplicates in ("error", "allow"):
        return duplicates == "allow"
    raise OfcError(f"duplicates is {_said(duplicates)}; it must be 'error' or 'allow'")


def rank(cards, *, duplicates="error"):
    """The strength of a hand of one to seven cards (best five of six or seven): bigger wins, equal ties.

    `cards` is text ("As Ks Qs Js Ts"), or an iterable of Cards, ints or texts. One to five cards share one scale,
    1..9841; with `duplicates="allow"` (several decks, five cards at most) five of a kind is 9842..9854.
    Raises InvalidCard for what is not a card, a repeated card, a joker, another number of cards, and a flush that
    holds a rank twice: `Ranking(decks=2)` has a place for that.

    >>> rank("AsKsQsJsTs"), rank("2c"), rank("QhQd5c") < rank("QhQd6c7s2d")
    (9841, 1, True)
    """
    cdef uint8_t ids[MAX_HAND]
    cdef int n
    if duplicates is not "error" and _several_decks(duplicates):
        n = _read_hand(cards, ids)
        return _rank_several_decks(ids, n)
    return _rank_one(cards)


def rank_rows(rows):
    """The strengths of three rows, each as `rank` tells it."""
    top, middle, bottom = _exactly(rows, 3, "rows")
    return _rank_one(top), _rank_one(middle), _rank_one(bottom)


cdef inline object _rank_one(object cards):
    cdef uint8_t ids[MAX_HAND]
    cdef int n = _plain_hand(cards, ids)
    if n <= 0:
        n = _read_hand(cards, ids)
        return _rank_distinct(ids, n)
    return <object>PyList_GET_ITEM(STRENGTHS, ofc_rank_large(ids, n) if n > 5 else c_rank(ids, n))


cdef inline int _plain_hand(object cards, uint8_t *ids) noexcept:
    """The cards of a list or tuple of one to seven different ints 0..51; 0 or -1 for anything else."""
    cdef uint64_t seen = 0, card_bit, one = 1
    cdef unsigned long card
    cdef int n = 0
    if type(cards) is not list and type(cards) is not tuple:
        return -1
    for item in <list>cards if type(cards) is list else <tuple>cards:
        card = ofc_small_int(<PyObject *>item)
        if card >= CARDS or n == MAX_HAND:
            return -1
        card_bit = one << card
        if seen & card_bit:
            return -1
        seen |= card_bit
        ids[n] = <uint8_t>card
        n += 1
    return n


def rank_ids(cards, duplicates=False):
    """The strength of one to seven card ints (a sequence or bytes); with `duplicates`, one to five that may repeat."""
    cdef uint8_t ids[MAX_HAND]
    cdef int n = _read_cards(cards, MAX_HAND, 0, "a hand is 1 to 7 cards", ids)
    return _rank_several_decks(ids, n) if duplicates else _rank_distinct(ids, n)


cdef extern from *:
    ctypedef struct PyMethodDef:
        const char *ml_name
        void *ml_meth
        int ml_flags
        const char *ml_doc
    int METH_FASTCALL
    object PyCFunction_NewEx(PyMethodDef *, object, object)


# The fastest calls take their arguments as an array.

cdef object _rank_arguments(PyObject **args, Py_ssize_t given, Py_ssize_t wanted):
    """The same with full checks."""
    cdef uint8_t ids[5]
    if given != wanted:
        raise TypeError(f"rank{wanted}() takes {wanted} cards, {given} given")
    for i in range(given):
        ids[i] = _as_card(<object>args[i])
    return _rank_distinct(ids, <int>given)


cdef object _rank5(PyObject *self, PyObject **args, Py_ssize_t given):
    if given != 5:
        return _rank_arguments(args, given, 5)
    cdef unsigned long a = ofc_small_int(args[0]), b = ofc_small_int(args[1]), c = ofc_small_int(args[2])
    cdef unsigned long d = ofc_small_int(args[3]), e = ofc_small_int(args[4])
    if a >= CARDS or b >= CARDS or c >= CARDS or d >= CARDS or e >= CARDS:
        return _rank_arguments(args, given, 5)
    cdef uint64_t one = 1
    cdef uint64_t p = one << a, q = one << b, r = one << c, s = one << d, t = one << e
    if p + q + r + s + t != p | q | r | s | t:
        return _rank_arguments(args, given, 5)
    return <object>PyList_GET_ITEM(STRENGTHS, c_rank5(<int>a, <int>b, <int>c, <int>d, <int>e))


cdef object _rank3(PyObject *self, PyObject **args, Py_ssize_t given):
    if given != 3:
        return _rank_arguments(args, given, 3)
    cdef unsigned long a = ofc_small_int(args[0]), b = ofc_small_int(args[1]), c = ofc_small_int(args[2])
    if a >= CARDS or b >= CARDS or c >= CARDS or a == b or a == c or b == c:
        return _rank_arguments(args, given, 3)
    return <object>PyList_GET_ITEM(STRENGTHS, c_rank3(<int>a, <int>b, <int>c))


cdef PyMethodDef RANK5
RANK5.ml_name = b"rank5"
RANK5.ml_meth = <void *>_rank5
RANK5.ml_flags = METH_FASTCALL
RANK5.ml_doc = b"""rank5(a, b, c, d, e, /)
--

The strength of five different cards, given as five ints 0..51: the fastest call for one hand.

Raises InvalidCard for what is not a card or a card twice, TypeError for what is not an int.

>>> rank5(51, 47, 43, 39, 35)
9841
"""
cdef PyMethodDef RANK3
RANK3.ml_name = b"rank3"
RANK3.ml_meth = <void *>_rank3
RANK3.ml_flags = METH_FASTCALL
RANK3.ml_doc = b"""rank3(a, b, c, /)
--

The strength of three different cards, given as three ints 0..51, on the scale of `rank5`."""
rank5 = PyCFunction_NewEx(&RANK5, None, __name__)
rank3 = PyCFunction_NewEx(&RANK3, None, __name__)


def best_five_ids(cards):
    """The five cards that count, of five to seven different ones: larger groups first, then higher ranks."""
    cdef uint8_t ids[MAX_HAND]
    cdef uint8_t five[5]
    cdef int n = _read_cards(cards, MAX_HAND, 0, "a hand is 1 to 7 cards", ids), best = 0, s, i, j, k, m
    if n < 5:
        raise InvalidCard(f"wrong number of cards: {n}; the best five are of 5, 6 or 7 cards")
    _rank_distinct(ids, n)
    kept = ()
    for i in range(n):
        for j in range(i, n):
            if (j == i) != (n < 7) or (n == 5 and i):
                continue
            m = 0
            for k in range(n):
                if n == 5 or (k != i and k != j):
                    five[m] = ids[k]
                    m += 1
            s = c_rank5(five[0], five[1], five[2], five[3], five[4])
            if s > best:
                best = s
                kept = (five[0], five[1], five[2], five[3], five[4])
    return _by_group(kept)


cdef tuple _by_group(tuple cards):
    ranks = [c >> 2 for c in cards]
    wheel = sorted(ranks) == [0, 1, 2, 3, 12]
    return tuple(sorted(cards, key=lambda c: (-ranks.count(c >> 2), 1 if wheel and c >> 2 == 12 else -(c >> 2), -c)))
