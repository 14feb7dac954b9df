"""prism and the libraries it shares a process with: either may be imported first.

Each pair is tried in a process of its own, since what breaks is the state of a fresh interpreter.
"""

import subprocess
import sys
from importlib.util import find_spec

import pytest

PARSE = "import prism; prism.parse('It rained, so the road flooded.')"
LIBRARIES = {
    "torch": "import torch; torch.zeros(1)",
    "transformers": "import transformers; transformers.AutoModelForCausalLM",
    "datasets": "import datasets; datasets.Dataset.from_dict({'a': [1]})",
    "pgmpy": "import pgmpy.models; pgmpy.models.DiscreteBayesianNetwork()",
}


@pytest.mark.parametrize("library", sorted(LIBRARIES))
@pytest.mark.parametrize("first", ["prism", "library"])
def test_either_may_come_first(library: str, first: str) -> None:
    if find_spec(library) is None:
        pytest.skip(f"{library} is not installed")
    steps = [PARSE, LIBRARIES[library], PARSE]
    code = "\n".join(steps if first == "prism" else steps[1:])
    run = subprocess.run(
        [sys.executable, "-c", code], check=False, capture_output=True, text=True, timeout=300
    )
    assert (run.returncode, run.stdout) == (0, ""), run.stderr
    assert "Error" not in run.stderr


def test_no_module_of_another_is_changed_or_stood_in_for() -> None:
    code = (
        "import spacy, sys\nbefore = {n: m for n, m in sys.modules.items() if n[:5] == 'spacy'}\n"
        f"{PARSE}\nassert all(sys.modules[name] is module for name, module in before.items())\n"
        "strange = [n for n, m in sys.modules.items()\n"
        "    if n.partition('.')[0] != 'prism' and type(m).__module__.startswith('prism')]\n"
        "from spacy.cli import download\nassert download.__module__ == 'spacy.cli.download'\n"
        "print(strange)"
    )
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code],
        check=False, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert (run.returncode, run.stdout.strip()) == (0, "[]"), run.stderr
