import pytest

from tests.rooms.places import Place


@pytest.fixture
def place(request, tmp_path):
    place = Place(request.param, tmp_path)
    yield place
    place.close()
