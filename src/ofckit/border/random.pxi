# The random player.

from ofckit.border.c.random cimport ofc_random, ofc_random_place


cdef class CompiledRandom(CompiledBot):
    """Any legal placement, all equally likely: drawn from the seed and all that the player sees."""

    cdef ofc_random random

    def __cinit__(self, seed=0):
        self.random.seed = _word(seed, "seed")
        self.bot.place, self.bot.self = ofc_random_place, &self.random
        self.most = OFC_DECK

    def __reduce__(self):
        return CompiledRandom, (self.random.seed,)
