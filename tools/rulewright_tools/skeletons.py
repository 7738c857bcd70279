"""The files of a first definition of a form: a definition without errors and a test that passes.

Separate because it is a table: it contains what an author sees first, form by form. `{id}` is the id, `{words}` the id
in words, `{sheet}` the lines of a sheet of the pack's first kind.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Skeleton(NamedTuple):
    """A definition with what it needs to be used, and a test of it. `needs`: the pack must have a board, or a kind."""

    definition: str
    test: str
    needs: str = ""


FORMS: Final = {
    "event": Skeleton(
        """\
event {id}(player who) gives number shown:
  allow: {{RW469: nothing calls it yet}}
  do: |
    set shown = roll d6 by who
""",
        """\
test {words} shows what was thrown:
  dice: {{d6: [4]}}
  do: {id}(player_1)
  happened: [{id} where shown is 4]
""",
    ),
    "value": Skeleton(
        """\
value {id}(player who) gives number:
  allow: {{RW473: nothing reads it yet}}
  start: seat_number(who)
  steps:
    bonus: total                   # modify: {id}.bonus is 2 when ..
""",
        """\
test {words} begins with the number of the seat:
  then:
    - {id}(player_1) is 1
""",
    ),
    "permission": Skeleton(
        """\
permission {id}(player who):
  allow: {{RW473: nothing reads it yet}}
  normally: seat_number(who) is 1
""",
        """\
test {words} is for the first seat:
  then:
    - {id}(player_1)
    - not {id}(player_2)
""",
    ),
    "rule": Skeleton(
        """\
event {id}_begins(player who):
  allow: {{RW469: nothing calls it yet}}

event {id}_answer(player who): {{}}

rule {id}:
  after: {id}_begins
  do: {id}_answer(who)
""",
        """\
test {words} reacts:
  do: {id}_begins(player_1)
  happened: [{id}_answer where who is player_1]
""",
    ),
    "status": Skeleton(
        """\
status {id}:
  name: {{en: {title}}}
  of: player
  allow: {{RW470: nothing gives it yet}}
""",
        """\
test {words} can be given:
  do: give {id} to player_1
  then:
    - player_1 is {id}
    - player_2 is not {id}
""",
    ),
    "check": Skeleton(
        """\
status {id}_mark:
  of: player
  allow: {{RW470: nothing gives it yet}}

# A state that must not persist: a player with the mark loses it at once.
check {id}:
  for: p in players where p is {id}_mark
  do: end {id}_mark of p
""",
        """\
test {words} takes the mark:
  do: give {id}_mark to player_1
  then:
    - player_1 is not {id}_mark
""",
    ),
    "window": Skeleton(
        """\
window {id}:
  asks: players
  answers: each
  allow: {{RW708: nothing begins it yet}}

event {id}_begins(player who):
  allow: {{RW469: nothing calls it yet}}

event {id}_answer(player who): {{}}

rule {id}_chance:
  for: self in players
  after: {id}_begins
  window: {id}
  may: {id}_answer(self)
""",
        """\
test {words} asks every player once:
  do: {id}_begins(player_1)
  answers:
    - {id}_chance
    - {{player: 2, choose: pass}}
  happened: [{id}_answer where who is player_1]
""",
    ),
    "class": Skeleton(
        """\
class {id}(player who): {{}}

event {id}_example(player who) is {id}:
  allow: {{RW469: nothing calls it yet}}

rule {id}_follows:
  after: {id}
  do: {id}_answer(who)

event {id}_answer(player who): {{}}
""",
        """\
test a reaction to {words} reacts to every event of it:
  do: {id}_example(player_1)
  happened: [{id}_answer where who is player_1]
""",
    ),
    "enum": Skeleton(
        """\
enum {id}: [{id}_one, {id}_two]

value next_{id}({id} now) gives {id}:
  allow: {{RW473: nothing reads it yet}}
  start: if now is {id}_one then {id}_two else {id}_one
""",
        """\
test {words} goes round:
  then:
    - next_{id}({id}_one) is {id}_two
    - next_{id}({id}_two) is {id}_one
""",
    ),
    "die": Skeleton(
        """\
die {id} gives number: [0, 1, 1, 2]

event roll_{id}(player who) gives number shown:
  allow: {{RW469: nothing calls it yet}}
  do: |
    set shown = roll {id} by who
""",
        """\
test {words} shows one of its faces:
  dice: {{{id}: [2]}}
  do: roll_{id}(player_1)
  happened: [roll_{id} where shown is 2]
""",
    ),
    "table": Skeleton(
        """\
enum {id}_row: [{id}_low, {id}_high]
enum {id}_column: [{id}_left, {id}_right]

table {id}({id}_row row, {id}_column column) gives number:
  allow: {{RW473: nothing reads it yet}}
  rows:
    {id}_low: {{{id}_left: 1, {id}_right: 2}}
    {id}_high: {{{id}_left: 3, {id}_right: 4}}
""",
        """\
test {words} is read by row and column:
  then:
    - {id}({id}_high, {id}_left) is 3
    - {id}({id}_low, {id}_right) is 2
""",
    ),
    "zone": Skeleton(
        """\
zone {id}(player owner):
  seen_by: owner
  allow: {{RW473: nothing is put there yet}}
""",
        """\
test {words} is empty at first:
  then:
    - is_empty({id} of player_1)
""",
    ),
    "kind": Skeleton(
        """\
kind {id}:
  plural: {id}_all
  name: {{en: {title}}}

{id} first_{id}:
  name: {{en: First {words}}}
""",
        """\
test {words} can be made:
  do: create first_{id} for player_1
  then:
    - count({id}_all) is 1
    - every x in {id}_all has x.owner is player_1
""",
    ),
    "area": Skeleton(
        """\
area {id}:
  name: {{en: {title}}}

map {id}_map:
  legend: {{x: {id}}}
  rows: |
    ...
    .x.
    ...
""",
        """\
test {words} is where the map says:
  map: {id}_map
  then:
    - B2 is {id}
    - A1 is not {id}
""",
        needs="board",
    ),
    "map": Skeleton(
        """\
map {id}:
  name: {{en: {title}}}
  rows: |
    ....
    ....
    ....
""",
        """\
test {words} has twelve places:
  map: {id}
  then:
    - size(everywhere) is 12
""",
        needs="board",
    ),
}

# Forms that are drawn differently on a table in inches.
ON_TABLES: Final = {
    "area": Skeleton(
        """\
area {id}:
  name: {{en: {title}}}

map {id}_map:
  table: 24x16
  areas: {{{id}: rectangle 6x4 to 12x10}}
""",
        """\
test {words} is where the map says:
  map: {id}_map
  spots: {{inside: 8x6, outside: 2x6}}
  then:
    - inside is {id}
    - outside is not {id}
""",
        needs="board",
    ),
    "map": Skeleton(
        """\
map {id}:
  name: {{en: {title}}}
  table: 24x16
""",
        """\
test {words} is two feet wide:
  map: {id}
  spots: {{corner: 24x16, beyond: 24.001x16}}
  then:
    - corner in everywhere
    - beyond not in everywhere
""",
        needs="board",
    ),
}

SHEET: Final = Skeleton(
    """\
{kind} {id}:
{sheet}""",
    """\
test {words} comes into play:
  do: create {id}{owner}
  then:
    - some x in {plural} where x.sheet is {id}
""",
)
