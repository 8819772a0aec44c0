"""`ofckit completion`: a script that lets a shell complete commands, options and their values."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ..rules import RULES
from ._options import COMMANDS, load

SUMMARY = "completion for bash, zsh and fish"

ABOUT = """\
Print a script for a shell, which then completes the commands of ofckit, their
options, and values such as the names of presets; files everywhere else."""

EXAMPLES = """\
examples:
  source <(ofckit completion bash)        in ~/.bashrc
  source <(ofckit completion zsh)         in ~/.zshrc, after compinit
  ofckit completion fish > ~/.config/fish/completions/ofckit.fish"""

_VALUES = {"RULES": tuple(RULES)}
"""By the name that the help gives a value: what it may be besides a file."""


class _Option(NamedTuple):
    """One option: its spellings, what it takes (None: nothing; (): anything) and its help."""

    spellings: tuple[str, ...]
    values: tuple[str, ...] | None
    about: str


class _Command(NamedTuple):
    name: str
    about: str
    values: tuple[str, ...]
    """What its first argument may be besides a file."""
    options: tuple[_Option, ...]


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=tuple(_SHELLS), help="whose script is printed")


def run(options: argparse.Namespace) -> int:
    """Print the script."""
    print("\n".join(_SHELLS[options.shell](list(_commands()))))
    return 0


def _commands() -> Iterator[_Command]:
    """Every command as its own parser has it."""
    for name in COMMANDS:
        module = load(name)
        parser = argparse.ArgumentParser(prog=f"ofckit {name}")
        module.add_options(parser)
        found: list[_Option] = []
        values: tuple[str, ...] = ()
        for action in parser._actions:
            about = (action.help or "").replace("%%", "%")
            if action.option_strings:
                found.append(_Option(tuple(action.option_strings), _values_of(action), about))
            else:
                values = values or _values_of(action) or ()
        yield _Command(name, module.SUMMARY, values, tuple(found))


def _values_of(action: argparse.Action) -> tuple[str, ...] | None:
    if action.nargs == 0:
        return None
    if action.choices is not None:
        return tuple(map(str, action.choices))
    return _VALUES.get(str(action.metavar), ())


def _bash(commands: list[_Command]) -> Iterator[str]:
    yield "_ofckit() {"
    yield '    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words=""'
    yield "    if [ $COMP_CWORD -eq 1 ]; then"
    yield f'        words="{" ".join(one.name for one in commands)} --help --version"'
    yield '        COMPREPLY=($(compgen -W "$words" -- "$cur")); return'
    yield "    fi"
    yield '    case "${COMP_WORDS[1]} $prev" in'
    for one in commands:
        for option in one.options:
            if option.values:
                spelled = "|".join(f'"{one.name} {spelling}"' for spelling in option.spellings)
                yield f'        {spelled}) words="{" ".join(option.values)}" ;;'
    yield "    esac"
    yield '    if [ -z "$words" ]; then case "${COMP_WORDS[1]} $cur" in'
    for one in commands:
        spellings = " ".join(spelling for option in one.options for spelling in option.spellings)
        yield f'        "{one.name} "-*) words="{spellings}" ;;'
        if one.values:
            yield f'        "{one.name} "*) words="{" ".join(one.values)}" ;;'
    yield "    esac; fi"
    yield '    COMPREPLY=($(compgen -W "$words" -- "$cur"))'
    yield '    case "$cur" in -*) ;; *) COMPREPLY+=($(compgen -f -- "$cur")) ;; esac'
    yield "}"
    yield "complete -o filenames -F _ofckit ofckit"


def _zsh(commands: list[_Command]) -> Iterator[str]:
    yield "#compdef ofckit"
    yield "_ofckit() {"
    yield "    local -a commands"
    yield "    commands=("
    yield from (f"        {_quoted(f'{one.name}:{_plain(one.about)}')}" for one in commands)
    yield "    )"
    yield "    if (( CURRENT == 2 )); then _describe command commands; return; fi"
    yield "    shift words; (( CURRENT-- ))"
    yield '    case "$words[1]" in'
    for one in commands:
        parts = [
            _quoted(f"{spelling}[{_plain(option.about)}]{_zsh_values(option.values)}")
            for option in one.options
            for spelling in option.spellings
        ]
        if one.values:
            known = f'"v:value:({" ".join(one.values)})"'
            parts.append(_quoted(f'1:value:_alternative {known} "f:file:_files"'))
        parts.append(_quoted("*:file:_files"))
        yield f"        {one.name}) _arguments {' '.join(parts)} ;;"
    yield "    esac"
    yield "}"
    yield "(( $+functions[compdef] )) && compdef _ofckit ofckit"


def _zsh_values(values: tuple[str, ...] | None) -> str:
    if values is None:
        return ""
    return f":value:({' '.join(values)})" if values else ":value:_files"


def _fish(commands: list[_Command]) -> Iterator[str]:
    for one in commands:
        about = _fish_quoted(one.about)
        yield f"complete -c ofckit -n __fish_use_subcommand -f -a {one.name} -d {about}"
    for one in commands:
        seen = f"complete -c ofckit -n '__fish_seen_subcommand_from {one.name}'"
        if one.values:
            yield f"{seen} -a {_fish_quoted(' '.join(one.values))}"
        for option in one.options:
            names = [
                f"-l {spelling[2:]}" if spelling.startswith("--") else f"-s {spelling[1:]}"
                for spelling in option.spellings
            ]
            takes = "" if option.values is None else " -r"
            known = f" -a {_fish_quoted(' '.join(option.values))}" if option.values else ""
            yield f"{seen} {' '.join(names)}{takes}{known} -d {_fish_quoted(option.about)}"


def _plain(about: str) -> str:
    """Help without the signs that zsh reads in it."""
    return about.translate(str.maketrans("[]\\", "()/"))


def _quoted(text: str) -> str:
    """A text as one word of a POSIX shell."""
    return "'" + text.replace("'", "'\\''") + "'"


def _fish_quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


_SHELLS: dict[str, Callable[[list[_Command]], Iterator[str]]] = {"bash": _bash, "zsh": _zsh, "fish": _fish}
