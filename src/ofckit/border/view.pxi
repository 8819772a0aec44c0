# Views: what a seat may know, as the arrays that a player who learns is shown.

from ofckit.border.c.view cimport (
    OFC_CARD_ACTIONS, OFC_TURN_ACTIONS, OFC_TURN_CARDS, ofc_set_of, ofc_view, ofc_view_bits, ofc_view_card_mask,
    ofc_view_numbers, ofc_view_planes, ofc_view_scalars, ofc_view_sets, ofc_view_turn_mask,
)
from ofckit.border.c.seat cimport ofc_row_set

cdef enum:
    MOST_CHIPS = 1000000


cdef tuple _spell_view(const ofc_view *view, bint planes, bint by_turn):
    """(observation, scalars, mask) as bytes."""
    cdef int sets = ofc_view_sets(view.seats)
    cdef uint8_t[16 * 54] cards
    cdef uint64_t[16] bits
    cdef int32_t[12] scalars
    cdef uint8_t[1024] mask
    ofc_view_numbers(view, scalars)
    if by_turn:
        ofc_view_turn_mask(view, mask)
    else:
        ofc_view_card_mask(view, mask)
    if planes:
        ofc_view_planes(view, cards)
        seen = (<char *>cards)[:sets * OFC_DECK]
    else:
        ofc_view_bits(view, bits)
        seen = (<char *>bits)[:sets * sizeof(uint64_t)]
    numbers = (<char *>scalars)[:ofc_view_scalars(view.seats, view.stacks) * sizeof(int32_t)]
    return seen, numbers, (<char *>mask)[:OFC_TURN_ACTIONS if by_turn else OFC_CARD_ACTIONS]


cdef tuple _read_stacks(given, int most_people, int fewest):
    """Chips of each person, no more than MOST_CHIPS in all."""
    stacks = tuple([_integer(one, fewest, MOST_CHIPS, "a stack") for one in _items(given, most_people, "stacks")])
    if sum(stacks) > MOST_CHIPS:
        raise OfcError(f"stacks: {sum(stacks)} chips in all; a table takes {MOST_CHIPS}")
    return stacks


def see(boards, draw, discards, unseen, street, behind, to_place, to_discard, inside, *, stacks=(),
        bint planes=True, bint by_turn=False):
    """What a seat sees, as (observation, scalars, mask) in bytes: those that `Environment` writes for it.

    boards: rows of cards by seat, its own first, as it sees them. behind: seats that act after it. inside: cards of
    each seat in Fantasyland. stacks: chips of each person, the own first.
    """
    cdef ofc_view view
    cdef ofc_seat seat
    cdef uint64_t known = 0
    cdef uint8_t[17] cards
    cdef int i = 0, row, n
    for rows in _items(boards, OFC_MOST_SEATS, "boards"):
        _read_rows(rows, OFC_MAX_JOKERS, f"board {i}: ", &seat, &known)
        for row in range(3):
            view.row[i][row] = ofc_row_set(&seat, row)
        i += 1
    view.seats = _integer(i, 1, OFC_MOST_SEATS, "boards")
    n = _read_cards(draw, 17, OFC_MAX_JOKERS, "a draw is 0 to 17 cards", cards)
    _add_cards(cards, n, "draw: ", &known)
    view.draw = ofc_set_of(cards, n)
    view.to_place = _integer(to_place, 0, n, "cards to place")
    view.to_discard = _integer(to_discard, 0, n, "cards to discard")
    if view.to_place + view.to_discard not in (0, n):
        raise OfcError(f"{view.to_place} cards to place and {view.to_discard} to discard of a draw of {n}")
    view.discards = _read_set(discards, OFC_MAX_JOKERS, "discards: ", known)
    view.unseen = _read_set(unseen, OFC_MAX_JOKERS, "unseen: ", known | view.discards)
    view.street = _integer(street, 0, BOARD, "street")
    view.behind = _integer(behind, 0, view.seats - 1, "seats behind")
    for i, one in enumerate(_exactly(inside, view.seats, "seats")):
        view.inside[i] = _cards_inside(one)
    chips = _read_stacks(stacks, view.seats, 0)
    view.stacks = len(chips)
    for i in range(view.stacks):
        view.stack[i] = chips[i]
    return _spell_view(&view, planes, by_turn)
