# cython: boundscheck=False, wraparound=False
"""Ranking and scoring in C loops, without the interpreter's lock."""

from libc.stdint cimport int32_t, uint8_t, uint16_t

from ofckit.core cimport is_foul, rank3, rank5


cdef struct Rows:
    uint16_t top
    uint16_t middle
    uint16_t bottom


cdef inline Rows rank_rows(const uint8_t *c) noexcept nogil:
    cdef Rows rows
    rows.top = rank3(c[0], c[1], c[2])
    rows.middle = rank5(c[3], c[4], c[5], c[6], c[7])
    rows.bottom = rank5(c[8], c[9], c[10], c[11], c[12])
    return rows


cdef inline int sign(int difference) noexcept nogil:
    return (difference > 0) - (difference < 0)


cdef inline int settle(Rows a, Rows b) noexcept nogil:
    """Points of `a` over `b`: a point a row, three more for all of them; a foul loses six, two fouls nothing."""
    cdef bint a_foul = is_foul(a.top, a.middle, a.bottom)
    cdef bint b_foul = is_foul(b.top, b.middle, b.bottom)
    if a_foul or b_foul:
        return 6 * (b_foul - a_foul)
    cdef int won = sign(a.top - b.top) + sign(a.middle - b.middle) + sign(a.bottom - b.bottom)
    return 2 * won if won == 3 or won == -3 else won


def strengths(const uint8_t[:, ::1] hands not None, uint16_t[::1] out not None):
    """The strength of each row of five cards."""
    cdef Py_ssize_t i
    if hands.shape[1] != 5 or out.shape[0] != hands.shape[0]:
        raise ValueError("hands of five cards, and as many places for their strengths")
    with nogil:
        for i in range(hands.shape[0]):
            out[i] = rank5(hands[i, 0], hands[i, 1], hands[i, 2], hands[i, 3], hands[i, 4])


def points(const uint8_t[:, :, ::1] tables not None, int32_t[::1] out not None):
    """Points of the first player over the second, table by table, without royalties."""
    cdef Py_ssize_t i
    if tables.shape[1] != 2 or tables.shape[2] != 13 or out.shape[0] != tables.shape[0]:
        raise ValueError("tables of two boards of 13 cards, and as many places for their points")
    with nogil:
        for i in range(tables.shape[0]):
            out[i] = settle(rank_rows(&tables[i, 0, 0]), rank_rows(&tables[i, 1, 0]))
