"""Sets of places as integers, listed and made."""

from __future__ import annotations

import random

from rulewright.space.bits import decoder, encode, least


def test_sets_are_listed_in_ascending_order() -> None:
    rnd = random.Random(41)
    for size in (1, 7, 8, 9, 64, 65, 484, 1000):
        decode = decoder(size)
        assert decode(0) == ()
        assert decode((1 << size) - 1) == tuple(range(size))
        for _ in range(300):
            places = sorted(rnd.sample(range(size), rnd.randint(0, min(size, rnd.choice([4, 8, 40, size])))))
            assert decode(encode(places)) == tuple(places)
            assert least(encode(places)) == (places[0] if places else -1)


def test_a_place_may_be_named_twice() -> None:
    assert encode([3, 1, 3]) == 0b1010
