# Omaha: two of the hand and three of the board.

from ofckit.border.c.batch cimport ofc_items
from ofckit.border.c.omaha cimport (
    OFC_OMAHA_HANDS, ofc_omaha_best, ofc_omaha_board, ofc_omaha_equity, ofc_omaha_field, ofc_omaha_items,
    ofc_omaha_open,
)
from ofckit.border.c.card cimport first_bad


cdef int _read_omaha(object cards, int least, int most, what, uint8_t *ids) except -1:
    """A player's cards, or a board, from ints."""
    wanted = f"{what} {least} to {most}"
    cdef int n = _read_cards(cards, most, 0, wanted, ids)
    if n < least:
        raise InvalidCard(f"wrong number of cards: {n}; {wanted}")
    return n


def omaha_rank(hole, board):
    """The strength of the best hand of two of 4 to 6 hole cards and three of a board of 3 to 5, all of them ints."""
    cdef uint8_t ids[11]
    cdef ofc_omaha_board opened
    cdef int n = _read_omaha(hole, 4, 6, "hole cards are", ids)
    cdef int m = _read_omaha(board, 3, 5, "a board is", ids + n)
    if first_bad(ids, n + m) != <size_t>(n + m):
        raise _duplicate(ids, n + m, "hole cards and board: ")
    ofc_omaha_open(&opened, ids + n, m)
    return ofc_omaha_best(&opened, ids, n)


def omaha_rank_many(holes, boards, out=None):
    """The same for (N, 4..6) hole cards and (N, 3..5) boards, buffers of integers as for rank_many -> uint16 (N,)."""
    cdef ofc_items hole_items, board_items
    cdef size_t good
    cdef _View hole_view = _View(holes, PyBUF_STRIDED_RO, "holes")
    cdef _View board_view = _View(boards, PyBUF_STRIDED_RO, "boards")
    cdef _View target
    _cards_in(hole_view, &hole_items, 0, 0, 4, 6, "holes")
    _cards_in(board_view, &board_items, 0, 0, 3, 5, "boards")
    if hole_items.rows != board_items.rows:
        raise OfcError(
            f"{hole_items.rows} rows of hole cards, but {board_items.rows} boards; they go together row by row"
        )
    if out is None:
        out = _new(holes, "uint16", "H", (hole_items.rows,))
    target = _out(out, "uint16", (hole_items.rows,), "out")
    _apart(hole_view, target, "out")
    _apart(board_view, target, "out")
    with nogil:
        good = ofc_omaha_items(&hole_items, &board_items, <uint16_t *>target.view.buf)
    if good < hole_items.rows:
        row = _row(hole_view, &hole_items, good) + _row(board_view, &board_items, good)
        raise _bad_row(row, f"row {good}, hole cards and board: ")
    return out


cdef enum:
    STRETCH = 1 << 18  # deals between checks for Ctrl-C; each stretch has its own stream of the seed


def omaha_equity(hole, opponents, deals, seed):
    """won[0..10] over the deals: won[k] pots were won by k players, one of whom held these cards, won[0] by others."""
    cdef uint8_t ids[6]
    cdef uint64_t won[11]
    cdef uint64_t done = 0, now, all_deals = _word(deals, "deals"), word = _word(seed, "seed")
    cdef int n = _read_omaha(hole, 4, 6, "hole cards are", ids)
    cdef int against = _integer(opponents, 1, min(9, (CARDS - 5) // n - 1), f"opponents of {n} hole cards")
    if first_bad(ids, n) != <size_t>n:
        raise _duplicate(ids, n, "")
    memset(won, 0, sizeof(won))
    while done < all_deals:
        now = min(all_deals - done, <uint64_t>STRETCH)
        with nogil:
            ofc_omaha_equity(ids, n, against, now, word, done // STRETCH, won)
        done += now
        PyErr_CheckSignals()
    return tuple([won[k] for k in range(11)])


def omaha_field(players, deals, seed):
    """(dealt, won): how often each of the 270,725 starting hands of four cards was dealt, and its part of the pots.

    Hands are in the order of their combinatorial numbers (colexicographic); `won` counts in 1/2520 of a pot. players
    is 2..10, all with random cards. Two arrays of uint64.
    """
    from array import array
    cdef uint64_t done = 0, now, all_deals = _word(deals, "deals"), word = _word(seed, "seed")
    cdef int seats = _integer(players, 2, 10, "players")
    cdef uint64_t[::1] dealt_view, won_view
    dealt, won = array("Q", bytes(8 * OFC_OMAHA_HANDS)), array("Q", bytes(8 * OFC_OMAHA_HANDS))
    dealt_view, won_view = dealt, won
    cdef uint64_t *dealt_to = &dealt_view[0]
    cdef uint64_t *won_by = &won_view[0]
    while done < all_deals:
        now = min(all_deals - done, <uint64_t>STRETCH)
        with nogil:
            ofc_omaha_field(seats, now, word, done // STRETCH, dealt_to, won_by)
        done += now
        PyErr_CheckSignals()
    return dealt, won
