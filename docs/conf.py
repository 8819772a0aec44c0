"""The documentation site: `python -m sphinx -W docs build/site`, with the group `docs` and ofckit installed.

The pages are those of this folder. What is generated stands below docs/generated, which git does not know:
the reference from the docstrings, the gallery with its pictures, and the notebooks, run.
"""

import inspect
import os
import re
import shutil
import sys
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from reference import MODULES, PAGES  # noqa: E402

import ofckit  # noqa: E402

project = "ofckit"
author = copyright = "The ofckit developers"
version = release = ofckit.__version__
REPOSITORY = "{}/{}".format(
    os.environ.get("GITHUB_SERVER_URL", "https://github.com"),
    os.environ.get("GITHUB_REPOSITORY", "ofckit/ofckit"),
)
html_baseurl = os.environ.get("SITE_URL", "")

extensions = ["myst_parser", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["examples"]
html_theme = "furo"
html_title = f"ofckit {version}"
html_theme_options = {
    "source_repository": REPOSITORY,
    "source_branch": "main",
    "source_directory": "docs/",
    "light_css_variables": {"color-brand-primary": "#0b6e4f", "color-brand-content": "#0b6e4f"},
    "dark_css_variables": {"color-brand-primary": "#3fb68b", "color-brand-content": "#3fb68b"},
}
myst_heading_anchors = 3
myst_enable_extensions = ["attrs_inline"]
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
python_maximum_signature_line_length = 80
autodoc_default_options = {"members": True, "undoc-members": True}
toc_object_entries = False
linkcheck_anchors = False
linkcheck_retries = 2

_LITERAL = re.compile(r"``(.+?)``|`([^`]+)`", re.S)
_ITEM = re.compile(r"^(?:[a-z_][\w, /*]*|[A-Z]\w+): ")


def readable(app, what, name, obj, options, lines):
    """Docstrings are plain text: what they mark as code is code, `name: ...` is an item, examples stay."""
    paragraphs = "\n".join(lines).strip("\n").split("\n\n")
    found = []
    for paragraph in paragraphs:
        found += [*_readable(paragraph), ""]
    lines[:] = found


def _readable(paragraph):
    if paragraph.lstrip().startswith(">>>") or not paragraph.strip():
        return paragraph.split("\n")
    items, start = [], True
    for line in paragraph.split("\n"):
        if line[:1] != " " and _ITEM.match(line) and (start or items[-1].startswith("* ")):
            items.append(f"* {line}")
        elif start:
            items.append(line.strip())
        else:
            items[-1] += f" {line.strip()}"
        start = False
    return [marked(one) for one in items]


def marked(text):
    """Plain text as reStructuredText."""
    item, text = ("* ", text[2:]) if text.startswith("* ") else ("", text)
    parts, end = [], 0
    for found in _LITERAL.finditer(text):
        before, after = text[end : found.start()], text[found.end() : found.end() + 1]
        parts += [
            _plain(before),
            "\\ " if before[-1:].isalnum() else "",
            f"``{(found[1] or found[2]).strip()}``",
        ]
        parts += ["\\ " if after.isalnum() else ""]
        end = found.end()
    return item + "".join([*parts, _plain(text[end:])])


def _plain(text):
    return re.sub(r"([*_|\\])", r"\\\1", text)


def links(app, name, source):
    """A link out of this folder leads to the repository."""
    source[0] = re.sub(r"\]\(\.\./([^)]+)\)", rf"]({REPOSITORY}/blob/main/\1)", source[0])


# -- The reference ------------------------------------------------------------------------------------


def kind_of(value):
    if inspect.isclass(value):
        return "autoexception" if issubclass(value, BaseException) else "autoclass"
    return "autofunction" if inspect.isroutine(value) else "autodata"


def directive(module, name):
    value = getattr(import_module(module), name)
    kind = kind_of(value)
    lines = [f".. {kind}:: {module}.{name}"]
    if kind == "autodata":
        lines += ["   :no-value:"]
    return [*lines, ""]


def write_reference(folder):
    for slug, (title, about, names) in PAGES.items():
        body = [line for module, name in names for line in directive(module, name)]
        (folder / f"{slug}.md").write_text(
            f"# {title}\n\n{about}\n\n```{{eval-rst}}\n" + "\n".join(body) + "\n```\n", encoding="utf-8"
        )
    index = "\n".join(PAGES)
    (folder / "reference.md").write_text(
        "# Every name\n\nThe public names, by what one wants to do. Those of `ofckit` itself are loaded "
        f"when they are first asked for. Modules: {', '.join(f'`{one}`' for one in MODULES)}.\n\n"
        f"```{{toctree}}\n:maxdepth: 1\n\n{index}\n```\n",
        encoding="utf-8",
    )


def generate(app):
    folder = HERE / "generated"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    write_reference(folder)
    import gallery
    import notebooks

    gallery.write(folder)
    notebooks.write(folder)


def setup(app):
    app.connect("builder-inited", generate)
    app.connect("autodoc-process-docstring", readable)
    app.connect("source-read", links)
