# csrc/search/objective.h

from libc.stdint cimport uint16_t, uint8_t
from ofckit.core cimport OFC_DECK, ofc_rows, ofc_rules

cdef extern from "search/objective.h" nogil:
    enum:
        OFC_MOST_OPPONENTS
    struct ofc_opponent:
        pass
    struct ofc_objective:
        bint royalties
        uint8_t inside
        double next[OFC_DECK + 1]
        double foul
        int opponents
    void ofc_objective_open(ofc_objective *objective, const ofc_rules *rules)
    void ofc_objective_oppose(ofc_objective *objective, ofc_opponent *room, const double *const *chance, double foul)
    double ofc_objective_value(const ofc_objective *objective, ofc_rows rows)
    double ofc_objective_foul(const ofc_objective *objective)
