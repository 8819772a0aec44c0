"""Small inputs from public reports, asked as people ask them, with their right answers (tests/data)."""

from __future__ import annotations

import io
import json
import pickle
from pathlib import Path

import pytest

import ofckit as ofc
from ofckit import odds
from ofckit.cli import main

DATA = Path(__file__).parent / "data"
REPORTS = [json.loads(line) for line in (DATA / "reports.jsonl").read_text(encoding="utf-8").splitlines()]
SHELL = [one for one in REPORTS if "words" in one]
CALLS = [one for one in REPORTS if "call" in one]


def name_of(report):
    return f"{report['kind']}: {report['symptom']}"


@pytest.mark.parametrize("report", SHELL, ids=name_of)
def test_a_report_from_the_shell(report, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name, text in report.get("files", {}).items():
        Path(name).write_text(text, encoding="utf-8")
    given = io.BytesIO(report.get("stdin", "").encode())
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(given, "utf-8"))
    status = main(report["words"])
    shown = dict(zip(("out", "err"), capsys.readouterr(), strict=True))
    assert status == report["status"], shown
    for stream, text in shown.items():
        if stream not in report:
            assert stream == "out" or text == ""
        for part in report.get(stream, ()):
            assert part in text


@pytest.mark.parametrize("report", CALLS, ids=name_of)
def test_a_report_from_python(report):
    """The right answer is a value as JSON has it, or 'NameOfError: its message'."""
    try:
        found = eval(report["call"], {"ofc": ofc, "odds": odds, "pickle": pickle})
    except ofc.OfcError as error:
        found = f"{type(error).__name__}: {error}"
    assert json.loads(json.dumps(found)) == report["right"]
