"""From items to a trace, and the command that prints it."""

import json
from pathlib import Path
from statistics import fmean
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from rich.console import Console

from prism.cli.trace import command
from prism.errors import BadInput, Unavailable, UsageError
from prism.mech.evidence import evidence_spans
from prism.mech.groups import lay_out, token_groups
from prism.mech.model import Decoder, attention_modules, letter_tokens, load_decoder
from prism.mech.table import plot, render_trace
from prism.mech.trace import NAMES, Group, layer_range, trace, trace_item
from prism.records.item import Choice, Item, Rung
from prism.text.parse import parse
from tests.mech.tiny import CONFIGS, build, tokenizer_over, torch, transformers

CONTEXT = "The river froze in January. So the mill stopped. The miller owns two cats."


def item(
    number: int = 0,
    answer: int | None = 1,
    evidence: str | None = None,
    rung: Rung = "discovery",
) -> Item:
    return Item(
        id=f"{number}/0",
        kind="ladder",
        texts={"context": CONTEXT, "question": f"Why did the mill stop in year {number}?"},
        choice=Choice(
            options=("The miller owns two cats.", "The river froze.", "An owl screamed."),
            answer=answer,
            rung=rung,
            evidence=evidence,
        ),
        meta={"context": str(number)},
    )


ITEMS = [item(number, number % 3) for number in range(6)]
GRAPHS = {CONTEXT: parse(CONTEXT)}


@pytest.fixture(scope="module", params=["gpt2", "llama", "bloom"])
def decoder(request: pytest.FixtureRequest) -> Decoder:
    return small(request.param)


def small(name: str) -> Decoder:
    tokenizer = tokenizer_over(*(lay_out(each, []).text for each in ITEMS))
    build_config = CONFIGS[name]()
    build_config.vocab_size = len(tokenizer)
    torch.manual_seed(3)
    model = transformers.AutoModelForCausalLM.from_config(build_config, attn_implementation="eager")
    return Decoder(name, model.eval(), tokenizer, attention_modules(model))


def test_evidence_is_given_or_aligned_by_the_graph() -> None:
    graph = GRAPHS[CONTEXT]
    assert evidence_spans(item(evidence="river froze"), graph) == [(4, 15)]
    spans = evidence_spans(item(), graph)
    assert [CONTEXT[a:b] for a, b in spans] == [
        "The river froze in January.",
        "So the mill stopped.",
    ]
    strange = evidence_spans(item(evidence="words that are nowhere"), graph)
    assert strange == spans
    assert evidence_spans(item(answer=None), graph) == []


def test_groups_are_disjoint_and_hold_the_right_words() -> None:
    layout = lay_out(item(), [(4, 15)])
    tokenizer = tokenizer_over(layout.text)
    coded = tokenizer(layout.text, return_offsets_mapping=True)
    groups = token_groups(layout, coded["offset_mapping"])
    words = tokenizer.convert_ids_to_tokens(coded["input_ids"])
    said = {name: " ".join(words[i] for i in places) for name, places in groups.items()}
    assert said["E"] == "river froze"
    assert said["N"] == "The in January . So the mill stopped . The miller owns two cats ."
    assert said["Q"] == "Why did the mill stop in year 0 ?"
    assert said["O"].startswith("A ) The miller")
    assert said["O"].endswith("An owl screamed .")
    assert said["T"] == ":"
    places = [place for each in groups.values() for place in each]
    assert len(places) == len(set(places))


def test_a_trace_counts_outcomes_apart(decoder: Decoder) -> None:
    found = trace(decoder, [*ITEMS, item(9, None)], GRAPHS, (0, 1))
    assert found.skipped == ("9/0",)
    assert sum(group.n for group in found.of_all()) == len(ITEMS) == len(found.items)
    assert found.layers == 3
    for group in found.of_all():
        members = [each for each in found.items if each.correct == (group.outcome == "correct")]
        assert group.n == len(members)
        for layer, row in enumerate(group.layers):
            for name in NAMES:
                assert row[name] == pytest.approx(fmean(e.flows[layer][name] for e in members))
        assert (group.raw == {}) == (not members)
    correct = found.of_all()[0]
    assert found.masking is not None
    assert found.masking.left == 0.0
    assert found.masking.before == pytest.approx(correct.n / len(ITEMS))
    assert found.masking.after == fmean(each.masked == each.right for each in found.items)


def test_groups_are_rung_by_outcome_and_make_up_the_whole(decoder: Decoder) -> None:
    rungs: tuple[Rung, ...] = ("intervention", "discovery")
    items = [item(n, n % 3, rung=rungs[n % 2]) for n in range(6)]
    found = trace(decoder, items, GRAPHS)
    names = [(group.rung, group.outcome) for group in found.groups]
    assert names == [
        (rung, outcome)
        for rung in (None, "discovery", "intervention")
        for outcome in ("correct", "wrong")
    ]
    for place, whole in enumerate(found.of_all()):
        assert whole.n == found.groups[2 + place].n + found.groups[4 + place].n
    for group in found.groups:
        if group.n:
            assert sum(group.shares.values()) == pytest.approx(1)
            assert set(group.shares) == set(group.raw) == set(NAMES)


def test_shares_weigh_layers_of_different_scale_alike() -> None:
    faint = dict(zip(NAMES, (0.0, 0.0, 0.0, 1e-6, 3e-6), strict=True))
    strong = dict(zip(NAMES, (6.0, 2.0, 0.0, 0.0, 0.0), strict=True))
    silent = dict.fromkeys(NAMES, 0.0)
    group = Group(rung=None, outcome="wrong", n=1, layers=(faint, strong, silent))
    assert list(group.shares.values()) == pytest.approx([0.375, 0.125, 0, 0.125, 0.375])
    assert group.raw["E_O"] == pytest.approx(2.0)
    assert Group(rung=None, outcome="wrong", n=1, layers=(silent,)).shares == {}


def test_published_flows_stand_beside_and_sum_to_one(decoder: Decoder) -> None:
    console = Console(width=200)
    with console.capture() as told:
        console.print(*render_trace(trace(decoder, ITEMS, GRAPHS)))
    rows = [line.split() for line in told.get().splitlines() if line.startswith("published disc")]
    assert [row[2:] for row in rows] == [
        ["correct", "16.9%", "9.4%", "25.1%", "46.9%", "1.7%"],
        ["wrong", "12.5%", "12.6%", "21.6%", "49.4%", "3.9%"],
    ]


def test_what_is_answered_is_the_likeliest_letter(decoder: Decoder) -> None:
    found = trace_item(decoder, ITEMS[1], GRAPHS[CONTEXT])
    assert found is not None
    spans = evidence_spans(ITEMS[1], GRAPHS[CONTEXT])
    ids, _ = decoder.encode(lay_out(ITEMS[1], spans).text)
    with torch.no_grad():
        logits = decoder.model(input_ids=ids).logits[0, -1]
    letters = letter_tokens(decoder.tokenizer, 3)
    assert found.given == int(logits[letters].argmax())


def test_a_tokenizer_that_merges_letters_is_refused() -> None:
    tokenizer = tokenizer_over("nothing")
    assert len(letter_tokens(tokenizer, 5)) == 5
    with pytest.raises(Unavailable, match="every letter"):
        letter_tokens(tokenizer, 7)


def test_nothing_to_trace_is_bad_input(decoder: Decoder) -> None:
    with pytest.raises(BadInput, match="no item"):
        trace(decoder, [item(0, None)], GRAPHS)


@pytest.mark.parametrize("text", ["", "5", "0-9", "top", "1-", "-1", "2,,3"])
def test_layers_that_are_not_there(text: str) -> None:
    with pytest.raises(UsageError, match="--mask"):
        layer_range(text, 5)


def test_the_plot_is_svg_with_a_line_a_flow(decoder: Decoder) -> None:
    found = trace(decoder, ITEMS, GRAPHS).model_copy(update={"model": "<b>&\x1b"})
    root = ElementTree.fromstring(plot(found))
    lines = [e for e in root.iter() if e.tag.endswith("polyline")]
    outcomes = sum(group.n > 0 for group in found.of_all())
    assert len(lines) == outcomes * len(NAMES)
    assert len(list(render_trace(found))) >= 2


def test_the_command(tmp_path: Path) -> None:
    made = small("llama")
    made.model.save_pretrained(tmp_path / "model")
    made.tokenizer.save_pretrained(tmp_path / "model")
    questions = [question(each) for each in ITEMS]
    file = tmp_path / "m.jsonl"
    file.write_text(json.dumps({"context": CONTEXT, "questions": questions}) + "\n")
    picture = tmp_path / "flows.svg"
    arguments = [str(tmp_path / "model"), "--items", str(file), "--mask", "shallow"]
    run = CliRunner().invoke(command, [*arguments, "--plot", str(picture), "--json", "-"])
    assert run.exit_code == 0, run.output
    told = json.loads(run.stdout)
    assert told["layers"] == 3
    assert len(told["items"]) == 6
    assert told["masking"]["layers"] == [0]
    assert picture.read_text().startswith("<svg")
    one = CliRunner().invoke(command, [*arguments[:3], "--item", "0/4"])
    assert "E→O" in one.output


def question(each: Item) -> dict[str, Any]:
    assert each.choice is not None
    options = {f"option_{i}": text for i, text in enumerate(each.choice.options)}
    return {
        "ladder": "Causal_Discovery",
        "question": each.texts["question"],
        "answer": each.choice.answer,
        **options,
    }


def test_a_model_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="cannot be loaded"):
        load_decoder(str(tmp_path / "nothing"))


def test_double_and_single_precision_agree() -> None:
    single, double = build("llama").float(), build("llama")
    ids = torch.arange(8)[None]
    with torch.no_grad():
        assert torch.allclose(
            single(input_ids=ids).logits.double(), double(input_ids=ids).logits, atol=1e-3
        )
