"""The files of a first pack for an id and a board: a small game without errors that can be played at once.

Separate because it is a table of whole files: the files that an author changes first, once for packs without a board
and once for those with one. `{id}` is the id, `{title}` the name, `{board}` the form of the board, `{place}` one of its
places, which is also the unit of its distances.
"""

from __future__ import annotations

from typing import Final

DICE_GAME: Final = {
    "pack.yaml": """\
pack: {id}
name: {{en: {title}}}
version: 0.1.0
language: 2
players: 2
start: play_match
worth: lead
board: {board}
messages:
  en:
    throw: <who> throws
    keep: <who> keeps <amount>
    lose: <who> loses the turn
""",
    "match.yaml": """\
# A small game to start with: throw as often as you like; a 1 loses the points of the turn. 20 points win.
kind player:
  state:
    points: number
    pending: number                # the points of this turn so far

event play_match gives set of player winners:
  do: |
    repeat up to 200 while no p in players where p.points >= goal():
      for each p in players:
        turn(p) if no q in players where q.points >= goal()
    set winners = all(p in players with most p.points)

value goal() gives number: 20

# How good the position of a player is: greedy bots use it.
value lead(player who) gives number: who.points - who.pending / 2 - most(p.points for p in players where p is not who)

event turn(player who):
  do: |
    set who.pending = 0
    throw(who)
    repeat up to 50 while who.pending > 0:
      offer who or pass as done:
        throw(who)
      stop if done is none
    keep(who, who.pending) if who.pending > 0

event throw(player who) gives number shown:
  do: |
    set shown = roll d6 by who
    if shown is 1:
      set who.pending = 0
      lose(who)
    else:
      set who.pending = who.pending + shown

event keep(player who, number amount):
  do: |
    set who.points = who.points + amount
    set who.pending = 0

event lose(player who): {{}}
""",
    "tests/turn.yaml": """\
test a turn keeps what was thrown:
  dice: {{d6: [4, 5]}}
  do: turn(player_1)
  answers: [throw(player 1), pass]
  then:
    - player_1.points is 9
  happened: [throw, throw, keep]

test a one loses the turn:
  dice: {{d6: [4, 1]}}
  do: turn(player_1)
  answers: [throw(player 1)]
  then:
    - player_1.points is 0
  happened: [lose]
  not_happened: [keep]
""",
}

BOARD_GAME: Final = {
    "pack.yaml": """\
pack: {id}
name: {{en: {title}}}
version: 0.1.0
language: 2
players: 2
start: play_match
worth: standing
board: {board}
messages:
  en:
    take: <victim> is taken
""",
    "match.yaml": """\
# A small game to begin with: stones step to neighbouring places and take what they step onto; the first player with a
# stone on the other shore wins.
area shore_1:
  name: {{en: Northern shore}}
area shore_2:
  name: {{en: Southern shore}}
map field:
  rows: |
    .111.
    .....
    .....
    .....
    .222.
  legend: {{"1": shore_1, "2": shore_2}}

kind stone:
  placed: yes
stone pebble:
  name: {{en: Pebble}}

kind match:
  state:
    victor: player or none

event play_match gives set of player winners:
  do: |
    set_up()
    repeat up to 60 while every p in players has not is_empty(stones_of(p)):
      for each p in players:
        turn(p)
  ends: |
    let victor = match.victor
    if victor is none:
      set winners = all(p in players with most standing(p))
    else:
      set winners = victor

event set_up:
  do: |
    lay(field)
    for each p in players:
      for each c in shore(p):
        create pebble for p at c

value shore(player who) gives area: if seat_number(who) is 1 then shore_1 else shore_2

value stones_of(player who) gives set of stone: all(s in stones where s.owner is who)

# How good the position of a player is: greedy bots use it.
value standing(player who) gives number: 10 * size(stones_of(who)) - way_left(who)
value way_left(player who) gives number: least(steps_left(s) for s in stones_of(who))
value steps_left(stone mover) gives number: distance(mover, shore(next_seat(mover.owner))) / 1 {place}

value steps(stone mover) gives set of {place}: neighbours(mover) - cells of stones_of(mover.owner)

event turn(player who):
  do: |
    offer who:
      step(s, c) for s in stones_of(who), c in steps(s)

event step(stone mover, {place} goal):
  legal: {{near: goal in steps(mover)}}
  do: |
    for each s in stones_in(goal):
      take(s)
    put mover at goal

event take(stone victim):
  do: remove victim

# A state that ends the game: a player with a stone on the other shore has won.
check arrived:
  for: s in stones where s is placed and some c in cells of s where c in shore(next_seat(s.owner))
  do: win(s.owner)

event win(player who):
  do: |
    set match.victor = who
    conclude play_match
""",
    "tests/step.yaml": """\
test a stone takes what it steps onto:
  map: |
    ab.
  legend: {{a: pebble of 1 as Ann, b: pebble of 2 as Bob}}
  do: step(Ann, B1)
  then:
    - Bob is removed
  position: |
    .a.

test a stone never steps onto a friend:
  map: |
    ab.
  legend: {{a: pebble of 1 as Ann, b: pebble of 1 as Bob}}
  do: step(Ann, B1)
  refused: {{step: [near]}}

test the other shore wins:
  map: |
    a2.
  legend: {{a: pebble of 1 as Ann, "2": shore_2}}
  do: step(Ann, B1)
  happened: [win where who is player_1]
""",
}
