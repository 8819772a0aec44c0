# Playouts: whole hands played at random.

from ofckit.border.c.playout cimport OFC_MOST_SEATS, OFC_MOST_TURNS, ofc_playout, ofc_table
from ofckit.border.c.rng cimport ofc_rng, ofc_rng_deal, ofc_rng_seed


def _deal(uint64_t seed, uint64_t hand, uint32_t deck, uint32_t n):
    """The first n cards of the shuffled deck of (seed, hand), as bytes; docs/randomness.md."""
    cdef uint8_t[54] cards
    cdef ofc_rng rng
    cdef uint32_t i
    if deck > OFC_DECK or n > deck:
        raise ValueError(f"{n} cards of a deck of {deck}; a deck has at most {OFC_DECK}")
    for i in range(deck):
        cards[i] = i
    ofc_rng_seed(&rng, seed, hand)
    ofc_rng_deal(&rng, cards, deck, n)
    return (<char *>cards)[:n]


cdef int _read_turns(turns, ofc_table *table) except -1:
    """Fill in the turns: every card dealt once, thirteen placed at every seat."""
    cdef uint64_t dealt = 0, cards
    cdef int i = 0, seat, first, deal, place
    cdef int[4] placed
    placed[:] = [0, 0, 0, 0]
    if len(turns) > OFC_MOST_TURNS:
        raise ValueError(f"{len(turns)} turns; a hand has at most {OFC_MOST_TURNS}")
    for seat, first, deal, place in turns:
        if not (0 <= seat < table.seats and 1 <= place <= deal and 0 <= first and first + deal <= <int>table.dealt):
            raise ValueError(f"turn {i}: seat {seat}, cards {first} to {first + deal - 1}, {place} placed: not in this hand")
        cards = ((<uint64_t>1 << deal) - 1) << first
        if cards & dealt or placed[seat] + place > BOARD:
            raise ValueError(f"turn {i}: cards are dealt twice, or more than 13 placed")
        dealt |= cards
        placed[seat] += place
        table.turn[i].seat, table.turn[i].first, table.turn[i].deal, table.turn[i].place = seat, first, deal, place
        i += 1
    table.turns = i
    for seat in range(table.seats):
        if placed[seat] != BOARD:
            raise ValueError(f"seat {seat} places {placed[seat]} cards, a board is 13")
    return 0


cdef enum:
    MOST_HANDS = 1 << 24  # of one call


def playouts(CompiledRules rules, turns, int seats, int people, bint own_boards_compared, uint32_t deck,
             uint32_t dealt, uint64_t seed, uint64_t hand, int32_t n):
    """(boards, points) of the random hands `hand` to `hand + n - 1` of a seed: bytearray (n, seats, 13), array of int32
    (n, seats). turns: (seat, first card, cards dealt, cards placed) in order. Releases the GIL.
    """
    from array import array
    cdef ofc_table table
    cdef uint8_t[::1] board_view
    cdef int32_t[::1] point_view
    cdef int32_t i
    if not (1 <= people <= seats <= OFC_MOST_SEATS and dealt <= deck <= OFC_DECK and 0 <= n <= MOST_HANDS):
        raise ValueError(f"{people} people at {seats} seats, {dealt} of {deck} cards, {n} hands: no such table")
    table.seats, table.people, table.own_boards_compared = seats, people, own_boards_compared
    table.deck, table.dealt = deck, dealt
    _read_turns(turns, &table)
    cdef Py_ssize_t all_boards = <Py_ssize_t>n * seats
    boards, points = bytearray(all_boards * BOARD), array("i", bytes(4 * all_boards))
    if n == 0:
        return boards, points
    board_view, point_view = boards, points
    cdef uint8_t *to = &board_view[0]
    cdef int32_t *won = &point_view[0]
    with nogil:
        for i in range(n):
            ofc_playout(&table, &rules.rules, seed, hand + <uint64_t>i, <uint8_t (*)[13]>(to + <size_t>i * seats * BOARD), won + <size_t>i * seats)
    return boards, points
