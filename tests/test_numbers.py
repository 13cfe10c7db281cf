"""P9: numbers are parsed as people write them in both languages; an ambiguous one leads to a question."""

import pytest

from geoclass.i18n.numbers import NotANumber, whole_number
from geoclass.rooms import Hall, Refused


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("0", 0),
        ("-5", -5),
        ("−5", -5),
        ("2500000", 2_500_000),
        ("2 500 000", 2_500_000),
        ("2\u202f500\u202f000", 2_500_000),
        ("2\u00a0500\u00a0000 habitants", 2_500_000),
        ("2,500,000", 2_500_000),
        ("2.500.000", 2_500_000),
        ("2'500'000", 2_500_000),
        ("1,234", 1234),
        ("1,5 million", 1_500_000),
        ("1.5 million", 1_500_000),
        ("1,5 million d’habitants", 1_500_000),
        ("1.5M", 1_500_000),
        ("1,5 M", 1_500_000),
        ("12 millions", 12_000_000),
        ("12 MILLIONS", 12_000_000),
        ("12m", 12_000_000),
        ("3e6", 3_000_000),
        ("3E6", 3_000_000),
        ("1.5e6", 1_500_000),
        ("3 x 10^6", 3_000_000),
        ("3×10⁶", 3_000_000),
        ("10^6", 1_000_000),
        ("500k", 500_000),
        ("500 mille", 500_000),
        ("500 thousand people", 500_000),
        ("1,4 milliard", 1_400_000_000),
        ("1.4 billion", 1_400_000_000),
        ("2 Md", 2_000_000_000),
        ("un million", 1_000_000),
        ("a million", 1_000_000),
        ("un demi-million", 500_000),
        ("half a million", 500_000),
        ("un million et demi", 1_500_000),
        ("2 millions et demi", 2_500_000),
        ("2 millions 500 000", 2_500_000),
        ("environ 7 millions", 7_000_000),
        ("about 7 million", 7_000_000),
        ("~7 000 000", 7_000_000),
    ],
)
def test_P9_a_number_means_what_people_mean(written, meant):
    assert whole_number(written) == meant


@pytest.mark.parametrize(
    "written",
    [
        *("", " ", "many", "1,5", "5,00", "1.500 millions", "1,500 million", "12 34", "1,2345678 k", "5 apples", "--5"),
        *("1 2 3", "million", "5 million million", "e6", "½", "0x10", "1/2", "5e", "٣x"),
    ],
)
def test_P9_what_means_nothing_or_two_things_is_asked(written):
    with pytest.raises(NotANumber):
        whole_number(written)


@pytest.mark.parametrize("by", ["teacher", "phone"])
def test_P9_a_guess_is_read_on_the_server_and_refused_in_words(tmp_path, by):
    room, token = Hall.at(tmp_path, bot_delay=1000).open("countries", ["Ana", "Ben"], "fr")
    phone = room.join(0)
    room.control(token, "start")
    who = token if by == "teacher" else phone
    for wrong, why in (("1,5", "2,5 millions"), ("-5", "0 ou plus"), ("beaucoup", "« beaucoup »")):
        with pytest.raises(Refused) as refusal:
            room.submit(who, {"seat": 0, "move": "guess", "population": wrong}, f"tap{wrong}")
        assert why in refusal.value.text("fr").replace("\u00a0", " ")
    room.submit(who, {"seat": 0, "move": "guess", "population": "1,5 million"}, "tap")
    assert room.log()["moves"] == [{"seat": 0, "move": "guess", "population": 1_500_000}]
