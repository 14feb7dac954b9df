"""Every table in one go: ``python -m benchmarks``; each also runs alone.

The long ones (chaos, fuzz_files, memory, mutants, scale, real_server, train) run alone only.
"""

import subprocess
import sys

TABLES = (
    "startup",
    "speed_parse",
    "requests",
    "growth",
    "fidelity",
    "fidelity.edits",
    "ladder",
    "truth",
    "scm_speed",
    "throughput",
    "parallel",
)


def main() -> int:
    """Run the tables one after the other; 1 where one of them reports a broken limit."""
    codes = []
    for table in TABLES:
        print(f"\n== python -m benchmarks.{table}", flush=True)
        command = [sys.executable, "-m", f"benchmarks.{table}"]
        codes.append(subprocess.run(command, check=False).returncode)
    return 1 if any(codes) else 0


if __name__ == "__main__":
    sys.exit(main())
