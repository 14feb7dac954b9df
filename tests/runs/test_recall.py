"""Whatever is changed, only what hangs on it is asked again; two judges stand side by side."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.cli.conftest import prism as prism  # noqa: PLC0414 (a fixture)
from tests.runs.test_answers import generating, options, script
from tests.scripted.answers import is_probe, user
from tests.scripted.server import Server

Files = tuple[Path, Path]


def test_a_changed_criterion_is_judged_again_and_nothing_else(
    prism: Callable[..., Any], files: Files, tmp_path: Path
) -> None:
    out, more = tmp_path / "r.db", ("--judge", "openai:judge")
    with Server(script) as server:
        assert prism(*options(files, out, server, *more)).code == 0
        before = len(server.requests)
        benchmark = json.loads(files[0].read_text())
        criterion = benchmark["items"][4]["rubrics"]["criteria"][1]
        criterion["criteria_description"] = "Something else altogether."
        files[0].write_text(json.dumps(benchmark))
        refused = prism(*options(files, out, server, *more))
        assert refused.code == 2
        assert "items_digest" in refused.err
        assert len(server.requests) == before
        assert prism(*options(files, out, server, *more, "--fork")).code == 0
        asked = [body for body in server.requests[before:] if not is_probe(body)]
    assert len(asked) == 1
    assert "Something else altogether." in user(asked[0])


def test_two_judges_side_by_side(prism: Callable[..., Any], files: Files, tmp_path: Path) -> None:
    more = ("--judge", "openai:judge", "--second-judge", "openai:other")
    with Server(script) as server:
        assert prism(*options(files, tmp_path / "r.db", server, *more)).code == 0
        assert sum(map(generating, server.requests)) == 9
    told = prism("report", tmp_path / "r.db", columns=200)
    assert "Judges side by side" in told.out
    # The scripted judge answers by the question alone, whichever model is named.
    assert "9 items, rank agreement (Spearman) 1.00, mean difference 0.0" in told.out
