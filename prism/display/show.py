"""Everything that ``prism show`` can make of a graph: one function a format."""

import io
import json
from collections.abc import Callable, Mapping

from rich.console import Console, RenderableType

from prism.display.drawing import to_html, to_svg
from prism.display.listing import edge_table, marked_text
from prism.display.skeleton import skeleton
from prism.display.view import View
from prism.graph.convert import to_dict
from prism.graph.diagram import to_dot, to_mermaid
from prism.graph.graphml import to_graphml

__all__ = ["FILE_FORMATS", "TERMINAL_FORMATS", "show", "show_in_terminal"]

TERMINAL_FORMATS: Mapping[str, Callable[[View, int], RenderableType]] = {
    "tree": skeleton,
    "table": edge_table,
    "text": lambda view, _: marked_text(view),
}
FILE_FORMATS: Mapping[str, Callable[[View, str], str]] = {
    "dot": lambda view, _: to_dot(view.graph),
    "mermaid": lambda view, _: to_mermaid(view.graph),
    "svg": lambda view, title: to_svg(view, title=title),
    "html": lambda view, title: to_html(view, title=title),
    "json": lambda view, _: json.dumps(to_dict(view.graph), indent=2) + "\n",
    "graphml": lambda view, _: to_graphml(view.graph),
}


def show_in_terminal(view: View, form: str, width: int) -> RenderableType:
    """Return ``view`` as tree, table or text for a rich console ``width`` cells wide."""
    return TERMINAL_FORMATS[form](view, width)


def show(
    view: View, form: str, *, title: str = "Causal graph", width: int = 80, colour: bool = False
) -> str:
    """Return ``view`` as text in any of the formats; terminal ones without escapes by default.

    Raises
    ------
    KeyError
        There is no such format.

    >>> from prism.graph import CausalGraph
    >>> print(show(View(CausalGraph.of("ab", [(0, 1, "CAUSE")])), "tree"), end="")
    u1 a
    └─ CAUSE → u2 b
    """
    if form in FILE_FORMATS:
        return FILE_FORMATS[form](view, title)
    page = io.StringIO()
    console = Console(
        file=page,
        width=width,
        force_terminal=colour,
        color_system="256" if colour else None,
        legacy_windows=False,
        highlight=False,
        emoji=False,
        markup=False,
    )
    console.print(show_in_terminal(view, form, width))
    return "".join(f"{line.rstrip()}\n" for line in page.getvalue().splitlines())
