"""Run the benchmarks named on the command line, or all of them."""

import sys
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

NAMES = sorted(m.name for m in iter_modules([str(Path(__file__).parent)]) if not m.name.startswith("_"))

for name in sys.argv[1:] or NAMES:
    print(f"\n{name}\n{'=' * len(name)}", flush=True)
    import_module(f"benchmarks.{name}").run()
