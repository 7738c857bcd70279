"""Sets of places as integers, listed and made."""

from __future__ import annotations

import random

import pytest

from rulewright.space import bits
from rulewright.space.bits import decode, encode, least


def test_sets_are_listed_in_ascending_order() -> None:
    rnd = random.Random(41)
    for size in (1, 7, 8, 9, 64, 65, 484, 1000):
        assert decode(0) == ()
        assert decode((1 << size) - 1) == tuple(range(size))
        for _ in range(300):
            places = sorted(rnd.sample(range(size), rnd.randint(0, min(size, rnd.choice([4, 8, 40, size])))))
            assert decode(encode(places)) == tuple(places)
            assert least(encode(places)) == (places[0] if places else -1)


def test_a_place_may_be_named_twice() -> None:
    assert encode([3, 1, 3]) == 0b1010


def test_what_is_remembered_is_bounded_and_listed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bits, "_KEPT_SETS", 10)
    monkeypatch.setattr(bits, "_KEPT_PLACES", 40)
    listed = bits._Listed()
    rnd = random.Random(7)
    for _ in range(500):
        places = tuple(sorted(rnd.sample(range(90), rnd.randint(0, 30))))
        asked = encode(places)
        assert listed[asked] == listed[asked] == bits.places_of(asked) == places
        assert len(listed) <= 10
        assert sum(map(len, listed.values())) <= max(40, len(places))
