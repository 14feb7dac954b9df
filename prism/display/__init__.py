"""How a thing looks: pieces of a terminal report, and the drawing of a graph."""
