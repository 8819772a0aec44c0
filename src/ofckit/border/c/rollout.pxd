# csrc/search/rollout.h

from libc.stdint cimport uint64_t
from ofckit.core cimport OFC_BOARD_CARDS, ofc_rows
from ofckit.border.c.bot cimport ofc_bot
from ofckit.border.c.seat cimport ofc_seat, ofc_street
from ofckit.border.c.endgame cimport ofc_endgame_objective, ofc_outlook

cdef extern from "search/rollout.h" nogil:
    struct ofc_rollout:
        const ofc_endgame_objective *objective
        const ofc_bot *bot
        const int *stop
        uint64_t seed
        uint64_t unseen
        int streets
        ofc_street street[OFC_BOARD_CARDS]
        int decided
    bint ofc_rollout_run(const ofc_rollout *rollout, const ofc_seat *boards, int count, uint64_t first, int n,
                         double *points, ofc_outlook *sums)
    bint ofc_rollout_is_exact(const ofc_rollout *rollout)
    void ofc_rollout_rows(const ofc_rollout *rollout, const ofc_seat *board, uint64_t first, int n, ofc_rows *rows)
    void ofc_rollout_add(const int *board, int count, int all, const double *points, int n, double *sum,
                         double *product)
