"""The time to import geoclass and to load each table, as ratios to importing pandas and geopandas in the same run."""

import json
import subprocess
import sys

REPEATS = 5
LOADS = ("countries", "capitals", "borders", "cities", "routes", "shapes")


def run() -> None:
    pandas, geopandas = _fresh("import pandas"), _fresh("import geopandas")
    print(f"  import pandas                 {pandas:7.3f} s")
    print(f"  import geopandas              {geopandas:7.3f} s")
    for what in ("geoclass", "geoclass.data", "geoclass.games"):
        print(f"  {'import ' + what:28} {_fresh(f'import {what}') / pandas:7.2f} × import pandas")
    for table in LOADS:
        before = "import pandas, geoclass.data as d" if table != "shapes" else "import geopandas, geoclass.data as d"
        base, name = (pandas, "pandas") if table != "shapes" else (geopandas, "geopandas")
        print(f"  {table + '()':28} {_fresh(f'd.{table}()', before) / base:7.2f} × import {name}")
    from geoclass import data

    size = len(json.dumps(data.map_columns(), separators=(",", ":")))
    print(f"  map columns                   {size / 1000:7.1f} kB, {size / 160_000:.2f} × the 160 kB allowed")


def _fresh(statement: str, before: str = "pass") -> float:
    """The best time of *statement* in a fresh interpreter."""
    code = f"{before}\nfrom time import perf_counter as t\ns = t()\n{statement}\nprint(t() - s)"
    runs = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(REPEATS)
    ]
    return min(float(r.stdout) for r in runs)
