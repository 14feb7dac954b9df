"""What a model thought is told from what it answered, whatever marks it uses."""

import pytest

from prism.llm.reasoning import split_reasoning

THOUGHT, ANSWER = "Is it none? No.", "VERDICT: forward"
MARKED = [
    "<think>{}</think>\n{}",
    "<thinking>{}</thinking> {}",
    '<think effort="high">{}</think>{}',
    "<thought>{}</thought>{}",
    "<reasoning>{}</reasoning>{}",
    "<analysis>{}</analysis>{}",
    "<seed:think>{}</seed:think>{}",
    "<antThinking>{}</antThinking>{}",
    "&lt;think&gt;{}&lt;/think&gt;{}",
    "[THINK]{}[/THINK]{}",
    "◁think▷{}◁/think▷{}",
    "<|START_THINKING|>{}<|END_THINKING|><|START_RESPONSE|>{}<|END_RESPONSE|>",
    "<|begin_of_thought|>{}<|end_of_thought|>\n<|begin_of_solution|>{}<|end_of_solution|>",
    "<|channel|>analysis<|message|>{}<|end|><|start|>assistant<|channel|>final<|message|>{}",
    "<|channel|>analysis<|message|>{}<|end|><|channel|>final<|constrain|>json<|message|>{}<|return|>",
    "analysis{}assistantfinal{}",
    "{}</think>\n\n{}",
    "{} [BEGIN FINAL RESPONSE]\n{}\n[END FINAL RESPONSE]",
]


@pytest.mark.parametrize("marked", MARKED)
def test_thought_and_answer_are_told_apart(marked):
    assert split_reasoning(marked.format(THOUGHT, ANSWER)) == (ANSWER, THOUGHT)


@pytest.mark.parametrize(
    "opened",
    ["<think>{}", "[THINK]{}", "<|channel|>analysis<|message|>{}", "<|START_THINKING|>{}",
     "◁think▷{}", "analysis{}"],
)  # fmt: skip
def test_what_is_never_closed_is_reasoning_to_the_end(opened):
    answer, thought = split_reasoning(opened.format(THOUGHT))
    assert answer == ""
    assert thought == THOUGHT


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("<think>a<think>b</think>c</think>d", "d"),
        ("<think>It says <think> here.</think> Yes.", "Yes."),
        ("<think>a</think>One.<think>b</think> Two.", "One. Two."),
        ("<think></think>Yes.", "Yes."),
    ],
)
def test_blocks_within_blocks(text, answer):
    assert split_reasoning(text)[0] == answer


@pytest.mark.parametrize(
    "text",
    ["It rained.", "", "a < think b > c", "The `<think>` mark is used by models.", "[Thinking] Hm.",
     "Analysis: it rained.", "An analysis follows.",
     '{"quote": "</think> it rained", "verdict": "yes"}'],
)  # fmt: skip
def test_what_is_no_reasoning_stays_as_it_is(text):
    assert split_reasoning(text) == (text, "")
