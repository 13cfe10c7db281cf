"""The random number generator: reproducible on every machine, and fair."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from geoclass.games.rng import Rng


def test_a_seed_gives_what_it_always_gave():
    """If one of these changed, logs would not replay."""
    assert Rng(7, "deck").shuffled(range(12)) == [5, 3, 7, 11, 0, 10, 4, 9, 6, 2, 8, 1]
    pack = Rng(7, "deck")
    pack.shuffled(range(12))
    assert pack.below(1000) == 181  # a stream continues where it was
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


def drawn_one_by_one(rng, cards):
    """The shuffle by its definition: one number per place."""
    pack = list(cards)
    for i in range(len(pack) - 1, 0, -1):
        j = rng.below(i + 1)
        pack[i], pack[j] = pack[j], pack[i]
    return pack


@given(st.integers(), st.integers(0, 200))
def test_a_shuffle_draws_a_number_a_place(seed, n):
    rng, slow = Rng(seed, "x"), Rng(seed, "x")
    for _ in range(2):
        assert rng.shuffled(range(n)) == drawn_one_by_one(slow, range(n))
    assert rng.below(1000) == slow.below(1000)


def stream_from(bits):
    """An rng that draws *bits* next, by inverting SplitMix64."""
    for shift, mix in ((31, 0x94D049BB133111EB), (27, 0xBF58476D1CE4E5B9), (30, 1)):
        high = bits
        for _ in range(3):
            high = bits ^ (high >> shift)
        bits = high * pow(mix, -1, 2**64) % 2**64
    rng = Rng(0, "x")
    rng._state = (bits - 0x9E3779B97F4A7C15) % 2**64
    return rng


def test_a_number_that_would_favour_some_is_drawn_again():
    rng, after = stream_from(2**64 - 1), stream_from(2**64 - 1)
    assert after.below(2) == 1  # a power of two rejects none
    assert rng.below(3) == after.below(3)  # 2**64 - 1 is one too many for three
    assert rng.shuffled(range(9)) == after.shuffled(range(9))
    assert stream_from(2**64 - 2).below(3) == (2**64 - 2) % 3
    for first in (2**64 - 1, 2**64 - 2, 2**64 - 9):
        assert stream_from(first).shuffled("abc") == drawn_one_by_one(stream_from(first), "abc")


@given(st.integers(), st.integers(min_value=1, max_value=2**63))
def test_below_is_below(seed, n):
    assert 0 <= Rng(seed, "x").below(n) < n
    assert 0 <= Rng(seed, "x").uniform() < 1


def test_every_order_of_three_is_as_likely():
    rng = Rng(1, "fair")
    seen = Counter(tuple(rng.shuffled("abc")) for _ in range(6000))
    assert len(seen) == 6
    assert all(850 < n < 1150 for n in seen.values())


def plainly_shuffled(rng, cards):
    pack = list(cards)
    for i in range(len(pack) - 1, 0, -1):
        j = rng.below(i + 1)
        pack[i], pack[j] = pack[j], pack[i]
    return pack


@given(st.integers(), st.integers(0, 200))
def test_a_shuffle_is_fisher_and_yates_card_by_card(seed, n):
    one, two = Rng(seed, "x"), Rng(seed, "x")
    assert one.shuffled(range(n)) == plainly_shuffled(two, range(n))
    assert one.below(10**9) == two.below(10**9)


def about_to_give(bits):
    """A stream whose next 64 bits are *bits*, by inverting SplitMix64."""
    z, whole = bits, 1 << 64
    z ^= z >> 31 ^ z >> 62
    z = z * pow(0x94D049BB133111EB, -1, whole) % whole
    z ^= z >> 27 ^ z >> 54
    z = z * pow(0xBF58476D1CE4E5B9, -1, whole) % whole
    z ^= z >> 30 ^ z >> 60
    rng = Rng(0, "x")
    rng._state = (z - 0x9E3779B97F4A7C15) % whole
    return rng


def test_bits_that_would_make_small_numbers_likelier_are_drawn_again():
    n = 1000
    limit = 2**64 - 2**64 % n
    assert about_to_give(limit - 1).below(n) == n - 1
    for bits in (limit, 2**64 - 1):
        after = about_to_give(bits)
        after._bits()
        assert about_to_give(bits).below(n) == after.below(n) != bits % n
    cards = range(10)
    for bits in (2**64 - 7, 2**64 - 6, 2**64 - 1):
        assert about_to_give(bits).shuffled(cards) == plainly_shuffled(about_to_give(bits), cards)
