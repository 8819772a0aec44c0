"""JSON and TOML from outside: what is read, what is refused, and that refusing is quick."""

from __future__ import annotations

import json

import pytest

from ofckit._documents import MOST_DEPTH, MOST_DOTS, DocumentError, read_json, read_toml


@pytest.mark.parametrize(
    "value", [None, True, 0, -1, 2**4095, 1.5, "", "é♠", [], {}, [[1], {"a": [{}]}], {"a": 1, "b": None}]
)
def test_what_json_holds_is_read(value: object) -> None:
    assert read_json(json.dumps(value)) == value
    assert read_json(json.dumps(value, ensure_ascii=False).encode()) == value


def test_toml_is_read_and_dates_become_text() -> None:
    table = read_toml(b"a = 1\nb.c = [1.5, 'x']\nday = 2024-05-27\nat = [07:32:00]\n[[t]]\nx = {y = true}\n")
    assert table == {
        "a": 1,
        "b": {"c": [1.5, "x"]},
        "day": "2024-05-27",
        "at": ["07:32:00"],
        "t": [{"x": {"y": True}}],
    }


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[" * 100_000, "levels deep"),
        ("[" * 100_000 + "]" * 100_000, "levels deep"),
        ('{"a":' * (MOST_DEPTH + 1) + "1" + "}" * (MOST_DEPTH + 1), "levels deep"),
        ('{"a": 1, "b": {"c": 1, "c": 2}}', "'c' appears twice"),
        ("[NaN]", "NaN"),
        ("[1, -Infinity]", "Infinity"),
        ('{"a": 1e999}', "finite"),
        ("1" + "0" * 4000, "bits"),
        ("1" + "0" * 100_000, "bits"),
        ('["\\ud800"]', "surrogate"),
        ('{"\\udfff": 1}', "surrogate"),
        ("", "JSON"),
        ("[1,]", "JSON"),
        ("[1] 2", "JSON"),
    ],
)
def test_json_beyond_the_limits_is_refused(text: str, reason: str) -> None:
    with pytest.raises(DocumentError, match=reason) as caught:
        read_json(text)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (".".join("a" * 30_000) + " = 1", 1, "dots"),
        ("x = 1\n[" + " . ".join(["'a'"] * (MOST_DOTS + 2)) + "]", 2, "dots"),
        ('s = """\n\n"""\nt = {' + ".".join(["a"] * (MOST_DOTS + 2)) + " = 1}", 4, "dots"),
        ("a = " + "[" * 5000, None, "levels deep"),
        ("a = " + "[" * 40 + "]" * 40, None, "levels deep"),
        ("a = inf", None, "finite"),
        ("a = 1e999", None, "finite"),
        ("a = 0x1" + "0" * 2000, None, "bits"),
        ("a = 1" + "0" * 5000, None, "bits"),
        ("a = 1\na = 2", 2, "TOML"),
        ("a = ", 1, "TOML"),
        ("'" + "k" * 5000 + "' = 1\n'" + "k" * 5000 + "' = 1", None, "TOML"),
    ],
)
def test_toml_beyond_the_limits_is_refused_with_its_line(text: str, line: int | None, reason: str) -> None:
    with pytest.raises(DocumentError, match=reason) as caught:
        read_toml(text)
    assert len(str(caught.value)) < 250
    assert line is None or caught.value.line == line


@pytest.mark.parametrize("dotted", ["1.2.3", "a.b" * 100, "'''", "# ...", "7.5, " * 100])
def test_dots_in_values_and_comments_are_no_key(dotted: str) -> None:
    text = f"a = {json.dumps(dotted)}  # {dotted}\nb = [{'1.5, ' * 100}]\n"
    assert read_toml(text) == {"a": dotted, "b": [1.5] * 100}


@pytest.mark.parametrize("unclosed", ['"""', '"\\', "'''", "a.", ". ", '"a".', "[[a.b]]\n"])
def test_text_that_never_closes_is_scanned_once(unclosed: str) -> None:
    """A million characters: this would take hours if the scan were quadratic."""
    with pytest.raises(DocumentError):
        read_toml(unclosed * (900_000 // len(unclosed)) + '"')


@pytest.mark.parametrize("read", [read_json, read_toml])
def test_size_and_encoding_are_checked_first(read: object) -> None:
    assert callable(read)
    with pytest.raises(DocumentError, match="at most 10"):
        read("1" * 11, 10)
    with pytest.raises(DocumentError, match="UTF-8") as caught:
        read(b"\n\n\xff")
    assert caught.value.line == 3
