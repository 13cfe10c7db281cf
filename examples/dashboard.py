"""Explore and a table of the chosen figures, kept in sync: ``panel serve examples/dashboard.py``."""

import panel as pn

from geoclass import Explorer, data

pn.extension()

explorer = Explorer(figure="life_expectancy", against="gdp_per_capita_usd", countries=["JPN", "NER", "FRA"], lang="en")


@pn.depends(explorer.param.figure, explorer.param.against, explorer.param.countries)
def chosen(figure, against, countries):
    columns = [name for name in dict.fromkeys((figure, against)) if name]
    frame = data.countries().loc[countries, ["name_en", *columns]]
    return pn.pane.DataFrame(frame.rename(columns={name: data.column(name).label["en"] for name in columns}))


pn.Column(explorer, pn.panel(chosen), sizing_mode="stretch_width").servable(title="Explore and a table")
