# The greedy player.

from ofckit.border.c.greedy cimport ofc_greedy, ofc_greedy_place


cdef class CompiledGreedy(CompiledBot):
    """Tries every placement against some random futures, each row filled as well as a few random cards allow."""

    cdef ofc_greedy greedy
    cdef CompiledRules rules

    def __cinit__(self, CompiledRules rules not None, seed=0):
        self.rules = rules
        self.greedy.rules, self.greedy.seed = &rules.rules, _word(seed, "seed")
        self.bot.place, self.bot.self = ofc_greedy_place, &self.greedy
