# csrc/search/fantasyland.h

from libc.stdint cimport int32_t, int64_t, uint16_t, uint8_t
from ofckit.core cimport ofc_rules, ofc_test
from ofckit.border.c.batch cimport ofc_items

cdef extern from "search/fantasyland.h" nogil:
    enum:
        OFC_FL_MOST_CARDS
        OFC_FL_OPPONENTS
        OFC_FL_TESTS
        OFC_FL_ENTRIES
    struct ofc_fl_entry:
        int tests
        ofc_test test[3]
        double bonus
    struct ofc_opponent:
        pass
    struct ofc_fl_objective:
        bint royalties
        double stay
        double foul
        int stays
        ofc_test stay_test[16]
        int entries
        ofc_fl_entry entry[16]
        int opponents
    struct ofc_found:
        int64_t worth
        uint16_t strength[3]
        bint foul
        bint stays
    void ofc_fl_open(ofc_fl_objective *objective, const ofc_rules *rules)
    void ofc_fl_oppose(ofc_fl_objective *objective, ofc_opponent *room, const double *const *chance, double foul)
    void ofc_fl_close(ofc_fl_objective *objective)
    double ofc_fl_value(const ofc_fl_objective *objective, const uint16_t *strength)
    double ofc_fl_foul(const ofc_fl_objective *objective)
    size_t ofc_fl_room()
    int ofc_fl_solve(const ofc_fl_objective *objective, void *room, const uint8_t *sorted, int n, int k, ofc_found *best)
    void ofc_fl_spell(const ofc_found *board, const uint8_t *sorted, int n, uint8_t *cards)
    size_t ofc_fl_many(const ofc_fl_objective *objective, void *room, const ofc_items *hands, size_t first, size_t last,
                       uint8_t *cards, double *values, int32_t *royalties, uint8_t *stays, uint8_t *fouls)
