"""The examples of the README say what they print."""

import doctest
from pathlib import Path

import pytest

README = Path(__file__).parent.parent / "README.md"


def test_the_tour_of_the_readme_is_true() -> None:
    pytest.importorskip("numpy")
    results = doctest.testfile(str(README), module_relative=False)
    assert results.attempted > 10
    assert not results.failed


def test_the_readme_links_to_files_that_exist() -> None:
    text = README.read_text(encoding="utf-8")
    links = [part.split(")")[0] for part in text.split("](")[1:]]
    files = [link for link in links if "://" not in link]
    assert len(files) > 3
    assert [f for f in files if not (README.parent / f).exists()] == []
