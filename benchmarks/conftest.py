"""Shared parts of the benchmarks: hands, kernels, the plain C loop, and how a unit of work is recorded."""

import ctypes
import os
import subprocess
import timeit
from collections.abc import Callable, Iterator
from itertools import repeat
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ofckit import _core

from hands import count, random_hands

HERE = Path(__file__).resolve().parent
FLAGS = ["-std=gnu11", "-O3", "-g0", "-fvisibility=default", "-fPIC", "-shared"]  # those of setup.py


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("filterwarnings", "default")  # the peers' warnings are not ours to answer
    config.option.benchmark_group_by = "group"
    config.option.benchmark_sort = "min"
    config.option.benchmark_columns = ["min", "median", "max", "rounds"]
    config.option.benchmark_disable_gc = True


def pointer(array: np.ndarray) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


class Plain:
    """The C loops of this folder, compiled here and now against the csrc beside it."""

    def __init__(self, folder: Path) -> None:
        library = folder / "plain.so"
        csrc = HERE.parent / "csrc"
        sources = [
            HERE / "plain.c",
            HERE / "unchecked.c",
            csrc / "core/kernel_portable.c",
            csrc / "core/tables67.c",
        ]
        command = [os.environ.get("CC", "cc"), *FLAGS, f"-I{csrc}", *map(str, sources), "-o", str(library)]
        subprocess.run(command, check=True)
        self.c = ctypes.CDLL(str(library))
        self.c.floor_read.restype = self.c.floor_read_write.restype = ctypes.c_uint64

    def rank(self, hands: np.ndarray, out: np.ndarray) -> None:
        loop = {5: self.c.plain_rank5, 3: self.c.plain_rank3}[hands.shape[1]]
        loop(pointer(hands), ctypes.c_size_t(len(hands)), pointer(out))

    def avx2_unchecked(self, hands: np.ndarray, out: np.ndarray) -> None:
        k = ctypes.c_int(hands.shape[1])
        self.c.avx2_unchecked(pointer(hands), ctypes.c_size_t(len(hands)), k, pointer(out))

    def read(self, hands: np.ndarray) -> int:
        return int(self.c.floor_read(pointer(hands), ctypes.c_size_t(hands.size)))

    def read_write(self, hands: np.ndarray, out: np.ndarray) -> int:
        size, n = ctypes.c_size_t(hands.size), ctypes.c_size_t(len(hands))
        return int(self.c.floor_read_write(pointer(hands), size, n, pointer(out)))


@pytest.fixture(scope="session")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Plain:
    return Plain(tmp_path_factory.mktemp("plain"))


@pytest.fixture(scope="session")
def hands() -> Callable[[int, int], np.ndarray]:
    """A function (n, k) to the same random hands every time."""
    made: dict[tuple[int, int], np.ndarray] = {}

    def get(n: int, k: int) -> np.ndarray:
        if (n, k) not in made:
            made[n, k] = random_hands(n, k)
        return made[n, k]

    return get


@pytest.fixture
def kernel() -> Iterator[Callable[[str], None]]:
    """Chooses a kernel for one benchmark; skips where this machine does not have it."""
    before: list[str] = []

    def choose(name: str) -> None:
        if name not in _core._kernels():
            pytest.skip(f"no {name} kernel here")
        before.append(_core._set_kernel(name))

    yield choose
    if before:
        _core._set_kernel(before[0])


@pytest.fixture
def measure(benchmark: Any) -> Callable[..., None]:
    """measure(group, name, work, units): time `work()`, which handles `units` hands or tables."""

    def run(group: str, name: str, work: Callable[[], object], units: int, rounds: int = 15) -> None:
        benchmark.group = group
        benchmark.extra_info.update(name=name, units=units)
        benchmark.pedantic(work, rounds=rounds, iterations=1, warmup_rounds=1)

    return run


@pytest.fixture
def measure_call(benchmark: Any) -> Callable[..., None]:
    """measure_call(group, name, statement, names): time one statement as `timeit` does, loop included."""

    def run(group: str, name: str, statement: str, names: dict[str, Any], calls: int = 20_000) -> None:
        loops = count(calls)
        local = "; ".join(f"{name} = names[{name!r}]" for name in names)
        inner = timeit.Timer(statement, local, globals={"names": names}).inner
        benchmark.group = group
        benchmark.extra_info.update(name=name, units=loops)
        benchmark.pedantic(
            inner, setup=lambda: ((repeat(None, loops), timeit.default_timer), {}), rounds=40, warmup_rounds=2
        )

    return run
