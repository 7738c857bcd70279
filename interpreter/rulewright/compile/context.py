"""Where variables are stored while one block or expression is compiled, and the data shared by the whole compilation.

Separate because the same expression may occur in plain functions, frames, values and conditions: only the storage of
its variables differs.
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

# The ways to get a status: an instance is given; the sheet lists it; either, or a modifier allows it.
Route = Literal["given", "listed", "both"]


@dataclass(slots=True)
class TextSet:
    """The code of a pack for which something is true (it may ask, it may run in a batch): events, reactions, checks and
    tables of reactions by number, blocks of sheets by field name; `ends`: some end of a status."""

    events: set[int] = field(default_factory=set)
    reactions: set[int] = field(default_factory=set)
    checks: set[int] = field(default_factory=set)
    tables: set[int] = field(default_factory=set)
    performs: set[str] = field(default_factory=set)
    ends: bool = False


@dataclass(slots=True)
class Unit:
    """The data that a compilation shares. `plan` finds the facts about the whole pack, pass by pass, before any code is
    made; then functions are added one by one."""

    layout: Layout
    emit: Callable[[Any, Any], ast.expr]  # expressions.emit: passed as a value, as builtins are below it
    kept: Callable[[Any, Any], ast.expr]  # expressions.kept, likewise
    narrowed: Callable[[Any, Any], ast.expr | None]  # narrowed.narrowed, likewise
    formed: Callable[[Any, Any, Any], ast.expr]  # routed.found_one, likewise
    nodes: tuple[n.Node, ...]  # of all code of the pack
    walked: Mapping[int, tuple[n.Node, ...]]  # those of each block or expression, by the `id` of its tree

    # options of the compilation
    counts: bool = False  # reports loops that reach their bound
    verify: bool = False  # whatever is cached or moved out of a loop is computed again and compared
    explains: bool = True  # also makes what only explains a result, and never decides whether a test passes

    # the result: the module, and tables that number its functions
    functions: list[ast.stmt] = field(default_factory=list)
    lines: dict[Place, int] = field(default_factory=dict)
    sites: list[Site] = field(default_factory=list)
    clocks: list[Clock] = field(default_factory=list)
    clock_tests: int = 0
    clock_of: dict[int, tuple[int, list[m.Variable]]] = field(default_factory=dict)  # Clock -> its number, captured
    blocks: int = 0
    block_locals: dict[int, int] = field(default_factory=dict)  # first block of a body -> number of locals
    names: int = 0  # how many were made, so that the next is new
    lasts: dict[m.StatusDef, int] = field(default_factory=dict)  # the default clock
    carried: list[dict[int, tuple[str, ...]]] = field(default_factory=list)  # sheet -> functions of its modifiers
    filters: dict[tuple[m.Symbol, int], str] = field(default_factory=dict)  # needed, by parameter
    grounds: dict[tuple[m.Symbol, ...], str] = field(default_factory=dict)  # needed for searches for steps
    written_out: dict[m.Symbol, int] = field(default_factory=dict)  # nodes of a value where it is inlined
    inlined: list[m.Symbol] = field(default_factory=list)  # values being inlined, against cycles

    # what reacts to and contributes to what (plan, analysis, tables)
    value_parts: dict[m.Symbol, list[m.SentenceDef]] = field(default_factory=dict)  # the modifiers of a target
    labels: dict[m.EventDef, tuple[str, ...]] = field(default_factory=dict)  # names of forbids on it
    listed: Listing = field(default_factory=dict)  # the sheets that list each status
    given: set[m.StatusDef] = field(default_factory=set)  # statuses that some block gives
    tables: dict[tuple[int, str], int] = field(default_factory=dict)  # (event, phase) -> table
    tables_of: dict[int, dict[str, int]] = field(default_factory=dict)  # event -> phase -> table
    observed: set[int] = field(default_factory=set)  # events whose runs are read somewhere
    puts: dict[int, tuple[int, ...]] = field(default_factory=dict)  # parameters that an event may put on the board
    used: set[int] = field(default_factory=set)  # events whose record some block keeps
    clocked_events: set[int] = field(default_factory=set)  # events that some clock names
    spending: set[int] = field(default_factory=set)  # events that a one-shot may wait for
    concluded: set[int] = field(default_factory=set)  # events that a `conclude` names
    watched: dict[m.Attribute, int] = field(default_factory=dict)  # mask of the checks that read it
    place_mask: int = 0  # checks that read places
    settles: bool = True  # a write may need settling: there are checks, or clocks with a `while`
    resets: bool = False  # some block resets an entity as if it had just been made
    stamped: bool = False  # entities keep the stamp of their beginning (see `ages`)
    keeps_runs: bool = True  # some code uses `event`, so a run can be read after it is over
    single: bool = True  # every sheet covers one cell

    # what may ask players, and the consequences (call_graph, then analysis.find_quiet)
    asks: TextSet = field(default_factory=TextSet)  # by its own code, or by what that triggers
    framed: TextSet = field(default_factory=TextSet)  # that, and where a check that asks may become due: has frames
    own: TextSet = field(default_factory=TextSet)  # asks a question that is not about a reaction
    effects: TextSet = field(default_factory=TextSet)  # asks within an effect of a batch, where calls wait
    batched: TextSet = field(default_factory=TextSet)  # can run as the effect of a batch
    removing: set[int] = field(default_factory=set)  # events that may remove something from play
    recursive: set[int] = field(default_factory=set)  # events that can run inside themselves
    quiet: set[int] = field(default_factory=set)  # framed events that are nothing but their `do` block
    opened: set[int] = field(default_factory=set)  # those of them that have a function `J<i>` to open their frame
    asks_in_secret: bool = False  # some code stores a secret answer or roll

    # what is cached (remembering)
    long: set[m.Symbol] = field(default_factory=set)  # values and permissions that are expensive, or use one that is
    cached: set[m.Symbol] = field(default_factory=set)  # values and permissions whose results are cached
    unplaced: set[m.Symbol] = field(default_factory=set)  # those of them that read no places
    grounded: set[m.Symbol] = field(default_factory=set)  # those of them that depend only on the board: cached with it
    fenced: set[m.Symbol] = field(default_factory=set)  # those of them that of the match read only what is on edges
    fencing: set[m.Attribute] = field(default_factory=set)  # those that these read
    versioned: set[m.Attribute] = field(default_factory=set)  # those that some cached value reads

    # what not everybody may know (check.onlooker)
    hidden_locals: frozenset[m.Variable] = frozenset()  # locals that not everybody may know
    unseen: dict[int, int] = field(default_factory=dict)  # deeds that a log may hide, by identity: UNSEEN, OWNER_KNOWS

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
        """The way in which entities get a status."""
        if status.asked is not None:
            return "both"
        if status not in self.listed:
            return "given"
        return "both" if status in self.given else "listed"

    def fresh(self, stem: str, of: str = "") -> str:
        """A Python name that is unique in the whole module. `of`: an id appended to it, for readers of the code."""
        self.names += 1
        return function(stem, self.names, of)

    def filter(self, ref: m.ValueDef | m.PermissionDef, number: int) -> str:
        """The function that filters or groups places for a parameter; created on first use (see `filters`)."""
        name = self.filters.get((ref, number))
        if name is None:
            of_last = "s" if isinstance(ref, m.ValueDef) else "g"
            last = number == len(ref.params) - 1
            name = self.layout.function(of_last, ref) if last else self.fresh("q", ref.id)
            self.filters[ref, number] = name
        return name

    def ground(self, *texts: m.Symbol) -> str:
        """The function that finds where the steps of a search are all alike, from the definitions that decide them:
        permission, price and, if there are any, ways (see `open_ground`)."""
        name = self.grounds.get(texts)
        if name is None:
            name = self.grounds[texts] = self.fresh("q", texts[0].id)
        return name

    def line(self, span: object) -> int:
        """The line number in generated code that represents a location of content."""
        place = place_of(span)
        place = (place[0], place[1], 0)
        return self.lines.setdefault(place, len(self.lines) + 1)

    def add(self, identifier: str, params: list[str], body: py.Body, span: object = None) -> None:
        """Adds a function to the module; its lines point to the content that it comes from."""
        made = py.function(identifier, params, body)
        py.place(made, self.line(span))
        self.functions.append(made)


@dataclass(slots=True)
class Context:
    """Where variables are stored in one block or expression. `env`: their trees. `frame`: locals are slots of a frame
    f."""

    unit: Unit
    env: dict[m.Variable, ast.expr] = field(default_factory=dict)
    frame: bool = False
    record: ast.expr | None = None  # `event`
    slots: dict[int, int] = field(default_factory=dict)
    whole: ast.expr | None = None  # self, where the names of its parts are read
    over: bool = False  # in `ends` of a status: the instance is over, and `row` is its last state

    def bind(self, variable: m.Variable, tree: ast.expr) -> None:
        """Binds a variable to a tree from now on."""
        self.env[variable] = tree

    def look_up(self, variable: m.Variable) -> ast.expr:
        """The tree of a variable."""
        tree = self.env.get(variable)
        if tree is None and variable.role == "part":
            assert self.whole is not None
            return py.expr("part(m, _x, _i)", _x=self.whole, _i=py.const(variable.index))
        assert tree is not None, f"{variable.role} '{variable.id}' is not bound here"
        return tree

    def local(self, variable: m.Variable) -> ast.expr:
        """Storage for a new local: a Python name, or a slot of the frame."""
        tree = self.env.get(variable)
        if tree is None:
            tree = self.slot(variable) if self.frame else py.name(self.unit.fresh("v", variable.id))
            self.env[variable] = tree
        return tree

    def slot(self, of: m.Variable | n.Node) -> ast.expr:
        """The slot of the frame for a local, or for what a statement counts and stores; always the same for the same
        one."""
        key = id(of)  # trees compare by content, and two equal ones have separate slots
        if key not in self.slots:
            self.slots[key] = LOCALS + len(self.slots)
        return py.expr("f[_i]", _i=py.const(self.slots[key]))

    def inner(self, **changes: object) -> Context:
        """The same storage with a copy of the environment, for an inner scope."""
        return replace(self, env=dict(self.env), **changes)  # type: ignore[arg-type]


def params(count: int) -> list[str]:
    """Python names of the parameters."""
    return [f"a{i}" for i in range(count)]


def args_context(unit: Unit, variables: Sequence[m.Variable]) -> Context:
    """Parameters are the arguments of the function."""
    return Context(unit, {v: py.name(f"a{i}") for i, v in enumerate(variables)})
