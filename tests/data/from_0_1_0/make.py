"""How the files of this folder were made, by the release 0.1.0 itself and a scripted endpoint.

Called from a checkout of that release, as ``python PATH/make.py FOLDER``, with a Python that has
its requirements; ``inputs/`` of FOLDER is read, the rest of it is written.
"""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path


def made(folder: Path, base_url: str) -> None:
    """Write all that 0.1.0 writes into ``folder``."""

    def prism(*arguments: str) -> str:
        call = [sys.executable, "-m", "prism", *arguments]
        env = {**os.environ, "PYTHONPATH": str(Path.cwd()), "OPENAI_API_KEY": "none"}
        done = subprocess.run(
            call, cwd=folder, env=env, capture_output=True, text=True, check=False
        )
        print(*arguments, done.returncode, done.stderr)
        return done.stdout

    model = ("--judge", "openai:m", "--base-url", base_url)
    kept = (*model, "--store", "store.sqlite")
    prism(
        "score", "inputs/dam.txt", "--rubric", "inputs/whatif.json", *kept, "--json", "whatif.json"
    )
    prism(
        "score", "inputs/rewrite.txt", "--rubric", "inputs/edit.json", *kept, "--json", "edit.json"
    )
    ladder = ("--rubric", "inputs/ladder.jsonl", "--item", "0/0")
    prism("score", "inputs/letter.txt", *ladder, "--json", "ladder.json", "--no-store")
    truth = ("--rubric", "inputs/truth.jsonl")
    prism("score", "inputs/yes.txt", *truth, "--json", "truth.json", "--no-store")
    prism("score", "inputs/dam.txt", "--json", "structure.json", "--no-store")
    (folder / "graph.json").write_text(prism("show", "inputs/dam.txt", "--format", "json"))
    (folder / "graph.graphml").write_text(prism("show", "inputs/dam.txt", "--format", "graphml"))
    run = ("run", "whatif", "--items", "inputs/benchmark.json", "--answers", "inputs/answers.json")
    prism(*run, *model, "--quiet", "--jobs", "1", "--out", "finished.db")
    prism(*run, *model, "--quiet", "--jobs", "1", "--max-items", "1", "--out", "unfinished.db")
    prism("sample", "finished.db", "--n", "4", "--out", "sheet.csv")
    (folder / "rubric.json").write_text(prism("rubric", "new", "What if no dam broke?"))
    for name in ("store.sqlite", "finished.db", "unfinished.db"):
        file = sqlite3.connect(folder / name)
        file.execute("PRAGMA journal_mode=DELETE")
        file.execute("VACUUM")
        file.close()


if __name__ == "__main__":
    from tests.scripted.server import Server

    with Server() as server:
        made(Path(sys.argv[1]).resolve(), server.base_url)
