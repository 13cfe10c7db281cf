"""Everybody's answers as a frame without phones or names, and the misconceptions found in votes."""

import json
from dataclasses import replace

import pytest

from geoclass import data, games, i18n, review
from geoclass.games.prompts import Prompt
from geoclass.review.report import report
from geoclass.rooms import Hall
from tests.review import answered


@pytest.fixture
def log(tmp_path):
    room, teacher = Hall.at(tmp_path, bot_delay=60).open("globalissimo", ["Ana", "Ben"])
    phones = [room.join(seat=n % 2) for n in range(4)]
    room.control(teacher, "start", seed=3)
    prompt = room.view(teacher)["prompt"]
    order = prompt["options"]
    for phone in phones[:3]:
        room.answer(phone, prompt["id"], 1, {"say": order})
    room.answer(phones[3], prompt["id"], 1, {"say": order[::-1]})
    for tap in range(2):
        view = room.view(teacher)
        (seat,) = view["game"]["actors"]
        room.submit(teacher, view["teacher"]["legal"][str(seat)][0], f"t{tap}")
    return room.log()


def test_one_row_a_prompt_vote_and_answer(log):
    frame = review.beliefs(log)
    assert frame["n"].tolist() == [3, 1]
    assert set(frame["vote"]) == {1}
    assert set(frame["about"]) == {"rank"}
    assert frame["right"].notna().all()
    assert not {"phone", "team", "name"} & set(frame.columns)


def test_an_exported_log_reads_back_with_its_answers_and_plays_the_same(log):
    (back,) = review.parse(review.to_json(log))
    assert back == log
    assert games.replay(back).log == {name: value for name, value in log.items() if name != "votes"}
    assert review.beliefs(back).equals(review.beliefs(log))


def test_misconceptions_count_votes(log):
    without = {name: value for name, value in log.items() if name != "votes"}
    votes = review.misjudgements(log)
    assert len(votes) == len(review.misjudgements(without)) + 4 * 5
    assert review.misconceptions(log)["judgements"].sum() > review.misconceptions(without)["judgements"].sum()
    assert review.count(log) == review.count(without)


def test_a_log_without_votes_has_no_beliefs():
    game = games.new("countries", players=["Ana", "Ben"], seed=7, options={"first": 0})
    assert review.beliefs(game.log).empty


@pytest.mark.parametrize("bad", [1, [1], [{"prompt": {"id": 1}}], [{"prompt": {}, "answers": [[]]}], {"a": 1}])
def test_a_log_with_damaged_answers_is_refused(log, bad):
    with pytest.raises(review.BadLog):
        review.parse(json.dumps(log | {"votes": bad}))


# wrong beliefs of a majority


def belief(game, prompt, answers, truth):
    pairs = [[answer] for answer in answers]
    return review.Belief(game, ["Ana", "Ben", "Cleo"], Prompt(**prompt), pairs, truth)


ROW = {
    "id": "row.1",
    "about": "row",
    "kind": "choice",
    "options": ("right", "wrong"),
    "doubtful": "wrong",
    "cards": ("ISL", "FRA"),
    "sure": True,
    "facts": {"round": 1, "category": "population"},
}


def test_what_most_said_and_is_not_so_is_told_with_the_truth():
    said = [{"say": "wrong", "sure": True}, {"say": "wrong", "sure": False}, {"say": "wrong"}, {"say": "right"}]
    (claim,) = belief("countries", ROW, said, {"say": "right", "which": []}).claims("en")
    assert (claim.said, claim.truth, claim.n, claim.of, claim.sure) == ("Wrong", "Right", 3, 4, 1)
    assert "Iceland – France" in claim.question
    assert "3 of 4" in claim.words("en")


@pytest.mark.parametrize(
    ("said", "truth"),
    [
        (["wrong", "wrong", "right", "right"], "right"),  # half are not most
        (["wrong", "wrong", "wrong"], "wrong"),  # it is right
        (["wrong", "wrong"], "right"),  # two are too few
        (["wrong", "wrong", "wrong"], None),  # no truth is known
    ],
)
def test_where_most_were_right_or_nobody_knows_nothing_is_told(said, truth):
    answers = [{"say": say} for say in said]
    assert belief("countries", ROW, answers, truth and {"say": truth}).claims("en") == []


def test_of_an_order_the_two_that_most_had_the_wrong_way_round():
    prompt = {
        "id": "rank.1",
        "about": "rank",
        "kind": "order",
        "options": ("FRA", "DEU", "ISL"),
        "facts": {"round": 1, "category": "population"},
    }
    true = {"say": {"DEU": 1, "FRA": 2, "ISL": 3}}
    said = [{"say": ["ISL", "FRA", "DEU"]}, {"say": ["FRA", "ISL", "DEU"]}, {"say": ["DEU", "FRA", "ISL"]}]
    (claim,) = belief("globalissimo", prompt, said, true).claims("fr")
    assert claim.said == "Islande devant Allemagne"
    assert claim.truth.startswith("Allemagne (")
    assert (claim.n, claim.of) == (2, 3)


def test_of_several_what_most_took_for_one_and_of_pads_team_by_team():
    near = {
        "id": "near.1",
        "about": "near",
        "kind": "several",
        "options": ("ESP", "DEU", "POL"),
        "facts": {"nation": "FRA"},
    }
    said = [{"say": ["ESP", "POL"]}, {"say": ["ESP", "DEU", "POL"]}, {"say": ["ESP", "DEU"]}]
    (claim,) = belief("couleurs", near, said, {"say": ["ESP", "DEU"]}).claims("en")
    assert (claim.said, claim.truth, claim.n) == ("Poland", "not Poland", 2)
    pad = {
        "id": "pad.1",
        "about": "pad",
        "kind": "pad",
        "options": ("ESP", "ITA"),
        "rows": (0, 1),
        "facts": {"turn": 1},
    }
    pads = [{"say": {"0": "ESP", "1": "ITA"}}, {"say": {"0": "ESP"}}, {"say": {"0": "ESP"}}]
    (claim,) = belief("spywhere", pad, pads, {"say": [["ITA"], ["ITA"]]}).claims("en")
    assert (claim.question, claim.said, claim.truth, claim.of) == ("Ana", "Spain", "Italy", 3)


def test_shifts_have_a_row_for_each_question_with_both_votes():
    pairs = [[{"say": "wrong", "sure": True}, {"say": "right", "sure": True}], [{"say": "wrong"}, {"say": "wrong"}]]
    one = review.Belief("countries", ["A", "B"], Prompt(**ROW), pairs, {"say": "right"})
    assert (one.share_right(1), one.share_right(2), one.shift, one.sure_wrong) == (0, 0.5, 0.5, 0)
    frame = review.shifts(answered.log("countries"), "en")
    assert frame["phones"].min() > 0
    assert frame["shift"].notna().any()
    assert frame["question"].str.contains(r"\?").all()
    assert frame.loc[frame["second"].isna(), "shift"].isna().all()


@pytest.mark.parametrize("game", games.GAMES)
def test_every_game_tells_what_was_believed_of_all_it_asked(game):
    log = answered.log(game)
    found = review.believed(log)
    assert len(found) == len(log["votes"])
    assert sum(belief.truth is not None for belief in found) >= len(found) / 2
    for lang in ("fr", "en"):
        for belief in found:
            assert belief.question(lang)
            assert belief.truth is None or belief.truth_in_words(lang)
            assert all(sum(n for _, n in vote) for vote in belief.said(lang) if vote)
        for claim in review.not_so(found, lang):
            assert claim.share > 0.5
            assert claim.said != claim.truth


def test_pads_of_a_log_are_whole_at_each_turn():
    *_, last = review.believed(answered.log("spywhere"))
    assert len(last.last) == 8
    assert all(len(answer["say"]) >= 3 for answer in last.last)


# the misconception map


@pytest.mark.parametrize(
    ("game", "column"),
    [("couleurs", "neighbours"), ("course", "distance"), ("globalissimo", None), ("countries", None)],
)
def test_answers_of_each_game_are_judgements_of_countries(game, column):
    log = answered.log(game)
    judged = review.misjudgements(log)
    votes = review.about_countries(judged[judged["kind"] == "vote"])
    assert len(votes) > 20
    assert votes["scale"].between(0, 1).all()
    assert (votes["right"] == (votes["scale"] == 0)).all()
    assert votes["iso3"].isin(list(data.attribute("iso2"))).all()
    if column:
        assert set(votes["column"]) == {column}
        assert review.misconceptions(log)["judgements"].sum() >= len(votes)
        assert i18n.text(f"review.figure.{column}", "fr") in report(log, "fr")


def test_pads_are_about_teams_and_judge_no_country():
    judged = review.misjudgements(answered.log("spywhere"))
    assert "vote" not in set(judged["kind"])


def test_how_far_off_an_answer_is():
    far = Prompt("far", "far", "choice", ("km0", "km1", "km2", "km3", "km4"), facts={"here": "PAR", "there": "TYO"})
    cities = [city for city in data.cities_by_id().values() if city.country in ("FRA", "JPN")]
    ends = {city.country: city.id for city in cities}
    far = replace(far, facts={"here": ends["FRA"], "there": ends["JPN"]})
    judged = list(games.part("course", "review").judged_by_answer(far, {"say": "km1"}, {"say": "km3"}))
    assert [one["iso3"] for one in judged] == ["FRA", "JPN"]
    assert {(one["off"], one["scale"], one["right"]) for one in judged} == {(2, 0.5, False)}
    near = Prompt("near", "near", "several", ("ESP", "DEU", "POL", "ITA"), facts={"nation": "FRA"})
    answer, true = {"say": ["ESP", "POL"]}, {"say": ["ESP", "DEU"]}
    judged = {j["iso3"]: j["right"] for j in games.part("couleurs", "review").judged_by_answer(near, answer, true)}
    assert judged == {"ESP": True, "POL": False, "DEU": False}  # nobody said Italy, rightly


@pytest.mark.parametrize("game", games.GAMES)
def test_answers_to_what_is_not_asked_are_left_out(game):
    log = answered.log(game)
    first = log["votes"][0]
    strange = [
        {"prompt": first["prompt"] | {"about": "nothing"}, "answers": first["answers"]},
        {
            "prompt": {"id": "x", "about": "row", "kind": "choice", "options": ["a", "b"]},
            "answers": [[{"say": "a"}]] * 5,
        },
        {
            "prompt": {
                "id": "y",
                "about": "pad",
                "kind": "pad",
                "options": ["FRA"],
                "rows": [40],
                "facts": {"turn": 1},
            },
            "answers": [[{"say": {"40": "FRA"}}]] * 5,
        },
        {
            "prompt": {"id": "z", "about": "rank", "kind": "order", "options": ["FRA", "XXX"]},
            "answers": [[{"say": ["XXX", "FRA"]}]] * 5,
        },
    ]
    (bad,) = review.parse(json.dumps(log | {"votes": [*strange, *log["votes"]]}))
    assert [belief.prompt for belief in review.believed(bad)] == [belief.prompt for belief in review.believed(log)]
    assert report(bad, "fr") == report(log, "fr")
    assert len(review.to_xlsx(bad, "fr")) > 5000
