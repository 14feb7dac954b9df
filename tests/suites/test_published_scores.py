"""Published rows are complete, and stand beside the model and strategy they are about alone."""

import json
from pathlib import Path

import pytest

from prism.suites.published_scores import same_model
from prism.suites.registry import find_suite


def test_the_six_models_are_those_of_the_files(data: Path) -> None:
    found = json.loads((data / "whatif" / "published_summaries.json").read_text("utf-8"))
    paper = find_suite("whatif").paper()
    met = 0
    for told in found.values():
        summary, judge = told["summary"], told["meta"]["judge_model"]
        if summary["n_items"] < 100 or "gpt-5.4" not in judge:
            continue
        ours = paper.beside(told["meta"]["answer_model"], "plain")
        for name, key in (("PM", "pm_mean"), ("RM", "rm_mean"), ("final", "total_mean")):
            assert ours[name] == pytest.approx(100 * summary[key], abs=0.0051)
        met += 1
    assert met == 5
    assert paper.beside("gpt-5.5", "given") == {"final": 64.62}


@pytest.mark.parametrize(
    ("suite", "model", "strategy", "figures"),
    [
        ("whatif", "openai:glm-5.1", "plain", {"final": 51.99, "PM": 54.07, "RM": 49.92}),
        ("whatif", "glm-5.1", "causal", {}),
        ("cobe", "gpt-5.4-pro", "tier1", {"final": 61.34}),
        ("cobe", "gpt-5.4-pro", "tier4", {"final": 81.3}),
        ("cobe", "gpt-5.4", "tier1", {}),
        ("meter", "gpt-4o", "CoT",
         {"discovery": 86.46, "intervention": 75.14, "counterfactual": 66.18}),
        ("meter", "gpt-4o-mini", "CoT", {}),
    ],
)  # fmt: skip
def test_figures_stand_beside_their_own_model_and_strategy(
    suite: str, model: str, strategy: str, figures: dict[str, float]
) -> None:
    assert find_suite(suite).paper().beside(model, strategy) == figures


@pytest.mark.parametrize("other", ["Gemini-3.1-Flash", "Gemini-3-Pro", "", "3.1"])
def test_other_models_are_others(other: str) -> None:
    assert not same_model("Gemini-3.1-Pro", other)
    assert same_model("Gemini-3.1-Pro", "google/gemini-3.1-pro-preview")
