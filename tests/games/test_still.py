"""A game as a still picture in a notebook."""

import re
from html import escape
from html.parser import HTMLParser

import pytest

from geoclass import bots, data, games, review
from geoclass.games import tell
from geoclass.games.still import as_html
from tests.review import played as whole


def played(kind, moves=30):
    game = games.new(kind, players=["Ana <b>", "Ben", "Cleo", "Dan"], seed=3)
    brains = [bots.make(kind, "pupil", seat) for seat in range(4)]
    for _ in range(moves):
        if not game.actors:
            break
        seat = game.actors[0]
        game.play(brains[seat].choose(game.view(seat), game.legal(seat)))
    return game


@pytest.mark.parametrize("kind", games.GAMES)
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_game_shows_itself_as_html_without_scripts_or_requests(kind, lang):
    game = played(kind)
    html = as_html(game, lang)
    assert not re.search(r"<script|<link|<b>Ben <b>|Ana <b>", html)
    assert not re.search(r"""(src|href)=["'](?!data:)""", html)
    assert "Ana &lt;b&gt;" in html
    for line in tell.tell(game.view(None), lang):
        assert escape(line) in html
    assert len(html) < 400_000
    HTMLParser().feed(html)
    assert game._repr_html_() == as_html(game)


def test_what_the_picture_shows_is_what_everybody_sees():
    row = played("countries", 9)
    html = as_html(row, "en")
    laid = [data.Country(card["card"]).words("en") for card in row.view(None)["row"]]
    assert laid
    assert all(f">{escape(name)}<" in html for name in laid)
    assert as_html(played("couleurs"), "en").count('fill="#0A4AA0"') > 0
    assert 'stroke="#0A4AA0" stroke-width="3"' in as_html(played("course"), "en")
    hidden = games.new("globalissimo", ["A", "B"], seed=3, options={"flags_only": True})
    told = as_html(hidden, "en")
    words = re.sub(r"data:[^\"]*", "", told)
    assert not [iso for iso in hidden.view(None)["open"] if data.Country(iso).words("en") in words]


def test_a_comparison_with_bots_shows_itself_as_a_chart():
    html = review.versus_bots(whole.log("countries"), games=2)._repr_html_()
    assert html.count("<tr>") == 3
    assert not re.search("<script|src=|href=", html)
    nothing = review.versus_bots(games.new("countries", ["A", "B"], seed=1).log)._repr_html_()
    assert "<tr>" not in nothing
