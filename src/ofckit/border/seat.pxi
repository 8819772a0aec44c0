# Seats: the rows of a board, the streets that fill it.

from ofckit.border.c.seat cimport ofc_cards_held, ofc_seat, ofc_street


cdef int _read_rows(rows, int jokers, object where, ofc_seat *seat, uint64_t *known) except -1:
    """The board of a seat, cards by row, top first: different ones, and none of those known; they are known then."""
    seat.held[0] = seat.held[1] = seat.held[2] = 0
    return _add_rows(rows, jokers, where, seat, known)


cdef int _add_rows(rows, int jokers, object where, ofc_seat *seat, uint64_t *known) except -1:
    """The same, more cards for what a seat holds."""
    cdef int row, held, free, n
    for row, cards in enumerate(_exactly(rows, 3, "rows")):
        held = seat.held[row]
        free = (5 if row else 3) - held
        n = _read_cards(cards, free, jokers, f"{where}the row has room for {free}", seat.row[row] + held)
        _add_cards(seat.row[row] + held, n, where, known)
        seat.held[row] = held + n
    return 0


cdef int _read_streets(streets, int most_cards, ofc_street *to) except -1:
    """Streets: (cards dealt, cards placed) each, no more than there are places on a board; how many."""
    cdef int n = 0
    for dealt, placed in _pairs(streets, BOARD, "streets"):
        to[n].deal = _integer(dealt, 1, most_cards, f"street {n}, cards dealt")
        to[n].place = _integer(placed, 1, min(<int>to[n].deal, BOARD), f"street {n}, cards placed")
        n += 1
    return n
