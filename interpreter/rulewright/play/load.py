"""Makes a Program playable: runs its generated code with the few names that it may use.

Separate because this is the only place where generated code is run; its namespace holds the helpers listed here and no
builtins of Python except the few that the code of packs needs.
"""

from __future__ import annotations

import marshal
import types
from collections.abc import Collection, Mapping
from typing import Any, Final

from rulewright.explained import TypeCode
from rulewright.limits import MATCH_STEPS, MATCH_STEPS_EACH, MOST_THOUGHT, THOUGHT_STEPS
from rulewright.linkage import function, parsed
from rulewright.play import (
    ages,
    batch,
    board,
    bounds,
    dice,
    events,
    fences,
    formed,
    helpers,
    joined,
    laying_cells,
    laying_plane,
    outlines,
    pieces,
    plane,
    plane_depths,
    plans,
    react,
    reacting,
    routed,
    secrets,
    setup,
    spreading,
    standing_cells,
    standing_plane,
    statuses,
    storeys,
    verify,
    walks,
)
from rulewright.play.drafts import Drafts
from rulewright.play.entries import Began, Finished, Reacted, ReactionOver
from rulewright.play.ready import Function, Functions, Opening, Ready
from rulewright.play.state import Concluded, Decision, State, present
from rulewright.program import Program, Site
from rulewright.shapes import FIRST_BLOCK, of_sheet
from rulewright.space import bits
from rulewright.space.forms import FORMS, Areas

_MODULES = (ages, fences, helpers, bounds, dice, board, walks, pieces, secrets, statuses, spreading, storeys, events,
            bits)
_WORDS = (
    "set_of set_of_codes listed join join_codes append entry without without_one both_of search bounded beyond answers "
    "age_of in_age encode first last only_one over remainder replaced seats_from removed inner part roll "
    "rolls among numbers_between product faces_of members_of ask open_frame perform perform_frame shuffle_set "
    "perform_in_secret seated unseated holder_of "
    "place_of apart gap neighbours adjacent board_part walk_distance toward direction_to opposite "
    "across reachable reach_cost reach_nearest walk_path "
    "reachable_by reach_cost_by reach_nearest_by walk_path_by step_nearest step_cells step_cost step_path line_cells "
    "cells_crossed cells_touched span_crossed line_free corners sample_points anchors burst walk_burst ring cone "
    "line_area grounded sides edges_of edges_between edges_inside edges_passed "
    "edges_left edges_right edges_touched on_edges "
    "create put remove swap_sheet reset shuffle reveal give bearers distinct rows_held "
    "row_field set_row "
    "end end_kind statuses_of holder_key innermost claim refuse begin close call enlist moment keep settle conclude "
    "drop_inside impossible close_quiet overrun took ran_out cut_short finished lasting fences spread meeting closest "
    "stacked turned_on_plan plan_line_cells plan_line_free plan_edges_passed"
)
_STANDING: Final[Mapping[Areas, types.ModuleType]] = {"bits": standing_cells, "terms": standing_plane}
_LAYING: Final[Mapping[Areas, types.ModuleType]] = {"bits": laying_cells, "terms": laying_plane}
# Functions with the same names whose implementation depends on how areas are stored.
_OF_FORM: Final[Mapping[Areas, tuple[types.ModuleType, ...]]] = {
    "bits": (standing_cells, outlines),
    "terms": (standing_plane, plane, plane_depths, routed),
}
# Types whose values are records, and those whose values are or hold places of the board.
_RECORDS: Final = ("record", "any_record")
_PLACES: Final = ("place", "point", "edge", "formation", "way")
_PYTHON = {
    "len": len,
    "tuple": tuple,
    "range": range,
    "max": max,
    "min": min,
    "abs": abs,
    "sorted": sorted,
}


def _holds(t: TypeCode, tags: Collection[str]) -> bool:
    """Whether a value of a type may be or hold something of a type with one of some tags."""
    return t[0] in tags or any(_holds(arg, tags) for arg in t[2])


class Names:
    """The functions of the generated module by name. Those that serve only explanations, up to half of all, are created
    when the first of them is requested."""

    def __init__(self, names: dict[str, Any], explanations: bytes) -> None:
        self._names = names
        self._explanations = explanations

    def __getitem__(self, name: str) -> Any:
        """A function. Raises KeyError."""
        if name not in self._names and self._explanations:
            code, self._explanations = marshal.loads(self._explanations), b""
            exec(code, self._names)
        return self._names[name]


class Linked(Ready):
    """A program that is ready for play: its code is run once, and everything in it that play needs is looked up."""

    def __init__(self, program: Program) -> None:
        self.program = program
        names: dict[str, Any] = {
            "__builtins__": dict(_PYTHON),
            "Began": Began,
            "Concluded": Concluded,
            "Decision": Decision,
            "Drafts": Drafts,
            "Finished": Finished,
            "ReactionOver": ReactionOver,
            "Reacted": Reacted,
            "blank": object.__new__,
            "present": present,
            "DEEPEST": events.DEEPEST,
            "plain_react": react.plain_react,
            "held_by": reacting.held_by,
            "weighed": react.weighed,
        }
        self.standing = _STANDING[FORMS[program.board].areas]
        self.laying = _LAYING[FORMS[program.board].areas]
        for word in _WORDS.split():
            names[word] = next(getattr(module, word) for module in _MODULES if hasattr(module, word))
        for module in _OF_FORM[FORMS[program.board].areas]:
            names.update(module.WORDS)
        names.update(formed.WORDS)
        names.update(
            lay=setup.lay,
            set_out=plans.set_out,
            set_out_at=plans.set_out_at,
            drawn=plans.drawn,
            fits_there=plans.fits,
            lay_joined=joined.lay_joined,
            lay_join=joined.lay_join,
            joins=joined.joins,
            further_joins=joined.further_joins,
            made=joined.made,
            made_with=joined.made_with,
            long_edge=joined.long_edge,
            long_with=joined.long_with,
            run_batch=batch.run_batch,
            start_batch=batch.start_batch,
            recalled=verify.recalled,
            same=verify.same,
            redrafted=verify.redrafted,
            filtered=verify.filtered,
            grouped=verify.grouped,
            unsieved=verify.unsieved,
        )
        self.sheets = tuple(program.sheets)
        members: list[list[int]] = [[] for _ in program.kinds]
        words: list[dict[int, tuple[tuple[Any, ...], ...]]] = [{} for _ in program.statuses]
        for i, sheet in enumerate(self.sheets):
            members[sheet.kind].append(i)
            for status, args in sheet.keywords:
                words[status][i] = (*words[status].get(i, ()), of_sheet(status, args))
        kin = [
            frozenset(i for kind, found in enumerate(members) if k in program.lineage(kind) for i in found)
            for k in range(len(program.kinds))
        ]
        formulas: list[dict[int, Any]] = [{} for _ in range(program.formulas)]
        carried: list[dict[int, tuple[Any, ...]]] = [{} for _ in program.carried]
        names.update(
            KIND=kin,
            LISTED=words,
            FORMULAS=formulas,
            CARRIED=carried,
            EVERYBODY=[tuple(range(k)) for k in range(program.players[1] + 1)],
            TABLES=list(program.tables_of_words),
        )
        self.kin = kin
        code = marshal.loads(program.code)
        exec(code, names)
        for number, table in enumerate(formulas):
            for i in range(len(self.sheets)):
                table[i] = names.get(function("Z", number, str(i))) or names[function("Z", number, "d")]
        for functions, by_sheet in zip(carried, program.carried, strict=True):
            made = {words: tuple([names[word] for word in words]) for words in set(by_sheet.values())}
            functions.update({sheet: made[words] for sheet, words in by_sheet.items()})
        self.names = Names(names, program.explanations)
        self._functions(names)
        self._layout()

    def _functions(self, names: dict[str, Any]) -> None:
        p = self.program
        found = {parsed(name): made for name, made in names.items()}

        def numbered(letter: str, count: int) -> Functions:
            return [found.get((letter, i)) for i in range(count)]

        drivers: Functions = [events.drive, react.step, events.run_checks, batch.step, events.held, None, None, None]
        self.blocks = drivers + numbered("b", p.blocks + FIRST_BLOCK)[FIRST_BLOCK:]
        self.drafts = numbered("i", len(p.sites))
        self.locals_of = {block: (None,) * count for block, count in p.block_locals.items()}
        self.can, self.do, self.ends = (
            [test or _always for test in numbered("N", len(p.events))],
            numbered("D", len(p.events)),
            numbered("F", len(p.events)),
        )
        # An event without `do` and `ends` only reports: it triggers no checks.
        self.reports = [
            e.do is None and e.ends is None and do is None and ends is None
            for e, do, ends in zip(p.events, self.do, self.ends, strict=True)
        ]
        self.plain = numbered("E", len(p.events))
        self.covert = {i: found["L", i] for i, r in enumerate(p.reactions) if r.covert}
        self.covert_tables = frozenset(i for i, table in enumerate(p.tables) if table.covert)
        self.arbiters = numbered("I", len(p.events))
        self.hushed = frozenset(p.hushed)
        self.veils = any(one.veiled is not None for one in p.events)
        self.secretive = (any(one.seen_by != "all" for one in p.zones) or any(one.secret for one in p.sites)
                          or any(one.secret is not None for one in p.columns))  # fmt: skip
        self.candidates, self.bodies = numbered("K", len(p.reactions)), numbered("R", len(p.reactions))
        self.orders, self.bys = numbered("O", len(p.reactions)), numbered("B", len(p.reactions))
        self.holder_kind = [r.holder_kind for r in p.reactions]
        self.turns = numbered("Q", len(p.tables))
        self.window_asks, self.window_ties = numbered("W", len(p.windows)), numbered("U", len(p.windows))
        self.check_list, self.check_body = numbered("H", len(p.checks)), numbered("X", len(p.checks))
        self.check_masks, self.check_mask = p.check_masks, sum(p.check_masks)
        self.waiting_mask = sum(mask for mask, check in zip(p.check_masks, p.checks, strict=True) if check.waits)
        self.place_mask, self.play_mask = p.place_mask, p.play_mask
        self.status_mask, self.run_mask = p.status_mask, p.run_mask
        self.status_ends, self.spend_tests = numbered("G", len(p.statuses)), numbered("S", len(p.statuses))
        tests = sum(1 for c in p.clocks for point in c.points if point.test is not None)
        self.clock_tests = numbered("C", tests)
        self.openings = [
            Opening(
                found.get(("J", i)),
                self.blocks[e.do] if e.quiet and e.do is not None else None,
                e.do,
                e.defaults,
                self.locals_of.get(e.do, ()) if e.do is not None else (),
            )
            for i, e in enumerate(p.events)
        ]
        self.spending = {}
        for i, status in enumerate(p.statuses):
            for event in status.spent_on:
                self.spending[event] = (*self.spending.get(event, ()), i)
        self.observed = [e.observed for e in p.events]
        self.controller = names.get(p.controller) if p.controller else None
        self.worth = names.get(p.worth) if p.worth else None
        self.starts = {k: found["A", k] for k in p.starts}
        self.plain_performs = {
            field: {sheet: made for sheet in blocks if (made := names.get(function("Y", sheet, field))) is not None}
            for field, blocks in p.performs.items()
        }
        self.fixed_prices = {names[f] for f in p.fixed if f in names}
        self.edge_sheets = frozenset(i for i, sheet in enumerate(self.sheets) if p.kinds[sheet.kind].on_edges)
        self.tracked = {names[f] for f in p.tracked if f in names}
        self.end_all = statuses.end_all
        self.verify = p.verify
        self.match_steps = MATCH_STEPS + MATCH_STEPS_EACH * p.characters
        self.thought_steps = min(THOUGHT_STEPS + p.characters**2 // 2, MOST_THOUGHT)
        # Fields, statuses and clocks that hold places: they are reset when the board changes.
        self.place_columns = [(c.slot, c.default) for c in p.columns if not c.static and _holds(c.type, _PLACES)]
        self.place_column_mask = p.place_column_mask
        self.place_statuses = {i for i, s in enumerate(p.statuses) if any(_holds(t, _PLACES) for _, t in s.params)}
        self.place_clocks = {i for i, clock in enumerate(p.clocks) if clock.holds_place}

    def _layout(self) -> None:
        p = self.program
        self.sizes = [s.size for s in self.sheets]
        self.bases = [standing_plane.base_of(s.base) for s in self.sheets]
        self.all_single = all(size == 1 for size in self.sizes)
        self.entity_columns = [c for c in p.columns if c.size == "entity"]
        self.column_number = {c.slot: i for i, c in enumerate(p.columns)}
        self.sheet_values = [[c.default] * len(self.sheets) for c in p.columns]
        for i, sheet in enumerate(self.sheets):
            for column, value in sheet.values.items():
                self.sheet_values[column][i] = value
        self.record_columns = [c.slot for c in p.columns if not c.static and _holds(c.type, _RECORDS)]
        self.wide_columns = [c.slot for c in p.columns if not c.static and _holds(c.type, ("set", "list"))]
        self.record_sites = [_answers_hold_records(p, site) for site in p.sites]
        self.flat_columns = {c.slot for c in p.columns if _is_flat(c.type)}
        kept = [c.slot for c in p.columns if c.static]
        copied = [c.slot for c in p.columns if not c.static and c.slot not in self.record_columns]
        self.copy_columns = _copier(kept, copied)
        self.state = types.new_class(
            "Match", (State,), exec_body=lambda ns: ns.update(__slots__=tuple(c.slot for c in p.columns))
        )
        self.make_board = joined.make_board
        self._boards = {}
        self.joins = {}
        self.drawings = {}


def _always(*_: Any) -> bool:
    """The conditions of an event that has none."""
    return True


def _is_flat(t: TypeCode) -> bool:
    """Whether values of a type are numbers, truth values, words or None: JSON as they are."""
    if t[0] == "maybe":
        return _is_flat(t[2][0])
    if t[0] == "set":
        return bool(t[2][0][0] == "place")
    return t[0] not in ("record", "any_record", "list", "per", "formation", "way")


def _answers_hold_records(p: Program, site: Site) -> bool:
    if site.type is not None and _holds(site.type, _RECORDS):
        return True
    return any(_holds(t, _RECORDS) for event in site.lines for _, t in p.events[event].fields)


def _copier(kept: list[str], copied: list[str]) -> Function:
    """Makes a function that copies the columns to another state: shared ones by reference, others as copies. It names
    every slot, as a bot copies matches all the time, and a loop over the names of slots takes twice as long."""
    import ast

    lines: list[ast.stmt] = []
    for slot in kept + copied:
        source: ast.expr = ast.Attribute(ast.Name("m", ast.Load()), slot, ast.Load())
        if slot in copied:
            source = ast.Subscript(source, ast.Slice(None, None, None), ast.Load())
        lines.append(ast.Assign([ast.Attribute(ast.Name("made", ast.Load()), slot, ast.Store())], source))
    function = ast.FunctionDef(
        "copy_columns",
        ast.arguments([], [ast.arg("made"), ast.arg("m")], None, [], [], None, []),
        lines or [ast.Pass()],
        [],
    )
    module = ast.fix_missing_locations(ast.Module([function], []))
    names: dict[str, Any] = {"__builtins__": {}}
    exec(compile(module, "<columns>", "exec"), names)
    copies: Function = names["copy_columns"]
    return copies
