"""SVG and HTML are well-formed, self-contained and inert, whatever the texts say."""

import base64
import hashlib
import re
from html.parser import HTMLParser
from xml.etree import ElementTree

from hypothesis import given, settings
from hypothesis import strategies as st

from prism.display.drawing import to_html, to_svg
from prism.display.view import View, view
from prism.graph import CausalGraph, Cue, Edge, Origin, Unit

SVG = "{http://www.w3.org/2000/svg}"
DRAWN = {"svg", "g", "rect", "path", "text", "title", "style", "script"}
ATTACKS = [
    "<script>alert(1)</script>", "</script><img src=x onerror=alert(1)>", "]]>", "]]></script>",
    '" onfocus="alert(1)', "' autofocus='", "&lt;b&gt;", "<!-- ", "-->", "{{ 7*7 }}", "{% raw %}",
    "javascript:alert(1)", "\x1b[31m", "\x00", "\ufffe", "\u202e", "</title></style>", "\ud83d",
]  # fmt: skip
HOSTILE = st.sampled_from(ATTACKS) | st.text(max_size=12)


@st.composite
def graphs(draw: st.DrawFn) -> CausalGraph:
    text = draw(HOSTILE)
    ids = draw(st.lists(HOSTILE, min_size=2, max_size=4, unique=True))
    end = min(3, len(text))
    units = tuple(Unit(name, draw(HOSTILE), 0, end) for name in ids)
    some = st.sampled_from(ids)
    label = st.just("CAUSE") | HOSTILE
    edges = tuple(
        Edge(
            f"e{i}",
            draw(some),
            draw(some),
            draw(label),
            Cue(draw(HOSTILE), 0, end),
        )
        for i in range(3)
    )
    origin = Origin(parser=draw(HOSTILE), fallback="sentences")
    return CausalGraph(units, edges, ((ids[0], ids[1]),), text, origin)


class Page(HTMLParser):
    """Collects the tags, attributes and scripts of a page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.raw: dict[str, list[str]] = {"script": [], "style": []}
        self.inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        self.inside = tag

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""

    def handle_data(self, data: str) -> None:
        if self.inside in self.raw:
            self.raw[self.inside].append(data)


@settings(max_examples=60)
@given(graphs(), HOSTILE)
def test_svg_is_well_formed_and_has_one_script(graph: CausalGraph, title: str) -> None:
    text = to_svg(View(graph), title=title)
    root = ElementTree.fromstring(text.encode("utf-8"))
    assert root.tag == f"{SVG}svg"
    assert len(list(root.iter(f"{SVG}script"))) == 1
    units = [g for g in root.iter(f"{SVG}g") if "unit" in g.get("class", "").split()]
    assert len(units) == len(graph.units)
    assert all(unit.get("tabindex") == "0" and unit.get("aria-label") for unit in units)
    for element in root.iter():
        assert not any(name.startswith("on") or name.endswith("href") for name in element.attrib)
        assert element.tag.removeprefix(SVG) in {
            "svg",
            "g",
            "rect",
            "path",
            "text",
            "title",
            "style",
            "script",
        }


@settings(max_examples=60)
@given(graphs(), HOSTILE)
def test_html_holds_only_our_script_and_its_policy_admits_only_that(
    graph: CausalGraph, title: str
) -> None:
    text = to_html(View(graph), title=title)
    page = Page()
    page.feed(text)
    assert page.tags.count("script") == page.tags.count("style") == 1
    assert not {"img", "iframe", "link", "object", "base", "form", "a"} & set(page.tags)
    names = {name for name, _ in page.attributes}
    assert not any(name.startswith("on") for name in names)
    assert not {"href", "src", "style", "srcset", "action"} & names
    (policy,) = (value for _, value in page.attributes if value and "default-src" in value)
    assert policy.startswith("default-src 'none'; ")
    for kind in ("script", "style"):
        digest = hashlib.sha256("".join(page.raw[kind]).encode()).digest()
        assert f"{kind}-src 'sha256-{base64.b64encode(digest).decode()}'" in policy


def test_nothing_points_outside() -> None:
    graph = CausalGraph.of(["a", "b"], [(0, 1, "CAUSE")], text="a b")
    for text in (to_svg(View(graph)), to_html(View(graph))):
        urls = set(re.findall(r"[a-z]+://[^\"'\s<]+", text))
        assert urls == {"http://www.w3.org/2000/svg"}
        assert "@import" not in text
        assert "url(" not in text


def test_words_cues_and_relations_are_all_there() -> None:
    graph = CausalGraph.of(["the dam burst", "the town flooded"], [(0, 1, "RESULT")])
    (edge,) = graph.edges
    cued = graph.replace(edges=(Edge("e1", edge.source, edge.target, "RESULT", Cue("therefore")),))
    text = to_html(View(cued), title="A flood")
    for words in (
        "the dam burst",
        "the town flooded",
        "RESULT “therefore”",
        "A flood",
        "longest path",
    ):
        assert words in text
    said = "u1, event: the dam burst – caused by nothing; leads to u2 (RESULT “therefore”)"
    assert f'aria-label="{said}"' in text


def test_a_comparison_marks_what_changed() -> None:
    old = CausalGraph.of(["the dam burst", "the town flooded"], [(0, 1, "CAUSE")])
    new = CausalGraph.of(["the dam held", "the town flooded", "people slept"])
    root = ElementTree.fromstring(to_svg(view(new, against=old)))
    states = [
        g.get("class", "").split()[2] for g in root.iter(f"{SVG}g") if "unit" in g.get("class", "")
    ]
    assert states == ["is-changed", "is-kept", "is-added"]
    lines = [g.get("class") for g in root.iter(f"{SVG}g") if "edge" in g.get("class", "")]
    assert lines == ["edge reach is-removed"]


def test_the_numbers_of_a_comparison_are_those_of_the_new_graph() -> None:
    old = CausalGraph.of(["the dam burst", "the town flooded"], [(0, 1, "CAUSE")])
    text = to_html(view(CausalGraph.of(["the dam burst"]), against=old))
    assert "<span>units</span> <b>1</b>" in text
    assert "<span>causal edges</span> <b>0</b>" in text


def test_a_fallback_is_said_on_the_page() -> None:
    graph = CausalGraph.of(["a"], origin=Origin(parser="embedded", fallback="sentences"))
    assert "whole sentences stand in" in to_html(View(graph))


def test_a_drawing_that_stands_alone_tells_each_unit_in_full_where_the_pointer_rests() -> None:
    graph = CausalGraph.of(
        ["it rained", "the road flooded", "a bird sang"], [(0, 1, "CAUSE"), (2, 0, "BACKGROUND")]
    )
    drawn = ElementTree.fromstring(to_svg(View(graph)))
    told = [g.findtext(f"{SVG}title") for g in drawn.iter(f"{SVG}g") if "data-node" in g.attrib]
    assert told == [
        "u1, event\nit rained\n→ CAUSE u2: the road flooded\n· BACKGROUND u3: a bird sang",
        "u2, event\nthe road flooded\n← CAUSE u1: it rained",
        "u3, event\na bird sang\n· BACKGROUND u1: it rained",
    ]
    assert "<title>it rained</title>" in to_html(View(graph))  # its panel tells the rest
