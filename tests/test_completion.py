"""Completion: the scripts are right for their shells, and complete what a person types."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from ofckit.cli import main
from ofckit.cli._options import COMMANDS


def script(shell: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["completion", shell]) == 0
    return capsys.readouterr().out


def shell(name: str, code: str) -> str:
    """What a shell prints for this code, which it reads from its standard input."""
    program = shutil.which(name)
    if program is None:
        pytest.skip(f"there is no {name}")
    quiet = {"bash": ["--norc"], "zsh": ["-f"], "fish": ["--no-config"]}[name]
    done = subprocess.run(
        [program, *quiet], input=code, capture_output=True, text=True, timeout=60, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize(
    ("words", "some", "others"),
    [
        (["ofckit", ""], set(COMMANDS), {"--moves"}),
        (["ofckit", "sc"], {"score"}, {"solve"}),
        (["ofckit", "solve", "--"], {"--rules", "--best", "--svg", "--help"}, {"--draw"}),
        (["ofckit", "solve", "--rules", "pine"], {"pineapple", "pineapple-vegas"}, {"ultimate"}),
        (["ofckit", "rank", "--format", ""], {"text", "json"}, {"pineapple"}),
        (["ofckit", "rules", "turb"], {"turbo"}, {"pineapple"}),
        (["ofckit", "completion", "z"], {"zsh"}, {"bash"}),
    ],
)
def test_bash_completes(words, some, others, capsys):
    words_ = " ".join(f"'{word}'" for word in words)
    code = f"{script('bash', capsys)}\nCOMP_WORDS=({words_}); COMP_CWORD={len(words) - 1}; _ofckit\n"
    found = set(shell("bash", code + 'printf "%s\\n" "${COMPREPLY[@]}"\n').split())
    assert some <= found
    assert not others & found


def test_fish_completes(capsys):
    text = script("fish", capsys)

    def complete(line: str) -> set[str]:
        lines = shell("fish", f"{text}\ncomplete -C '{line}'\n").splitlines()
        return {line.split("\t")[0] for line in lines}

    assert set(COMMANDS) <= complete("ofckit ")
    assert {"--rules", "--best", "--svg"} <= complete("ofckit solve --")
    assert "pineapple" in complete("ofckit solve --rules pine")


def test_zsh_reads_its_script(capsys):
    text = script("zsh", capsys)
    assert shell("zsh", f"{text}\nwhence -w _ofckit\n") == "_ofckit: function\n"
    assert "--rules[" in text


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_every_command_and_option_is_there(name, capsys):
    text = script(name, capsys)
    for command in COMMANDS:
        assert command in text
        assert main([command, "--help"]) == 0
        for word in capsys.readouterr().out.split():
            option = word.strip("[],")
            if option.startswith("--") and option[2:].replace("-", "").isalpha():
                assert option.removeprefix("--") in text, (command, option)


def test_a_shell_that_is_not_known_is_refused(capsys):
    assert main(["completion", "tcsh"]) == 2
    assert "invalid choice" in capsys.readouterr().err
