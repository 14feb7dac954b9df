"""``python -m prism`` is the command ``prism``; Ctrl-C is heeded while it is still loading."""

import sys
from importlib import import_module

__all__ = ["main"]

INTERRUPTED = 130


def main() -> None:
    """Load the command line and run it."""
    try:
        import_module("prism.cli").main()
    except KeyboardInterrupt:
        sys.stderr.write("prism: interrupted\n")
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
