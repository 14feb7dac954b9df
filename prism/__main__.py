"""``python -m prism`` is the command ``prism``."""

from prism.cli import main

main()
