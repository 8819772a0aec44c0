"""Objects that do what no caller should: for the fuzz of everything public (fuzz.py), for test_border.py."""

from __future__ import annotations

import contextlib
import ctypes
import threading
import time
from array import array
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import repeat
from random import Random
from typing import Any


class Mischief(Exception):
    """What a hostile object raises by itself; it may come out of a call."""


class Grows(list[Any]):
    """A list that grows as soon as its first item is asked for its number."""

    def __init__(self, items: Sequence[Any], more: Sequence[Any]) -> None:
        super().__init__(items)
        grown = self

        class First:
            def __index__(self) -> int:
                grown.extend(more)
                return int(items[0])

            def __float__(self) -> float:
                grown.extend(more)
                return float(items[0])

        self[:1] = [First()]


class LiesAboutLength(list[Any]):
    """A list that says it has three items."""

    def __len__(self) -> int:
        return 3


class TwoFaced(float):
    """A number that is small wherever it is compared, and large where it is an index."""

    def __index__(self) -> int:
        return 10**6


class Wavering(int):
    """An int that says yes to every comparison."""

    def __lt__(self, other: object) -> bool:
        return True

    __le__ = __gt__ = __ge__ = __lt__

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = int.__hash__


class Fickle(Mapping[Any, Any]):
    """A mapping that has other items the second time it is asked; Mischief for a key that is gone."""

    def __init__(self, first: dict[Any, Any], then: dict[Any, Any]) -> None:
        self.answers = [first, then]

    def now(self) -> dict[Any, Any]:
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]

    def __getitem__(self, key: Any) -> Any:
        now = self.now()
        if key not in now:
            raise Mischief
        return now[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.now())

    def __len__(self) -> int:
        return len(self.now())


class Counter:
    """A number that is one more whenever it is asked."""

    def __init__(self) -> None:
        self.value = 0

    def __index__(self) -> int:
        self.value += 1
        return self.value

    def __float__(self) -> float:
        return float(self.__index__())


class Refuses:
    """An object that raises Mischief whatever it is asked."""

    def refuse(self, *_: object) -> Any:
        raise Mischief

    __index__ = __float__ = __iter__ = __len__ = __getitem__ = __contains__ = __bool__ = refuse
    __eq__ = __lt__ = __gt__ = __le__ = __ge__ = __hash__ = __repr__ = __str__ = refuse  # type: ignore[assignment]


class Silent:
    """An object that cannot even be printed."""

    def __repr__(self) -> str:
        raise Mischief


class Text(str):
    """A text that says of itself that it is another one."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


@cache
def nested(depth: int, kind: type = list) -> Any:
    """A container in a container in a container."""
    made: Any = 0
    for _ in range(depth):
        made = {0: made} if kind is dict else kind((made,))
    return made


SCRIBBLED = bytearray(range(52)) * 100
"""What another thread may be writing to while a call reads it."""
_wanted = False  # and no lock: the alarm of a call may come at any moment


@contextlib.contextmanager
def scribbling() -> Iterator[None]:
    """A second thread that writes bad cards, and good ones, to SCRIBBLED while a call has some of it."""
    done = False

    def scribble() -> None:
        i = 0
        while True:
            if done:
                return
            if not _wanted:
                time.sleep(0.002)
                continue
            for _ in range(1000):
                i = (i * 1103515245 + 12345) % (1 << 31)
                SCRIBBLED[i % len(SCRIBBLED)] = (255, 52, 53, 54, 200)[i % 5]
                SCRIBBLED[(i * 7) % len(SCRIBBLED)] = i % 52

    thread = threading.Thread(target=scribble, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done = True
        thread.join()


def scribbled(size: int, shape: tuple[int, ...]) -> memoryview:
    """A buffer that the second thread writes to, from now until `rest`."""
    global _wanted
    _wanted = True
    return memoryview(SCRIBBLED)[:size].cast("B", shape)


def rest() -> None:
    """The second thread waits until somebody has such a buffer again."""
    global _wanted
    _wanted = False


LETTERS = "23456789TJQKAcdhsX12JK*/|-:@, \n\t\"'=#[]{}\\0.\u2660\u0410\ud800\x00\x1b[31m\u200b\u00df\u0130"
WORDS = (
    "", "As", "AsKsQsJsTs", "pineapple", "joker-ultimate", "deuce-to-seven", "allow", "random", "top",
    "nonsense",
    "QhQd5c/7h7d8s8c2d/AsKsJs9s4s", "- / - / -", "{}", "[]", "name = 'x'", "[[a]]", "a.b.c.d = 1", "9" * 5000,
    "A" * 100_000,
    "process:", "\x1b[31mAs", "\ud800", "=1+1",
)  # fmt: skip
NUMBERS = (0, 1, -1, 2, 3, 5, 13, 17, 51, 52, 53, 54, 255, 256, 9841, 9854, 9855, 65535, 65536, 10**6,
           2**31 - 1, 2**31, 2**32, 2**63 - 1, 2**63, 2**64, -(2**63), 10**30, 10**5000, True)  # fmt: skip
FLOATS = (0.0, -0.0, 0.5, 1.5, -1.0, 1e-300, 1e300, float("inf"), float("-inf"), float("nan"))


def hostile(rng: Random, depth: int = 0) -> Any:
    """Anything but what was asked for."""
    choice = rng.randrange(12 if depth < 3 else 6)
    if choice < 2:
        return rng.choice(NUMBERS)
    if choice == 2:
        return rng.choice(FLOATS)
    if choice == 3:
        return rng.choice(WORDS) if rng.random() < 0.7 else "".join(rng.choices(LETTERS, k=rng.randrange(40)))
    if choice == 4:
        return rng.choice(
            [None, Ellipsis, object(), int, len, Refuses(), Silent(), Counter(), b"", b"\xff" * 20, 1j]
        )
    if choice == 5:
        return rng.choice(
            [
                Wavering(rng.choice(NUMBERS)),
                TwoFaced(rng.choice(FLOATS)),
                Text(rng.choice(WORDS)),
                range(10**9),
            ]
        )
    if choice == 6:
        return strange_items(rng, [hostile(rng, depth + 1) for _ in range(rng.randrange(5))])
    if choice == 7:
        return strange_items(rng, [rng.randrange(54) for _ in range(rng.choice((1, 3, 5, 7, 13, 14, 60)))])
    if choice == 8:
        return {rng.choice(NUMBERS): hostile(rng, depth + 1), rng.choice(WORDS): hostile(rng, depth + 1)}
    if choice == 9:
        return Fickle({14: 1.0}, {rng.choice(NUMBERS): hostile(rng, depth + 1)})
    if choice == 10:
        return nested(rng.choice((5, 100, 10_000)), rng.choice((list, tuple, dict)))
    return buffer(rng)


def strange_items(rng: Random, items: list[Any]) -> Any:
    """The items in a container that is not what it seems."""
    choice = rng.randrange(9)
    if choice < 3:
        return items
    if choice == 3:
        return tuple(items)
    if choice == 4:
        return LiesAboutLength(items)
    if choice == 5:
        return iter(items)
    if choice == 6:
        return repeat(items[0] if items else 0)
    if choice == 7 and items and isinstance(items[0], int):
        return Grows(items, list(range(52)))
    return {str(i): item for i, item in enumerate(items)}


SHAPES = ((0,), (1,), (10,), (10, 5), (10, 3), (10, 7), (4, 13), (4, 17), (10, 2, 13), (2, 4, 13), (5, 2),
          (5, 2, 3), (10, 64), (1, 1, 1, 1), (0, 5), (10, 0))  # fmt: skip


def buffer(rng: Random) -> Any:
    """An array of some shape, kind, byte order and alignment; sometimes one that another thread writes to."""
    shape, size = rng.choice(SHAPES), 1
    for n in shape:
        size *= n
    choice = rng.randrange(6)
    if choice == 0 and size:
        return scribbled(size, shape)
    if choice == 1 and size:
        return memoryview(bytes(rng.randrange(rng.choice((52, 54, 256))) for _ in range(size))).cast(
            "B", shape
        )
    if choice == 2:
        code = rng.choice("bBhHiIqQfd")
        flat = array(code, bytes(size * array(code).itemsize))
        return memoryview(flat).cast("B").cast(code, shape) if size else flat
    if choice == 3:
        kind: Any = rng.choice(
            (ctypes.c_uint8, ctypes.c_uint16, ctypes.c_int32, ctypes.c_double, ctypes.c_char, ctypes.c_bool)
        )
        total = ctypes.sizeof(kind) * size
        for n in reversed(shape):
            kind = kind * n
        return kind.from_buffer(bytearray(total + 8), rng.randrange(4))
    return numpy_array(rng, shape, size)


def numpy_array(rng: Random, shape: tuple[int, ...], size: int) -> Any:
    try:
        import numpy as np
    except ImportError:
        return bytearray(size)
    kind = np.dtype(
        rng.choice(("u1", "u2", "i2", "i4", "i8", "u8", "f4", "f8", "?", "S3", "O", "M8[s]", "c16", "u1,i4"))
    )
    if rng.random() < 0.2 and kind.isnative:
        kind = kind.newbyteorder()
    if kind.hasobject:
        made = np.zeros(shape, kind)
    else:
        memory = bytearray(
            rng.randbytes(size * kind.itemsize + 8) if rng.random() < 0.5 else size * kind.itemsize + 8
        )
        made = np.frombuffer(memory, kind, size, rng.randrange(4)).reshape(shape)
    if rng.random() < 0.3:
        made = made[::-1] if rng.random() < 0.5 else made[::2]
    if rng.random() < 0.1:
        made.setflags(write=False)
    return made
