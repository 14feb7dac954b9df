"""Every table that fits a coffee break: ``python -m benchmarks`` (``make bench``).

Fidelity against external data, what starting and parsing cost, and how the graph room grows; each
in a process of its own, so that none pays for another's memory. Exits with 1 where one failed or
broke a limit. The longer ones (``throughput``, ``scale``, ``chaos`` …) are started by name.
"""

import subprocess
import sys

TABLES = ("fidelity", "startup", "speed_parse", "growth")


def main() -> int:
    """Run all tables, one after the other; return 1 where any did not end well, else 0."""
    failed = []
    for name in TABLES:
        sys.stdout.write(f"\n== python -m benchmarks.{name}\n")
        sys.stdout.flush()
        if subprocess.run([sys.executable, "-m", f"benchmarks.{name}"], check=False).returncode:
            failed.append(name)
    if failed:
        sys.stdout.write(f"\nnot well: {', '.join(failed)}\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
