"""Draws small packs of a few kilobytes that are meant to break whoever reads, checks, tests or plays them.

A pack is some ingredients put together: each brings definitions, lines for the event that is the match, content tests,
and rows of the manifest, with names of its own. Most can be played, so that play is attacked too.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from tests.fuzz import copied, large, running
from tests.fuzz.piece import Ingredient

Pack = Mapping[str, str]

BASE = """\
kind match: {state: {n: number, s: set of number starts none, places: set of cell starts none}}
kind player: {state: {points: number}}
kind unit:
  placed: yes
  size: self.width
  printed: {width: number starts 1}
  state: {hp: number starts 5}
kind card: {texts: [effect], main: effect, state: {weight: number starts 1}}
unit pawn: {}
card ping: note(self.weight)
zone deck(player owner): {ordered: yes, seen_by: nobody, holds: card}
zone hand(player owner): {seen_by: owner, holds: card}
window asking: {asks: players}
permission near(unit who, cell goal): distance(who, goal) <= 3 cells
value price(unit who, cell goal) gives cells: 1 cell
event note(number a): set match.n = a
"""

INGREDIENTS: list[Ingredient] = [
    copied.nested_forms, copied.nested_blocks, copied.exponential_values, copied.exponential_formulas,
    copied.exponential_events, copied.conditions_that_can, copied.copied_templates, copied.copied_parts,
    copied.classes_of_sentences, copied.classes_of_reactions, copied.many_sentences_of_one, large.large_numbers,
    large.long_names, large.long_messages, large.many_definitions, large.large_footprints, large.large_areas,
    large.many_maps, large.wide_enums, large.many_settings, running.dear_expressions, running.wide_offers,
    running.large_choices, running.endless_statuses, running.endless_reactions, running.endless_checks,
    running.moving_zones, running.growing_sets, running.endless_matches, running.endless_worth, large.cycles,
    large.anchors, large.evil_characters, large.huge_tests, large.hidden_things,
]  # fmt: skip


def drawn(seed: int, kinds: int = 0) -> tuple[Pack, list[str]]:
    """The files of a pack, and the names of its ingredients. `kinds`: so many of them, 0 for one to four."""
    r = Random(seed)
    chosen = r.sample(INGREDIENTS, kinds or r.randint(1, 4))
    pieces = [make(r, f"z{i}") for i, make in enumerate(chosen)]
    width, height = r.choice([(6, 6), (20, 20), (70, 70), (200, 25), (1, 200)])
    rows = "".join(f"    {'.' * width}\n" for _ in range(height))
    opening = ["lay(field)", "let p = first(players)", "finish if p is none", "let here = first(everywhere)",
               "finish if here is none", "let who = create pawn for p at here"]  # fmt: skip
    opening += [f"create pawn for p at {place}" for place in ["here"] * r.choice([0, 1, 20])]
    lines = opening + [line for piece in pieces for line in piece.does]
    manifest = "pack: hostile\nlanguage: 2\nstart: play\nboard: square\nwindow: asking\n"
    manifest += r.choice(["players: 2\n", "players: 2\n", "players: [1, 64]\n"]) if not any(
        "players:" in piece.manifest for piece in pieces) else ""  # fmt: skip
    manifest += r.choice(["", "stacking: instance\n", "forced: ask\n"])
    messages = {key: words for piece in pieces for key, words in piece.messages.items()}
    if messages:
        manifest += "messages:\n  en:\n" + "".join(f"    {key}: '{words}'\n" for key, words in messages.items())
    files = {
        "pack.yaml": manifest + "".join(piece.manifest for piece in pieces),
        "all.yaml": BASE + f"map field:\n  rows: |\n{rows}" + "".join(piece.definitions for piece in pieces)
        + "event play: |\n" + "".join(f"  {line}\n" for line in lines),
    }  # fmt: skip
    tests = "".join(piece.tests for piece in pieces)
    if tests:
        files["tests/hostile.yaml"] = tests
    return files, [make.__name__ for make in chosen]
