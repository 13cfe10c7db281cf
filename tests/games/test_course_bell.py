"""P15: a race ended by the bell: the leader by D6, all tours so far, and the tickets still in hand."""

from geoclass import games
from geoclass.games.course import tables
from tests.games.course_table import RING, fly, start, stay, table


def test_P15_most_visas_lead_then_the_shortest_way_home():
    game = table(["cairo--paris", "cairo--tehran"], ["london--paris", "paris--rome"], stock=RING[:6])
    start(game)
    fly(game, "cairo--paris")
    start(game)
    fly(game, "london--paris")
    game.close()
    assert game.standing == {"leaders": [0], "scores": [2, 1]}
    reveal = game.reveal
    assert reveal
    assert (reveal["unfinished"], reveal["winners"]) == (True, [])
    assert reveal["hands"] == [game.view(seat)["hand"] for seat in range(2)]
    assert [tour["cities"] for tour in reveal["tours"]] == [["paris", "cairo"], ["paris", "london"]]


def test_P15_equal_visas_are_told_apart_by_the_way_home():
    game = table(["cairo--paris", "cairo--tehran"], ["cairo--singapore", "darwin--singapore"], stock=RING[:6])
    start(game)
    stay(game, ["cairo--paris", "cairo--tehran"])
    start(game)
    game.close()
    assert game.standing["leaders"] == [0, 1]


def test_P15_nobody_leads_before_the_first_start():
    game = games.new("course", ["Ana", "Ben"], seed=1)
    game.close()
    assert game.standing == {"leaders": [], "scores": [0, 0]}
    assert [tour["cities"] for tour in game.reveal["tours"]] == [[], []]


def test_hubs_are_routes_of_the_table_between_sixteen_cities():
    routes = tables.network("hubs")
    assert len(routes) == 77
    assert list(routes) == sorted(routes)
    assert {city for route in routes for city in route.split("--")} == set(tables.HUBS)
    for teams in range(2, 7):
        games.new("course", [f"Team {n}" for n in range(teams)], seed=1, options={"network": "hubs"})
