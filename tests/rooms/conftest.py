import pytest

from geoclass.rooms import Hall, SqliteStore
from tests.rooms.classroom import Server
from tests.rooms.places import Place


@pytest.fixture
def hall(tmp_path):
    """A hall whose bots play only when a test calls `Room.bot_turn`."""
    return Hall(SqliteStore(tmp_path), bot_delay=3600)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """``geoclass serve`` in a process of its own."""
    server = Server(tmp_path_factory.mktemp("server")).wait()
    yield server
    server.kill()


@pytest.fixture
def room(server):
    """A game of Countries begun on the server: its room and the teacher's token."""
    room, teacher = server.hall.open("countries", ["Ana", "Ben"], options={"first": 0}, hold=False)
    room.control(teacher, "start", seed=1)
    return room, teacher


@pytest.fixture
def place(request, tmp_path):
    place = Place(request.param, tmp_path)
    yield place
    place.close()
