"""Finds everything about a checked pack that is known before there is code: what reacts to what, what may ask, the
tables of data.

Separate because a check needs nothing more, and code is the larger part of the work. Whatever cannot be linked is
reported (RW6xx): a pack that has a plan can become a program.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rulewright import program as p
from rulewright.check import model as m
from rulewright.check.in_force import listing
from rulewright.check.silence import Silence
from rulewright.check.trees import texts_of
from rulewright.check.veils import Veils, followed
from rulewright.compile import analysis, call_graph, constants, remembering, rows
from rulewright.compile.ages import needs_stamps, resets
from rulewright.compile.amount import is_little_code
from rulewright.compile.calls import called
from rulewright.compile.conditions import collect_labels
from rulewright.compile.context import Context, Unit
from rulewright.compile.dependencies import Reader
from rulewright.compile.effects import effects_of
from rulewright.compile.expressions import emit, kept
from rulewright.compile.framed import asks
from rulewright.compile.layout import Layout, lay_out, place_of, type_code
from rulewright.compile.narrowed import narrowed
from rulewright.compile.openly import shown_groups
from rulewright.compile.putting import put_somewhere
from rulewright.compile.reactions import compile_tables
from rulewright.compile.routed import found_one
from rulewright.compile.sizes import all_stand_somewhere
from rulewright.diagnostics import Diagnostics
from rulewright.effects import nodes as n
from rulewright.program_file import Shelf
from rulewright.shapes import OWNER_KNOWS, UNSEEN


@dataclass(slots=True)
class Plan:
    """A pack on the way to its program. `program` has all its tables, but no code and nothing that only code defines
    (numbers of blocks, questions, clocks, breakdowns). It also lacks the deeds of its code (`find_effects`) and what is
    cached in play (`find_remembered`)."""

    pack: m.PackDef
    unit: Unit
    reader: Reader
    silence: Silence
    program: p.Program

    def find_effects(self) -> None:
        """Adds the deeds of the code, which the analysis needs."""
        self.program.effects = effects_of(self.pack, self.unit, self.reader)

    def find_remembered(self) -> None:
        """Adds which results are cached, which the code generator needs."""
        made, unit = self.program, self.unit
        remembering.find_cached(self.pack, unit, self.reader)
        made.tracked = remembering.find_tracked(unit, self.reader)
        made.fencing = tuple(sorted(unit.layout.column(a).slot for a in unit.fencing if a in unit.layout.column_of))
        made.fixed = _fixed(self.pack, unit, self.reader)


def plan(
    pack: m.PackDef, out: Diagnostics, digest: str = "", known: Shelf | None = None, frames: bool = False,
    verify: bool = False, counts: bool = False,
) -> Plan | None:
    """The plan of a pack that has no errors; None if errors are reported. `known` are rows of all sheets from an
    earlier plan, for sheets of which the pack has only the outline: all of them cover one cell. `frames`: every event
    runs in frames, as if each could ask: the slower form, for tests that compare. `verify`: for the verifying mode,
    `counts`: for programs that count early ends."""
    layout = lay_out(pack)
    walked = {id(text.tree): text.nodes for text in texts_of(pack)}
    unit = Unit(layout, emit, kept, narrowed, found_one, analysis.every_node(layout, walked), walked,
                listed=listing(pack), verify=verify, counts=counts)
    unit.given = {x.status.ref for x in unit.nodes if isinstance(x, n.Give)}
    silence, veils = followed(pack)
    unit.unseen = {number: OWNER_KNOWS if known else UNSEEN for number, known in veils.deeds.items()}
    unit.hidden_locals = silence.hidden_locals()
    for holder in pack.holders():
        for sentence in holder.sentences:
            unit.value_parts.setdefault(sentence.target, []).append(sentence)
    collect_labels(pack, unit)
    reader = Reader(pack, unit)
    watching = analysis.find_watched(layout, reader)
    unit.watched, unit.place_mask = watching.attributes, watching.location
    heard = analysis.heard_by(pack, unit)
    analysis.find_observed(pack, unit)
    graph = call_graph.Graph(pack, unit, heard)
    call_graph.find_asking(pack, unit, graph, watching)
    if frames:
        call_graph.all_framed(pack, unit, graph)
    call_graph.find_effects(pack, unit, graph)
    call_graph.find_removing(unit, graph)
    call_graph.find_recursive(unit, graph)
    call_graph.find_batched(unit, graph)
    _clocked(pack, unit)
    analysis.find_quiet(unit, heard, bool(unit.framed.checks))
    unit.resets = resets(unit)
    unit.puts = put_somewhere(pack, unit)
    unit.stamped = needs_stamps(pack, unit, heard)
    tables = compile_tables(pack, unit, heard)
    if not _linkable(pack, unit, out) or not is_little_code(unit, tables, out):
        return None
    try:
        sheets = _sheets(layout)
        if not all_stand_somewhere(sheets, layout, out):
            return None
    except constants.NotConstant as bad:
        out.add(
            "RW607",
            "this must be a constant over printed fields of the sheet",
            bad.node.span,
            hint="write a number, a word, or `self.field` of a printed field",
        )
        return None
    # Those that are known cover one cell too.
    unit.single = not layout.form.based and all(row.size <= 1 for row in sheets.values())
    every = tuple(sheets.values()) if known is None else known.with_rows(sheets)
    made = _program(pack, unit, watching, tables, every, digest)
    _veil(pack, veils, made)
    return Plan(pack, unit, reader, silence, made)


def _program(pack: m.PackDef, unit: Unit, watching: analysis.Watching, tables: list[p.Table], sheets: Sequence[p.Sheet],
             digest: str) -> p.Program:  # fmt: skip
    """The program with its tables, before any code."""
    layout = unit.layout
    made = p.Program(
        id=pack.id,
        version=pack.version,
        names=pack.names,
        players=pack.players,
        board=pack.board,
        storeys=(pack.storeys.levels, pack.storeys.counted),
        grain=pack.grain,
        start=layout.of(pack.start) if pack.start is not None else -1,
        ask_forced=pack.ask_forced,
        worth=layout.function("V", pack.worth) if pack.worth is not None else None,
        controller=layout.function("V", pack.controller) if pack.controller is not None else None,
        settings=tuple((s.id, type_code(s.type), _setting(s.default, layout)) for s in pack.settings.values()),
        enums={e.id: tuple(p.Named(x.id, place_of(x.span), x.names) for x in e.members) for e in pack.enums.values()},
        enum_names={e.id: e.names for e in pack.enums.values() if e.names},
        dice=tuple((d.id, type_code(d.face), d.faces) for d in pack.dice.values()),
        die_names=tuple(d.names for d in pack.dice.values()),
        areas=tuple(_named(a) for a in pack.areas.values()),
        maps=tuple(_map(x, layout) for x in pack.maps.values()),
        zones=tuple(
            p.Zone(
                **(_base(z) if member is None else _of_member(z, member)),
                per_player=z.per_player,
                ordered=z.ordered,
                seen_by=z.seen_by,
                shown=z.shown,
                holds=layout.of(z.holds) if z.holds is not None else None,
                member=None if member is None else p.Named(member.id, place_of(member.span), member.names),
            )
            for z in pack.zones.values()
            for member in ((None,) if z.by is None else z.by.members)
        ),
        kinds=_kinds(layout),
        columns=tuple(layout.columns),
        sheets=sheets,
        groups=layout.groups,
        shown_groups=shown_groups(layout, unit.listed),
        events=tuple(rows.event_row(e, unit) for e in layout.events),
        reactions=tuple(rows.reaction_row(i, r, unit) for i, r in enumerate(analysis.reactions_of(pack))),
        tables=tuple(tables),
        windows=tuple(rows.window_row(w) for w in pack.windows.values()),
        statuses=tuple(rows.status_row(s, unit) for s in layout.statuses),
        checks=tuple(rows.check_row(c, unit) for c in layout.checks),
        ranks=pack.ranks,
        stacking=pack.stacking,
        messages=pack.messages,
        header=pack.header,
        wordings={f"{d.form} {d.id}": d.wording for d in (*layout.statuses, *pack.areas.values()) if d.wording},
        rulebook=pack.rulebook,
        digest=digest,
        characters=pack.characters,
        renamed=pack.renamed,
    )
    made.verify = unit.verify
    made.stamped = unit.stamped
    made.check_masks = tuple(1 << i for i in range(len(layout.checks)))
    made.place_mask, made.play_mask = watching.location, watching.membership
    made.status_mask, made.run_mask = watching.of("statuses"), watching.of("runs")
    made.place_column_mask = watching.place_columns
    made.tables_of_words = tuple(dict(t.cells) for t in pack.tables.values())
    made.formulas = len(layout.formulas)
    made.cites = _cites(pack)
    made.default_window = layout.of(pack.window) if pack.window is not None else None
    made.rank_places = tuple(place_of(pack.rank_spans.get(rank)) for rank in pack.ranks)
    return made


def _veil(pack: m.PackDef, veils: Veils, made: p.Program) -> None:
    """Marks what happens unseen, for logs."""
    for event, row in zip(pack.events.values(), made.events, strict=True):
        row.ends_unseen = event in veils.outcomes
        if event in veils.events:
            row.veiled = tuple(sorted(veils.events[event]))
    for reaction, heard in zip(analysis.reactions_of(pack), made.reactions, strict=True):
        if reaction in veils.reactions:
            heard.veiled, heard.holder_knows = True, veils.reactions[reaction]


def _base(d: m.Definition) -> dict[str, Any]:
    return {"id": d.id, "place": place_of(d.span), "names": d.names, "rules": d.rules}


def _of_member(z: m.ZoneDef, member: m.EnumMember) -> dict[str, Any]:
    """The beginning of the row of one member: an id of its own, and always a name."""
    return {**_base(z), "id": f"{z.id}:{member.id}", "names": z.names or {"": z.id.replace("_", " ")}}


def _named(d: m.Definition) -> p.Named:
    return p.Named(**_base(d))


def _setting(value: Any, layout: Layout) -> Any:
    return layout.of(value) if isinstance(value, m.Symbol) else value


def _map(x: m.MapDef, layout: Layout) -> p.MapDrawing:
    return p.MapDrawing(
        **_base(x),
        rows=x.rows,
        above=x.above,
        legend={sign: tuple(layout.of(a) for a in areas) for sign, areas in x.legend.items()},
        pieces={sign: tuple((layout.of(one), seat) for one, seat in pieces) for sign, pieces in x.pieces.items()},
        solid=tuple(layout.of(a) for a in x.solid),
        strict=x.strict,
        halves=tuple(layout.of(a) for a in x.halves),
        table=x.table,
        shapes=x.shapes,
        meant={name: layout.of(area) for name, area in x.meant.items()},
    )


def _kinds(layout: Layout) -> tuple[p.Kind, ...]:
    made = []
    for i, k in enumerate(layout.kinds):
        attributes = [a for x in reversed(k.lineage) for a in x.attributes.values()]
        parts = tuple((field, layout.of(kind)) for field, kind in k.parts.items())
        made.append(
            p.Kind(
                **_base(k),
                plural=k.plural,
                placed=bool(k.placed),
                on_edges=k.placed == "edge",
                owned=k.owned,
                parent=layout.of(k.parent) if k.parent is not None else None,
                group=i,
                columns=tuple(layout.column_of[a] for a in attributes if a in layout.column_of),
                parts=parts,
                shown=k.shown,
                shown_as=k.shown_as,
                drawn=layout.column_of[k.drawn] if k.drawn is not None else None,
            )
        )
    return tuple(made)


def _sheets(layout: Layout) -> dict[int, p.Sheet]:
    """The rows of sheets by their numbers, without those that are known."""
    made: dict[int, p.Sheet] = {}
    printed = {kind: constants.printed_of(kind, layout) for kind in layout.kinds}
    groups_of = {kind: tuple(layout.of(one) for one in kind.lineage) for kind in layout.kinds}
    for number, sheet in enumerate(layout.sheets):
        if sheet.is_outline:
            continue
        kind = sheet.kind
        fields = printed[kind]
        values, own = constants.printed_values(sheet, fields, layout)
        groups = groups_of[kind]
        if sheet.keywords:
            groups += tuple(dict.fromkeys(layout.listed_group[u.status] for u in sheet.keywords))
        if sheet in layout.sheet_group:
            groups += (layout.sheet_group[sheet],)
        parts = tuple(
            (layout.column_of[kind.all_attributes[field]], tuple(layout.of(x) for x in below))
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
            keywords=tuple((layout.of(u.status), u.args) for u in sheet.keywords) if sheet.keywords else (),
            size=constants.size_of(sheet, fields, layout),
            base=sheet.kind.base,
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
    """Reports what can only be found with the call graph: blocks that must not ask."""
    c = Context(unit)
    good = True
    for status in pack.statuses.values():
        for s in status.ends:
            if asks(s, c, None, unit.asks):
                out.add(
                    "RW608",
                    f"code that runs when {status.title} ends would have to ask a player",
                    s.span,
                    hint="ask in a rule that reacts to the event that ends it",
                    definition=status.id,
                )
                good = False
    reached = _effects_of_batches(unit)
    for event in pack.events.values():
        in_effect = any(asks(s, c, event, unit.effects) for s in event.do)
        if event in reached and (in_effect or any(asks(s, c, event, unit.own) for s in unit.layout.closing[event])):
            assert event.span is not None
            out.add(
                "RW604",
                f"{event.title} may ask in the middle of its effect, and a `together` can call it",
                event.span,
                hint="ask before the `together`, after it, or in a reaction to an event that is called there",
                definition=event.id,
            )
            good = False
    return good


def _effects_of_batches(unit: Unit) -> set[m.EventDef]:
    """Events that run as effects of a batch: those that a `together` calls, and those that they call."""
    found: set[m.EventDef] = set()
    heard = [r for r in analysis.reactions_of(unit.layout.pack) if r.phase == "at"]
    waiting = [e for x in unit.nodes if isinstance(x, n.Together) for s in x.body for e in called(s)]
    while waiting:
        event = waiting.pop()
        if event not in found:
            found.add(event)
            waiting += analysis.calls_of(event.do)
            for r in heard:
                if event is r.event or event in getattr(r.event, "events", ()):
                    waiting += analysis.calls_of(r.body)
    return found


def _fixed(pack: m.PackDef, unit: Unit, reader: Reader) -> tuple[str, ...]:
    """Values of one place that depend only on the board: their costs are cached with it."""
    found = []
    for value in pack.values.values():
        if len(value.params) != 1 or value.params[0].type.tag != "place":
            continue
        reads = reader.of(value)
        if reads.world <= {"board"} and not reads.attributes and not reads.statuses:
            found.append(unit.layout.function("V", value))
    return tuple(found)


def _cites(pack: m.PackDef) -> dict[str, tuple[str, ...]]:
    """Rule id -> titles of the definitions that cite it."""
    found: dict[str, list[str]] = {}
    for group in pack.groups():
        for d in group.values():
            for rule in d.rules:
                found.setdefault(rule, []).append(d.title)
    return {rule: tuple(titles) for rule, titles in found.items()}
