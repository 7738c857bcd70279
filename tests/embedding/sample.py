"""A small pack with a value of every type in questions, fields and events, for the tests of what is embedded."""

from __future__ import annotations

from pathlib import Path

import rulewright

MANIFEST = """\
pack: sample
name: {en: Sample, ru: Образец}
version: 1.2.0
players: [2, 3]
start: play
window: asking
board: square
settings:
  ground: map starts meadow
  terror: mood starts calm
  hero: sheet of scout or none starts none
  long: yes_no starts false
  rounds: number starts 2
"""
GAME = """\
enum mood: [calm, wild]
die fate gives mood: [calm, wild, wild]
map meadow:
  rows: |
    ..w.
    ....
  legend: {w: wood}
area wood: {}
kind scout:
  placed: yes
  printed: {pace: cells starts 2 cells, note: text}
  state: {tired: yes_no starts false, at_home: cell or none, mate: scout or none, score: number per player}
  parts: {tools: tool}
kind tool:
  part_of: scout
  printed: {worth: number starts 1}
kind card:
  printed: {suit: mood starts calm}
scout ranger:
  note: never lost
  name: {en: Ranger, ru: Следопыт}
  tools: {axe: {worth: 3}}
card ace: {suit: wild}
card two: {}
zone hand(player owner): {seen_by: owner, holds: card}
zone deck(player owner): {ordered: yes, seen_by: nobody, holds: card}
zone pile: {holds: card}
status bold(number degree): {of: scout}
status leading: {of: player}
event play gives player or none winner: |
  lay(setting.ground)
  for each p in players:
    create ace for p into hand of p
    create two for p into hand of p
    create two for p into deck of p
  let one = first(players)
  finish if one is none
  let c = choose one x in everywhere by one
  let r = create ranger for one at c
  give bold(2) to r
  give leading to one
  set r.at_home = c
  let m = choose one x in members_of(mood) by one
  let f = roll fate by one in secret
  offer one or pass as done:
    rest(r)
    wake(r)
    discard(h) for h in contents(hand of one)
  let k = choose one x in contents(hand of one) by one always in secret
  let sure = choose yes or no by next_seat(one)
  reveal(k, next_seat(one))
  let again = choose yes or no by next_seat(one)
  set winner = one if sure
event rest(scout who): |
  set who.tired = true
event wake(scout who):
  legal: {tired: who.tired}
  says: {tired: {en: <who> is not tired, ru: <who> не устал}}
  do: set who.tired = false
event discard(card what): |
  put what into pile
window asking: {asks: players, answers: one}
rule watch:
  after: rest
  may: look(who)
  by: who.owner
event look(scout who): {}
"""


def pack_in(folder: Path) -> rulewright.Pack:
    """The pack, written to a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pack.yaml").write_text(MANIFEST, encoding="utf-8")
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    return rulewright.load(folder, cache=None)
