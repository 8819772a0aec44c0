"""The generator behind every deal: xoshiro256** seeded by SplitMix64, as written down in docs/randomness.md.

The twin of csrc/ofckit/rng.h: both give the same numbers on every machine and in every version.
"""

from __future__ import annotations

import os
from collections.abc import MutableSequence

from ._errors import OfcError
from ._values import whole_number

TYPE_CHECKING = False  # known to type checkers; importing typing costs a third of `import ofckit`
if TYPE_CHECKING:
    from typing import Any

_WORD = 0xFFFF_FFFF_FFFF_FFFF
_GAMMA = 0x9E37_79B9_7F4A_7C15  # the golden ratio in 64 bits: the step of SplitMix64


def mix(word: int) -> int:
    """The finalizer of SplitMix64: a one-to-one scrambling of 64 bits (Steele, Lea and Flood 2014)."""
    word &= _WORD
    word = (word ^ word >> 30) * 0xBF58_476D_1CE4_E5B9 & _WORD
    word = (word ^ word >> 27) * 0x94D0_49BB_1331_11EB & _WORD
    return word ^ word >> 31


def seed_word(seed: int) -> int:
    """Any int as 64 bits: itself from 0 to 2**64 - 1, else a hash of its sign and its 64-bit limbs."""
    if 0 <= seed <= _WORD:
        return seed
    limbs, rest = [], abs(seed)
    while rest:
        limbs.append(rest & _WORD)
        rest >>= 64
    word = mix(2 * len(limbs) + (seed < 0) + _GAMMA)
    for limb in limbs:
        word = mix((word ^ limb) + _GAMMA)
    return word


def fresh_seed() -> int:
    """A seed of 64 bits from the operating system."""
    return int.from_bytes(os.urandom(8), "little")


class Rng:
    """Random numbers that are a function of ``(seed, hand)`` alone.

    ``seed`` is any int, None for a fresh one; ``hand`` is 0 .. 2**64 - 1 and names one of the seed's
    independent streams: a hand of a match, or a worker.
    """

    __slots__ = ("_a", "_b", "_c", "_d")

    def __init__(self, seed: int | None = None, hand: int = 0) -> None:
        hand = whole_number("a hand number", hand, 0, _WORD)
        word = fresh_seed() if seed is None else seed_word(whole_number("a seed", seed))
        start = mix(mix(word + _GAMMA) + (hand + 1) * _GAMMA)
        self._a, self._b, self._c, self._d = (mix(start + i * _GAMMA) for i in (1, 2, 3, 4))

    def next(self) -> int:
        """The next 64 random bits: xoshiro256** (Blackman and Vigna 2018)."""
        a, b, c, d = self._a, self._b, self._c, self._d
        result = b * 5 & _WORD
        result = (result << 7 & _WORD | result >> 57) * 9 & _WORD
        c ^= a
        d ^= b
        self._b = b ^ c
        self._a = a ^ d
        self._c = c ^ (b << 17 & _WORD)
        self._d = d << 45 & _WORD | d >> 19
        return result

    def below(self, n: int) -> int:
        """A number 0 .. n - 1, all equally likely; n is 1 .. 2**32 - 1 (Lemire 2019, on 32 bits)."""
        if not 0 < n < 1 << 32:
            raise OfcError(f"a bound is 1 to 2**32 - 1, not {n}")
        product = (self.next() >> 32) * n
        if product & 0xFFFF_FFFF < n:
            least = (1 << 32) % n
            while product & 0xFFFF_FFFF < least:
                product = (self.next() >> 32) * n
        return product >> 32

    def shuffle(self, items: MutableSequence[Any], first: int | None = None) -> None:
        """Put the items into random order, from the front; ``first``: only that many of them.

        The first k items are the same whether k or all of them are drawn.
        """
        n = len(items)
        for i in range(n - 1 if first is None else min(first, n - 1)):
            j = i + self.below(n - i)
            items[i], items[j] = items[j], items[i]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rng):
            return NotImplemented
        return self.__getstate__() == other.__getstate__()

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __getstate__(self) -> tuple[int, int, int, int]:
        return self._a, self._b, self._c, self._d

    def __setstate__(self, state: tuple[int, int, int, int]) -> None:
        self._a, self._b, self._c, self._d = state
