"""The generator is the one that docs/randomness.md writes down, in Python and in C."""

from __future__ import annotations

import copy
import pickle
import shutil
import subprocess
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofckit._errors import OfcError
from ofckit._rng import Rng, mix, seed_word
from ofckit.cards import Deck, cards

INCLUDE = Path(__file__).resolve().parents[1] / "csrc"
GAMMA = 0x9E37_79B9_7F4A_7C15


def test_xoshiro_gives_the_published_numbers():
    """The reference implementation from the state 1, 2, 3, 4."""
    rng = Rng(0)
    rng.__setstate__((1, 2, 3, 4))
    assert [rng.next() for _ in range(6)] == [
        11520, 0, 1509978240, 1215971899390074240, 1216172134540287360, 607988272756665600,
    ]  # fmt: skip


def test_splitmix_gives_the_published_numbers():
    """The reference implementation from the seed 1234567."""
    assert [mix(1234567 + i * GAMMA) for i in range(1, 6)] == [
        6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431,
        16408922859458223821,
    ]  # fmt: skip


def test_golden_streams():
    assert Rng(0, 0).next() == 10108759220886529493
    assert Rng(7, 1).next() == 13609866434707228841
    assert Rng(2**64 - 1, 2**64 - 1).next() == 16502579203062325854
    assert Rng(-1).next() == 14101988335075767343
    assert Rng(-(2**64)).next() == 2735724619245776558


@given(st.integers(), st.integers())
def test_different_seeds_are_different_words(a, b):
    assert (seed_word(a) == seed_word(b)) == (a == b)
    assert 0 <= seed_word(a) < 2**64


@given(st.integers(), st.integers(0, 2**64 - 1))
def test_the_state_is_never_all_zero(seed, hand):
    assert any(Rng(seed, hand).__getstate__())


def test_hands_and_seeds_do_not_share_streams():
    firsts = {Rng(seed, hand).next() for seed in range(-50, 50) for hand in range(50)}
    assert len(firsts) == 5000


def test_no_seed_is_a_fresh_one():
    assert Rng() != Rng()


@pytest.mark.parametrize("hand", [-1, 2**64])
def test_a_hand_number_has_64_bits(hand):
    with pytest.raises(OfcError, match="a hand number must be"):
        Rng(1, hand)


@pytest.mark.parametrize("seed", ["7", 7.0, b"7"])
def test_a_seed_is_an_int(seed):
    with pytest.raises(TypeError):
        Rng(seed)


@pytest.mark.parametrize("n", [0, -1, 2**32])
def test_a_bound_has_32_bits(n):
    with pytest.raises(OfcError, match="a bound is"):
        Rng(1).below(n)


@pytest.mark.parametrize("n", [1, 2, 3, 7, 52, 54])
def test_bounded_numbers_are_equally_likely(n):
    rng = Rng(1)
    counts = Counter(rng.below(n) for _ in range(1000 * n))
    assert set(counts) == set(range(n))
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < n + 5 * (2 * n) ** 0.5


def test_large_bounds_draw_again_instead_of_favouring_some():
    """Without drawing again, one number in three below 3 * 2**30 would come up as often as the two others."""
    rng = Rng(1)
    counts = Counter(rng.below(3 << 30) % 3 for _ in range(30_000))
    assert all(abs(count - 10_000) < 400 for count in counts.values())


def test_all_orders_are_equally_likely():
    counts = Counter()
    for hand in range(24_000):
        items = list("abcd")
        Rng(1, hand).shuffle(items)
        counts["".join(items)] += 1
    assert set(counts) == {"".join(order) for order in permutations("abcd")}
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 60  # 23 degrees of freedom


@given(st.integers(), st.integers(0, 60), st.integers(0, 60))
def test_the_first_cards_are_the_same_however_many_are_drawn(seed, n, first):
    few, all_of_them = list(range(n)), list(range(n))
    Rng(seed).shuffle(few, first)
    Rng(seed).shuffle(all_of_them)
    assert few[:first] == all_of_them[:first]
    assert sorted(few) == sorted(all_of_them) == list(range(n))


def test_a_generator_copies_and_pickles():
    rng = Rng(1)
    rng.next()
    pickled = [pickle.loads(pickle.dumps(rng, p)) for p in range(2, pickle.HIGHEST_PROTOCOL + 1)]
    for other in [copy.copy(rng), copy.deepcopy(rng), *pickled]:
        assert other == rng
        assert other.next() == copy.copy(rng).next()
        assert other != rng


PROGRAM = r"""
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include "ofckit/rng.h"

int main(int argc, char **argv)
{
    for (int i = 1; i + 1 < argc; i += 2) {
        struct ofc_rng rng;
        uint8_t cards[54];
        for (int c = 0; c < 54; c++) cards[c] = (uint8_t)c;
        ofc_rng_seed(&rng, strtoull(argv[i], NULL, 10), strtoull(argv[i + 1], NULL, 10));
        ofc_rng_deal(&rng, cards, 54, 17);
        for (int c = 0; c < 54; c++) printf("%d ", cards[c]);
        for (int k = 0; k < 20; k++) printf("%" PRIu32 " ", ofc_rng_below(&rng, UINT32_C(3) << 30));
        printf("%" PRIu64 "\n", ofc_rng_next(&rng));
    }
    return 0;
}
"""


def test_c_gives_the_same_numbers(tmp_path):
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    if compiler is None:
        pytest.skip("no C compiler here")
    (tmp_path / "twin.c").write_text(PROGRAM)
    flags = ["-std=c11", "-Wall", "-Wextra", "-Werror", f"-I{INCLUDE}"]
    program = str(tmp_path / "twin")
    subprocess.run([compiler, *flags, str(tmp_path / "twin.c"), "-o", program], check=True)
    streams = [(0, 0), (7, 0), (7, 1), (2**64 - 1, 2**64 - 1), (2**63, 5)]
    streams += [(seed, seed * seed) for seed in range(2, 100)]
    asked = [str(number) for stream in streams for number in stream]
    run = subprocess.run([program, *asked], check=True, capture_output=True, text=True)
    found = [list(map(int, line.split())) for line in run.stdout.splitlines()]
    assert found == [python_twin(*stream) for stream in streams]


def python_twin(seed, hand):
    rng, order = Rng(seed, hand), list(range(54))
    rng.shuffle(order, 17)
    return [*order, *[rng.below(3 << 30) for _ in range(20)], rng.next()]


def test_the_examples_of_the_page_that_defines_it():
    page = (INCLUDE.parent / "docs" / "randomness.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| ")][1:]
    assert len(rows) == 4
    for seed, hand, first, dealt in rows:
        assert Rng(int(seed), int(hand)).next() == int(first)
        assert Deck(seed=int(seed), hand=int(hand)).deal(10) == cards(dealt)
