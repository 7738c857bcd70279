"""The files of a first pack on a table in inches, and the changes of a flat board's files for a board with storeys.

Separate because they are whole files, as in `beginnings`, which contains those of packs without a board and on cells.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

TABLE_GAME: Final = {
    "pack.yaml": """\
pack: {id}
name: {{en: {title}}}
version: 0.1.0
language: 2
players: 2
start: play_match
worth: standing
board: {board}
grain: 1 inch                      # the step of the search for room
messages:
  en:
    take: <victim> is taken
""",
    "match.yaml": """\
# A small game to begin with: scouts march over a table in inches and take the enemies that they end next to; the
# first player with a scout on the other shore wins.
area shore_1: {{name: {{en: Northern shore}}}}
area shore_2: {{name: {{en: Southern shore}}}}
area pond: {{name: {{en: Pond}}}}
map field:
  table: 24x16
  areas:
    shore_1: rectangle 0x0 to 24x3
    shore_2: rectangle 0x13 to 24x16
    pond: disc 12x8 by 2

kind model:
  placed: yes
  plural: models
  base: round 0.5
  printed: {{stride: inches}}
model scout:
  name: {{en: Scout}}
  stride: 6 inches

kind match:
  state:
    victor: player or none

event play_match gives set of player winners:
  do: |
    lay(field)
    for each p in players:
      muster(p)
    repeat up to 30 while every p in players has not is_empty(models_of(p)):
      for each p in players:
        turn(p)
  ends: |
    let victor = match.victor
    if victor is none:
      set winners = all(p in players with most standing(p))
    else:
      set winners = victor

value shore(player who) gives area: if seat_number(who) is 1 then shore_1 else shore_2
value models_of(player who) gives set of model: all(m in models where m.owner is who and m is placed)

# How good the position of a player is: greedy bots use it.
value standing(player who) gives number: 20 * size(models_of(who)) - way_left(who)
value way_left(player who) gives number: least(inches_left(m) for m in models_of(who))
value inches_left(model m) gives number: rounded_up(distance(m, shore(next_seat(m.owner)))) / 1 inch

# Wholly on the table, outside other bases and the pond.
permission room(model m, spot q): >-
  wholly(footprint(m, q), everywhere) and not meets(footprint(m, q), pond) and
  (no o in models where o is not m and o is placed and overlapping(footprint(m, q), o))

event muster(player who): |
  repeat up to 3:
    let m = create scout for who
    offer who:
      deploy(m, q) for q in anchors(m)
event deploy(model m, spot q):
  legal:
    shore: wholly(footprint(m, q), shore(m.owner))
    room: room(m, q)
  do: put m at q

event turn(player who): |
  offer who:
    march(m, q) for m in models_of(who), q in anchors(m)
event march(model m, spot q):
  legal:
    stride: m.place is not none and q within m.stride of m.place
    room: room(m, q)
  do: |
    put m at q
    for each o in models where o.owner is not m.owner and o within 0.5 inches of m:
      take(o)
event take(model victim):
  do: remove victim

# A state that ends the game: a player with a scout on the other shore has won.
check arrived:
  for: m in models where m is placed and meets(m, shore(next_seat(m.owner)))
  do: win(m.owner)
event win(player who):
  do: |
    set match.victor = who
    conclude play_match
""",
    "tests/march.yaml": """\
test a scout takes an enemy that it ends next to:
  map: field
  at: {{scout of 1 as Ann: 4x8, scout of 2 as Bob: 9x8}}
  spots: {{beside: 7.5x8}}
  do: march(Ann, beside)
  then:
    - Bob is removed
  stands: {{Ann: 7.5x8}}

test no scout marches further than its stride or into the pond:
  map: field
  at: {{scout of 1 as Ann: 6x8}}
  do: |
    offer player_1:
      march(Ann, q) for q in anchors(Ann)
  answers:
    - {{refused: 6x14.001, because: stride}}
    - {{refused: 10x8, because: room}}
    - {{choose: march(Ann), at: 6x11}}

test the other shore wins:
  map: field
  at: {{scout of 1 as Ann: 20x8}}
  spots: {{south: 20x13}}
  do: march(Ann, south)
  happened: [win where who is player_1]
""",
}

_HILL: Final = """\
area hill:
  name: {{en: Hill}}
map field:
  rows: |
    .111.
    .....
    .hhh.
    .....
    .222.
  legend: {{"1": shore_1, "2": shore_2, h: hill}}
"""
_STEPS: Final = """\
# The hill can be stood on: above it there is ground. A stone steps to a neighbour, or climbs where it stands.
value ground() gives set of {place}: at_level(everywhere, 0) + above(hill)
value steps(stone mover) gives set of {place}: >-
  common(neighbours(mover) + above(cells of mover) + below(cells of mover), ground()) - cells of stones_of(mover.owner)
"""
_CLIMB: Final = """\

test a stone climbs the hill and nothing else:
  map: |
    ah.
  legend: {{a: pebble of 1 as Ann, h: hill}}
  do: |
    step(Ann, A1_1)
    step(Ann, B1)
    step(Ann, B1_1)
  refused: {{step: [near]}}
  then:
    - wholly(Ann, above(hill))
"""


def storeyed(game: Mapping[str, str]) -> dict[str, str]:
    """Returns the game of a flat board for a board with two storeys: its map gets a hill to climb."""
    made = dict(game)
    made["pack.yaml"] = made["pack.yaml"].replace("board: {board}\n", "board: {board}\nstoreys: 2\n")
    text = made["match.yaml"]
    begin, end = text.index("map field:"), text.index("kind stone:")
    text = f"{text[:begin]}{_HILL}\n{text[end:]}"
    begin, end = text.index("value steps("), text.index("event turn(")
    made["match.yaml"] = f"{text[:begin]}{_STEPS}\n{text[end:]}"
    made["tests/step.yaml"] += _CLIMB
    return made
