"""Chance: the same on every machine for ever, and fair."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from geoclass.games.rng import Rng


def test_a_seed_gives_what_it_always_gave():
    """Should one of these change, no log replays any more."""
    assert Rng(7, "deck").shuffled(range(12)) == [5, 3, 7, 11, 0, 10, 4, 9, 6, 2, 8, 1]
    dice = Rng(-3, "z")
    assert [dice.below(6) for _ in range(10)] == [2, 0, 5, 5, 0, 0, 0, 0, 5, 5]
    assert Rng(10**40, "big").below(10**6) == 693_685
    assert round(Rng(1, "y").uniform(), 6) == 0.584695


def test_each_purpose_has_a_stream_of_its_own():
    assert Rng(7, "deck").shuffled(range(50)) != Rng(7, "categories").shuffled(range(50))


@given(st.integers(), st.lists(st.integers()))
def test_a_shuffle_keeps_the_cards_and_leaves_the_given_list_alone(seed, cards):
    before = list(cards)
    assert Counter(Rng(seed, "x").shuffled(cards)) == Counter(cards)
    assert cards == before


@given(st.integers(), st.integers(min_value=1, max_value=2**63))
def test_below_is_below(seed, n):
    assert 0 <= Rng(seed, "x").below(n) < n
    assert 0 <= Rng(seed, "x").uniform() < 1


def test_every_order_of_three_is_as_likely():
    rng = Rng(1, "fair")
    seen = Counter(tuple(rng.shuffled("abc")) for _ in range(6000))
    assert len(seen) == 6
    assert all(850 < n < 1150 for n in seen.values())
