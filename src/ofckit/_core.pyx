"""The only place where Python meets C: arguments are checked here, once; errors get words; the GIL is released."""

from cpython.buffer cimport (
    PyBUF_FORMAT, PyBUF_ND, PyBUF_SIMPLE, PyBUF_STRIDED_RO, PyBUF_WRITABLE,
    PyBuffer_Release, PyObject_CheckBuffer, PyObject_GetBuffer,
)
from cpython.exc cimport PyErr_CheckSignals
from cpython.object cimport PyObject
from cpython.unicode cimport PyUnicode_GET_LENGTH
from libc.stdint cimport INT64_MAX, int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from ofckit.core cimport (
    OFC_DECK, OFC_FANTASYLAND_FEWEST, OFC_FANTASYLAND_MOST, OFC_MAX_ENTRIES, OFC_MAX_JOKERS, OFC_MAX_STAYS,
    OFC_NATURAL_KINDS, OFC_NO_CARDS, OFC_REPEAT_BY_ENTRY, OFC_STRENGTHS, find_paying, fouls, key_of_card, meet,
    natural_of, net as c_net, ofc_entry, ofc_fantasyland, ofc_head_to_head, ofc_player, ofc_rows, ofc_rules, ofc_test,
    rank as c_rank, rank3 as c_rank3, rank5 as c_rank5, resolve_board, settle_pair as c_settle_pair, show,
    strength_of_key, table_bonus, table_sweeper,
)

import sys
from collections.abc import Mapping
from itertools import islice
from operator import index

from ._errors import IllegalMove, InvalidCard, InvalidRules, OfcError

cdef extern from "Python.h":
    PyObject *PyList_GET_ITEM(object items, Py_ssize_t i)
    bint PyUnicode_IS_COMPACT_ASCII(object text)
    void *PyUnicode_1BYTE_DATA(object text)
    long PyLong_AsLongAndOverflow(object number, int *overflow) except? -1
    Py_ssize_t PY_SSIZE_T_MAX

cdef enum:
    MAX_HAND = 7
    CARDS = 52
    MAX_PLAYERS = 4
    BOARD = 13

include "border/read.pxi"
include "border/cards.pxi"
include "border/text.pxi"
include "border/buffer.pxi"
include "border/strength.pxi"
include "border/batch.pxi"
include "border/rules.pxi"
include "border/omaha.pxi"
include "border/ranking.pxi"
include "border/rng.pxi"
include "border/playout.pxi"
include "border/seat.pxi"
include "border/ahead.pxi"
include "border/objective.pxi"
include "border/fantasyland.pxi"
include "border/endgame.pxi"
include "border/bot.pxi"
include "border/policy.pxi"
include "border/greedy.pxi"
include "border/random.pxi"
include "border/versus.pxi"
include "border/rollout.pxi"
include "border/arena.pxi"
include "border/view.pxi"
include "border/env.pxi"
include "border/arrow.pxi"
