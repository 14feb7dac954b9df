"""A graph as SVG and as an HTML page: self-contained, inert to what its texts say."""

import base64
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from prism.display.plain import one_line, visible
from prism.display.scene import Scene, scene
from prism.display.segments import segments
from prism.display.strongest import strongest
from prism.display.view import View
from prism.graph import CausalGraph
from prism.graph.structure import structure
from prism.parsers.telling import parser_notices

__all__ = ["to_html", "to_svg"]


def to_svg(view: View, *, title: str = "Causal graph") -> str:
    """Draw ``view`` as a standalone SVG: causes left of effects, one column a causal depth.

    Every unit can be focused; arrow keys follow the causal lines where the viewer runs scripts.

    >>> from prism.graph import CausalGraph
    >>> to_svg(View(CausalGraph.of(["<b>"]))).count("&lt;b&gt;") > 0
    True
    """
    part, cut = strongest(view)
    return (
        _environment()
        .get_template("graph.svg.j2")
        .render(
            scene=scene(part),
            title=one_line(f"{title} – {cut}" if cut else title),
            css=_asset("graph.css"),
            script=_asset("graph.js"),
        )
    )


def to_html(view: View, *, title: str = "Causal graph") -> str:
    """Draw ``view`` as one HTML page: the drawing, the unit in focus, the text, a table.

    The page fetches nothing, and its content security policy admits only its own style and
    script, by their hash. Of a graph past the limits of :mod:`prism.display.strongest` it draws and
    lists the strongest part and says so; the facts are those of the whole.
    """
    css, script = _asset("graph.css") + _asset("page.css"), _asset("graph.js")
    part, cut = strongest(view)
    drawn = scene(part)
    notices = [entry.message for entry in parser_notices(view.graph)]
    return (
        _environment()
        .get_template("graph.html.j2")
        .render(
            scene=drawn,
            title=one_line(title),
            css=css,
            script=script,
            policy=_policy(css, script),
            facts=_facts(view.present()),
            notices=[one_line(message) for message in (*notices, *([cut] if cut else []))],
            pieces=_pieces(part.graph, drawn),
            cut=bool(cut),
            panel=Markup(view.panel),  # noqa: S704 (a suite escapes what it quotes)
        )
    )


@dataclass(frozen=True, slots=True)
class _Piece:
    text: str
    nodes: tuple[str, ...]
    cue: bool
    opens: str


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("prism.display"), autoescape=True, undefined=StrictUndefined
    )


def _asset(name: str) -> Markup:
    """Return a style or script of our own, which is not escaped."""
    environment = _environment()
    source, _, _ = PackageLoader("prism.display").get_source(environment, name)
    return Markup(source)  # noqa: S704


def _policy(css: str, script: str) -> str:
    def source(text: str) -> str:
        digest = hashlib.sha256(text.encode()).digest()
        return f"'sha256-{base64.b64encode(digest).decode()}'"

    return (
        f"default-src 'none'; style-src {source(css)}; script-src {source(script)}; "
        "base-uri 'none'; form-action 'none'"
    )


def _facts(graph: CausalGraph) -> list[tuple[str, str]]:
    shape = structure(graph)
    broken = "–" if shape.fragmentation is None else f"{shape.fragmentation:.2f}"
    return [
        ("units", str(shape.units)),
        ("causal edges", str(shape.causal_edges)),
        ("longest path", str(shape.longest_path.length)),
        ("fragmentation", broken),
        ("without causal edge", f"{shape.unlinked:.0%}"),
        ("cycles", str(len(shape.cycles))),
        ("shape", shape.motif or "–"),
        ("parser", one_line(graph.origin.parser)),
    ]


def _pieces(graph: CausalGraph, drawn: Scene) -> list[_Piece]:
    names: Mapping[str, str] = {
        unit.id: node.node for unit, node in zip(graph.units, drawn.nodes, strict=True)
    }
    return [
        _Piece(
            visible(piece.text),
            tuple(names[unit] for unit in piece.units),
            bool(piece.cues),
            " ".join(one_line(unit) for unit in piece.opens),
        )
        for piece in segments(graph)
    ]
