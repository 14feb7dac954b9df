"""Replies of language models, in every form they come in, against links worked out by hand."""

import json

import pytest

from prism.parsers.reply import graph_of_reply, read_reply

UNITS = "EDUs:\nEDU1: one\nEDU2: two\nEDU3: three\nEDU4: four\nEDU5: five\n"


def links(relations: str, units: str = UNITS) -> list[tuple[str, str, str]]:
    reply = read_reply(f"{units}RST ANALYSIS:\n{relations}\nTREE STRUCTURE:\nROOT(EDU5, EDU4)\n")
    return [(link.source, link.label, link.target) for link in reply.links]


@pytest.mark.parametrize(
    "line",
    [
        "RELATION(EDU2, EDU1): CAUSE [SN]",
        "CAUSE(EDU2, EDU1): CAUSE [SN]",
        "ADDITION(EDU2, EDU1): CAUSE [SN]",
        "CAUSE(EDU2, EDU1) [SN]",
        "CAUSE(EDU2, EDU1)",
        "CAUSE(EDU 2, EDU 1): CAUSE [SN]",
        "CAUSE(2, 1): CAUSE [SN]",
        "- **CAUSE**(EDU2, EDU1): **CAUSE** [SN]",
        "1. `CAUSE(EDU2, EDU1)`: CAUSE [SN]",
        "CAUSE(EDU2, EDU1): cause (SN)",
        "CAUSE(EDU2, EDU1): CAUSE SN",
        "CAUSE EDU2, EDU1: CAUSE [SN]",
        "CAUSE(EDU2,\n   EDU1): CAUSE [SN]",
        "CAUSE(EDU2, EDU1):\n  CAUSE [SN]",
        "EDU2 -> EDU1: CAUSE [SN]",
        "EDU2 → EDU1: CAUSE",
        "EDU 2 --> EDU 1 (CAUSE)",
        "CAUSE(EDU2, EDU1): [SN]",
        "RELATION(EDU2, EDU1): CAUSE [NS]",
    ],
)
def test_every_way_to_write_one_link(line: str) -> None:
    assert links(line) == [("EDU2", "CAUSE", "EDU1")]


@pytest.mark.parametrize(
    ("relations", "expected"),
    [
        ("SEQUENCE(EDU3, EDU1): SEQUENCE [NN]", [("EDU1", "SEQUENCE", "EDU3")]),
        ("SEQUENCE(EDU1, EDU3): SEQUENCE [NN]", [("EDU1", "SEQUENCE", "EDU3")]),
        ("CAUSE(EDU1, EDU9): CAUSE [SN]", []),
        ("ENABLEMENT(EDU1, EDU2): enablement [SN]", [("EDU1", "enablement", "EDU2")]),
        (
            "CAUSE(EDU1, EDU2): CAUSE [SN]\nCAUSE(EDU1, EDU2): CAUSE [SN]",
            [("EDU1", "CAUSE", "EDU2")],
        ),
        (
            "CAUSE(EDU1, EDU2): CAUSE [SN]\nRESULT(EDU2, EDU1): RESULT [SN]",
            [("EDU1", "CAUSE", "EDU2"), ("EDU2", "RESULT", "EDU1")],
        ),
        # No node covers the span 3-5: all of its units are meant.
        (
            "CAUSE(EDU3-5, EDU1): CAUSE [SN]",
            [("EDU3", "CAUSE", "EDU1"), ("EDU4", "CAUSE", "EDU1"), ("EDU5", "CAUSE", "EDU1")],
        ),
        # The node over 4-5 promotes its nucleus, unit 4.
        (
            "ELABORATION(EDU5, EDU4): ELABORATION [SN]\nCAUSE(EDU4-5, EDU1): CAUSE [SN]",
            [("EDU5", "ELABORATION", "EDU4"), ("EDU4", "CAUSE", "EDU1")],
        ),
        # The node over 3-5 promotes through the node over 4-5.
        (
            "RESULT(EDU5, EDU4): RESULT [NS]\nELABORATION(EDU3, EDU4-EDU5): ELABORATION [SN]\n"
            "CAUSE(EDU1, EDU3-5): CAUSE [SN]",
            [
                ("EDU5", "RESULT", "EDU4"),
                ("EDU3", "ELABORATION", "EDU5"),
                ("EDU1", "CAUSE", "EDU5"),
            ],
        ),
        # A multinuclear node promotes both.
        (
            "CONTRAST(EDU4, EDU5): CONTRAST [NN]\nCAUSE(EDU1, EDU4–5): CAUSE [SN]",
            [("EDU4", "CONTRAST", "EDU5"), ("EDU1", "CAUSE", "EDU4"), ("EDU1", "CAUSE", "EDU5")],
        ),
        # A node that covers itself must not be promoted for ever.
        ("CAUSE(EDU4-5, EDU4-5): CAUSE [SN]", [
            ("EDU4", "CAUSE", "EDU4"), ("EDU4", "CAUSE", "EDU5"),
            ("EDU5", "CAUSE", "EDU4"), ("EDU5", "CAUSE", "EDU5"),
        ]),
    ],
)  # fmt: skip
def test_projection(relations: str, expected: list[tuple[str, str, str]]) -> None:
    assert links(relations) == expected


@pytest.mark.parametrize(
    "units",
    [
        "EDUs:\nEDU1: It rained\nEDU2: all night.\n",
        "**EDUs:**\n- EDU 1: It rained\n- EDU 2: all night.\n",
        "## EDUs\n1. **EDU1**: It rained\n2. **EDU2:** all night.\n",
        "EDUs:\nEDU1: It\nrained\nEDU2: all\n  night.\n",
        "EDUs:\n[EDU1] It rained\n[EDU2]: all night.\n".replace("[EDU1]", "[EDU1]:"),
        "EDU1. It rained\nEDU2. all night.\n",
        "Here you go.\n```\nEDUs:\nEDU1: It rained\nEDU2: all night.\n```\n",
    ],
)
def test_every_way_to_write_units(units: str) -> None:
    reply = read_reply(f"{units}\nRST ANALYSIS:\nELABORATION(EDU2, EDU1): ELABORATION [SN]")
    assert [(u.id, u.text) for u in reply.units] == [("EDU1", "It rained"), ("EDU2", "all night.")]
    assert len(reply.links) == 1


@pytest.mark.parametrize("reply", ["", "I cannot do that.", "EDUs:\n\nRST ANALYSIS:\n", "{}"])
def test_nothing_is_invented(reply: str) -> None:
    read = read_reply(reply)
    assert read.units == ()
    assert read.links == ()


def test_twins_become_one_edge_and_are_counted() -> None:
    reply = read_reply(UNITS + "RST ANALYSIS:\nCAUSE(EDU1, EDU2): CAUSE [SN]\n"
                       "RESULT(EDU2, EDU1): RESULT [SN]")  # fmt: skip
    graph = graph_of_reply(reply, "one two three four five")
    assert [(e.source, e.target, len(e.written)) for e in graph.edges] == [("EDU1", "EDU2", 2)]
    assert (graph.origin.turned, graph.origin.kept, graph.origin.merged) == (0, 1, 1)


def test_real_replies_yield_exactly_the_stored_edges(data) -> None:
    seen = 0
    for file in sorted((data / "whatif" / "native").glob("metrics_*.json")):
        for item in json.loads(file.read_text())["items"]:
            reply = read_reply(item["parsed_rst_raw"])
            stored = [
                (e["source"], e["target"], e["relation_type"]) for e in item["parsed_dag"]["edges"]
            ]
            assert [(link.source, link.target, link.label) for link in reply.links] == stored
            assert [(u.id, u.text) for u in reply.units] == [
                (n["id"], n["text"]) for n in item["parsed_dag"]["nodes"]
            ]
            seen += 1
    assert seen == 10
