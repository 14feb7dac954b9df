"""Trains every weight that ships: ``python -m benchmarks.train [--data DIR]``.

Reads gum_train and cnc_v2 and nothing else. The same data, seed and versions give the same bytes;
``prism/text/weights/record.json`` says which.
"""

import argparse
import hashlib
import io
import json
import os
import zipfile
from pathlib import Path

import numpy as np

from benchmarks.fidelity.corpora import data_folder
from benchmarks.train import tasks
from prism.text.linear import Linear
from prism.text.nlp import installed_models

TARGET = Path(__file__).resolve().parents[2] / "prism" / "text" / "weights"
SEED = 0


def digest(folders: list[Path]) -> str:
    """Return the SHA-256 over names and bytes of every file in the folders."""
    total = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                total.update(path.name.encode() + b"\0" + path.read_bytes())
    return total.hexdigest()


def save(model: Linear, path: Path) -> None:
    """Write a model as a compressed npz whose bytes depend on the weights alone."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, array in (
            ("table", model.table.astype(np.float16)),
            ("tags", model.tags),
            ("classes", np.array(model.classes, dtype="U16")),
        ):
            buffer = io.BytesIO()
            np.save(buffer, array, allow_pickle=False)
            archive.writestr(
                zipfile.ZipInfo(f"{name}.npy"), buffer.getvalue(), zipfile.ZIP_DEFLATED, 9
            )


def main() -> None:
    """Train, save, and record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", default=os.environ.get("PRISM_DATA"))
    parser.add_argument("--only", nargs="*", choices=sorted(tasks.TASKS), help="train a part")
    options = parser.parse_args()
    data = data_folder(options.data)
    TARGET.mkdir(exist_ok=True)
    source = tasks.Source.read(data)
    for name in options.only or tasks.TASKS:
        model = tasks.TASKS[name](source, SEED)
        save(model, TARGET / f"{name}.npz")
        print(f"{name}: {(TARGET / f'{name}.npz').stat().st_size:,} bytes")
    record = {
        "data": digest([data / "gum_train", data / "cnc_v2"]),
        "seed": SEED,
        "spacy_model": installed_models()[0],
        "files": {
            path.name: hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(TARGET.glob("*.npz"))
        },
    }
    (TARGET / "record.json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
