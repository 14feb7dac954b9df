"""Prints the oldest release of every dependency that ``pyproject.toml`` allows, as constraints."""

import re
import sys
import tomllib
from pathlib import Path

TABLE = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))

for wanted in TABLE["project"]["dependencies"]:
    name, oldest = re.match(r"([\w.-]+)(?:\[[\w,]+\])?>=([\w.]+)", wanted).groups()
    # The model's patch releases are rebuilds of one model: any will do.
    bound = ">=" if name.startswith("en-core-web") else "=="
    sys.stdout.write(f"{name}{bound}{oldest}\n")
