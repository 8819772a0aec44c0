/* Endgames: which search solves a board; see endgame.h. */
#include "search/endgame_board.h"

int ofc_endgame_search(struct ofc_endgame_job *job, const struct ofc_seat *seat, struct ofc_outlook *outlook)
{
    struct board board;
    int placed = 0, drawn = 0;
    bool all_placed = true, two_of_three = true;
    memset(outlook, 0, sizeof *outlook);
    read_seat(seat, &board);
    for (int i = 0; i < job->streets; i++) {
        struct ofc_street street = job->street[i];
        all_placed &= street.deal == street.place;
        two_of_three &= street.deal == OFC_ENDGAME_DRAW && street.place == OFC_ENDGAME_PLACE;
        placed += street.place, drawn += street.deal;
    }
    if (placed != places(&board) || drawn > ofc_count(job->deck))
        return OFC_ENDGAME_REFUSED;
    if (job->streets == 0) {
        ofc_outlook_add_rows(outlook, job->objective, read_board(job->objective, &board), 1);
        return OFC_ENDGAME_SOLVED;
    }
    if (all_placed)
        return ofc_endgame_keep(job, seat, outlook);
    if (!two_of_three || job->streets > OFC_ENDGAME_MOST_DRAWS)
        return OFC_ENDGAME_REFUSED;
    return ofc_endgame_discard(job, seat, outlook);
}
