"""P15: a game ended by the bell is over like any other: nobody acts, it is in the log, and it can be undone."""

import pytest

from geoclass import bots, games
from geoclass.games import IllegalMove
from geoclass.review import exports, logs

OVER = games.IllegalMove("games.over").text("en")
LEVEL = "pupil"
GAMES = sorted(games.GAMES)


def played(kind, moves):
    """A game between bots after *moves* moves."""
    game = games.new(kind, ["Ana", "Ben", "Chloé"], seed=5)
    players = [bots.make(kind, LEVEL, seat) for seat in range(3)]
    for _ in range(moves):
        seat = game.actors[0]
        game.play(players[seat].choose(game.view(seat), game.legal(seat)))
    return game


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("moves", [0, 7, 12])
def test_P15_a_closed_game_is_told_as_such_and_opens_again(kind, moves):
    game = played(kind, moves)
    before = game.view(None)
    game.close()
    view = game.view(None)
    assert (game.closed, game.actors, game.result, game.ending) == (True, (), None, "bell")
    assert view["closed"]
    assert set(view["standing"]["leaders"]) <= set(range(len(game.players)))
    with pytest.raises(IllegalMove, match=OVER):
        game.close()
    with pytest.raises(IllegalMove, match=OVER):
        game.play(played(kind, moves).legal(before["actors"][0])[0])
    assert games.replay(game.log) == game != played(kind, moves)
    assert games.replay(game.log).view(None) == view
    game.undo()
    assert game.view(None) == before


@pytest.mark.parametrize("kind", GAMES)
def test_P15_a_log_of_a_closed_game_is_written_and_read(kind):
    game = played(kind, 7)
    game.close()
    [read] = logs.parse(exports.to_json(game.log))
    assert read["closed"] is True
    assert games.replay(read) == game


@pytest.mark.parametrize("kind", GAMES)
def test_P15_what_is_hidden_is_told_once_the_game_is_closed(kind):
    game = played(kind, 7)
    reveals = game.reveal_count
    game.close()
    assert all(reveal.get("unfinished") is True for reveal in game.reveals[reveals:])
