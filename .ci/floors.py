"""Print the oldest version of everything that ofckit is built and tested with, one requirement a line."""

import tomllib
from pathlib import Path

project = tomllib.loads(Path(__file__).parents[1].joinpath("pyproject.toml").read_text(encoding="utf-8"))
for requirement in project["build-system"]["requires"] + project["project"]["optional-dependencies"]["test"]:
    name, floor = requirement.split(";")[0].split(">=")  # every requirement has a floor
    print(f"{name}=={floor}")
