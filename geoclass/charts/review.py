"""Names of version 0.1; all of them are in `geoclass.charts` now."""

from typing import Any

from geoclass.charts import flat, judged
from geoclass.charts.old import renamed
from geoclass.maps.classes import classes


def _captioned(plot: Any, said: str, legend: Any = ()) -> Any:
    return flat.captioned(plot, said, legend=legend)


def _legend(column: str, lang: str = "en") -> list[tuple[str, str]]:
    found = classes(column)
    return list(zip(found.colours, found.labels(lang), strict=True))


def _versus(measure: str, scores: Any, said: str = "", lang: str = "en") -> Any:
    return flat.captioned(judged.versus_figure(measure, scores, lang), said)


def _misconceptions(by_country: Any, said: str = "", lang: str | None = None, **options: Any) -> Any:  # noqa: ARG001
    return flat.misconceptions(by_country, lang, **options)


caption = renamed("charts.review.caption", "charts.caption", judged.caption)
captioned = renamed("charts.review.captioned", "charts.captioned", _captioned)
legend = renamed("charts.review.legend", "part of charts.world_map", _legend)
misconception_map = renamed("charts.review.misconception_map", "charts.misconceptions", _misconceptions)
plain_figure = renamed("charts.review.plain_figure", "charts.plain", flat.plain)
versus_chart = renamed("charts.review.versus_chart", "charts.versus", _versus)
