# Playouts: whole hands played at random.

from ofckit.border.c.playout cimport OFC_MOST_SEATS, OFC_MOST_TURNS, ofc_turns, ofc_playout


cdef int _read_turns(turns, ofc_turns *hand) except -1:
    """Fill in the turns: every card dealt once, thirteen placed at every seat."""
    cdef uint64_t dealt = 0, cards
    cdef int i = 0, seat, first, deal, place
    cdef int[4] placed
    placed[:] = [0, 0, 0, 0]
    for turn in _items(turns, OFC_MOST_TURNS, "turns"):
        at, start, given, kept = _exactly(turn, 4, "parts of a turn: seat, first card, cards dealt and placed")
        seat = _integer(at, 0, hand.seats - 1, f"turn {i}, seat")
        deal = _integer(given, 1, hand.dealt, f"turn {i}, cards dealt")
        first = _integer(start, 0, <int>hand.dealt - deal, f"turn {i}, first card")
        place = _integer(kept, 1, deal, f"turn {i}, cards placed")
        cards = ((<uint64_t>1 << deal) - 1) << first
        if cards & dealt or placed[seat] + place > BOARD:
            raise OfcError(f"turn {i}: cards are dealt twice, or more than 13 placed")
        dealt |= cards
        placed[seat] += place
        hand.turn[i].seat, hand.turn[i].first, hand.turn[i].deal, hand.turn[i].place = seat, first, deal, place
        i += 1
    hand.count = i
    for seat in range(hand.seats):
        if placed[seat] != BOARD:
            raise OfcError(f"seat {seat} places {placed[seat]} cards, a board is 13")
    return 0


cdef enum:
    MOST_HANDS = 1 << 24  # of one call
    PLAYED_AT_ONCE = 1 << 14  # hands between checks for Ctrl-C


def playouts(CompiledRules rules not None, turns, seats, people, bint own_boards_compared, deck, dealt, seed, hand, n,
             first=0):
    """(boards, points) of the random hands `hand` to `hand + n - 1` of a seed: bytearray (n, seats, 13), array of int32
    (n, seats). turns: (seat, first card, cards dealt, cards placed) in order. first: the seat that settles first.
    Releases the GIL.
    """
    from array import array
    cdef ofc_turns laid
    cdef uint8_t[::1] board_view
    cdef int32_t[::1] point_view
    cdef int32_t i, done = 0, now, hands = _integer(n, 0, MOST_HANDS, "hands")
    cdef uint64_t word = _word(seed, "seed"), number = _word(hand, "hand")
    laid.seats = _integer(seats, 1, OFC_MOST_SEATS, "seats")
    laid.people = _integer(people, 1, laid.seats, "people")
    laid.own_boards_compared = own_boards_compared
    laid.first = _integer(first, 0, laid.seats - 1, "the seat that settles first")
    laid.deck = _integer(deck, 1, CARDS + rules.jokers, "cards of the deck")
    laid.dealt = _integer(dealt, 1, laid.deck, "cards that are dealt")
    _read_turns(turns, &laid)
    cdef Py_ssize_t all_boards = <Py_ssize_t>hands * laid.seats
    boards, points = bytearray(all_boards * BOARD), array("i", bytes(4 * all_boards))
    if hands == 0:
        return boards, points
    board_view, point_view = boards, points
    cdef uint8_t *to = &board_view[0]
    cdef int32_t *won = &point_view[0]
    while done < hands:
        now = min(hands - done, <int32_t>PLAYED_AT_ONCE)
        with nogil:
            for i in range(done, done + now):
                ofc_playout(&laid, &rules.rules, word, number + <uint64_t>i,
                            <uint8_t (*)[13]>(to + <size_t>i * laid.seats * BOARD), won + <size_t>i * laid.seats)
        done += now
        PyErr_CheckSignals()
    return boards, points
