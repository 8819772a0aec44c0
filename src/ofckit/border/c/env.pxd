# csrc/play/env.h

from libc.stdint cimport int32_t, int8_t, uint64_t, uint8_t
from ofckit.core cimport OFC_DECK, OFC_FANTASYLAND_MOST, ofc_rules
from ofckit.border.c.bot cimport ofc_bot
from ofckit.border.c.playout cimport OFC_MOST_SEATS, OFC_MOST_TURNS, ofc_stakes, ofc_turns
from ofckit.border.c.view cimport ofc_view

cdef extern from "play/env.h" nogil:
    enum:
        OFC_ENV_SIZES
    struct ofc_env_turn:
        uint8_t street
        uint8_t dealt
        uint8_t exposed
        uint8_t decided
    struct ofc_env_turns:
        ofc_turns hand
        ofc_env_turn turn[OFC_MOST_TURNS]
        bint decided
    struct ofc_env:
        const ofc_rules *rules
        int seats
        int people
        uint64_t seed
        uint64_t stride
        bint by_turn
        bint carry
        bint for_chips
        ofc_stakes stakes
        int32_t stack[OFC_MOST_SEATS]
        double worth[OFC_FANTASYLAND_MOST + 1]
        ofc_bot bot[OFC_MOST_SEATS]
        bint sets_all[OFC_MOST_SEATS]
        int kinds
        uint8_t kind[OFC_FANTASYLAND_MOST + 1]
        const ofc_env_turns *turns
    struct ofc_env_start:
        uint64_t hand
        int32_t stack[OFC_MOST_SEATS]
        uint8_t button
        uint8_t inside[OFC_MOST_SEATS]
    struct ofc_env_table:
        const ofc_env_turns *turns
        ofc_env_start now
        ofc_env_start next
        uint8_t turn
        uint8_t place[OFC_DECK]
    struct ofc_env_setters:
        ofc_bot bot[OFC_ENV_SIZES]
    struct ofc_env_out:
        uint8_t *planes
        uint8_t *mask
        uint8_t *done
        uint64_t *bits
        int32_t *scalars
        int8_t *to_play
        float *rewards
    int ofc_env_turns_at(const ofc_env *env, const ofc_env_start *start)
    int ofc_env_deal(const ofc_env *env, const ofc_env_setters *setters, ofc_env_table *tables, int first, int last,
                     bint ended, const ofc_env_out *out)
    int ofc_env_step(const ofc_env *env, const ofc_env_setters *setters, ofc_env_table *tables, int first, int last,
                     const int32_t *actions, bint go_on, const ofc_env_out *out)
    int ofc_env_first_illegal(const ofc_env *env, const ofc_env_table *tables, int n, const int32_t *actions)
    void ofc_env_view(const ofc_env *env, const ofc_env_table *table, int seat, ofc_view *view)
    int ofc_env_seat(const ofc_env_table *table)
