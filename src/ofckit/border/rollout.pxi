# Rollouts: boards played to the end in the same random futures.

from ofckit.border.c.card cimport count
from ofckit.border.c.endgame cimport OFC_NEXT_HANDS, ofc_outlook
from ofckit.border.c.rollout cimport (
    ofc_rollout, ofc_rollout_add, ofc_rollout_is_exact, ofc_rollout_rows, ofc_rollout_run,
)
from ofckit.border.c.seat cimport ofc_cards_held, ofc_seat


cdef enum:
    MOST_BOARDS = 2048  # of one call
    MOST_FUTURES = 1 << 16  # of one call


cdef class Rolled:
    """The results of some futures of some boards: made by `Rollouts.run` for `Rollouts.add`."""

    cdef Rollouts owner
    cdef double *points
    cdef ofc_outlook *sums
    cdef int *board
    cdef ofc_seat *seats
    cdef int count, futures

    cdef int take_memory(self, int count, int futures) except -1:
        self.count, self.futures = count, futures
        self.points = <double *>_zeros(<size_t>count * futures, sizeof(double))
        self.sums = <ofc_outlook *>_zeros(count, sizeof(ofc_outlook))
        self.board = <int *>_zeros(count, sizeof(int))
        self.seats = <ofc_seat *>_zeros(count, sizeof(ofc_seat))
        return 0

    def __dealloc__(self):
        free(self.points)
        free(self.sums)
        free(self.board)
        free(self.seats)


cdef class Rollouts:
    """Boards of one player, each after one of their moves, and their results when `bot` plays on.

    boards: own cards by row, top first. unseen: the cards that the draws come from. streets: (deal, place) of every
    draw to come, which fill the boards. decided: 0: the player decides everything; 1: the last draws are exact; 2:
    so is the one before them. Sums are those of what was added, in the order in which it was added.
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

    def __cinit__(self, EndgameObjective objective not None, CompiledBot bot not None, boards, unseen, streets, seed=0,
                  decided=1):
        cdef int i, free_places, to_deal = 0, to_place = 0, jokers = objective.rules.jokers
        cdef uint64_t known
        if bot.bot.place == NULL:
            raise TypeError("a CompiledBot by itself has no way to play")
        self.objective, self.bot = objective, bot
        self.rollout.objective, self.rollout.bot, self.rollout.stop = &objective.objective, &bot.bot, &self.stopped
        self.rollout.seed, self.rollout.decided = _word(seed, "seed"), _integer(decided, 0, 2, "decided")
        self.rollout.streets = _read_streets(streets, BOARD, self.rollout.street)
        self.rollout.unseen = _read_set(unseen, jokers, "unseen: ", 0)
        for i in range(self.rollout.streets):
            to_deal, to_place = to_deal + self.rollout.street[i].deal, to_place + self.rollout.street[i].place
        if to_deal > count(self.rollout.unseen):
            raise OfcError(f"{count(self.rollout.unseen)} cards are left, {to_deal} are still to be drawn")
        boards = _items(boards, MOST_BOARDS, "boards")
        if not boards:
            raise OfcError("there is no board to roll out")
        self.count = len(boards)
        self.take_memory()
        for i in range(self.count):
            known = self.rollout.unseen
            _read_rows(boards[i], jokers, f"board {i} and the unseen cards: ", &self.seats[i], &known)
            self.seats[i].unseen = self.rollout.unseen
            free_places = BOARD - ofc_cards_held(&self.seats[i])
            if free_places != to_place:
                raise OfcError(f"board {i}: {free_places} places are free, {to_place} cards are to be placed")

    cdef int take_memory(self) except -1:
        cdef size_t n = self.count
        self.seats = <ofc_seat *>_zeros(n, sizeof(ofc_seat))
        self.sums = <ofc_outlook *>_zeros(n, sizeof(ofc_outlook))
        self.sum = <double *>_zeros(n, sizeof(double))
        self.product = <double *>_zeros(n * n, sizeof(double))
        self.futures = <uint64_t *>_zeros(n, sizeof(uint64_t))
        return 0

    def __dealloc__(self):
        free(self.seats)
        free(self.sums)
        free(self.sum)
        free(self.product)
        free(self.futures)

    def run(self, boards, first, futures):
        """Rolls out boards (their numbers) in futures first to first + futures - 1; None after `stop`. Releases the
        GIL, and may run in several threads."""
        cdef int i = 0, board, last = -1, n = _integer(futures, 1, MOST_FUTURES, "futures")
        cdef uint64_t start = _word(first, "first")
        cdef bint done
        cdef Rolled rolled = Rolled()
        boards = _items(boards, self.count, "boards")
        rolled.take_memory(len(boards), n)
        for number in boards:
            board = last = _integer(number, last + 1, self.count - 1, "a board, in order")
            rolled.board[i], rolled.seats[i] = board, self.seats[board]
            i += 1
        if i == 0:
            raise OfcError("there is no board to roll out")
        with nogil:
            done = ofc_rollout_run(&self.rollout, rolled.seats, rolled.count, start, n, rolled.points, rolled.sums)
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
            raise OfcError("these are not futures of these boards")
        for i in range(rolled.count):
            sum, more = &self.sums[rolled.board[i]], &rolled.sums[i]
            self.futures[rolled.board[i]] += rolled.futures
            sum.ways += more.ways
            sum.foul += more.foul
            sum.royalty += more.royalty
            sum.rows += more.rows
            for cards in range(OFC_NEXT_HANDS):
                sum.fantasyland[cards] += more.fantasyland[cards]
        ofc_rollout_add(rolled.board, rolled.count, self.count, rolled.points, rolled.futures, self.sum, self.product)

    cdef int number_of(self, board) except -1:
        return _integer(board, 0, self.count - 1, "a board")

    @property
    def is_exact(self):
        """Whether boards are worth the same in every future, so that one future is enough."""
        return bool(ofc_rollout_is_exact(&self.rollout))

    def outlook(self, board):
        """(points, foul, {cards: chance}, royalty) of a board, means over its futures; as EndgameSearch.outlook."""
        cdef int i = self.number_of(board)
        if not self.futures[i]:
            raise OfcError(f"board {i} has met no future yet")
        return self.objective.means(&self.sums[i])

    def mean(self, board):
        """(futures, mean worth) of a board, in the units of the objective."""
        cdef int i = self.number_of(board)
        cdef uint64_t n = self.futures[i]
        return n, self.sum[i] / n if n else 0.0

    def covariance(self, a, b):
        """The covariance of what two boards that met the same futures were worth in one future, in squared units."""
        cdef int i = self.number_of(a), j = self.number_of(b)
        cdef uint64_t n = self.futures[i]
        if j < i:
            i, j = j, i
        if n < 2 or self.futures[i] != self.futures[j]:
            raise OfcError(
                f"boards {i} and {j} met {self.futures[i]} and {self.futures[j]} futures; they must be the same, "
                "and two at least"
            )
        return (self.product[<size_t>i * self.count + j] - self.sum[i] * (self.sum[j] / n)) / (n - 1)

    def rows(self, board, first, futures):
        """The strengths (top, middle, bottom) to which the player plays a board in these futures, as a list."""
        cdef int i, at = self.number_of(board), n = _integer(futures, 1, MOST_FUTURES, "futures")
        cdef uint64_t start = _word(first, "first")
        cdef ofc_rows *found = <ofc_rows *>_zeros(n, sizeof(ofc_rows))
        try:
            with nogil:
                ofc_rollout_rows(&self.rollout, &self.seats[at], start, n, found)
            return [(found[i].strength[0], found[i].strength[1], found[i].strength[2]) for i in range(n)]
        finally:
            free(found)

    def stop(self, bint stopped=True):
        """Ends `run` in other threads; `stop(False)` lets it begin again."""
        self.stopped = stopped
