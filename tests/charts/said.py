"""The texts of a figure: its title, legend entries and the lines below it."""

from typing import Any

from bokeh.models import Legend, Title


def said(plot: Any) -> str:
    below = [part for part in plot.below if isinstance(part, Legend | Title)]
    words = [plot.title.text]
    for part in below:
        words += [str(item.label.value) for item in part.items] if isinstance(part, Legend) else [part.text]
    return " ".join(words)
