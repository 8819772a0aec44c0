# Bots: players that C can ask where a draw goes.

from ofckit.border.c.bot cimport ofc_bot
from ofckit.border.c.seat cimport ofc_seat


cdef int _read_seat(rows, unseen, draw, int place, ofc_seat *seat, uint8_t *cards) except -1:
    """Fill in a seat and the cards drawn, if any: different cards, rows with room for those that are placed."""
    cdef uint64_t known = 0, one = 1
    cdef int row, card, n = 0, room = 0
    if len(rows) != 3 or not (1 <= place <= len(draw) <= BOARD or place == len(draw) == 0):
        raise ValueError(f"{len(rows)} rows, {len(draw)} cards drawn, {place} placed: there is no such turn")
    for row, (size, held) in enumerate(zip((3, 5, 5), rows)):
        if len(held) > size:
            raise ValueError(f"{len(held)} cards in a row of {size}")
        seat.held[row] = len(held)
        room += size - seat.held[row]
        for n, item in enumerate(held):
            card = _card_or_joker(item, OFC_MAX_JOKERS)
            if known >> card & 1:
                raise InvalidCard(f"{_name(card)} is there twice")
            known |= one << card
            seat.row[row][n] = card
    if place > room:
        raise ValueError(f"{place} cards to place, {room} places are free")
    for n, item in enumerate(draw):
        card = _card_or_joker(item, OFC_MAX_JOKERS)
        if known >> card & 1:
            raise InvalidCard(f"{_name(card)} is there twice")
        known |= one << card
        cards[n] = card
    seat.unseen = 0
    for item in unseen:
        card = _card_or_joker(item, OFC_MAX_JOKERS)
        if (known | seat.unseen) >> card & 1:
            raise InvalidCard(f"{_name(card)} is unseen, and known or there twice")
        seat.unseen |= one << card
    return len(draw)


cdef class CompiledBot:
    """A player in C; each kind of player is a subclass that sets `bot`."""

    cdef ofc_bot bot

    def place(self, rows, unseen, draw, int place):
        """Where the cards of a draw go: bytes, for each card its row 0, 1, 2, or 3 for a discard.

        rows: own cards by row, top first. unseen: the cards that may be anywhere. place: how many go to the board.
        """
        cdef ofc_seat seat
        cdef uint8_t[13] cards
        cdef uint8_t[13] to
        cdef int n
        if self.bot.place == NULL:
            raise TypeError("a CompiledBot by itself has no way to play")
        if not 1 <= place <= len(draw):
            raise ValueError(f"{len(draw)} cards drawn, {place} placed: there is no such turn")
        n = _read_seat(rows, unseen, draw, place, &seat, cards)
        with nogil:
            self.bot.place(self.bot.self, &seat, cards, n, place, to)
        return (<char *>to)[:n]
