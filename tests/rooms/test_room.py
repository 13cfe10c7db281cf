"""Rooms: roles, seats, how moves are handled, and the teacher's controls."""

import sqlite3
from datetime import timedelta

import pytest

from geoclass import games
from geoclass.rooms import ACTIONS, Hall, LocalBus, NotStored, Refused, RowConflict, SqliteStore


def _countries(hall, teams=("Ana", "Ben", "Chloé"), **more):
    room, teacher = hall.open("countries", list(teams), options={"first": 0}, **more)
    phones = [room.join(seat=seat) for seat in range(len(teams))]
    room.control(teacher, "start", seed=7)
    return room, teacher, phones


def _first_place(room, token):
    return next(m for m in room.view(token)["legal"] if m["move"] == "place")


def _refused(key):
    return pytest.raises(Refused, match=key)


def _why(act, *args, **kwargs):
    with pytest.raises(Refused) as refusal:
        act(*args, **kwargs)
    assert refusal.value.text("fr") != refusal.value.text("en")
    return refusal.value.key


def test_a_phone_sees_its_teams_view_and_moves_and_a_projector_what_everybody_may(hall):
    room, teacher, phones = _countries(hall)
    projector = room.screen(teacher, "projector")
    game = games.replay(room.logs()[-1])
    assert room.view(phones[1])["game"] == game.view(1)
    assert room.view(phones[0])["legal"] == game.legal(0)
    assert room.view(phones[1])["legal"] == []
    assert room.view(projector)["game"] == game.view(None)
    assert [room.role(t) for t in (teacher, projector, phones[0])] == ["teacher", "projector", "team"]
    assert room.view(phones[0])["teacher"] is None
    assert room.view(projector)["teacher"] is None
    assert room.view(teacher)["teacher"]["legal"] == {"0": game.legal(0)}


def test_a_move_is_the_tokens_teams_whatever_seat_it_names(hall):
    room, _, phones = _countries(hall)
    move = _first_place(room, phones[0])
    del move["seat"]
    assert _why(room.submit, phones[1], move | {"seat": 0}, "t1") == "games.not_your_turn"
    before = room.version
    assert room.submit(phones[0], move, "t2") == before + 1
    assert room.logs()[-1]["moves"] == [move | {"seat": 0}]


def test_a_repeated_tap_does_nothing_twice(hall):
    room, _, phones = _countries(hall)
    move = _first_place(room, phones[0])
    first = room.submit(phones[0], move, "same")
    assert room.submit(phones[0], move, "same") == first
    assert room.version == first
    assert len(room.logs()[-1]["moves"]) == 1


def test_the_teacher_judges_not_the_team_that_answers(hall):
    room, teacher = hall.open("globalissimo", ["Ana", "Ben"], options={"judge": "teacher"}, hold=False)
    phones = [room.join(seat=seat) for seat in range(2)]
    room.control(teacher, "start", seed=1)
    for tap in range(40):
        view = room.view(teacher)
        (seat,) = view["game"]["actors"]
        if view["game"]["phase"] == "question":
            break
        room.submit(phones[seat], view["teacher"]["legal"][str(seat)][0], f"t{tap}")
    assert view["teacher"]["answer"]
    assert room.view(phones[seat])["legal"] == []
    assert _why(room.submit, phones[seat], {"move": "judge", "right": True}, "j") == "rooms.refused.not_teacher"
    assert _why(room.submit, phones[seat], {"move": ["judge"]}, "k") == "games.malformed.unknown_kind"
    room.submit(teacher, {"seat": seat, "move": "judge", "right": True}, "j")
    assert room.view(teacher)["game"]["barriers"][0]["taken_by"] == seat


def test_two_phones_of_a_team_share_its_seat(hall):
    room, _, phones = _countries(hall)
    second = room.join(seat=0)
    assert room.view(second)["legal"] == room.view(phones[0])["legal"] != []
    room.submit(second, _first_place(room, second), "t")
    assert room.view(phones[0])["game"]["actors"] == [1]


def test_a_refused_move_is_told_to_nobody(hall):
    room, _, phones = _countries(hall)
    told = []
    room.subscribe(phones[1], told.append)
    told.clear()
    before = room.version
    assert _why(room.submit, phones[1], {"move": "doubt"}, "t") == "games.not_your_turn"
    assert (told, room.version) == ([], before)
    room.submit(phones[0], _first_place(room, phones[0]), "t")
    assert told == [before + 1]


@pytest.mark.parametrize("tap", ["", "x" * 65, 7, None])
def test_a_tap_without_a_proper_id_is_refused(hall, tap):
    room, _, phones = _countries(hall)
    assert _why(room.submit, phones[0], {"move": "doubt"}, tap) == "rooms.refused.tap"


def test_an_unknown_token_gets_nothing(hall):
    room, *_ = _countries(hall)
    for act in (room.view, room.role):
        assert _why(act, "guessed") == "rooms.refused.unknown_token"
    assert _why(room.submit, "guessed", {"move": "doubt"}, "t") == "rooms.refused.unknown_token"
    assert _why(room.control, "guessed", "undo") == "rooms.refused.unknown_token"
    assert _why(room.subscribe, "guessed", print) == "rooms.refused.unknown_token"


@pytest.mark.parametrize("action", ACTIONS)
def test_only_a_teacher_controls(hall, action):
    room, teacher, phones = _countries(hall)
    for token in (phones[0], room.screen(teacher, "projector")):
        assert _why(room.control, token, action) == "rooms.refused.not_teacher"
        assert _why(room.screen, token, "teacher") == "rooms.refused.not_teacher"


@pytest.mark.parametrize(
    ("action", "what", "key"),
    [
        ("fly", {}, "rooms.refused.unknown_action"),
        ("_lock", {}, "rooms.refused.unknown_action"),
        ("pause", {"why": 1}, "rooms.refused.bad_action"),
        ("bot", {"seat": 0}, "rooms.refused.bad_action"),
        ("bot", {"seat": 9, "level": "keen"}, "rooms.refused.no_such_team"),
        ("bot", {"seat": True, "level": "keen"}, "rooms.refused.no_such_team"),
        ("bot", {"seat": 0, "level": "genius"}, "rooms.refused.level"),
        ("bot", {"seat": 0, "level": ["keen"]}, "rooms.refused.level"),
        ("rename", {"seat": 0, "name": " \n\t "}, "rooms.refused.name"),
        ("rename", {"seat": 0, "name": 7}, "rooms.refused.name"),
        ("remove", {"number": 99}, "rooms.refused.no_phone"),
        ("next", {}, "rooms.refused.nothing_shown"),
        ("start", {}, "rooms.refused.started"),
        ("undo", {}, "games.nothing_to_undo"),
        ("again", {"options": {"hand": 99}}, "games.setup.bad_option"),
        ("add_team", {}, "rooms.refused.started"),
    ],
)
def test_an_action_that_cannot_be_is_refused_and_changes_nothing(hall, action, what, key):
    room, teacher, _ = _countries(hall)
    before = room.view(teacher)
    assert _why(room.control, teacher, action, **what) == key
    assert room.view(teacher) == before


def test_pause_holds_everybody_and_resume_lets_go(hall):
    room, teacher, phones = _countries(hall)
    room.control(teacher, "pause")
    assert room.view(phones[0])["legal"] == []
    assert room.view(phones[0])["room"]["paused"]
    move = room.view(teacher)["teacher"]["legal"]["0"][0]
    assert _why(room.submit, phones[0], move, "t") == "rooms.refused.paused"
    room.control(teacher, "resume")
    room.submit(phones[0], move, "t")


def test_the_teacher_plays_for_an_absent_team_and_undoes_a_slip(hall):
    room, teacher, phones = _countries(hall)
    before = room.view(phones[0])["game"]
    move = room.view(teacher)["teacher"]["legal"]["0"][0]
    room.submit(teacher, move, "t")
    assert room.view(phones[0])["game"]["actors"] == [1]
    room.control(teacher, "undo")
    assert room.view(phones[0])["game"] == before


def test_a_reveal_holds_the_teams_until_the_teacher_goes_on(hall):
    room, teacher, phones = _countries(hall)
    room.submit(phones[0], _first_place(room, phones[0]), "t1")
    room.submit(phones[1], {"move": "doubt"}, "t2")
    shown = room.view(phones[2])
    assert shown["room"]["showing"]
    assert shown["game"]["reveal"] is not None
    on_turn = shown["game"]["actors"][0]
    assert room.view(phones[on_turn])["legal"] == []
    assert _why(room.submit, phones[on_turn], {"move": "doubt"}, "t3") == "rooms.refused.showing"
    room.control(teacher, "next", step=2)
    assert room.view(phones[2])["room"]["step"] == 2
    room.control(teacher, "next")
    assert not room.view(phones[2])["room"]["showing"]
    room.submit(phones[on_turn], _first_place(room, phones[on_turn]), "t4")


def test_bots_take_a_seat_and_give_it_back(hall):
    room, teacher, phones = _countries(hall)
    assert room.bot_turn() is False
    room.control(teacher, "bot", seat=0, level="keen")
    assert room.bot_turn() is True
    assert room.view(phones[0])["game"]["actors"] == [1]
    assert room.bot_turn() is False
    room.control(teacher, "bot", seat=0, level=None)
    assert room.view(teacher)["room"]["teams"][0]["bot"] is None


def test_bots_move_by_themselves(tmp_path):
    hall = Hall.at(tmp_path, bot_delay=0)
    room, teacher = hall.open("couleurs", [{"name": f"Bot {n}", "bot": "random"} for n in range(3)])
    from threading import Event

    over = Event()
    room.subscribe(teacher, lambda _version: over.set() if room.view(teacher)["room"]["phase"] == "over" else None)
    room.control(teacher, "start", seed=1)
    assert over.wait(60)
    assert games.replay(room.logs()[-1]).result == room.view(teacher)["game"]["result"]


def test_names_are_given_unless_the_teacher_allows_free_ones(hall):
    room, _ = hall.open("countries", grow=True)
    assert _why(room.join, name="Zoé") == "rooms.refused.names_given"
    room.join()
    assert len(room.view(room.join())["room"]["teams"]) == 2
    free, teacher = hall.open("countries", grow=True, free_names=True)
    free.join(name="  Les\u202eZoé \n" + "x" * 50)
    name = free.view(teacher)["room"]["teams"][0]["name"]
    assert name.startswith("Les Zoé x")
    assert len(name) == 24
    assert _why(free.join, name="\u0000") == "rooms.refused.name"


def test_phones_fill_the_teams_evenly_and_a_full_game_takes_no_more_teams(hall):
    room, teacher = hall.open("globalissimo", grow=True)
    for _ in range(8):
        room.join()
    assert [t["phones"] for t in room.view(teacher)["room"]["teams"]] == [2, 2, 1, 1, 1, 1]
    assert _why(room.control, teacher, "add_team") == "rooms.refused.full"


def test_late_joiners_go_into_a_team_or_wait_for_the_next_game(hall):
    room, teacher, phones = _countries(hall)
    late, waiting = room.join(seat=2), room.join()
    assert room.view(late)["seat"] == 2
    assert room.view(waiting)["seat"] is None
    assert room.view(waiting)["game"] == room.view(room.screen(teacher, "projector"))["game"]
    assert _why(room.submit, waiting, {"move": "doubt"}, "t") == "rooms.refused.waiting"
    room.change_team(waiting, 1)
    assert room.view(waiting)["seat"] == 1
    another = room.join()
    room.control(teacher, "again")
    assert room.view(another)["seat"] == 0
    assert len(room.logs()) == 2
    assert room.view(phones[2])["seat"] == 2


def test_a_locked_room_lets_nobody_in(hall):
    room, teacher, phones = _countries(hall)
    room.control(teacher, "lock")
    assert _why(room.join, seat=0) == "rooms.refused.locked"
    assert _why(room.change_team, phones[0], 1) == "rooms.refused.locked"
    room.control(teacher, "unlock")
    room.join(seat=0)


def test_a_removed_phone_is_out_and_a_renamed_team_is_renamed_everywhere(hall):
    room, teacher, phones = _countries(hall)
    number = room.view(teacher)["teacher"]["phones"][0]["number"]
    room.control(teacher, "remove", number=number)
    assert _why(room.view, phones[0]) == "rooms.refused.unknown_token"
    room.control(teacher, "rename", seat=1, name="Loutres")
    view = room.view(phones[1])
    assert view["game"]["players"] == ["Ana", "Loutres", "Chloé"]
    assert view["room"]["teams"][1]["name"] == "Loutres"


def test_presence_counts_devices_that_are_here(hall):
    room, teacher, phones = _countries(hall)
    leave = room.subscribe(phones[0], lambda _version: None)
    assert [t["here"] for t in room.view(teacher)["room"]["teams"]] == [1, 0, 0]
    leave()
    assert [t["here"] for t in room.view(teacher)["room"]["teams"]] == [0, 0, 0]


def test_ending_a_game_early(hall):
    room, teacher, phones = _countries(hall)
    room.control(teacher, "end")
    assert room.view(phones[0])["room"]["phase"] == "over"
    assert _why(room.submit, phones[0], {"move": "doubt"}, "t") == "rooms.refused.over"


def test_P15_the_bell_is_in_the_log_and_survives_a_restart(tmp_path):
    room, teacher, _ = _countries(Hall.at(tmp_path))
    room.control(teacher, "end")
    again = Hall.at(tmp_path).room(room.code)
    for one in (room, again):
        assert one.log()["closed"] is True
        assert one.view(teacher)["game"]["closed"] is True
    again.control(teacher, "undo")
    assert "closed" not in again.log()
    assert again.view(teacher)["game"]["actors"]


def test_undoing_a_game_ended_by_mistake_takes_no_move_back(hall):
    room, teacher, phones = _countries(hall)
    room.control(teacher, "end")
    room.control(teacher, "undo")  # even before the first move
    room.submit(phones[0], _first_place(room, phones[0]), "t1")
    moves = room.logs()[-1]["moves"]
    room.control(teacher, "end")
    room.control(teacher, "undo")
    assert room.view(phones[0])["room"]["phase"] == "playing"
    assert room.logs()[-1]["moves"] == moves
    room.control(teacher, "undo")
    assert room.logs()[-1]["moves"] == []


def test_everything_is_there_again_after_a_restart(tmp_path):
    room, teacher, phones = _countries(Hall.at(tmp_path, bot_delay=60))
    move = _first_place(room, phones[0])
    room.submit(phones[0], move, "t1")
    room.submit(phones[1], {"move": "doubt"}, "t2")
    room.control(teacher, "rename", seat=2, name="Loutres")
    before = [room.view(token) for token in (teacher, *phones)]
    again = Hall.at(tmp_path, bot_delay=60).room(room.code.lower())
    assert again is not room
    assert [again.view(token) for token in (teacher, *phones)] == before
    assert again.submit(phones[0], move, "t1") == room.submit(phones[0], move, "t1")


def test_no_token_and_nothing_personal_is_kept_in_the_file(tmp_path):
    _, teacher, phones = _countries(Hall.at(tmp_path, bot_delay=60))
    kept = b"".join(f.read_bytes() for f in tmp_path.iterdir())
    assert all(token.encode() not in kept for token in (teacher, *phones))


def test_two_processes_on_one_store_see_each_others_moves(tmp_path):
    """Two halls on one file behave like two processes."""
    room, _, phones = _countries(Hall.at(tmp_path, bot_delay=60))
    other = Hall.at(tmp_path, bot_delay=60).room(room.code)
    other.submit(phones[0], _first_place(other, phones[0]), "t1")
    assert room.view(phones[1])["game"]["actors"] == [1]
    assert _why(room.submit, phones[0], {"move": "doubt"}, "t2") == "games.not_your_turn"
    room.submit(phones[1], {"move": "doubt"}, "t3")
    assert _why(other.submit, phones[1], {"move": "doubt"}, "t4") == "rooms.refused.showing"
    assert other.logs() == room.logs()
    assert room.place(other.join(seat=1)) == ("team", 1, None)  # and the phone that the other process let in


class _Failing(SqliteStore):
    """A store whose disk is full for a while, or for which another process appends the row first."""

    error: type[Exception] | None = None

    def append(self, room, n, kind, text):
        if self.error:
            error, self.error = self.error, None
            raise error
        super().append(room, n, kind, text)


def test_a_move_that_cannot_be_stored_is_taken_back_and_told_to_nobody(tmp_path):
    store = _Failing(tmp_path)
    room, teacher, phones = _countries(Hall(store, bot_delay=60))
    move, before, told = _first_place(room, phones[0]), room.view(phones[0]), []
    leave = room.subscribe(teacher, told.append)
    store.error = NotStored
    assert _why(room.submit, phones[0], move, "t") == "rooms.refused.not_stored"
    assert told == []
    assert room.view(phones[0]) == before
    store.error = NotStored
    assert _why(room.control, teacher, "pause") == "rooms.refused.not_stored"
    assert room.view(phones[0]) == before
    room.submit(phones[0], move, "t")
    leave()


def test_a_row_that_another_process_took_is_read_first(tmp_path):
    store = _Failing(tmp_path)
    room, teacher, phones = _countries(Hall(store, bot_delay=60))
    store.error = RowConflict
    room.submit(phones[0], _first_place(room, phones[0]), "t")
    store.error = RowConflict
    room.control(teacher, "pause")
    assert len(room.logs()[-1]["moves"]) == 1


def test_a_locked_database_refuses_the_move_and_play_goes_on_when_it_is_free(tmp_path):
    room, _, phones = _countries(Hall(SqliteStore(tmp_path, wait=0.05), bot_delay=60))
    move = _first_place(room, phones[0])
    blocker = sqlite3.connect(tmp_path / "rooms.sqlite", isolation_level=None)
    blocker.execute("BEGIN IMMEDIATE")
    assert _why(room.submit, phones[0], move, "t") == "rooms.refused.not_stored"
    blocker.execute("ROLLBACK")
    blocker.close()
    room.submit(phones[0], move, "t")
    assert len(room.logs()[-1]["moves"]) == 1


def test_rows_are_taken_once(tmp_path):
    store = SqliteStore(tmp_path)
    store.append("BALTA", 1, "open", "{}")
    with pytest.raises(RowConflict):
        store.append("BALTA", 1, "open", "{}")
    assert [row.n for row in store.rows("BALTA")] == [1]


def test_a_store_that_nobody_holds_lets_go_of_its_file(tmp_path):
    store = SqliteStore(tmp_path)
    database = store._db
    del store
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        database.execute("SELECT 1")


def test_rooms_are_listed_reopened_and_deleted(tmp_path):
    hall = Hall.at(tmp_path, bot_delay=60)
    room, *_ = _countries(hall)
    lobby, _ = hall.open("course", ["A", "B"])
    listed = {r.code: r for r in hall.rooms()}
    assert (listed[room.code].game, listed[room.code].phase, listed[room.code].teams) == (
        "countries",
        "playing",
        ["Ana", "Ben", "Chloé"],
    )
    assert listed[lobby.code].phase == "lobby"
    again, teacher = hall.reopen(room.code)
    again.control(teacher, "pause")
    hall.delete(room.code)
    assert _why(hall.room, room.code) == "rooms.refused.no_room"
    assert hall.purge(timedelta(days=30)) == []
    assert hall.purge(timedelta(seconds=-1)) == [lobby.code]
    assert hall.rooms() == []


def test_the_projector_is_told_before_the_phones(hall):
    room, teacher, phones = _countries(hall)
    told = []
    for who, token in [("phone", phones[0]), ("projector", room.screen(teacher, "projector")), ("phone", phones[1])]:
        room.subscribe(token, lambda _version, who=who: told.append(who))
    told.clear()
    room.control(teacher, "pause")
    assert told == ["projector", "phone", "phone"]


def test_the_bus_forgets_those_who_leave():
    bus, told = LocalBus(), []
    leave = bus.subscribe("BALTA", told.append)
    bus.publish("BALTA", 1)
    leave()
    bus.publish("BALTA", 2)
    assert told == [1]
    assert bus.listening("BALTA") == 0
