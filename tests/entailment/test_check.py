"""The front door: statuses of claims, from strings, with and without what was to be expected."""

import pytest

from prism.entailment.check import check, reading


@pytest.mark.parametrize(
    ("claim", "text", "bare", "kept", "changed"),
    [
        ("The lamp burned.", "The lamp burned.", "holds", "holds", "holds"),
        ("The lamp burned.", "The lamp did not burn.", *3 * ["contradicted"]),
        ("Ada moved to Oslo.", "Ada moved to Rome.", *3 * ["revised"]),
        ("The lamp burned.", "The lamp would have burned.", *3 * ["hypothetical"]),
        ("The tree fell.", "Ada slept.", *3 * ["omitted"]),
        ("There were four hundred seats.", "None of the four hundred seats creaked.",
         "contradicted", "holds", "contradicted"),
        ("The frame weighs 30 kilos.", "The frame weighs 40 kilos.", *3 * ["revised"]),
        ("Five boats sank.", "Seven boats sank.", *3 * ["revised"]),
        ("The dog chased the cat.", "The cat chased the dog.", *3 * ["contradicted"]),
    ],
)  # fmt: skip
def test_statuses(claim: str, text: str, bare: str, kept: str, changed: str) -> None:
    assert check(claim, text, claim).status == bare
    assert check(claim, text, claim, "kept").status == kept
    assert check(claim, text, claim, "changed").status == changed


def test_a_finding_accounts_for_itself_and_says_how_sure_it_is() -> None:
    def account(claim: str, text: str) -> str:
        return check(claim, text).account(reading(claim), reading(text))

    assert account("The lamp burned.", "The lamp did not burn.") == (
        "negation: the text has “burn” where the claim has “burned”"
    )
    assert account("The lamp burned.", "The lamp burned.") == (
        "100% of the claim's words are answered"
    )
    assert account("The tree fell.", "Ada slept.") == (
        "0% of the claim's words are answered; not found: tree, fell"
    )
    assert check("The lamp burned.", "The lamp burned.").confidence == 1.0
    assert check("The lamp burned.", "The lamp did not burn.").confidence == 0.7
    assert check("The tree fell.", "Ada slept.").confidence == 1.0
    assert check("The barn burned.", "The mill burned.").confidence == 0.5
    kept = check("The lamp burned.", "The lamp burned.", None, "kept")
    assert kept.confidence == kept.chance
    lost = check("The tree fell.", "Ada slept.", None, "kept")
    assert lost.chance is not None
    assert lost.confidence == pytest.approx(1 - lost.chance)
    assert check("The lamp burned.", "The lamp burned.").chance is None


@pytest.mark.parametrize("expected", [None, "kept", "changed"])
def test_a_claim_without_a_word_that_tells_is_no_crash(expected: str | None) -> None:
    for claim in ("And so on.", "…", ""):
        found = check(claim, "Ada slept.", "Ada slept.", expected)  # type: ignore[arg-type]
        assert 0.0 <= found.confidence <= 1.0
