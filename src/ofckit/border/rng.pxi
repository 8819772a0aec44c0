# Random numbers: the shuffled deck of a hand.

from ofckit.border.c.rng cimport ofc_rng, ofc_rng_deal, ofc_rng_seed


def deal_order(seed, hand, deck, n):
    """The first n cards of the shuffled deck of (seed, hand), as bytes; docs/randomness.md."""
    cdef uint8_t[54] cards
    cdef ofc_rng rng
    cdef uint32_t i, all_cards = _integer(deck, 0, OFC_DECK, "cards of a deck")
    cdef uint32_t wanted = _integer(n, 0, all_cards, "cards to deal")
    for i in range(all_cards):
        cards[i] = i
    ofc_rng_seed(&rng, _word(seed, "seed"), _word(hand, "hand"))
    ofc_rng_deal(&rng, cards, all_cards, wanted)
    return (<char *>cards)[:wanted]
