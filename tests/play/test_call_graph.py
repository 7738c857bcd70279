"""What spreads along calls, against the plain reading of it: ask every event again until nothing changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.assets import content_dir
from rulewright.check.check import check
from rulewright.check.does import asks
from rulewright.check.model import PackDef
from rulewright.compile import analysis, call_graph
from rulewright.compile.context import Unit
from rulewright.compile.layout import lay_out
from rulewright.diagnostics import Diagnostics
from rulewright.effects import nodes as n
from rulewright.effects.load import load_pack
from rulewright.effects.walk import descend
from rulewright.pack.read import read_pack
from rulewright.pipeline import check_pack


def _checked(folder: Path) -> PackDef:
    out = Diagnostics()
    pack = check(load_pack(read_pack(folder, out), out), out)
    assert pack is not None and not out.has_errors, [d.message for d in out]
    return pack


def _write(folder: Path, text: str) -> None:
    manifest = "pack: small\nname: Small\nversion: 1.0.0\nlanguage: 2\nplayers: 2\nstart: begin\nboard: square\n"
    (folder / "pack.yaml").write_text(manifest, "utf-8")
    (folder / "rules.yaml").write_text(text, "utf-8")


def _found(pack: PackDef) -> tuple[Unit, dict[tuple[int, str], list[int]]]:
    layout = lay_out(pack)
    unit = Unit(layout, lambda e, c: e, lambda e, c: e, lambda e, c: None, lambda b, e, c: b,
                analysis.every_node(layout, {}), {})
    heard = analysis.heard_by(pack, unit)
    graph = call_graph.Graph(pack, unit, heard)
    call_graph.find_asking(pack, unit, graph, analysis.Watching())
    call_graph.find_removing(unit, graph)
    call_graph.find_recursive(unit, graph)
    return unit, heard


@pytest.mark.parametrize("name", sorted(p.name for p in content_dir().iterdir() if (p / "pack.yaml").exists()))
def test_the_packs_that_ship(name: str) -> None:
    """Asking, removing and running inside oneself, event by event."""
    pack = _checked(content_dir() / name)
    unit, heard = _found(pack)
    of = unit.layout.of
    reactions = analysis.reactions_of(pack)
    fields: dict[str, list[n.Block]] = {}
    for sheet in pack.sheets.values():
        for field, block in sheet.texts.items():
            fields.setdefault(field, []).append(block)
    blocks: dict[int, list[n.Block]] = {}
    for event in pack.events.values():
        e = of(event)
        blocks[e] = [event.do, event.ends]
        blocks[e] += [reactions[i].body for (heard_of, _), numbers in heard.items() if heard_of == e for i in numbers]
        blocks[e] += [c.body for c in pack.checks.values() if c.is_at(event)]
    loud = {e: any(reactions[i].optional for (of_, _), ns in heard.items() if of_ == e for i in ns) for e in blocks}

    for event in pack.events.values():  # whose arbiter is asked about reactions that stand ready together
        ready = [len(ns) for (heard_of, _), ns in heard.items() if heard_of == of(event)]
        loud[of(event)] |= event.judge is not None and max(ready, default=0) > 1

    def behind(e: int) -> list[n.Block]:
        """All blocks that the event runs, texts of sheets included."""
        own = list(blocks[e])
        for field in sorted({x.text.name for b in own for s in b for x in descend(s) if isinstance(x, n.Perform)}):
            own += fields.get(field, [])
        return own

    def closure(first: set[int]) -> set[int]:
        known = set(first)
        while True:
            more = {e for e in blocks if any(of(x) in known for b in behind(e) for x in analysis.calls_of(b))} - known
            if not more:
                return known
            known |= more

    nodes = {e: [x for b in behind(e) for s in b for x in descend(s)] for e in blocks}
    assert unit.asks.events == closure({e for e in blocks if loud[e] or any(asks(x) for x in nodes[e])})
    checks = [c.body for c in pack.checks.values() if not c.at]

    def removes(x: n.Node) -> bool:
        """Itself, or by parts of a sheet that is no longer shown."""
        return isinstance(x, (n.Remove, n.Perform)) or (isinstance(x, n.Do) and x.call.name == "swap_sheet")

    removing = closure({e for e in blocks if any(removes(x) for x in nodes[e])})
    if any(removes(x) for b in checks for s in b for x in descend(s)) or any(
        of(x) in removing for b in checks for x in analysis.calls_of(b)
    ):
        removing = set(blocks)
    assert unit.removing == removing
    ended = [x for s in pack.statuses.values() for x in analysis.calls_of(s.ends)]
    always = {of(x) for x in [*ended, *(y for b in checks for y in analysis.calls_of(b))]}
    after = {e: always | {of(x) for b in behind(e) for x in analysis.calls_of(b)} for e in blocks}
    inside = set()
    for e in blocks:
        seen: set[int] = set()
        todo = list(after[e])
        while todo:
            x = todo.pop()
            if x not in seen:
                seen.add(x)
                todo += after[x]
        if e in seen:
            inside.add(e)
    assert unit.recursive == inside


_RING = """
kind piece:
  owned: no
  state: {hp: number}
piece pawn: {}
event begin gives number found: |
  let a = create pawn
  alone(a)
  set found = a.hp
event alone(piece who): |
  set who.hp = who.hp + 1
event by_rule(piece who): |
  set who.hp = who.hp + 1
event by_check(piece who): |
  set who.hp = 0
rule echo:
  after: by_rule where who.hp < 3
  do: through(who)
event through(piece who): by_rule(who)
check too_many:
  for: p in pieces where p.hp > 5
  do: by_check(p)
"""


def test_an_event_comes_back_to_itself_by_a_rule_or_a_check(tmp_path: Path) -> None:
    """What only calls others does not."""
    _write(tmp_path, _RING)
    pack = _checked(tmp_path)
    unit, _ = _found(pack)
    assert {unit.layout.events[e].id for e in unit.recursive} == {"by_rule", "through", "by_check"}


def test_a_long_chain_of_calls(tmp_path: Path) -> None:
    """The question stands at the end of the longest way, and every event on it may ask; no stage nests that deep."""
    count = 700
    text = "kind match:\n  state: {starter: player}\nevent begin gives set of player winners: e_0()\n"
    text += "".join(f"event e_{i}: e_{i + 1}()\n" for i in range(count))
    text += f"event e_{count}: |\n  let answer = choose yes or no by match.starter\n"
    _write(tmp_path, text)
    result = check_pack(tmp_path)
    assert result.program is not None, [d.message for d in result.diagnostics]
    assert all(event.asks for event in result.program.events)
