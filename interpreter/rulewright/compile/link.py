"""Links a checked pack to a Program: tables of data, a module of generated code and one for explanations.

Separate because only here everything is known at once, and because a check ends before it: `plan` has all that a check
reports.
"""

from __future__ import annotations

import ast
import marshal
from collections.abc import Sequence

from rulewright import program as p
from rulewright.check import model as m
from rulewright.compile import analysis
from rulewright.compile import pyast as py
from rulewright.compile.arbiters import compile_arbiter
from rulewright.compile.covert import compile_covert
from rulewright.compile.events import (
    compile_asked_formulas,
    compile_check,
    compile_event,
    compile_lasts,
    compile_sheet_texts,
    compile_starts,
    compile_status,
    compile_window,
)
from rulewright.compile.filters import compile_filters
from rulewright.compile.framed import find_opened
from rulewright.compile.metered import metered
from rulewright.compile.plan import Plan, plan
from rulewright.compile.reactions import compile_reaction
from rulewright.compile.sentences import compile_bearing
from rulewright.compile.turns import compile_turn
from rulewright.compile.values import compile_permission, compile_value
from rulewright.diagnostics import Diagnostics
from rulewright.effects import nodes as n
from rulewright.linkage import parsed


def link(
    pack: m.PackDef, out: Diagnostics, digest: str = "", *, frames: bool = False, verify: bool = False,
    counts: bool = False, functions: list[ast.stmt] | None = None,
) -> p.Program | None:
    """The program for play of a pack that has no errors, without the deeds of its code, which only the analysis needs.
    None if planning reports errors. `frames`, `verify`, `counts` as for `plan`, `functions` as for `generate`."""
    planned = plan(pack, out, digest, frames=frames, verify=verify, counts=counts)
    return None if planned is None else generate(planned, functions)


def generate(planned: Plan, functions: list[ast.stmt] | None = None, explains: bool = True) -> p.Program:
    """Makes the program of a plan, and completes the plan's tables: call it once for each plan. `functions` collects
    the trees of the generated functions, for printing them. Without `explains`, what only explains results is left out:
    matches and content tests are played likewise, and nobody may ask why."""
    pack, unit, made = planned.pack, planned.unit, planned.program
    unit.explains = explains
    layout = unit.layout
    planned.find_remembered()
    find_opened(unit)
    for status in layout.statuses:
        compile_lasts(status, unit)
    whiles = any(isinstance(x, n.ClockWhile) for x in unit.nodes)
    unit.settles = bool(layout.checks) or whiles
    unit.asks_in_secret = any(getattr(x, "secret", False) for x in unit.nodes)
    unit.keeps_runs = any(
        isinstance(x, n.Name) and isinstance(x.ref, m.Variable) and x.ref.role == "event" for x in unit.nodes
    )
    made.texts = {f"value {v.id}": compile_value(v, unit) for v in pack.values.values()}
    made.texts |= {f"permission {v.id}": compile_permission(v, unit) for v in pack.permissions.values()}
    made.texts |= compile_asked_formulas(pack, unit)
    for event, row in zip(layout.events, made.events, strict=True):
        compile_event(event, row, unit)
        compile_arbiter(event, unit)
    heard_by = analysis.reactions_of(pack)
    for i, (reaction, heard) in enumerate(zip(heard_by, made.reactions, strict=True)):
        compile_reaction(i, reaction, heard, unit)
    compile_covert(heard_by, made.reactions, made.tables, unit, planned.silence)
    for i, table in enumerate(made.tables):
        table.turn = compile_turn(i, table, heard_by, unit)
    for window in pack.windows.values():
        compile_window(window, unit)
    for status in layout.statuses:
        compile_status(status, unit)
        compile_bearing(status, unit)
    for check, due in zip(layout.checks, made.checks, strict=True):
        compile_check(check, due, unit)
    made.performs = compile_sheet_texts(pack, unit)
    made.starts = tuple(layout.of(k) for k in layout.kinds if compile_starts(k, unit))
    compile_filters(unit)
    made.carried = tuple(unit.carried)
    made.sites, made.clocks, made.blocks = tuple(unit.sites), tuple(unit.clocks), unit.blocks
    made.block_locals = dict(unit.block_locals)
    made.lines = tuple(sorted(unit.lines, key=lambda place: unit.lines[place]))
    made.figures = dict(unit.figures)
    made.askings = dict(unit.askings)
    made.quantities = dict(unit.quantities)
    made.decidings = dict(unit.decidings)
    made.hushed = tuple(sorted(unit.hushed))
    width, parts = _extents(made)
    code = metered(unit.functions, width, parts)
    if functions is not None:
        functions += code
    told = _explaining(code, {*made.fixed, *made.tracked})
    apart = set(told)
    made.code = _module(made, [one for one in code if one not in apart])
    made.explanations = _module(made, told)
    return made


def _explaining(code: Sequence[ast.stmt], named: set[str]) -> list[ast.stmt]:
    """The functions that serve only explanations: those that play looks up for them, and all helpers that no function
    of play calls. `named`: other functions that the program names."""
    functions = {one.name: one for one in code if isinstance(one, ast.FunctionDef)}
    named |= {name for one in code if not isinstance(one, ast.FunctionDef) for name in py.names_read(one)}
    played = {name for name in functions if name in named or parsed(name)[0] not in ("t", "q")}
    waiting = list(played)
    while waiting:
        called = [x for x in py.names_read(functions[waiting.pop()]) if x in functions and x not in played]
        played.update(called)
        waiting += called
    return [functions[name] for name in functions if name not in played]


def _module(made: p.Program, functions: Sequence[ast.stmt]) -> bytes:
    return marshal.dumps(compile(ast.Module([*functions], []), f"<pack {made.id}>", "exec"))


def _extents(made: p.Program) -> tuple[int, dict[str, int]]:
    """The largest size of a sheet, and by slot of a column of parts the most that a sheet has of them."""
    width = 1
    parts: dict[str, int] = {}
    for sheet in made.sheets:
        width = max(width, sheet.size)
        for column, below in sheet.parts:
            slot = made.columns[column].slot
            parts[slot] = max(parts.get(slot, 0), len(below))
    return width, parts
