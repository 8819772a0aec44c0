"""The examples of the README say what they print."""

import doctest
import re
from pathlib import Path

import pytest

README = Path(__file__).parent.parent / "README.md"


def test_the_tour_of_the_readme_is_true() -> None:
    pytest.importorskip("numpy")
    results = doctest.testfile(str(README), module_relative=False)
    assert results.attempted > 10
    assert not results.failed


def test_every_link_of_the_readme_is_absolute_and_leads_to_a_file_that_exists() -> None:
    """On the page of the package index a relative link leads nowhere."""
    text = README.read_text(encoding="utf-8")
    files = dict(re.findall(r"^\[([^]]+)\]: https://github.com/[\w-]+/[\w-]+/blob/main/(.+)$", text, re.M))
    assert len(files) > 3
    assert [f for f in files.values() if not (README.parent / f).exists()] == []
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert [link for link in links if "://" not in link] == [], "write [docs/page.md], and define it below"
    named = re.findall(r"\[((?:docs/)?[\w-]+\.md)\]", text)
    assert [name for name in named if name not in files] == []


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "docs/architecture.md", "SECURITY.md"])
def test_pages_for_contributors_name_files_that_exist(page: str) -> None:
    root = README.parent
    folders = (root, root / "src" / "ofckit", root.joinpath(page).parent)
    text = root.joinpath(page).read_text(encoding="utf-8")
    named = set(re.findall(r"[\w./-]*\w\.(?:c|h|py|pyi|pyx|pxi|pxd|md|txt|cff|toml)\b", text))
    files = {name for name in named if "name." not in name}  # a recipe's example
    assert files
    assert sorted(f for f in files if not any((folder / f).exists() for folder in folders)) == []
