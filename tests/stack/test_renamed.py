"""`renamed` in manifests: matches that were saved with ids of before are found again with those of today."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.diagnostics import Diagnostics
from rulewright.pipeline import check_pack
from rulewright.play.renamed import Renames
from rulewright.session import Game, Refused, link_program
from rulewright.stack.find import stacked
from rulewright_tools.packs import playable
from rulewright_tools.playing.kept import read
from rulewright_tools.playing.match import Match
from rulewright_tools.playing.matchfile import as_data, begin
from rulewright_tools.playing.replay import first_difference
from rulewright_tools.playing.settings import WrongSetting

Write = Callable[[Mapping[str, str | bytes] | str], Path]

MANIFEST = """\
pack: p
start: game
players: 2
window: turns
settings: {most: number starts 3, favour: suit starts cups}
"""
GAME = """\
enum suit: [cups, coins]
enum mood: [calm, cups]
kind limb: {part_of: card, printed: {strength: number}}
kind card: {owned: no, printed: {worth: number, suit: suit}, parts: {limbs: limb}}
card king: {worth: 3, suit: cups, limbs: {arm: {strength: 2}}}
card page: {worth: 1, suit: coins, limbs: {arm: {strength: 1}}}
status tired: {of: card}
window turns: {asks: players}
event game: |
  for each c in sheets_of(card):
    create c
  for each p in players:
    repeat up to setting.most:
      offer p or pass:
        take(p, c) for c in cards
        lift(l) for l in limbs
    let wish = choose one s in members_of(suit) by p
    say(wish)
    let mood = choose one x in members_of(mood) by p
    feel(mood)
event take(player p, card c): |
  give tired to c
event lift(limb l): |
  give tired to l.bearer
event say(suit s): finish
event feel(mood m): finish
rule nap:
  after: take
  may: feel(calm)
  by: p
"""


def played(folder: Path) -> Match:
    linked = link_program(playable(folder))
    given = {"most": 4, "favour": 1}
    match = Match(Game.new(linked, 2, 5, given), ("random", "random"), 5, given, "en")
    answers: Counter[tuple[int, str]] = Counter()
    while (decision := match.game.decision) is not None:
        site = decision.site
        # Whatever was answered least: so that everything is.
        keys = [match.key(option) for option in decision.options]
        fewest = min(keys, key=lambda key, at=site: (key == "pass", answers[at, key]))  # type: ignore[misc]
        answers[site, fewest] += 1
        match.answer(keys.index(fewest))
    return match


def files(old: str, new: str, renamed: str) -> dict[str, str | bytes]:
    game, manifest = GAME, MANIFEST
    for before, after in zip(old.split(), new.split(), strict=True):
        game, manifest = game.replace(before, after), manifest.replace(before, after)
    return {"pack.yaml": manifest + (f"renamed: {{{renamed}}}\n" if renamed else ""), "game.yaml": game}


@pytest.fixture
def saved(pack_folder: Write, tmp_path: Path) -> Path:
    match = played(pack_folder(files("", "", "")))
    told = " ".join([one.key for one in match.story] + [event for one in match.story for event in one.events])
    for one in ("take(player 1, king#1)", "rule nap", "lift(page#1.arm)", "say(coins)", "feel(cups)"):
        assert one in told, told
    path = tmp_path / "m.json"
    path.write_text(json.dumps(as_data(match, "p")), "utf-8")
    return path


def differs(path: Path, folder: Path) -> list[str] | None:
    kept = read(path)
    found = first_difference(kept, begin(kept, link_program(playable(folder))))
    return None if found is None else list(found.lines)


@pytest.mark.parametrize(("old", "new", "renamed"), [
    ("king:", "emperor:", "card king: emperor"),
    ("king: page:", "emperor: squire:", "card king: emperor, card page: squire"),
    ("king:", "emperor:", "card king: lord, card lord: tyrant, card tyrant: emperor"),
    ("king:", "emperor:", "card tyrant: emperor, card king: tyrant"),
    ("arm:", "hand:", "card king.arm: hand, card page.arm: hand"),
    ("king: arm:", "emperor: hand:", "card king: emperor, card emperor.arm: hand, card page.arm: hand"),
    ("king: arm:", "emperor: hand:", "card king: emperor, card king.arm: hand, card page.arm: hand"),
    ("take(", "grab(", "event take: grab"),
    ("nap:", "rest:", "rule nap: rest"),
    ("coins", "pentacles", "enum suit.coins: pentacles"),
    ("calm", "serene", "enum mood.calm: serene"),
    ("most", "limit", "setting most: limit"),
])  # fmt: skip
def test_a_match_is_the_same_with_other_ids(old: str, new: str, renamed: str, saved: Path, pack_folder: Write) -> None:
    changed = files(old, new, renamed)
    if "grab" in new:
        changed["game.yaml"] = str(changed["game.yaml"]).replace("after: take", "after: grab")
    assert differs(saved, pack_folder(changed)) is None
    changed["pack.yaml"] = files(old, new, "")["pack.yaml"]
    if old in ("most", "coins"):  # the settings of the match name both
        with pytest.raises(WrongSetting, match=old):
            differs(saved, pack_folder(changed))
    else:
        assert differs(saved, pack_folder(changed)) is not None, "what is not said is not known"


def test_a_word_that_is_a_member_of_two_enumerations_is_tried_both_ways(saved: Path, pack_folder: Write) -> None:
    changed = files("", "", "enum mood.cups: tipsy")
    changed["game.yaml"] = GAME.replace("mood: [calm, cups]", "mood: [calm, tipsy]")
    assert differs(saved, pack_folder(changed)) is None


def test_a_match_that_knew_both_ids_is_refused(saved: Path, pack_folder: Write) -> None:
    text = saved.read_text("utf-8")
    saved.write_text(text.replace('"card page":', '"card emperor": "0123456789ab", "card page":'), "utf-8")
    with pytest.raises(Refused, match="both card 'king' and card 'emperor'"):
        differs(saved, pack_folder(files("king:", "emperor:", "card king: emperor")))


def test_renames_of_a_mod_count_like_those_of_the_game(packs: Callable[..., Path]) -> None:
    folder = packs(mod=("needs: {base: any}\nrenamed: {creature hound: wolf, creature cur: hound}\n", ""))
    stack = stacked(folder / "base", Diagnostics(), (folder / "mod",))
    assert stack is not None
    result = check_pack(stack)
    assert result.program is not None, [f"{one.code} {one.message}" for one in result.diagnostics]
    assert result.program.renamed == (("creature", "cur", "", "wolf"), ("creature", "hound", "", "wolf"))
    names = Renames(result.program)
    assert names.keys("step(cur#3, E4)") == ("step(wolf#3, E4)",)
    assert names.keys("curl(curse#3, hounds)") == ("curl(curse#3, hounds)",)
    assert names.sheet("hound.bite") == "wolf.bite" and names.title("creature cur") == "creature wolf"


@pytest.mark.parametrize(("renamed", "told"), [
    ("card king: page", "RW256 card 'king' still exists, so its id is in use"),
    ("card old: king, card older: king", "RW256 card 'older' and 'old' are both renamed to 'king'"),
    ("card a: b, card b: c, card c: a", "RW256 cycle of renamed ids: 'a', 'b', 'c', 'a'"),
    ("enum suit.cups: coins", "RW256 member 'cups' of enum 'suit' still exists, so its id is in use"),
    ("card old: kinng", "RW255 there is no card 'kinng'"),
    ("card king.leg: foot", "RW255 there is no member 'foot' of card 'king'"),
    ("cart old: king", "RW255 unknown form or kind 'cart'"),
    ("enum colour.red: cups", "RW255 there is no enum 'colour'"),
    ("old: king", "RW255 'old' is not the name of anything that can be renamed"),
])  # fmt: skip
def test_what_cannot_be_renamed(renamed: str, told: str, pack_folder: Write) -> None:
    result = check_pack(pack_folder(files("", "", renamed)))
    assert [f"{one.code} {one.message}" for one in result.diagnostics if one.code in ("RW255", "RW256")] == [told]


def test_two_packs_may_not_rename_one_id_in_two_ways(packs: Callable[..., Path]) -> None:
    folder = packs(one=("needs: {base: any}\nrenamed: {creature hound: wolf}\n", ""),
                   two=("needs: {base: any}\nrenamed: {creature hound: ghost}\n", ""))  # fmt: skip
    stack = stacked(folder / "base", Diagnostics(), (folder / "one", folder / "two"))
    assert stack is not None
    told = [f"{one.code} {one.message}" for one in check_pack(stack).diagnostics]
    assert "RW256 creature 'hound' is renamed to 'wolf' and to 'ghost'" in told
