"""What never happens, what nobody chose, and what is fine: one tiny pack for each."""

from __future__ import annotations

import pytest

from .conftest import Checked, told

PIECES = """\
enum sort: [plain, fire]
kind piece: {printed: {sorts: set of sort starts none}, state: {damage: number, mood: number}}
piece pawn: {}
event play gives number total: |
  for each p in players:
    let c = create pawn for p
    hit(c, 1, fire)
  set total = sum(c.damage + c.mood for c in pieces)
event hit(piece target, number amount, sort type): |
  set target.damage = target.damage + (if type is fire then 2 * amount else amount)
event cheer(piece who): set who.mood = 1
event sulk(piece who): set who.mood = 2
"""
# Whatever is not called in a case is called here, so that nothing else is said.
USED = "rule used:\n  before: play\n  do: |\n    for each c in pieces:\n      cheer(c)\n      sulk(c)\n"


def said(checked: Checked, rules: str, more: str = "") -> str:
    """All findings of the base pack with some rules behind it."""
    result = checked(PIECES + rules + USED, more)
    assert result.program is not None, [one.message for one in result.diagnostics]
    return "".join(told(one) for one in result.diagnostics if one.code.startswith("RW7"))


@pytest.mark.parametrize("rules", [
    "rule joy:\n  after: hit where type is fire\n  do: cheer(target)\n",
    # An offer may call it with anything.
    "rule joy:\n  after: cheer\n  do: sulk(who)\n",
    # The same, twice: the order is no matter.
    "rule joy:\n  after: hit\n  do: cheer(target)\nrule glee:\n  after: hit\n  do: cheer(target)\n",
    # They exclude each other.
    "rule joy:\n  after: hit where type is fire\n  do: cheer(target)\n"
    "rule grief:\n  after: hit where type is plain\n  do: sulk(target)\n"
    "rule more:\n  after: cheer\n  limit: 1 per play\n  do: hit(who, 1, plain)\n",
    # One definition says in which order.
    "rule moods:\n  react:\n    - after: hit\n      do: cheer(target)\n    - after: hit\n      do: sulk(target)\n",
    # What is added can be added in any order.
    "event hurt(piece who): set who.damage = who.damage + 1\n"
    "rule joy:\n  after: hit\n  do: hurt(target)\nrule glee:\n  after: hit\n  do: sting(target)\n"
    "event sting(piece who): set who.damage = who.damage + 2\n",
])  # fmt: skip
def test_nothing_is_said_of_what_is_in_order(rules: str, checked: Checked) -> None:
    assert said(checked, rules) == ""


def test_a_reaction_whose_conditions_exclude_each_other(checked: Checked) -> None:
    assert said(checked, "rule joy:\n  after: hit where type is fire and type is plain\n  do: cheer(target)\n") == (
        "RW703 14: rule 'joy' never reacts: `type is fire` and `type is plain` exclude each other\n"
        "  14:20: this\n"
        "  14:37: and this\n"
    )


def test_a_reaction_to_what_is_called_by_what_never_happens_only(checked: Checked) -> None:
    rules = (
        "rule joy:\n  after: hit where type is plain\n  do: dance(target)\n"
        "event dance(piece who): cheer(who)\nrule encore:\n  after: dance\n  do: sulk(who)\n"
    )
    assert said(checked, rules) == (
        "RW703 14: rule 'joy' never reacts: no call of event 'hit' has `type is plain`\n"
        "  14:20: required here\n"
        "  7:5: called here\n"
    )


def test_a_reaction_of_a_status_that_is_given_where_nothing_happens_only(checked: Checked) -> None:
    rules = (
        "status proud:\n  of: piece\n  after: hit where target is self\n  do: cheer(self)\n"
        "event rise(piece who): |\n  give proud to who\n  fall(who)\nevent fall(piece who): rise(who)\n"
    )
    assert said(checked, rules) == (
        "RW703 15: status 'proud' never reacts: status 'proud' is never given\n"
        "  18:3: event 'rise' never happens\n"
        "RW704 17: event 'rise' never happens: it is called only through event 'fall'\n"
        "  19:3: event 'rise' calls event 'fall'\n"
        "  20:24: event 'fall' calls event 'rise'\n"
    )


def test_what_follows_an_event_that_is_always_dropped(checked: Checked) -> None:
    rules = "rule over:\n  after: hit\n  do: close()\nevent close: conclude play\n"
    rules += "rule late:\n  after: close\n  do: sulk_all()\n"
    rules += "event sulk_all: |\n  for each c in pieces:\n    sulk(c)\n"
    assert said(checked, rules) == (
        "RW703 18: rule 'late' never reacts: event 'close' never finishes\n"
        "  16:14: everything inside it is abandoned here\n"
    )


def test_a_conclusion_that_hangs_on_something_drops_nothing_for_sure(checked: Checked) -> None:
    rules = (
        "rule over:\n  after: hit\n  do: |\n    close()\n    cheer(target)\n"
        "event close: conclude play if size(players) > 2\nrule late:\n  after: close\n  do: sulk_all()\n"
        "event sulk_all: |\n  for each c in pieces:\n    sulk(c)\n"
    )
    assert said(checked, rules) == ""


@pytest.mark.parametrize("before", [
    "for each c in pieces where c.mood > 5:\n    cheer(c)\n    finish",
    "repeat up to 2 while (some c in pieces where c.mood > 5):\n    finish",
    "for each p in players:\n    let x = choose one c in pieces where c.mood > 5 by p\n    cheer(x)",
    "for each p in players:\n    let x = choose some c in pieces exactly 2 by p\n    for each c in x:\n      cheer(c)",
])  # fmt: skip
def test_a_loop_may_end_the_code_before_the_conclusion(before: str, checked: Checked) -> None:
    rules = f"event turn: deed()\nevent deed: |\n  {before}\n  conclude turn\n"
    rules += "rule joy:\n  after: deed\n  do: |\n    for each c in pieces:\n      sulk(c)\n"
    assert said(checked, f"{rules}rule go:\n  before: play\n  do: turn()\n") == ""


def test_a_loop_goes_on_until_another_ends_the_code(checked: Checked) -> None:
    rules = "event deed: |\n  for each c in pieces where c.mood > 5:\n    finish\n"
    rules += "  for each c in pieces:\n    sulk(c)\n  deed()\nrule go:\n  before: play\n  do: deed()\n"
    assert "RW702 18: this loop continues as long as `not (some c in pieces where c.mood > 5)`" in said(checked, rules)


def test_steps_behind_a_conclusion(checked: Checked) -> None:
    rules = "rule over:\n  after: hit\n  do: |\n    close()\n    cheer(target)\nevent close: conclude play\n"
    assert said(checked, rules) == (
        "RW709 17: unreachable: rule 'over' ends before this\n"
        "  16:5: it ends here\n"
    )  # fmt: skip


def test_two_that_set_the_same(checked: Checked) -> None:
    rules = "rule joy:\n  after: hit\n  do: cheer(target)\nrule grief:\n  after: hit\n  do: sulk(target)\n"
    assert said(checked, rules) == (
        "RW705 14: rule 'joy' and rule 'grief' react to event 'hit' (after) in an unspecified order: "
        "both set 'mood'\n"
        "  17:3: rule 'grief' reacts to it too\n"
        "  15:7: by rule 'joy'\n"
        "  11:25: by rule 'joy', here\n"
        "  18:7: by rule 'grief'\n"
        "  12:24: by rule 'grief', here\n"
    )


def test_an_id_that_begins_another(checked: Checked) -> None:
    rules = "rule joy:\n  before: hit\n  do: cancel if amount > 2\nrule joy_two:\n  before: hit\n  do: sulk(target)\n"
    assert "if rule 'joy' cancels the event first, rule 'joy_two' does nothing\n" in said(checked, rules)


def test_a_rank_settles_it(checked: Checked) -> None:
    rules = "rule joy:\n  after: hit\n  do: cheer(target)\n"
    rules += "rule grief:\n  after: hit\n  rank: late\n  do: sulk(target)\n"
    assert said(checked, rules, "ranks: [window, late]\n") == ""


THINGS = (
    "kind man: {is: piece}\nkind dog: {is: piece}\nkind hound: {is: dog}\nman sam: {}\nman tom: {}\ndog rex: {}\n"
    "hound ace: {}\nrule made:\n  before: play\n  each: p in players\n  do: |\n"
    "    create sam for p\n    create tom for p\n    create rex for p\n    create ace for p\n"
)


@pytest.mark.parametrize(("first", "second", "race"), [
    ("target is man", "target is dog", False), ("target is man", "target is piece", True),
    ("target is hound", "target is dog", True), ("target is hound", "target is not dog", False),
    ("target is dog", "target is not hound", True), ("not target is man", "target is man", False),
    ("target is sam", "target is tom", False), ("target is sam", "target is sam", True),
    ("target is sam", "target is dog", False), ("target is sam", "target is man", True),
    ("target is sam", "target is not man", False), ("target is sam", "target is not sam", False),
    ("target is man", "target is not sam", True), ("target is ace", "target is not rex", True),
    ("target is not man", "target is not dog", True), ("target is man", "amount > 0", True),
    ("fire in target.sorts", "fire not in target.sorts", False),
    ("fire in target.sorts", "plain in target.sorts", True),
    ("not fire in target.sorts", "fire in target.sorts", False),
    ("fire in target.sorts", "fire in target.sorts", True),
    ("fire not in target.sorts", "plain not in target.sorts", True),
])  # fmt: skip
def test_things_of_two_kinds_or_sheets_are_never_one(first: str, second: str, race: bool, checked: Checked) -> None:
    rules = f"rule joy:\n  after: hit where {first}\n  do: cheer(target)\n"
    rules += f"rule grief:\n  after: hit where {second}\n  do: sulk(target)\n"
    assert ("RW705" in said(checked, THINGS + rules)) is race
    instead = rules.replace("after: hit", "instead: hit")
    assert ("RW705" in said(checked, THINGS + instead)) is race


ALLOWED = "permission weak(piece who):\n  normally: plain in who.sorts\n" \
    "permission strong(piece who):\n  normally: fire in who.sorts\n" \
    "value half(piece who) gives number: size(who.sorts)\n"


@pytest.mark.parametrize(("first", "second", "race"), [
    ("weak(target)", "not weak(target)", False), ("not weak(target)", "weak(target)", False),
    ("weak(target)", "weak(target)", True), ("not weak(target)", "not weak(target)", True),
    ("half(target) > 2", "not half(target) > 2", False),
    ("half(target) > 1", "not half(target) > 2", True),
    ("weak(target)", "not weak(self)", True),
    # Both are true of what is strong only.
    ("weak(target) or strong(target)", "not weak(target) or strong(target)", True),
    ("not some s in target.sorts where s is fire or s is plain",
     "some s in target.sorts where s is fire or s is plain", False),
])  # fmt: skip
def test_one_of_two_that_say_the_contrary_takes_the_place(
    first: str, second: str, race: bool, checked: Checked
) -> None:
    """Nothing happens between their conditions; of other phases one may do what makes the other hold."""
    rules = f"{ALLOWED}rule joy:\n  instead: hit where {first}\n  do: cheer(target)\n"
    answers = f"  instead: hit where {second}\n  do: sulk(target)\n"
    if "self" in second:
        rules += f"kind brave: {{is: piece}}\nbrave bo:\n{answers}"
        rules += "rule made:\n  before: play\n  each: p in players\n  do: create bo for p\n"
    else:
        rules += f"rule grief:\n{answers}"
    assert ("RW705" in said(checked, rules)) is race


def test_what_shows_another_sheet_may_be_of_both(checked: Checked) -> None:
    rules = "rule joy:\n  after: hit where target is sam\n  do: turn(target)\nevent turn(piece who): |\n"
    rules += "  swap_sheet(who, tom) if who is man\n  cheer(who)\n"
    rules += "rule grief:\n  after: hit where target is tom\n  do: sulk(target)\n"
    assert "rule 'joy' and rule 'grief' react to event 'hit'" in said(checked, THINGS + rules)


def test_one_changes_what_the_other_asks(checked: Checked) -> None:
    rules = "rule joy:\n  after: hit\n  do: cheer(target)\nrule grief:\n  after: hit where target.mood is 0\n"
    rules += "  do: hurt(target)\nevent hurt(piece who): set who.damage = 9\n"
    assert said(checked, rules) == (
        "RW705 14: rule 'joy' and rule 'grief' react to event 'hit' (after) in an unspecified order: "
        "rule 'joy' changes what rule 'grief' reads\n"
        "  17:3: rule 'grief' reacts to it too\n"
        "  15:7: changed by rule 'joy'\n"
        "  11:25: changed by rule 'joy', here\n"
        "  17:20: read by rule 'grief'\n"
    )


def test_one_cancels_what_the_other_would_answer(checked: Checked) -> None:
    rules = "rule calm:\n  before: hit where target.mood > 3\n  do: cancel\n"
    rules += "rule joy:\n  before: hit\n  do: cheer(target)\n"
    assert said(checked, rules).startswith(
        "RW705 14: rule 'calm' and rule 'joy' react to event 'hit' (before) in an unspecified order: "
        "if rule 'calm' cancels the event first, rule 'joy' does nothing\n"
    )


def test_keywords_that_no_sheet_has_together_never_meet(checked: Checked) -> None:
    keywords = (
        "status glad:\n  of: piece\n  after: hit where target is self\n  do: cheer(self)\n"
        "status sad:\n  of: piece\n  after: hit where target is self\n  do: sulk(self)\n"
    )
    apart = "piece fool: {keywords: [glad]}\npiece clown: {keywords: [sad]}\n"
    made = "rule made:\n  before: play\n  each: p in players\n  do: |\n    create fool for p\n    create clown for p\n"
    assert said(checked, keywords + apart + made) == ""
    both = apart.replace("[sad]", "[sad, glad]")
    assert said(checked, keywords + both + made).startswith("RW705 15: status 'glad' (1) and status 'sad' (1) react to")


@pytest.mark.parametrize("sheet", ["queen", "model"])
def test_sheets_that_things_come_to_show_are_made(sheet: str, checked: Checked) -> None:
    rules = (
        "piece queen:\n  after: cheer where who is self\n  do: sulk(self)\n"
        "rule crowned:\n  after: hit\n  do: crown(target, queen)\n"
        f"event crown(piece who, sheet of piece model): swap_sheet(who, {sheet})\n"
    )
    assert "queen" not in said(checked, rules)


def test_sheets_that_a_setting_chooses_among_are_read(checked: Checked) -> None:
    rules = (
        "kind deck: {owned: no, printed: {size: number}}\ndeck rush: {size: 3}\ndeck wall: {size: 4}\n"
        "piece queen: {}\nrule deal:\n  before: play\n  do: count_to(setting.own.size)\n"
        "event count_to(number amount): {}\n"
    )
    assert said(checked, rules, "settings: {own: sheet of deck starts rush}\n") == (
        "RW710 16: no piece 'queen' is ever created\n"
    )
