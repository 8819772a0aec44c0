# Playouts: whole hands played at random.

from ofckit.border.c.playout cimport OFC_MOST_SEATS, OFC_MOST_TURNS, ofc_plan, ofc_playout


cdef int _read_turns(turns, ofc_plan *plan) except -1:
    """Fill in the turns: every card dealt once, thirteen placed at every seat."""
    cdef uint64_t dealt = 0, cards
    cdef int i = 0, seat, first, deal, place
    cdef int[4] placed
    placed[:] = [0, 0, 0, 0]
    for turn in _items(turns, OFC_MOST_TURNS, "turns"):
        at, start, given, kept = _exactly(turn, 4, "parts of a turn: seat, first card, cards dealt and placed")
        seat = _integer(at, 0, plan.seats - 1, f"turn {i}, seat")
        deal = _integer(given, 1, plan.dealt, f"turn {i}, cards dealt")
        first = _integer(start, 0, <int>plan.dealt - deal, f"turn {i}, first card")
        place = _integer(kept, 1, deal, f"turn {i}, cards placed")
        cards = ((<uint64_t>1 << deal) - 1) << first
        if cards & dealt or placed[seat] + place > BOARD:
            raise OfcError(f"turn {i}: cards are dealt twice, or more than 13 placed")
        dealt |= cards
        placed[seat] += place
        plan.turn[i].seat, plan.turn[i].first, plan.turn[i].deal, plan.turn[i].place = seat, first, deal, place
        i += 1
    plan.turns = i
    for seat in range(plan.seats):
        if placed[seat] != BOARD:
            raise OfcError(f"seat {seat} places {placed[seat]} cards, a board is 13")
    return 0


cdef enum:
    MOST_HANDS = 1 << 24  # of one call
    PLAYED_AT_ONCE = 1 << 14  # hands between checks for Ctrl-C


def playouts(CompiledRules rules not None, turns, seats, people, bint own_boards_compared, deck, dealt, seed, hand, n):
    """(boards, points) of the random hands `hand` to `hand + n - 1` of a seed: bytearray (n, seats, 13), array of int32
    (n, seats). turns: (seat, first card, cards dealt, cards placed) in order. Releases the GIL.
    """
    from array import array
    cdef ofc_plan plan
    cdef uint8_t[::1] board_view
    cdef int32_t[::1] point_view
    cdef int32_t i, done = 0, now, hands = _integer(n, 0, MOST_HANDS, "hands")
    cdef uint64_t word = _word(seed, "seed"), number = _word(hand, "hand")
    plan.seats = _integer(seats, 1, OFC_MOST_SEATS, "seats")
    plan.people = _integer(people, 1, plan.seats, "people")
    plan.own_boards_compared = own_boards_compared
    plan.deck = _integer(deck, 1, CARDS + rules.jokers, "cards of the deck")
    plan.dealt = _integer(dealt, 1, plan.deck, "cards that are dealt")
    _read_turns(turns, &plan)
    cdef Py_ssize_t all_boards = <Py_ssize_t>hands * plan.seats
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
                ofc_playout(&plan, &rules.rules, word, number + <uint64_t>i,
                            <uint8_t (*)[13]>(to + <size_t>i * plan.seats * BOARD), won + <size_t>i * plan.seats)
        done += now
        PyErr_CheckSignals()
    return boards, points
