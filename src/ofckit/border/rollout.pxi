# Rollouts: boards played to the end in the same random futures.

from ofckit.border.c.seat cimport ofc_seat
from ofckit.border.c.endgame cimport OFC_EG_MOST_BONUS, ofc_outlook
from ofckit.border.c.rollout cimport (
    ofc_roll, ofc_roll_add, ofc_roll_is_exact, ofc_roll_rows, ofc_rollout,
)


cdef enum:
    MOST_BOARDS = 2048  # of one question
    MOST_FUTURES = 1 << 16  # of one call


cdef class Rolled:
    """What some futures of some boards came to: made by `Rollouts.run` for `Rollouts.add`."""

    cdef Rollouts owner
    cdef double *points
    cdef ofc_outlook *sums
    cdef int *board
    cdef ofc_seat *seats
    cdef int count, futures

    cdef int take_memory(self, int count, int futures) except -1:
        self.count, self.futures = count, futures
        self.points = <double *>malloc(<size_t>count * futures * sizeof(double))
        self.sums = <ofc_outlook *>malloc(<size_t>count * sizeof(ofc_outlook))
        self.board = <int *>malloc(<size_t>count * sizeof(int))
        self.seats = <ofc_seat *>malloc(<size_t>count * sizeof(ofc_seat))
        if self.points is NULL or self.sums is NULL or self.board is NULL or self.seats is NULL:
            raise MemoryError
        return 0

    def __dealloc__(self):
        free(self.points)
        free(self.sums)
        free(self.board)
        free(self.seats)


cdef class Rollouts:
    """Boards of one player after one of his moves each, and what they come to when `bot` plays on.

    boards: own cards by row, top first. unseen: the cards that the draws come from. streets: (deal, place) of every draw
    to come, which fill the boards. decided: 0: the player decides everything; 1: the last draws are exact; 2: so is the
    one before them. Sums are those of what was added, in the order in which it was added.
    """

    cdef ofc_rollout rollout
    cdef EndgameObjective objective
    cdef CompiledBot bot
    cdef ofc_seat *seats
    cdef ofc_outlook *sums
    cdef double *sum
    cdef double *product
    cdef uint64_t *futures
    cdef int count
    cdef int stopped

    def __cinit__(self, EndgameObjective objective not None, CompiledBot bot not None, boards, unseen, streets, uint64_t seed=0,
                  int decided=1):
        cdef uint8_t[13] nothing
        cdef int i, deal, place
        cdef int to_deal = 0, to_place = 0
        boards, unseen, streets = tuple(boards), tuple(unseen), tuple(streets)
        if bot.bot.place == NULL:
            raise TypeError("a CompiledBot by itself has no way to play")
        if not 1 <= len(boards) <= MOST_BOARDS or len(streets) > BOARD or not 0 <= decided <= 2:
            raise ValueError(f"{len(boards)} boards, {len(streets)} draws, decided {decided}: 1 to {MOST_BOARDS} boards are "
                             f"rolled out, {BOARD} draws at most, and 0 to 2 of them are decided")
        self.objective, self.bot, self.count = objective, bot, len(boards)
        self.rollout.objective, self.rollout.bot, self.rollout.stop = &objective.objective, &bot.bot, &self.stopped
        self.rollout.seed, self.rollout.decided, self.rollout.streets = seed, decided, len(streets)
        for i, (deal, place) in enumerate(streets):
            if not 1 <= place <= deal <= BOARD:
                raise ValueError(f"draw {i}: {deal} cards, {place} of them placed")
            self.rollout.street[i].deal, self.rollout.street[i].place = deal, place
            to_deal, to_place = to_deal + deal, to_place + place
        if to_deal > len(unseen):
            raise ValueError(f"{len(unseen)} cards are left, {to_deal} are still to be drawn")
        self.take_memory()
        for i in range(self.count):
            self.read_board(i, boards[i], unseen, to_place)
        self.rollout.unseen = self.seats[0].unseen

    cdef int take_memory(self) except -1:
        cdef size_t n = self.count
        self.seats = <ofc_seat *>PyMem_Calloc(n, sizeof(ofc_seat))
        self.sums = <ofc_outlook *>PyMem_Calloc(n, sizeof(ofc_outlook))
        self.sum = <double *>PyMem_Calloc(n, sizeof(double))
        self.product = <double *>PyMem_Calloc(n * n, sizeof(double))
        self.futures = <uint64_t *>PyMem_Calloc(n, sizeof(uint64_t))
        if (self.seats is NULL or self.sums is NULL or self.sum is NULL or self.product is NULL
                or self.futures is NULL):
            raise MemoryError
        return 0

    def __dealloc__(self):
        PyMem_Free(self.seats)
        PyMem_Free(self.sums)
        PyMem_Free(self.sum)
        PyMem_Free(self.product)
        PyMem_Free(self.futures)

    cdef int read_board(self, int i, rows, unseen, int to_place) except -1:
        cdef ofc_seat *seat = &self.seats[i]
        cdef uint64_t known = 0, one = 1
        cdef int row, card, n, held = 0
        if len(rows) != 3:
            raise ValueError(f"board {i} has {len(rows)} rows")
        for row, (size, cards) in enumerate(zip((3, 5, 5), rows)):
            if len(cards) > size:
                raise ValueError(f"board {i}: {len(cards)} cards in a row of {size}")
            for n, item in enumerate(cards):
                card = _card_or_joker(item, OFC_MAX_JOKERS)
                if known >> card & 1:
                    raise InvalidCard(f"board {i}: {_name(card)} is there twice")
                known |= one << card
                seat.row[row][n] = card
            seat.held[row] = len(cards)
            held += len(cards)
        for item in unseen:
            card = _card_or_joker(item, OFC_MAX_JOKERS)
            if (known | seat.unseen) >> card & 1:
                raise InvalidCard(f"board {i}: {_name(card)} is unseen, and known or there twice")
            seat.unseen |= one << card
        if held + to_place != BOARD:
            raise ValueError(f"board {i}: {held} cards, and {to_place} to be placed; a board is {BOARD}")
        return 0

    def run(self, boards, uint64_t first, int futures):
        """Rolls out boards (their numbers) in futures first to first + futures - 1; None after `stop`. Releases the GIL,
        and may run in several threads."""
        cdef int i, b
        cdef bint done
        cdef Rolled rolled = Rolled()
        boards = tuple(boards)
        if not 1 <= len(boards) <= self.count or not 1 <= futures <= MOST_FUTURES:
            raise ValueError(f"{len(boards)} boards, {futures} futures: 1 to {self.count} boards are asked for, and 1 to "
                             f"{MOST_FUTURES} futures at once")
        rolled.take_memory(len(boards), futures)
        for i, b in enumerate(boards):
            if not 0 <= b < self.count or (i and b <= rolled.board[i - 1]):
                raise ValueError(f"board {b}: boards are 0 to {self.count - 1}, in order")
            rolled.board[i], rolled.seats[i] = b, self.seats[b]
        with nogil:
            done = ofc_roll(&self.rollout, rolled.seats, rolled.count, first, futures, rolled.points, rolled.sums)
        if done:
            rolled.owner = self
            return rolled
        if self.stopped:
            return None
        raise MemoryError

    def add(self, Rolled rolled not None):
        """Adds what `run` found; not from two threads at once."""
        cdef int i, cards
        cdef ofc_outlook *sum
        cdef const ofc_outlook *more
        if rolled.owner is not self:
            raise ValueError("these are no futures of these boards")
        for i in range(rolled.count):
            sum, more = &self.sums[rolled.board[i]], &rolled.sums[i]
            self.futures[rolled.board[i]] += rolled.futures
            sum.ways += more.ways
            sum.foul += more.foul
            sum.royalty += more.royalty
            sum.rows += more.rows
            for cards in range(OFC_EG_MOST_BONUS):
                sum.fantasyland[cards] += more.fantasyland[cards]
        ofc_roll_add(rolled.board, rolled.count, self.count, rolled.points, rolled.futures, self.sum, self.product)

    cdef int check(self, int board) except -1:
        if not 0 <= board < self.count:
            raise IndexError(f"board {board} of {self.count}")
        return board

    @property
    def is_exact(self):
        """Whether boards are worth the same in every future, so that one of them tells all."""
        return bool(ofc_roll_is_exact(&self.rollout))

    def outlook(self, int board):
        """(points, foul, {cards: chance}, royalty) of a board, means over its futures; as EndgameSearch.outlook."""
        if not self.futures[self.check(board)]:
            raise ValueError(f"board {board} met no future yet")
        return self.objective.means(&self.sums[board])

    def mean(self, int board):
        """(futures, mean worth) of a board, in the units of the objective."""
        cdef uint64_t n = self.futures[self.check(board)]
        return n, self.sum[board] / n if n else 0.0

    def covariance(self, int a, int b):
        """The covariance of what two boards that met the same futures were worth in one future, in squared units."""
        cdef uint64_t n = self.futures[self.check(a)]
        if self.check(b) < a:
            a, b = b, a
        if n < 2 or self.futures[b] != n:
            raise ValueError(f"boards {a} and {b} met {self.futures[a]} and {self.futures[b]} futures; they must be the same, "
                             "and two at least")
        return (self.product[<size_t>a * self.count + b] - self.sum[a] * (self.sum[b] / n)) / (n - 1)

    def rows(self, int board, uint64_t first, int futures):
        """The strengths (top, middle, bottom) to which the player plays a board in these futures, as a list."""
        cdef ofc_rows *found
        cdef int i
        self.check(board)
        if not 1 <= futures <= MOST_FUTURES:
            raise ValueError(f"{futures} futures; 1 to {MOST_FUTURES} are played at once")
        found = <ofc_rows *>malloc(<size_t>futures * sizeof(ofc_rows))
        if found is NULL:
            raise MemoryError
        with nogil:
            ofc_roll_rows(&self.rollout, &self.seats[board], first, futures, found)
        rows = [(found[i].strength[0], found[i].strength[1], found[i].strength[2]) for i in range(futures)]
        free(found)
        return rows

    def stop(self, bint stopped=True):
        """Ends `run` in other threads; `stop(False)` lets it begin again."""
        self.stopped = stopped
