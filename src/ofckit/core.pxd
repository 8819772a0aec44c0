"""The core for other people's Cython code: `from ofckit.core cimport rank5`. No Python, no GIL, no checks.

Compile with `include_dirs=[ofckit.get_include()]`.
"""

from libc.stdint cimport int16_t, int32_t, int8_t, uint8_t, uint16_t, uint64_t


cdef extern from "ofckit/card.h" nogil:
    enum:
        OFC_CARDS
        OFC_DECK
        OFC_JOKER
        OFC_MAX_JOKERS

cdef extern from "ofckit/strength.h" nogil:
    ctypedef uint64_t ofc_key
    const ofc_key OFC_NO_CARDS
    ofc_key key_of_card "ofc_key_card"(int card)
    uint16_t strength_of_key "ofc_strength"(ofc_key hand)
    uint16_t rank3 "ofc_rank3"(int a, int b, int c)
    uint16_t rank5 "ofc_rank5"(int a, int b, int c, int d, int e)
    uint16_t rank "ofc_rank"(const uint8_t *cards, int n)

cdef extern from "ofckit/board.h" nogil:
    enum:
        OFC_ROWS
        OFC_BOARD_CARDS
        OFC_MOST_OF_ROW
    struct ofc_rows:
        uint16_t strength[OFC_ROWS]
    bint is_foul "ofc_is_foul"(uint16_t top, uint16_t middle, uint16_t bottom)
    ofc_rows rank_board "ofc_rank_board"(const uint8_t *cards)

cdef extern from "ofckit/rules.h" nogil:
    enum:
        OFC_STRENGTHS
        OFC_RESULTS
        OFC_MAX_ENTRIES
        OFC_MAX_STAYS
        OFC_FANTASYLAND_FEWEST
        OFC_FANTASYLAND_MOST
        OFC_REPEAT_BY_ENTRY
        OFC_REPEAT_SAME
    struct ofc_test:
        uint8_t row
        uint16_t low
        uint16_t high
    struct ofc_entry:
        uint8_t cards
        uint16_t low[OFC_ROWS]
        uint16_t high[OFC_ROWS]
    struct ofc_fantasyland:
        uint8_t entries
        uint8_t stays
        ofc_entry entry[OFC_MAX_ENTRIES]
        ofc_test stay[OFC_MAX_STAYS]
        int8_t repeat
        uint8_t fewest
        bint button_moves
    enum:
        OFC_NATURAL_KINDS
    struct ofc_natural:
        uint8_t kind
        int16_t points
    struct ofc_rules:
        int16_t royalty[OFC_ROWS][OFC_STRENGTHS]
        uint16_t lowest[OFC_ROWS]
        uint16_t highest[OFC_ROWS]
        int16_t row_points[OFC_RESULTS]
        int16_t foul_points
        int16_t surrender_points
        uint16_t low_middle_max
        bint low_middle
        bint strict_rows
        bint foul_pays_royalties
        uint8_t earner
        uint8_t jokers
        bint joker_may_copy
        bint jokers_row_by_row
        uint8_t naturals
        ofc_natural natural[OFC_NATURAL_KINDS]
        int16_t table_sweep
        bint table_sweep_doubles
        int32_t loss_cap
        bint button_acts_first
        ofc_fantasyland fantasyland
    int16_t royalty "ofc_royalty"(const ofc_rules *rules, int row, uint16_t strength)
    void find_paying "ofc_find_paying"(ofc_rules *rules)
    int fantasyland_cards "ofc_fantasyland_cards"(const ofc_rules *rules, ofc_rows rows)
    bint stays "ofc_stays"(const ofc_rules *rules, ofc_rows rows)
    int next_cards "ofc_next_cards"(const ofc_rules *rules, int inside, ofc_rows rows)
    bint fouls "ofc_fouls"(const ofc_rules *rules, ofc_rows rows)

cdef extern from "ofckit/natural.h" nogil:
    int natural_of "ofc_natural_of"(const ofc_rules *rules, const uint8_t *cards)

cdef extern from "ofckit/score.h" nogil:
    struct ofc_player:
        ofc_rows rows
        uint8_t dead
        int16_t royalty[OFC_ROWS]
        uint8_t natural
    ofc_player show "ofc_show"(const ofc_rules *rules, ofc_rows rows, int dead)
    ofc_player show_cards "ofc_show_cards"(const ofc_rules *rules, ofc_rows rows, int dead, const uint8_t *cards)
    struct ofc_head_to_head:
        signed char won[OFC_ROWS]
        int points
        int16_t earned[OFC_ROWS]
        int16_t paid[OFC_ROWS]
    ofc_head_to_head meet "ofc_meet"(const ofc_rules *rules, const ofc_player *a, const ofc_player *b)
    int net "ofc_net"(const ofc_head_to_head *pair)
    int settle_pair "ofc_settle_pair"(const ofc_rules *rules, const ofc_player *a, const ofc_player *b)
    int table_sweeper "ofc_table_sweeper"(const ofc_rules *rules, const ofc_player *player, int n, int people)
    int table_bonus "ofc_table_bonus"(const ofc_rules *rules, int sweeper, int i, int j, int net)

cdef extern from "ofckit/joker.h" nogil:
    ofc_rows resolve_board "ofc_resolve_board"(const ofc_rules *rules, uint8_t *cards)
    ofc_rows read_board "ofc_read_board"(const ofc_rules *rules, const uint8_t *cards)
