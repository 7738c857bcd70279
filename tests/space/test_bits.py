"""Sets of places as integers, listed and made."""

from __future__ import annotations

import random
import sys
from threading import Barrier, Thread

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


def test_threads_that_add_tables_at_once_add_each_once(monkeypatch: pytest.MonkeyPatch) -> None:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(5):
            monkeypatch.setattr(bits, "_TABLES", [])
            together = Barrier(4)

            def list_all(together: Barrier = together) -> None:
                together.wait()
                bits.places_of((1 << 1600) - 1)

            threads = [Thread(target=list_all) for _ in range(4)]
            for one in threads:
                one.start()
            for one in threads:
                one.join()
            assert [table[1] for table in bits._TABLES] == [(8 * i,) for i in range(200)]
    finally:
        sys.setswitchinterval(before)
