"""A fuzz of everything public and of the compiled objects: hostile arguments in, only documented errors out.

    python tests/fuzz.py --seed 1 --calls 100000             a line for each kind of error that should not be
    python tests/fuzz.py --seed 1 --first 4711 --calls 1 -v  the call of that number alone, with its traceback

Every call is a function of the seed and its number, which stands in the file given as --log while it lasts:
whoever started the fuzz so learns which call ended the process. callables.py says what is called and what are
good arguments, hostile.py what else it is given; test_fuzz.py runs it.
"""

from __future__ import annotations

import argparse
import io
import os
import pickle
import signal
import sys
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import ofckit as ofc
from callables import SAMPLES, Target, good_argument, targets
from hostile import Mischief, hostile, rest, scribbling, strange_items

SECONDS = 0.2  # of one call, which is then ended as by Ctrl-C: nothing is concluded from it
MOST_WORDS = 1500  # characters of a message
DOCUMENTED = (ofc.OfcError, TypeError, Mischief)
CHECKED = (
    *(
        ofc.Board,
        ofc.Card,
        ofc.Deck,
        ofc.Fantasyland,
        ofc.Game,
        ofc.Limit,
        ofc.Match,
        ofc.Move,
        ofc.Objective,
    ),
    *(ofc.Position, ofc.Ranking, ofc.RowOdds, ofc.Royalties, ofc.Rules, ofc.Street, ofc.TableStakes),
)
"""Classes whose objects are what they claim to be, whatever they were made of."""


MEMORY = 4 << 30  # bytes of the process: a call that takes more has read what it should have refused


class TimeIsUp(BaseException):
    """Raised by the alarm of a call; like Ctrl-C, but nobody catches it by name."""


@contextmanager
def limited() -> Iterator[None]:
    """Ends what takes too long, quietly."""
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    except TimeIsUp:
        pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def argument(rng: Random, target: Target, name: str) -> Any:
    """Mostly a good one."""
    if rng.random() < 0.4:
        return hostile(rng)
    good = good_argument(rng, target, name)
    return strange_items(rng, list(good)) if isinstance(good, (list, tuple)) and rng.random() < 0.2 else good


def attempt(all_targets: list[Target], seed: int, number: int) -> tuple[str, BaseException | None]:
    """The call of this number: what was called, and what came out of it that should not have."""
    rng = Random(f"{seed} {number}")
    target = rng.choice(all_targets)
    if rng.random() < 0.02:
        return tamper(rng)
    given = [p for p in target.parameters if not p[2] or rng.random() < 0.5]
    args = [argument(rng, target, name) for name, keyword, _ in given if not keyword]
    named = {name: argument(rng, target, name) for name, keyword, _ in given if keyword}
    if rng.random() < 0.02:
        args.append(hostile(rng))
    try:
        call = target.make(rng)
        with limited():
            look_at(call(*args, **named))
    except TimeIsUp:  # raised as the call was over
        pass
    except (*DOCUMENTED, *target.documented) as error:
        return target.name, too_long(error)
    except BaseException as error:
        return target.name, None if is_own_answer(error) else error
    return target.name, None


def look_at(result: Any) -> None:
    """What a good object can do, it can do after any call."""
    if isinstance(result, Iterator):
        for _ in zip(range(100), result, strict=False):
            pass
    if type(result) in CHECKED:
        str(result)
        repr(result)
        again = pickle.loads(pickle.dumps(result))
        if again != result:
            raise AssertionError(f"another {type(result).__name__} comes out of its pickle")


def is_own_answer(error: BaseException) -> bool:
    """Whether a foreign object said this of itself: an array is no truth value, a memoryview has no hash."""
    said = ("The truth value of an", "cannot hash writable memoryview")
    return type(error) is ValueError and str(error).startswith(said)


def too_long(error: BaseException) -> BaseException | None:
    """A message that prints a whole value is no good one."""
    try:
        said = str(error)
    except Mischief:
        return None
    if len(said) <= MOST_WORDS or isinstance(error, Mischief):
        return None
    return AssertionError(f"a message of {len(said)} characters: {said[:200]}...")


OTHER_BYTES = bytes(set(range(256)) - set(pickle.BYTEARRAY8))  # which takes memory of any size, and clears it


class Unpickler(pickle._Unpickler):  # type: ignore[name-defined]  # the one in C numbers its memo up to 2**32
    """Opens what a pickle of ofckit may hold, and nothing that a flipped byte may ask for."""

    def find_class(self, module: str, name: str) -> Any:
        if module.split(".")[0] not in ("ofckit", "array", "collections") and name not in (
            "getattr",
            "int",
            "tuple",
        ):
            raise pickle.UnpicklingError(f"{module}.{name}")
        return super().find_class(module, name)


def tamper(rng: Random) -> tuple[str, BaseException | None]:
    """A pickle with some other bytes: pickle may raise what it likes; what comes out has to print."""
    kind = rng.choice(list(SAMPLES))
    try:
        data = bytearray(pickle.dumps(SAMPLES[kind](rng), rng.choice((2, 4, 5))))
    except (TypeError, AttributeError, pickle.PicklingError):
        return "pickle", None
    for _ in range(rng.choice((1, 1, 2, 5))):
        data[rng.randrange(len(data))] = rng.choice(OTHER_BYTES)
    try:
        with limited():
            made = Unpickler(io.BytesIO(data)).load()
            if type(made) in CHECKED:
                repr(made)
    except (Exception, TimeIsUp):
        pass
    return "pickle", None


def run(
    seed: int, first: int, calls: int, log: int | None = None, verbose: bool = False, only: str = ""
) -> int:
    """Makes the calls and prints what should not have come out, one of each kind; how many kinds."""

    def alarm(*_: object) -> None:
        raise TimeIsUp

    signal.signal(signal.SIGALRM, alarm)
    warnings.simplefilter("ignore")
    all_targets = [target for target in targets() if target.name.startswith(only)]
    kinds: set[tuple[str, str, str]] = set()
    with scribbling():
        for number in range(first, first + calls):
            if log is not None:
                os.pwrite(log, b"%12d\n" % number, 0)
            name, error = attempt(all_targets, seed, number)
            rest()
            if error is None:
                continue
            frames = traceback.extract_tb(error.__traceback__)
            where = next((f"{f.filename}:{f.lineno}" for f in reversed(frames) if "ofckit" in f.filename), "")
            kind = name, type(error).__name__, where
            if kind not in kinds or verbose:
                said = str(error)[:200] if not isinstance(error, RecursionError) else ""
                print(f"{number}: {name}: {type(error).__name__}: {said!r} at {where}", flush=True)
            if verbose:
                traceback.print_exception(error)
            kinds.add(kind)
    return len(kinds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--calls", type=int, default=10_000)
    parser.add_argument("--log", type=Path, help="a file that always holds the number of the call")
    parser.add_argument("-v", "--verbose", action="store_true", help="tracebacks of all")
    parser.add_argument("--only", default="", help="names that begin so, such as _core.")
    args = parser.parse_args()
    if not os.environ.get("OFCKIT_SANITIZE"):  # whose shadow takes terabytes of addresses
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    log = os.open(args.log, os.O_WRONLY | os.O_CREAT) if args.log else None
    with TemporaryDirectory() as folder:  # some of the calls write files
        os.chdir(folder)
        kinds = run(args.seed, args.first, args.calls, log, args.verbose, args.only)
        os.chdir("/")
    sys.stdout.flush()
    os._exit(1 if kinds else 0)  # without threads of calls that were ended too early


if __name__ == "__main__":
    main()
