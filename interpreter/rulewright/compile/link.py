"""Puts a checked pack together: tables of data and one module of generated code, the Program.

A stage of its own because only here is everything known at once: who hears what, who may ask, which checks read
which fields. What cannot be linked is reported (RW6xx) and yields no program.
"""

from __future__ import annotations

import ast
import marshal
import platform
from typing import Any

from rulewright import program as p
from rulewright.check import model as m
from rulewright.check.in_force import listing
from rulewright.check.secrecy import Secrecy
from rulewright.check.trees import texts_of
from rulewright.check.worked_out import worked_out
from rulewright.compile import analysis, constants, spread
from rulewright.compile.blocks import asks, find_opened
from rulewright.compile.context import Context, Unit
from rulewright.compile.covert import compile_covert
from rulewright.compile.deeds import effects_of
from rulewright.compile.events import (
    compile_check,
    compile_event,
    compile_lasts,
    compile_sheet_texts,
    compile_starts,
    compile_status,
    compile_window,
    find_reports,
)
from rulewright.compile.expressions import emit, kept
from rulewright.compile.inline import inlined
from rulewright.compile.layout import Layout, ancestry, lay_out, place_of, type_code
from rulewright.compile.metered import metered
from rulewright.compile.openly import shown_groups
from rulewright.compile.reactions import compile_reaction, compile_tables
from rulewright.compile.reads import Reader
from rulewright.compile.sizes import all_stand_somewhere
from rulewright.compile.statements import called
from rulewright.compile.turns import compile_turn
from rulewright.compile.values import collect_labels, compile_permission, compile_value
from rulewright.diagnostics import Diagnostics
from rulewright.effects import nodes as n
from rulewright.program_file import Shelf


def link(
    pack: m.PackDef, out: Diagnostics, digest: str = "", known: Shelf | None = None, frames: bool = False,
    verify: bool = False,
) -> p.Program | None:
    """The program of a pack that has no errors; None when linking found some. `known` are the rows of all sheets as
    they were, for those of which the pack has the outline: all of them of one cell. `frames`: every event runs in
    frames, as if each could ask: the slower form, for tests that compare. `verify`: for the verifying mode."""
    layout = lay_out(pack)
    secrecy = Secrecy(pack)
    unit = Unit(layout, emit, kept, analysis.every_node(pack), listed=listing(pack), verify=verify)
    unit.hidden_locals = frozenset(worked_out(secrecy, texts_of(pack)) if secrecy.any else ())
    for holder in pack.holders():
        for sentence in holder.sentences:
            unit.value_parts.setdefault(id(sentence.target), []).append(sentence)
    collect_labels(pack, unit)
    reader = Reader(pack, unit)
    watching = analysis.find_watched(pack, reader)
    unit.watched, unit.place_mask = watching.attributes, watching.location
    heard = analysis.heard_by(pack, unit)
    analysis.find_observed(pack, unit)
    graph = spread.Graph(pack, unit, heard)
    spread.find_asking(pack, unit, graph, watching)
    if frames:
        spread.all_framed(pack, unit, graph)
    spread.find_removing(unit, graph)
    spread.find_recursive(unit, graph)
    spread.find_batched(unit, graph)
    analysis.find_cached(pack, unit, reader)
    tracked = analysis.find_tracked(pack, unit, reader)
    _clocked(pack, unit)
    analysis.find_quiet(pack, unit, heard, bool(unit.framed.checks))
    tables = compile_tables(pack, unit, heard)
    if not _linkable(pack, unit, out):
        return None
    try:
        rows = _sheets(layout)
        if not all_stand_somewhere(rows, layout, out):
            return None
    except constants.NotConstant as bad:
        out.add(
            "RW607",
            "this must be a constant over printed fields of the sheet",
            bad.node.span,
            hint="write a number, a word, or `self.field` of a printed field",
        )
        return None
    unit.single = all(row.size == 1 for row in rows.values())  # as are those that are known
    find_reports(unit)
    find_opened(unit)
    for status in layout.statuses:
        compile_lasts(status, unit)
    whiles = any(isinstance(x, n.ClockWhile) for x in unit.nodes)
    unit.settles = bool(pack.checks) or whiles
    unit.keeps_runs = any(
        isinstance(x, n.Name) and isinstance(x.ref, m.Variable) and x.ref.role == "event" for x in unit.nodes
    )
    texts = {f"value {v.id}": compile_value(v, unit) for v in pack.values.values()}
    texts |= {f"permission {v.id}": compile_permission(v, unit) for v in pack.permissions.values()}
    events = tuple(compile_event(e, unit, unit.settles) for e in layout.events)
    heard_by = analysis.reactions_of(pack)
    reactions = tuple(compile_reaction(i, r, unit) for i, r in enumerate(heard_by))
    compile_covert(heard_by, reactions, tables, unit, secrecy)
    for i, table in enumerate(tables):
        table.turn = compile_turn(i, table, heard_by, unit)
    made = p.Program(
        id=pack.id,
        version=pack.version,
        names=pack.names,
        players=pack.players,
        board=pack.board,
        start=layout.of(pack.start) if pack.start is not None else -1,
        ask_forced=pack.ask_forced,
        worth=f"V{layout.of(pack.worth)}" if pack.worth is not None else None,
        controller=f"V{layout.of(pack.controller)}" if pack.controller is not None else None,
        settings=tuple((s.id, type_code(s.type), _setting(s.default, layout)) for s in pack.settings.values()),
        enums={e.id: tuple(p.Named(x.id, place_of(x.span), x.names) for x in e.members) for e in pack.enums.values()},
        enum_names={e.id: e.names for e in pack.enums.values() if e.names},
        dice=tuple((d.id, type_code(d.face), d.faces) for d in pack.dice.values()),
        die_names=tuple(d.names for d in pack.dice.values()),
        areas=tuple(_named(a) for a in pack.areas.values()),
        maps=tuple(_map(x, layout) for x in pack.maps.values()),
        zones=tuple(
            p.Zone(
                **_base(z),
                per_player=z.per_player,
                ordered=z.ordered,
                seen_by=z.seen_by,
                holds=layout.of(z.holds) if z.holds is not None else None,
            )
            for z in pack.zones.values()
        ),
        kinds=_kinds(layout),
        columns=tuple(layout.columns),
        sheets=tuple(rows.values()) if known is None else known.with_rows(rows),
        groups=layout.groups,
        shown_groups=shown_groups(layout, secrecy),
        events=events,
        reactions=reactions,
        tables=tuple(tables),
        windows=tuple(compile_window(w, unit) for w in pack.windows.values()),
        statuses=tuple(compile_status(s, unit) for s in layout.statuses),
        checks=tuple(compile_check(c, unit) for c in pack.checks.values()),
        keywords=tuple(_named(k) for k in pack.keywords.values()),
        performs=compile_sheet_texts(pack, unit),
        ranks=pack.ranks,
        stacking=pack.stacking,
        messages=pack.messages,
        rulebook=pack.rulebook,
        texts=texts,
        digest=digest,
    )
    starts = tuple(layout.of(k) for k in layout.kinds if compile_starts(k, unit))
    made.starts, made.verify = starts, verify
    made.check_masks = tuple(1 << i for i in range(len(pack.checks)))
    made.place_mask, made.play_mask = watching.location, watching.membership
    made.status_mask, made.run_mask = watching.of("statuses"), watching.of("runs")
    made.place_column_mask = watching.place_columns
    made.tables_of_words = tuple(dict(t.cells) for t in pack.tables.values())
    made.formulas = len(layout.formulas)
    made.carried = tuple(unit.carried)
    made.sites, made.clocks, made.blocks = tuple(unit.sites), tuple(unit.clocks), unit.blocks
    made.block_locals = dict(unit.block_locals)
    made.lines = tuple(sorted(unit.lines, key=lambda place: unit.lines[place]))
    made.cites = _cites(pack)
    made.effects = effects_of(pack, unit, reader)
    made.default_window = layout.of(pack.window) if pack.window is not None else None
    made.rank_places = tuple(place_of(pack.rank_spans.get(rank)) for rank in pack.ranks)
    made.fixed = _fixed(pack, unit, reader)
    made.tracked = tracked
    made.hushed = tuple(sorted(unit.hushed))
    width, parts = _extents(made)
    module = ast.Module(metered(inlined(unit.functions), width, parts), [])
    made.code = marshal.dumps(compile(module, f"<pack {pack.id}>", "exec"))
    made.python = platform.python_version()
    return made


def _extents(made: p.Program) -> tuple[int, dict[str, int]]:
    """The largest size of a sheet, and by slot of a column of parts how many of them a sheet has at most."""
    width = 1
    parts: dict[str, int] = {}
    for sheet in made.sheets:
        width = max(width, sheet.size)
        for column, below in sheet.parts:
            slot = made.columns[column].slot
            parts[slot] = max(parts.get(slot, 0), len(below))
    return width, parts


def _base(d: m.Definition) -> dict[str, Any]:
    return {"id": d.id, "place": place_of(d.span), "names": d.names, "rules": d.rules}


def _named(d: m.Definition) -> p.Named:
    return p.Named(**_base(d))


def _setting(value: Any, layout: Layout) -> Any:
    return layout.of(value) if isinstance(value, m.Symbol) else value


def _map(x: m.MapDef, layout: Layout) -> p.MapDrawing:
    return p.MapDrawing(
        **_base(x),
        rows=x.rows,
        legend={sign: tuple(layout.of(a) for a in areas) for sign, areas in x.legend.items()},
        solid=tuple(layout.of(a) for a in x.solid),
        strict=x.strict,
        halves=tuple(layout.of(a) for a in x.halves),
    )


def _kinds(layout: Layout) -> tuple[p.Kind, ...]:
    made = []
    for i, k in enumerate(layout.kinds):
        columns = tuple(
            layout.column_of[id(a)]
            for x in reversed(ancestry(k))
            for a in x.attributes.values()
            if id(a) in layout.column_of
        )
        parts = tuple((field, layout.of(kind)) for field, kind in k.parts.items())
        made.append(
            p.Kind(
                **_base(k),
                plural=k.plural,
                placed=k.placed,
                owned=k.owned,
                parent=layout.of(k.parent) if k.parent is not None else None,
                group=i,
                columns=columns,
                parts=parts,
            )
        )
    return tuple(made)


def _sheets(layout: Layout) -> dict[int, p.Sheet]:
    """The rows of sheets by their numbers, without those that are known."""
    made: dict[int, p.Sheet] = {}
    printed = {id(kind): constants.printed_of(kind, layout) for kind in layout.kinds}
    groups_of = {id(kind): tuple(layout.of(one) for one in ancestry(kind)) for kind in layout.kinds}
    for number, sheet in enumerate(layout.sheets):
        if sheet.is_outline:
            continue
        kind = sheet.kind
        fields = printed[id(kind)]
        values, own = constants.printed_values(sheet, fields, layout)
        groups = groups_of[id(kind)]
        if sheet.keywords:
            groups += tuple(dict.fromkeys(layout.keyword_group[id(u.keyword)] for u in sheet.keywords))
        if id(sheet) in layout.sheet_group:
            groups += (layout.sheet_group[id(sheet)],)
        parts = tuple(
            (layout.column_of[id(kind.all_attributes[field])], tuple(layout.of(x) for x in below))
            for field, below in sheet.parts.items()
        )
        made[number] = p.Sheet(
            sheet.id,
            place_of(sheet.span),
            sheet.names,
            sheet.rules,
            kind=layout.of(kind),
            values=values,
            own=own,
            parts=parts,
            groups=groups,
            keywords=tuple((layout.of(u.keyword), u.args) for u in sheet.keywords) if sheet.keywords else (),
            size=constants.size_of(sheet, fields, layout),
            wording=sheet.wording,
        )
    return made


def _clocked(pack: m.PackDef, unit: Unit) -> None:
    for x in unit.nodes:
        if isinstance(x, n.ClockPoint):
            unit.clocked_events.update(unit.layout.events_of(x.ref))
    for status in pack.statuses.values():
        if status.spent_by is not None:
            unit.spending.update(unit.layout.events_of(status.spent_by.event))


def _linkable(pack: m.PackDef, unit: Unit, out: Diagnostics) -> bool:
    """What can only be seen with the call graph: blocks that must not ask."""
    c = Context(unit)
    good = True
    for status in pack.statuses.values():
        for s in status.ends:
            if asks(s, c, None, itself=True):
                out.add(
                    "RW608",
                    f"what runs when {status.title} ends would have to ask somebody",
                    s.span,
                    hint="let a rule hear the event whose end it is, and ask there",
                    definition=status.id,
                )
                good = False
    reached = _effects_of_batches(unit)
    for event in pack.events.values():
        texts = (*event.do, *event.ends)
        if event in reached and any(asks(s, c, event, itself=True) for s in texts):
            assert event.span is not None
            out.add(
                "RW604",
                f"{event.title} may ask, and a `together` can call it",
                event.span,
                hint="ask before the `together`, or after it",
                definition=event.id,
            )
            good = False
    return good


def _effects_of_batches(unit: Unit) -> set[m.EventDef]:
    """Events whose texts run as effects of a batch: those that a `together` calls, and those that they call."""
    found: set[m.EventDef] = set()
    waiting = [e for x in unit.nodes if isinstance(x, n.Together) for s in x.body for e in called(s)]
    while waiting:
        event = waiting.pop()
        if event not in found:
            found.add(event)
            waiting += analysis.calls_of(event.do)
    return found


def _fixed(pack: m.PackDef, unit: Unit, reader: Reader) -> tuple[str, ...]:
    """Values of one place that depend on nothing but the board: their costs are kept with it."""
    found = []
    for value in pack.values.values():
        if len(value.params) != 1 or value.params[0].type.tag != "place":
            continue
        reads = reader.of(value)
        if reads.world <= {"board"} and not reads.attributes and not reads.statuses:
            found.append(f"V{unit.layout.of(value)}")
    return tuple(found)


def _cites(pack: m.PackDef) -> dict[str, tuple[str, ...]]:
    """Rule id -> titles of the definitions that cite it."""
    found: dict[str, list[str]] = {}
    groups: tuple[dict[str, Any], ...] = (
        pack.enums,
        pack.dice,
        pack.areas,
        pack.maps,
        pack.zones,
        pack.tables,
        pack.kinds,
        pack.sheets,
        pack.classes,
        pack.events,
        pack.values,
        pack.permissions,
        pack.statuses,
        pack.keywords,
        pack.rules,
        pack.windows,
        pack.checks,
    )
    for group in groups:
        for d in group.values():
            for rule in d.rules:
                found.setdefault(rule, []).append(d.title)
    return {rule: tuple(titles) for rule, titles in found.items()}
