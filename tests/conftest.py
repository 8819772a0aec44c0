"""What the tests share: the tables of every hand, and a safe way to change the kernel."""

from __future__ import annotations

import signal
from itertools import chain, combinations
from math import comb

import pytest

from sanitized import trials

try:
    import hypothesis
except ImportError:  # the tests that need it are skipped
    pass
else:  # no test depends on how fast the machine is
    hypothesis.settings.register_profile("ofckit", deadline=None, max_examples=trials(100))
    hypothesis.settings.load_profile("ofckit")

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # as `nohup` and a shell's `&` leave it
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def every_hand():
    """A function from k to all C(52, k) hands of k cards in order, read-only uint8 (N, k), k up to 5."""
    np = pytest.importorskip("numpy")
    made = {}

    def hands(k):
        if k not in made:
            count = comb(52, k)
            flat = chain.from_iterable(combinations(range(52), k))
            made[k] = np.fromiter(flat, np.uint8, count * k).reshape(count, k)
            made[k].setflags(write=False)
        return made[k]

    return hands


@pytest.fixture
def use_kernel():
    """A function that chooses a kernel by name; the one in use before is back afterwards."""
    from ofckit import _core

    before = _core._kernel()
    yield _core._set_kernel
    _core._set_kernel(before)
