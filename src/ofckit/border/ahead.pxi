# Boards before they are full: whether they can still be saved, and what their full rows earn.

from ofckit.border.c.ahead cimport OFC_NEEDS_JOKERS, OFC_SAVED, ofc_ahead, ofc_look_ahead, ofc_look_begin, ofc_prospect

cdef enum:
    MOST_LOOKED_AT = 1 << 20  # boards
    AT_A_LOOK = 256  # boards between checks for Ctrl-C

LOST, SAVED, NEEDS_JOKERS = 0, OFC_SAVED, OFC_NEEDS_JOKERS


def look_ahead(CompiledRules rules not None, rows, placed, unseen):
    """(boards, royalties, fates) of one board with some cards more, in many ways; bytes.

    rows: the board. placed: the cards that are added, row by row, for each way. unseen: cards that may still come.
    boards: thirteen uint8 each, top first, 255 a free place. royalties: three int16 each, of the full rows. fates:
    LOST, SAVED, or NEEDS_JOKERS: lost unless jokers save it, which is not looked at here.
    """
    cdef ofc_seat base, *seat
    cdef ofc_prospect found
    cdef ofc_ahead *ahead = NULL
    cdef uint64_t known = 0, left, both
    cdef tuple ways = _items(placed, MOST_LOOKED_AT, "moves")
    cdef Py_ssize_t n = len(ways), i, end
    cdef uint8_t *board
    cdef int16_t *royalty
    cdef uint8_t *fate
    cdef int row, j
    _read_rows(rows, rules.jokers, "board: ", &base, &known)
    left = _read_set(unseen, rules.jokers, "unseen: ", known)
    boards, royalties, fates = bytearray(13 * n), bytearray(6 * n), bytearray(n)
    board, royalty, fate = boards, <int16_t *><uint8_t *>royalties, fates
    seat = <ofc_seat *>_room(n * sizeof(ofc_seat) + 1)
    try:
        for i in range(n):
            seat[i] = base
            both = known | left
            _add_rows(ways[i], rules.jokers, f"move {i}: ", &seat[i], &both)
        ahead = <ofc_ahead *>_room(sizeof(ofc_ahead))
        ofc_look_begin(ahead, &rules.rules, left)
        for end in range(0, n, AT_A_LOOK):
            with nogil:
                for i in range(end, min(end + AT_A_LOOK, n)):
                    found = ofc_look_ahead(ahead, &seat[i])
                    fate[i] = found.fate
                    for row in range(3):
                        royalty[3 * i + row] = found.royalty[row]
                        for j in range(5 if row else 3):
                            board[0] = seat[i].row[row][j] if j < seat[i].held[row] else 255
                            board += 1
            PyErr_CheckSignals()
    finally:
        free(ahead)
        free(seat)
    return boards, royalties, fates
