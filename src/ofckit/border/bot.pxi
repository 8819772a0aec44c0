# Bots: players that place a draw in C.

from ofckit.border.c.bot cimport ofc_bot
from ofckit.border.c.seat cimport ofc_cards_held, ofc_seat


cdef class CompiledBot:
    """A player in C; each kind of player is a subclass that sets `bot`."""

    cdef ofc_bot bot
    cdef int most  # cards of a draw

    def __cinit__(self, *_, **__):
        self.most = BOARD

    def place(self, rows, unseen, draw, place):
        """Where the cards of a draw go: bytes, for each card its row 0, 1, 2, or 3 for a discard.

        rows: own cards by row, top first. unseen: the cards that may be anywhere. place: how many go to the board.
        """
        cdef ofc_seat seat
        cdef uint8_t[OFC_DECK] cards
        cdef uint8_t[OFC_DECK] to
        cdef uint64_t known = 0
        cdef int n, placed, free_places
        if self.bot.place == NULL:
            raise TypeError("a CompiledBot by itself has no way to play")
        _read_rows(rows, OFC_MAX_JOKERS, "", &seat, &known)
        n = _read_cards(draw, self.most, OFC_MAX_JOKERS, f"a draw is 1 to {self.most} cards", cards)
        if n == 0:
            raise InvalidCard(f"wrong number of cards: 0; a draw is 1 to {self.most} cards")
        _add_cards(cards, n, "", &known)
        placed = _integer(place, 1, n, "cards to place")
        free_places = BOARD - ofc_cards_held(&seat)
        if placed > free_places:
            raise OfcError(f"{placed} cards to place, {free_places} places are free")
        seat.unseen = _read_set(unseen, OFC_MAX_JOKERS, "unseen: ", known)
        with nogil:
            self.bot.place(self.bot.self, &seat, cards, n, placed, to)
        return (<char *>to)[:n]
