"""What only follows from a mistake is not told, and a name that is missing is told once."""

from __future__ import annotations

from rulewright.diagnostics import Diagnostics, Missing
from rulewright.source import SourceText, Span


def at(text: str, word: str, number: int = 0) -> Span:
    """The place of a word in a file with that text."""
    start = -1
    for _ in range(number + 1):
        start = text.index(word, start + 1)
    return Span(SourceText("game.yaml", text), start, start + len(word))


def said(out: Diagnostics) -> list[str]:
    return [f"{one.span.start} {one.message}{'' if one.hint is None else f' -- {one.hint}'}" for one in out]


def test_the_same_missing_name_is_one_diagnostic_with_all_its_places() -> None:
    text, out = "go go stay go\n", Diagnostics()
    for number in range(3):
        out.add("RW428", "there is no event 'go'", at(text, "go", number), missing=Missing("go"))
    out.add("RW428", "there is no event 'stay'", at(text, "stay"), missing=Missing("stay"))
    assert said(out) == ["0 there is no event 'go' (3 locations)", "6 there is no event 'stay'"]
    assert [one.places for one in out] == [3, 1]
    assert [span.start for span in next(iter(out)).also] == [3, 11]
    assert len(out) == 2


def test_a_name_is_missing_in_its_scope() -> None:
    text, out = "hp hp\n", Diagnostics()
    out.add("RW504", "a card has no 'hp'", at(text, "hp"), missing=Missing("hp", "field of card"))
    out.add("RW504", "a door has no 'hp'", at(text, "hp", 1), missing=Missing("hp", "field of door"))
    assert said(out) == ["0 a card has no 'hp'", "3 a door has no 'hp'"]


def test_what_most_places_say_is_said_and_a_plural_misses_what_its_kind_misses() -> None:
    text, out = "card cards card\n", Diagnostics()
    out.add("RW450", "unknown name 'cards'", at(text, "cards"), missing=Missing("cards"))
    for number in (0, 2):
        out.add("RW405", "there is no type 'card'", at(text, "card", number), missing=Missing("card"))
    assert said(out) == ["0 there is no type 'card' (3 locations)"]


def test_what_was_meant_is_said_of_several_places_only() -> None:
    text, out = "crad card card door\n", Diagnostics()
    for name in ("card", "door"):
        out.remedy(Missing(name), f"did `crad` mean {name}?", at(text, "crad"), "declared here")
    for number in range(2):
        out.add("RW405", "there is no type 'card'", at(text, "card", number), missing=Missing("card"))
    out.add("RW405", "there is no type 'door'", at(text, "door"), "look there", missing=Missing("door"))
    assert said(out) == ["5 there is no type 'card' (2 locations) -- did `crad` mean card?",
                         "15 there is no type 'door' -- look there"]
    assert [one.words for one in next(iter(out)).related] == ["declared here"]


def test_what_could_not_be_read_may_declare_any_name_in_it() -> None:
    text, out = "enum a [red]: x\nred cards blue\n", Diagnostics()
    broken = at(text, "enum a [red]: x")
    out.add("RW104", "this is not YAML", broken)
    out.unread(broken)
    for name in ("red", "blue"):
        out.add("RW450", f"unknown name '{name}'", at(text, name, int(name == "red")), missing=Missing(name))
    assert said(out) == ["0 this is not YAML", "26 unknown name 'blue'"]


def test_a_place_that_misses_a_name_does_not_declare_it() -> None:
    text, out = "event a: red\n", Diagnostics()
    out.unread(at(text, "event a: red"))
    out.add("RW450", "unknown name 'red'", at(text, "red"), missing=Missing("red"))
    assert said(out) == ["9 unknown name 'red'"]


def test_places_of_one_name_leave_room_for_other_mistakes() -> None:
    text, out = "x " * 3_000, Diagnostics(limit=3)
    source = SourceText("game.yaml", text)
    for number in range(3_000):
        out.add("RW450", "unknown name 'x'", Span(source, 2 * number, 2 * number + 1), missing=Missing("x"))
    for number in range(4):
        out.add("RW301", f"mistake {number}", Span(source, number, number + 2))
    assert [one.message for one in out if one.missing is None] == ["mistake 0", "mistake 1"]
    assert out.dropped == 3_000 - 1_000 + 2
    assert out.has_errors


def test_many_names_that_are_missing_in_one_scope_are_one_mistake() -> None:
    text, out = "a b c d e\n", Diagnostics()
    for name in "abcde":
        out.add("RW504", f"a card has no '{name}'", at(text, name), missing=Missing(name, "field of card"))
    assert said(out) == ["0 a card has no 'a'; the same applies to 'b', 'c', 'd', 'e'"]
    assert [one.places for one in out] == [5]
