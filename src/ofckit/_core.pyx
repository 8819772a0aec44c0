"""The only place where Python meets C: arguments are checked here, once; errors get words; the GIL is released."""

from cpython.buffer cimport (
    PyBUF_FORMAT, PyBUF_ND, PyBUF_STRIDED_RO, PyBUF_WRITABLE, PyBuffer_Release, PyObject_CheckBuffer, PyObject_GetBuffer,
)
from cpython.exc cimport PyErr_CheckSignals
from cpython.mem cimport PyMem_Calloc, PyMem_Free
from cpython.object cimport PyObject
from cpython.unicode cimport PyUnicode_GET_LENGTH
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from ofckit.core cimport (
    OFC_MAX_ENTRIES, OFC_MAX_JOKERS, OFC_NO_CARDS, OFC_STRENGTHS, find_paying, fouls, key_of_card, ofc_joker_rules,
    ofc_player, ofc_rows, ofc_rules, rank as c_rank, rank3 as c_rank3, rank5 as c_rank5, resolve_board,
    settle_pair as c_settle_pair, show, strength_of_key,
)

import sys
from itertools import islice
from operator import index

from ._errors import InvalidCard, InvalidRules

cdef extern from "Python.h":
    PyObject *PyList_GET_ITEM(object items, Py_ssize_t i)
    bint PyUnicode_IS_COMPACT_ASCII(object text)
    void *PyUnicode_1BYTE_DATA(object text)
    long PyLong_AsLongAndOverflow(object number, int *overflow) except? -1

cdef extern from "ofckit/strength.h" nogil:
    uint16_t strength_plain "ofc_strength_plain"(uint64_t hand)
    size_t first_bad "ofc_first_bad"(const uint8_t *cards, size_t n)

cdef extern from "core/batch.h" nogil:
    ctypedef size_t (*ofc_kernel)(const uint8_t *cards, size_t n, int k, uint16_t *out) noexcept nogil
    struct ofc_items:
        const char *data
        size_t rows
        int middle
        int inner
        int size
        Py_ssize_t stride[3]
    int ofc_kernels(const char **names, ofc_kernel *kernels)
    uint16_t ofc_rank_large(const uint8_t *cards, int k)
    void ofc_rank_many_unchecked(const uint8_t *cards, size_t n, int k, uint16_t *out)
    size_t ofc_rank_items(ofc_kernel kernel, const ofc_items *hands, uint16_t *out)
    size_t ofc_score_items(const ofc_rules *rules, const ofc_joker_rules *jokers, const ofc_items *boards,
                           int32_t *points, uint8_t *fouls, int16_t *royalties)

cdef extern from "core/omaha_items.h" nogil:
    enum:
        OFC_OMAHA_HANDS
    struct ofc_omaha_board:
        pass
    void ofc_omaha_open(ofc_omaha_board *board, const uint8_t *cards, int n)
    uint16_t ofc_omaha_best(const ofc_omaha_board *board, const uint8_t *hole, int n)
    size_t ofc_omaha_items(const ofc_items *holes, const ofc_items *boards, uint16_t *out)
    void ofc_omaha_equity(const uint8_t *hole, int hole_cards, int opponents, uint64_t deals, uint64_t seed,
                          uint64_t stream, uint64_t *won)
    void ofc_omaha_field(int players, uint64_t deals, uint64_t seed, uint64_t stream, uint64_t *dealt, uint64_t *won)

cdef enum:
    MAX_HAND = 7
    CARDS = 52
    MAX_PLAYERS = 4
    BOARD = 13

include "border/cards.pxi"
include "border/hand.pxi"
include "border/hands.pxi"
include "border/rules.pxi"
include "border/omaha.pxi"
include "border/rankings.pxi"
include "border/playouts.pxi"
include "border/fantasyland.pxi"
include "border/endgames.pxi"
include "border/bots.pxi"
include "border/policy.pxi"
include "border/greedy.pxi"
include "border/rollouts.pxi"
include "border/arena.pxi"
