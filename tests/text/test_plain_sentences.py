"""Sentences anyone might type: which relation comes out, and which part of the text comes first.

Every row: the sentence, the relation, a word of the cause (or of what is done) and one of the
effect (or of what it is done for); an edge of the graph must run from the one to the other.
"""

import pytest

from prism.graph.relations import CAUSAL
from prism.text.parse import parse

PLAIN = """
The pipe burst, so the cellar was flooded. | RESULT | burst | flooded
The tyre burst, so we were late. | RESULT | tyre | late
The battery was empty, so the lamp went out. | RESULT | battery | lamp
Prices rose, so people bought less. | RESULT | rose | bought
He missed the train, and so he was late. | RESULT | missed | late
The more it rains, the higher the river gets. | CONDITION | rains | river
The hotter the water gets, the faster the sugar dissolves. | CONDITION | hotter | sugar
The less you sleep, the slower you think. | CONDITION | sleep | think
The lamp went out as the battery was empty. | CAUSE | battery | lamp
As the battery was empty, the lamp went out. | CAUSE | battery | lamp
It did not fail because it was old. | CAUSE | old | fail
Since it was raining, the match was stopped. | CAUSE | raining | match
The road was icy; hence the bus was late. | CONSEQUENCE | icy | bus
The valve stuck open, and thus the tank drained. | CONSEQUENCE | valve | tank
The wall blocked the wind, thereby keeping the garden warm. | RESULT | wall | garden
Given that the bridge is closed, we will take the ferry. | CAUSE | bridge | ferry
Now that the dam is finished, the valley no longer floods. | CAUSE | dam | valley
Seeing that the door was open, the cat went out. | CAUSE | door | cat
She opened the window in order to let the smoke out. | PURPOSE | opened | smoke
Owing to the strike, no trains ran. | CAUSE | strike | trains
The match was cancelled on account of the rain. | CAUSE | rain | match
Thanks to the new pump, the fields stayed dry. | CAUSE | pump | fields
Heavy smoking leads to lung disease. | CAUSE | smoking | disease
The shortage resulted in higher prices. | CAUSE | shortage | prices
The cold makes the pipes crack. | CAUSE | cold | pipes
The fence prevents the sheep from leaving. | CAUSE | fence | sheep
The cover keeps the engine from rusting. | CAUSE | cover | rusting
The plants will die unless you water them. | CONDITION | unless | die
You can stay as long as you keep quiet. | CONDITION | quiet | stay
Once the paint is dry, you can hang the picture. | CONDITION | paint | picture
Whenever the wind turns, the smoke fills the hall. | CONDITION | wind | hall
When water freezes, it expands. | CONDITION | freezes | expands
Provided that the weather holds, we will sail. | CONDITION | weather | sail
The delay was due to a broken signal. | CAUSE | signal | delay
The floods were caused by heavy rain. | CAUSE | rain | floods
The reason why the roof fell is that the beam was rotten. | CAUSE | beam | roof
The beam was rotten. That is why the roof fell. | RESULT | beam | roof
The beam was rotten, which is why the roof fell. | RESULT | beam | roof
The rains failed, and in turn the prices rose. | RESULT | rains | prices
The drought killed the crops, which in turn raised the price. | RESULT | drought | price
The farmers left and, as a result, the fields went wild. | RESULT | farmers | fields
"""
UNLINKED = [
    "The older men sat down, the younger men stood.",
    "The river was wide, the older bridge narrow.",
    "In that year the mill closed.",
    "He won the cup, for which he trained long.",
    "What happens when rain falls?",
    "In the north, the rivers are short.",
]


@pytest.mark.parametrize("row", PLAIN.strip().splitlines(), ids=lambda row: row.split(" | ")[0])
def test_a_plain_sentence_gives_its_relation_cause_first(row):
    text, label, cause, effect = row.split(" | ")
    graph = parse(text)
    held = {unit.id: unit.text for unit in graph.units}
    edges = [(edge.label, held[edge.source], held[edge.target]) for edge in graph.edges]
    assert any(
        name == label and cause in source and effect in target for name, source, target in edges
    ), edges


@pytest.mark.parametrize("text", UNLINKED)
def test_sentences_that_claim_no_cause_give_none(text):
    assert not [edge for edge in parse(text).edges if edge.label in CAUSAL]


def test_a_mark_of_several_words_is_not_cut():
    units = [unit.text for unit in parse("You can stay as long as you keep quiet.").units]
    assert units == ["You can stay", "as long as you keep quiet."]
