"""Everything public and all of the core, called with hostile arguments: only documented errors come out."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from callables import EXCLUDED, MODULES, WITHOUT_SAMPLE, public_names, targets
from sanitized import SANITIZED

HERE = Path(__file__).parent
PARTS = 2
CALLS = 100_000 if SANITIZED else 10_000

pytestmark = pytest.mark.skipif(
    not hasattr(signal, "setitimer") or sys.platform == "emscripten",
    reason="a call that takes too long is ended by an alarm, in a process of its own",
)


def fuzz(seed: int, calls: int, log: Path) -> None:
    """Calls in a process of its own; what came out that should not, or the call that ended the process."""
    command = [
        sys.executable,
        "-X",
        "faulthandler",
        str(HERE / "fuzz.py"),
        f"--seed={seed}",
        f"--calls={calls}",
    ]
    ended = subprocess.run([*command, f"--log={log}"], capture_output=True, text=True, errors="replace")
    last = log.read_text().strip()
    again = f"python tests/fuzz.py --seed {seed} --first {last} --calls 1 -v"
    crash = f"ended with {ended.returncode} in call {last}: {again}\n{ended.stderr[-4000:]}"
    assert (ended.stdout, ended.returncode) == ("", 0), f"{ended.stdout}\n{crash}"


@pytest.mark.parametrize("seed", range(1, PARTS + 1))
def test_only_documented_errors_come_out(seed: int, tmp_path: Path) -> None:
    fuzz(seed, CALLS // PARTS, tmp_path / "call")


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(1000, 1010))
def test_only_documented_errors_come_out_of_a_million_calls(seed: int, tmp_path: Path) -> None:
    fuzz(seed, 100_000, tmp_path / "call")


def test_every_public_name_is_called() -> None:
    """Whatever takes an argument is a target or excluded for a reason; what is excluded is there."""
    called = {target.name for target in targets()}
    assert set() == WITHOUT_SAMPLE, (
        "tests/callables.py: SAMPLES, and CORE for the core, need an object of each"
    )
    names = {name for module in MODULES for name in public_names(module)}
    for module in MODULES:
        for name in public_names(module):
            what = getattr(module, name)
            if callable(what) and not (isinstance(what, type) and issubclass(what, BaseException)):
                assert name in called or name in EXCLUDED or name in NOTHING_TO_ASK, name
    assert {name.split(".")[0] for name in EXCLUDED} <= names | {"_core"}


NOTHING_TO_ASK = {"get_include"}
