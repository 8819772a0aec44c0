# Objectives: what boards and the next hands are worth, what opponents may hold.

cdef double MOST_POINTS = 1e9  # of anything: a search counts in 2**-24 points, in numbers of 64 bits
cdef double MOST_CHANCE = 1 + 1e-9  # sums of chances are rounded


cdef int _read_by_cards(worths, int end, double most, double *by_cards) except -1:
    """What Fantasyland hands of fewer than `end` cards are worth: (cards, worth) pairs, or a mapping."""
    cdef int cards
    for number, worth in _pairs(worths, end, "hands in Fantasyland"):
        cards = _integer(number, 1, end - 1, "cards in Fantasyland")
        by_cards[cards] = _real(worth, -most, most, "the worth of a hand in Fantasyland")
    return 0


cdef int _read_chances(pairs, double *chance) except -1:
    """The row of an opponent: (strength, chance) pairs."""
    cdef int strength
    for one, p in _pairs(pairs, OFC_STRENGTHS, "chances of a row"):
        strength = _integer(one, 1, OFC_STRENGTHS - 1, "a strength")
        chance[strength] += _real(p, 0, MOST_CHANCE, "a chance")
    return 0
