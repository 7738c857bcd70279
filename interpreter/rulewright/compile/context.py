"""Where names live while one text is compiled, and what the whole compilation shares.

Separate because the same expression stands in plain functions, in frames, in values and in conditions: only the places
of its variables differ.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from rulewright.check import model as m
from rulewright.check.in_force import Listing
from rulewright.check.walk import Tree, walk
from rulewright.compile import pyast as py
from rulewright.compile.layout import Layout, place_of
from rulewright.effects import nodes as n
from rulewright.explained import Deciding, Figures, Place, Quantities
from rulewright.linkage import function
from rulewright.program import Clock, Site
from rulewright.shapes import LOCALS

# How things come by a status: an instance was given; their sheets list it; either of it, or by what sentences say.
Route = Literal["given", "listed", "both"]


@dataclass(slots=True)
class TextSet:
    """Those texts of a pack of which something holds (they may ask, they may run in a batch): events, reactions,
    checks and tables of reactions by number, text fields of sheets by name; `ends`: some end of a status."""

    events: set[int] = field(default_factory=set)
    reactions: set[int] = field(default_factory=set)
    checks: set[int] = field(default_factory=set)
    tables: set[int] = field(default_factory=set)
    performs: set[str] = field(default_factory=set)
    ends: bool = False


@dataclass(slots=True)
class Unit:
    """What a compilation shares. What is known of the whole pack is found by `plan`, pass by pass, before any code is
    made; then functions are added one by one."""

    layout: Layout
    emit: Callable[[Any, Any], ast.expr]  # expressions.emit: known here by value, as builtins stand below it
    kept: Callable[[Any, Any], ast.expr]  # expressions.kept, likewise
    narrowed: Callable[[Any, Any], ast.expr | None]  # narrowed.narrowed, likewise
    formed: Callable[[Any, Any, Any], ast.expr]  # routed.found_one, likewise
    nodes: tuple[n.Node, ...]  # of all texts of the pack
    walked: Mapping[int, tuple[n.Node, ...]]  # those of each text, by the `id` of its tree

    # options of the compilation
    counts: bool = False  # loops that run out of their bound are told
    verify: bool = False  # what is remembered or moved out of a loop is computed again and compared

    # what is made: the module, and tables that its functions are numbered by
    functions: list[ast.stmt] = field(default_factory=list)
    lines: dict[Place, int] = field(default_factory=dict)
    sites: list[Site] = field(default_factory=list)
    clocks: list[Clock] = field(default_factory=list)
    clock_tests: int = 0
    clock_of: dict[int, tuple[int, list[m.Variable]]] = field(default_factory=dict)  # Clock -> its number, captured
    blocks: int = 0
    block_locals: dict[int, int] = field(default_factory=dict)  # first block of a text -> number of locals
    helpers: int = 0
    names: int = 0
    lasts: dict[m.StatusDef, int] = field(default_factory=dict)  # the default clock
    carried: list[dict[int, tuple[str, ...]]] = field(default_factory=list)  # sheet -> functions of its sentences
    filters: dict[tuple[m.Symbol, int], str] = field(default_factory=dict)  # wanted of what, by which parameter
    grounds: dict[tuple[m.Symbol, ...], str] = field(default_factory=dict)  # wanted of the texts of a search for steps
    written_out: dict[m.Symbol, int] = field(default_factory=dict)  # nodes of a value where it is read in place
    inlined: list[m.Symbol] = field(default_factory=list)  # values being inlined, against cycles

    # who hears and carries what (plan, analysis, tables)
    value_parts: dict[m.Symbol, list[m.SentenceDef]] = field(default_factory=dict)  # the sentences on a target
    labels: dict[m.EventDef, tuple[str, ...]] = field(default_factory=dict)  # names of forbids on it
    listed: Listing = field(default_factory=dict)  # the sheets that list each status
    given: set[m.StatusDef] = field(default_factory=set)  # statuses that some text gives
    tables: dict[tuple[int, str], int] = field(default_factory=dict)  # (event, phase) -> table
    tables_of: dict[int, dict[str, int]] = field(default_factory=dict)  # event -> phase -> table
    observed: set[int] = field(default_factory=set)  # events whose runs somebody looks for
    puts: dict[int, tuple[int, ...]] = field(default_factory=dict)  # parameters that an event may put on the board
    used: set[int] = field(default_factory=set)  # events whose record some text keeps
    clocked_events: set[int] = field(default_factory=set)  # events that some clock names
    spending: set[int] = field(default_factory=set)  # events that a one-shot may wait for
    concluded: set[int] = field(default_factory=set)  # events that a `conclude` names
    watched: dict[m.Attribute, int] = field(default_factory=dict)  # mask of the checks that read it
    place_mask: int = 0  # checks that read places
    settles: bool = True  # something is to be settled after a write: checks, or clocks with a `while`
    resets: bool = False  # some text makes a thing as new as if it had just been made
    stamped: bool = False  # things keep the stamp of their beginning (see `ages`)
    keeps_runs: bool = True  # some text speaks of `event`, so a run can be looked at when it is over
    single: bool = True  # every sheet covers one cell

    # who may ask, and where that leads (spread, then analysis.find_quiet)
    asks: TextSet = field(default_factory=TextSet)  # by its own text, or by what that sets off
    framed: TextSet = field(default_factory=TextSet)  # that, and what a check that asks may become due in: has frames
    own: TextSet = field(default_factory=TextSet)  # what puts a question that no reaction puts
    effects: TextSet = field(default_factory=TextSet)  # what asks within an effect of a batch, where calls wait
    batched: TextSet = field(default_factory=TextSet)  # what can run as the effect of a batch
    removing: set[int] = field(default_factory=set)  # events that may take something out of play
    recursive: set[int] = field(default_factory=set)  # events that can run inside themselves
    quiet: set[int] = field(default_factory=set)  # framed events that are nothing but their text
    opened: set[int] = field(default_factory=set)  # those of them that have a function `J<i>` to open their frame
    asks_in_secret: bool = False  # some text keeps an answer or a roll that is a secret

    # what is remembered (remembering)
    long: set[m.Symbol] = field(default_factory=set)  # values and permissions that are dear to ask, or ask one
    cached: set[m.Symbol] = field(default_factory=set)  # values and permissions whose answers are remembered
    unplaced: set[m.Symbol] = field(default_factory=set)  # those of them that read no places
    grounded: set[m.Symbol] = field(default_factory=set)  # those of them that only the board decides: kept with it
    fenced: set[m.Symbol] = field(default_factory=set)  # those of them that of a match read what is on edges alone
    fencing: set[m.Attribute] = field(default_factory=set)  # those that these read
    versioned: set[m.Attribute] = field(default_factory=set)  # those that some remembered value reads

    # what not everybody may know (check.onlooker)
    hidden_locals: frozenset[m.Variable] = frozenset()  # locals that not everybody may know
    unseen: dict[int, int] = field(default_factory=dict)  # deeds that a log tells few, by identity: UNSEEN, OWNER_KNOWS

    # explanations: by the function of a condition or expression
    figures: dict[str, Figures] = field(default_factory=dict)  # function of a condition -> what measures for it
    askings: dict[str, tuple[str, str]] = field(default_factory=dict)  # function of a condition -> key, arguments
    quantities: dict[str, Quantities] = field(default_factory=dict)  # function of a condition -> what it compares
    decidings: dict[str, Deciding] = field(default_factory=dict)  # function of an expression -> what decided it
    hushed: set[str] = field(default_factory=set)  # functions for explanations that read one of these

    def nodes_of(self, tree: Tree) -> Sequence[n.Node]:
        """Every node of a tree or block, parents first."""
        known = self.walked.get(id(tree))
        return tuple(walk(tree)) if known is None else known

    def route(self, status: m.StatusDef) -> Route:
        """By which way anything has a status."""
        if status.asked is not None:
            return "both"
        if status not in self.listed:
            return "given"
        return "both" if status in self.given else "listed"

    def fresh(self, stem: str, of: str = "") -> str:
        """A Python name that is new in the whole module. `of`: an id that it ends with, for those who read it."""
        self.names += 1
        return function(stem, self.names, of)

    def filter(self, ref: m.ValueDef | m.PermissionDef, number: int) -> str:
        """The function that filters or groups places as a parameter, which is made if it is not yet (see `filters`)."""
        name = self.filters.get((ref, number))
        if name is None:
            of_last = "s" if isinstance(ref, m.ValueDef) else "g"
            last = number == len(ref.params) - 1
            name = self.layout.function(of_last, ref) if last else self.fresh("q", ref.id)
            self.filters[ref, number] = name
        return name

    def ground(self, *texts: m.Symbol) -> str:
        """The function that says where the steps of a search are all alike, by the texts that decide them: permission,
        price and, if there are any, ways (see `open_ground`)."""
        name = self.grounds.get(texts)
        if name is None:
            name = self.grounds[texts] = self.fresh("q", texts[0].id)
        return name

    def line(self, span: object) -> int:
        """The number that stands for a place of content as a line of generated code."""
        place = place_of(span)
        place = (place[0], place[1], 0)
        return self.lines.setdefault(place, len(self.lines) + 1)

    def add(self, identifier: str, params: list[str], body: py.Body, span: object = None) -> None:
        """A function of the module; its lines point to the content it came from."""
        made = py.function(identifier, params, body)
        py.place(made, self.line(span))
        self.functions.append(made)


@dataclass(slots=True)
class Context:
    """Where variables live in one text. `env`: their trees. `frame`: locals are slots of a frame f."""

    unit: Unit
    env: dict[m.Variable, ast.expr] = field(default_factory=dict)
    frame: bool = False
    record: ast.expr | None = None  # `event`
    slots: dict[int, int] = field(default_factory=dict)
    whole: ast.expr | None = None  # self, where the names of its parts are read
    over: bool = False  # in `ends` of a status: the instance is over, and `row` is what it was

    def bind(self, variable: m.Variable, tree: ast.expr) -> None:
        """From now on the variable is this tree."""
        self.env[variable] = tree

    def look_up(self, variable: m.Variable) -> ast.expr:
        """The tree of a variable."""
        tree = self.env.get(variable)
        if tree is None and variable.role == "part":
            assert self.whole is not None
            return py.expr("part(m, _x, _i)", _x=self.whole, _i=py.const(variable.index))
        assert tree is not None, f"{variable.role} '{variable.id}' has no place here"
        return tree

    def local(self, variable: m.Variable) -> ast.expr:
        """The place of a new local: a Python name, or a slot of the frame."""
        tree = self.env.get(variable)
        if tree is None:
            tree = self.slot(variable) if self.frame else py.name(self.unit.fresh("v", variable.id))
            self.env[variable] = tree
        return tree

    def slot(self, of: m.Variable | n.Node) -> ast.expr:
        """The slot of the frame for a local, or for what a statement counts and remembers; the same for the same one.
        """
        key = id(of)  # trees compare by what they say, and two that say the same have slots of their own
        if key not in self.slots:
            self.slots[key] = LOCALS + len(self.slots)
        return py.expr("f[_i]", _i=py.const(self.slots[key]))

    def inner(self, **changes: object) -> Context:
        """The same places with a copy of the environment, for a scope inside."""
        return replace(self, env=dict(self.env), **changes)  # type: ignore[arg-type]
