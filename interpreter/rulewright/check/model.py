"""A checked pack: symbols with their types and trees, ready for the compiler.

Separate because it is the interface between check (which fills it) and compile (which reads it). Each declared thing is
one object; names in the trees refer to these same objects through `ref`. Nothing here computes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from rulewright.check.types import Type
from rulewright.effects import nodes as n
from rulewright.space.forms import Storeys
from rulewright.space.picture import signs_in
from rulewright.space.plane.table import GRAIN

if TYPE_CHECKING:
    from rulewright.source import Span

Placed = Literal["", "place", "edge"]  # where entities of a kind are placed: nowhere, on places, on edges
Storage = Literal[
    "printed", "state", "part", "whole", "formula", "owner", "place", "sheet", "gives", "param", "outcome", "holder",
    "row",
]


@dataclass(slots=True, eq=False)
class Symbol:
    """Anything with a name. `span` is the location of its declaration."""

    id: str
    span: Span | None = None

    @property
    def title(self) -> str:
        """Its name in messages: form and id."""
        form = _TITLES.get(type(self).__name__, type(self).__name__.removesuffix("Def").lower())
        return f"{form} '{self.id}'".lstrip()


_TITLES = {"EnumMember": "member", "BuiltinDef": "", "StatusAsked": "status"}


Role = Literal["field", "arg", "given", "self", "event", "spender", "local", "so_far", "it", "part", "match", "piece"]

# -- names inside texts ------------------------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class Variable(Symbol):
    """A name with a type inside one block or expression.

    role says where its value is kept:
    "field"    parameter or gives of the current event, value, permission or formula (`index` is its position in
               params + gives)
    "arg"      parameter of the status (of the holding definition)
    "given"    parameter of a text of sheets: a local that cannot be set
    "self"     the holder, or the entity of a formula, sheet text, kind field
    "event"    the current record
    "spender"  record that claimed a one-shot
    "local"    let, loop variable, offer record, chosen variable
    "so_far", "it"  of a step
    "part"     in a sheet: the part of self with that name (`index` is its position among the parts in sheet order)
    "match"    the match itself
    "piece"    in a content test: an entity by its name there
    """

    type: Type = field(kw_only=True)
    role: Role = field(kw_only=True)
    index: int = field(default=0, kw_only=True)
    # Of a field of an event: language -> display name.
    names: dict[str, str] | None = field(default=None, kw_only=True)


@dataclass(slots=True, eq=False)
class EnumMember(Symbol):
    """A member; `value` is its position in the enumeration."""

    enum: EnumDef = field(kw_only=True)
    value: int = field(kw_only=True)
    names: dict[str, str] = field(default_factory=dict, kw_only=True)  # language -> display name


@dataclass(slots=True, eq=False)
class Attribute(Symbol):
    """A field of a kind (or a builtin one). `kind` is the id of the kind that declares it."""

    kind: str = field(kw_only=True)
    type: Type = field(kw_only=True)
    storage: Storage = field(kw_only=True)
    starts: n.Expr | None = field(default=None, kw_only=True)  # `self_var` of the kind in scope
    secret: str | None = field(default=None, kw_only=True)  # "owner", "nobody" or None
    optional: bool = field(default=False, kw_only=True)  # printed: a sheet may omit it
    least: int | None = field(default=None, kw_only=True)  # printed numbers: the bounds for sheets
    most: int | None = field(default=None, kw_only=True)
    params: list[Variable] = field(default_factory=list, kw_only=True)  # of formulas
    names: dict[str, str] = field(default_factory=dict, kw_only=True)  # language -> display name


# -- definitions -------------------------------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class Definition(Symbol):
    """The attributes that all forms share."""

    form: str = field(default="", kw_only=True)
    names: dict[str, str] = field(default_factory=dict, kw_only=True)  # language -> display name
    wording: dict[str, str] = field(default_factory=dict, kw_only=True)  # language -> printed text
    rules: tuple[str, ...] = field(default=(), kw_only=True)  # cited rule ids
    allow: dict[str, str] = field(default_factory=dict, kw_only=True)  # suppressed code -> reason
    file: str = field(default="", kw_only=True)  # path inside the pack
    headless: bool = field(default=False, kw_only=True)  # its head could not be read: the parameters are unknown
    unread: bool = field(default=False, kw_only=True)  # its body could not be read: its contents are unknown
    said: bytes = field(default=b"", kw_only=True)  # the digest of its declaration, if a cache is used


@dataclass(slots=True, eq=False)
class EnumDef(Definition):
    """`enum`; members in order."""

    members: list[EnumMember] = field(default_factory=list)
    ordered: bool = False


@dataclass(slots=True, eq=False)
class DieDef(Definition):
    """`die`: values of the faces, in order (numbers, or indices of enum members)."""

    face: Type = field(kw_only=True)
    faces: tuple[int, ...] = field(kw_only=True)


@dataclass(slots=True, eq=False)
class AreaDef(Definition):
    """`area`: a named set of cells; `holder` carries its rules."""

    holder: Holder | None = None


@dataclass(slots=True, eq=False)
class MapDef(Definition):
    """`map`: drawn rows, those of the storeys above, glyph -> areas, glyph -> sheets placed there with their seats
    (None: no owner), and options."""

    rows: tuple[str, ...] = ()
    above: tuple[tuple[str, ...], ...] = ()
    legend: dict[str, tuple[AreaDef, ...]] = field(default_factory=dict)
    pieces: dict[str, tuple[tuple[SheetDef, int | None], ...]] = field(default_factory=dict)
    solid: tuple[AreaDef, ...] = ()
    strict: bool = True
    halves: tuple[AreaDef, ...] = ()
    # On a plane: the table, what is drawn on it as (name, text), and the areas that these are.
    table: str = ""
    shapes: tuple[tuple[str, str], ...] = ()
    meant: dict[str, AreaDef] = field(default_factory=dict)

    @property
    def half_signs(self) -> str:
        """The glyphs of half places, which do not exist on the map alone."""
        return signs_in(self.legend, self.halves)


@dataclass(slots=True, eq=False)
class ZoneDef(Definition):
    """`zone NAME(player owner)`, or `zone NAME(suit which)`: one for each member; without a parameter, one for all."""

    per_player: bool = True
    key: Variable | None = None  # its parameter, if any
    by: EnumDef | None = None
    ordered: bool = False
    seen_by: Literal["owner", "nobody", "all"] = "all"
    holds: KindDef | None = None
    shown: bool = True  # next to the board


@dataclass(slots=True, eq=False)
class TableDef(Definition):
    """`table NAME(ENUM a, ENUM b) gives T`, of one to three enumerations: values by the indices of the members, None if
    there is no entry."""

    params: list[Variable] = field(default_factory=list)
    gives: Type = field(kw_only=True)
    cells: dict[tuple[int, ...], Any] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class KindDef(Definition):
    """`kind`. `attributes` has only its own; `all_attributes` also has the inherited and builtin ones."""

    parent: KindDef | None = None
    plural: str = ""
    placed: Placed = ""
    owned: bool = True
    size: n.Expr | None = None  # over printed fields of self
    base: tuple[Any, ...] = ()  # on a plane, as `program.Sheet` has it
    drawn: Attribute | None = None  # without a base: the printed radius with which pictures show it
    part_of: KindDef | None = None
    attributes: dict[str, Attribute] = field(default_factory=dict)
    all_attributes: dict[str, Attribute] = field(default_factory=dict)
    parts: dict[str, KindDef] = field(default_factory=dict)  # field name -> kind of the parts
    texts: tuple[str, ...] = ()
    text_params: dict[str, list[Variable]] = field(default_factory=dict)  # of each text, also inherited ones, if known
    main: str | None = None
    active: n.Expr | None = None  # None: in play
    must: dict[str, n.Expr] = field(default_factory=dict)  # own conditions on sheets, by name
    says: dict[str, tuple[dict[str, str], Span]] = field(default_factory=dict)  # by condition
    self_var: Variable | None = None
    # Of the texts of its sheets, also inherited ones: name of the answer -> language -> question
    questions: dict[str, dict[str, str]] = field(default_factory=dict)
    # How its fields are shown, and additional lines, also inherited ones: a mode under "", or templates by language
    shown: dict[str, dict[str, str]] = field(default_factory=dict)
    shown_as: dict[str, str] = field(default_factory=dict)  # by language: what is shown instead of the name of one

    @property
    def lineage(self) -> list[KindDef]:
        """The kind and its ancestors, nearest first."""
        found = []
        one: KindDef | None = self
        while one is not None:
            found.append(one)
            one = one.parent
        return found

    @property
    def entity_type(self) -> Type:
        """The type of its entities; `unknown` for a kind that could not be read, which matches every kind."""
        return Type("unknown") if self.unread else Type("entity", self.id)

    @property
    def sheet_type(self) -> Type:
        """The type of its sheets, likewise."""
        return Type("unknown") if self.unread else Type("sheet", self.id)


@dataclass(slots=True, eq=False)
class SheetDef(Definition):
    """A definition whose form is a kind. `printed` holds constants by attribute id as runtime values (Type table), or
    expression trees if the type of a printed field has no constants: `trees` are the ids of these."""

    kind: KindDef = field(kw_only=True)
    printed: dict[str, Any] = field(default_factory=dict)
    parts: dict[str, list[SheetDef]] = field(default_factory=dict)  # field name -> sheets of its parts, in order
    keywords: list[KeywordUse] = field(default_factory=list)
    formulas: dict[str, n.Expr] = field(default_factory=dict)
    texts: dict[str, n.Block] = field(default_factory=dict)
    holder: Holder | None = None
    whole: SheetDef | None = None  # of a part: the sheet it belongs to
    is_outline: bool = False  # nothing printed is here: its row of the program is known
    trees: tuple[str, ...] = ()


@dataclass(slots=True, eq=False)
class KeywordUse:
    """A status that a sheet lists, with its constant arguments as runtime values."""

    status: StatusDef
    args: tuple[Any, ...]


@dataclass(slots=True, eq=False)
class ClassDef(Definition):
    """`class`: a family of events that share first parameters."""

    params: list[Variable] = field(default_factory=list)
    events: list[EventDef] = field(default_factory=list)
    arbiter: n.Expr | None = None
    questions: dict[str, dict[str, str]] = field(default_factory=dict)  # `arbiter` -> language -> question


@dataclass(slots=True, eq=False)
class EventDef(Definition):
    """`event`. `fields` is params + gives: the layout of the record."""

    params: list[Variable] = field(default_factory=list)
    gives: list[Variable] = field(default_factory=list)
    classes: list[ClassDef] = field(default_factory=list)
    legal: dict[str, n.Expr] = field(default_factory=dict)
    do: n.Block = ()
    ends: n.Block = ()
    arbiter: n.Expr | None = None  # the player who decides which of several reactions comes first
    moments: list[str] = field(default_factory=list)
    event_var: Variable | None = None
    local_names: dict[str, dict[str, str]] = field(default_factory=dict)  # of locals that have any: id -> by language
    questions: dict[str, dict[str, str]] = field(default_factory=dict)  # name of the answer -> language -> question
    says: dict[str, dict[str, str]] = field(default_factory=dict)  # by condition or named forbid -> by language
    shown_as: dict[str, str] = field(default_factory=dict)  # by language: how an answer that calls it is shown

    @property
    def fields(self) -> list[Variable]:
        """Parameters, then gives."""
        return self.params + self.gives

    @property
    def judge(self) -> tuple[n.Expr, EventDef | ClassDef] | None:
        """Its arbiter, and the definition that declares it: its own, else that of the first of its classes that has
        one. `none` removes that of its classes."""
        whose: tuple[EventDef | ClassDef, ...] = (self, *self.classes)
        found = next(((one.arbiter, one) for one in whose if one.arbiter is not None), None)
        return None if found is None or isinstance(found[0], n.Nothing) else found


@dataclass(slots=True, eq=False)
class StepDef:
    """A step of a value: name, merge, and the combining expression over `so_far` and `it` (None: the merge's own)."""

    name: str
    merge: str
    then: n.Expr | None
    so_far: Variable
    it: Variable
    span: Span


@dataclass(slots=True, eq=False)
class ValueDef(Definition):
    """`value`: either rows (`decide`) or a start with steps."""

    params: list[Variable] = field(default_factory=list)
    gives: Type = field(kw_only=True)
    start: n.Expr | None = None
    rows: list[n.Row] = field(default_factory=list)
    steps: list[StepDef] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class PermissionDef(Definition):
    """`permission`: `normally`, then allows, then forbids."""

    params: list[Variable] = field(default_factory=list)
    normally: n.Expr | None = None
    says: dict[str, dict[str, str]] = field(default_factory=dict)  # by `normally` or named forbid -> by language


@dataclass(slots=True, eq=False)
class StatusAsked(PermissionDef):
    """Who has a status, if modifiers allow or forbid it: `normally` are those who were given it, or whose sheet lists
    it. Its parameter is called `holder`, and code can name it only through the status."""

    status: StatusDef = field(kw_only=True)


@dataclass(slots=True, eq=False)
class ReactionDef:
    """One reaction of a holder. One object for each trigger event (a trigger with `or` makes several that share
    `group`)."""

    phase: Literal["before", "instead", "at", "after", "ended"]
    event: EventDef | ClassDef
    moment: str | None
    where: n.Expr | None
    when: n.Expr | None
    each: n.Binder | None
    body: n.Block
    optional: bool
    limit: tuple[int, EventDef | ClassDef] | None
    rank: int  # index into PackDef.ranks
    order: n.Expr | None
    window: WindowDef | None  # of optional ones
    by: n.Expr | None
    title: dict[str, str]
    holder: Holder
    fields: dict[str, Variable]  # the event's fields as this reaction sees them (role "field"), and "event"
    span: Span
    group: int = 0

    @property
    def is_rival(self) -> bool:
        """Whether an arbiter decides when it comes: reactions that must happen, and for *instead* also those that may.
        A reaction with its own `order` comes first, and a window that always asks is held as usual, so that being asked
        reveals nothing."""
        if self.order is not None:
            return False
        return not self.optional or (self.phase == "instead" and self.window is not None and not self.window.always)


@dataclass(slots=True, eq=False)
class SentenceDef:
    """One modifier of a holder. kind "value": target ValueDef and step name, expr; "allow", "forbid": target
    PermissionDef, EventDef or ClassDef; "waive": target PermissionDef, EventDef or ClassDef; `label` is the condition's
    name. An "allow" of a status with arguments has these as the call in `expr`. A modifier that names several targets
    becomes several of these. `fields` are the target's parameters as seen by the expressions (Variables of role
    "field", the same objects as those of the target)."""

    kind: Literal["value", "allow", "forbid", "waive"]
    target: ValueDef | PermissionDef | EventDef | ClassDef
    step: str | None
    expr: n.Expr | None
    label: str | None
    when: n.Expr | None
    holder: Holder
    span: Span
    number: int  # running number within the holder: part of the stacking key


@dataclass(slots=True, eq=False)
class Holder:
    """A definition that carries rules: a sheet, status, rule or area. `kind` says how its holders are found: sheet:
    entities made from `sheet`; status: entities whose sheet lists it, and instances; rule: `binder` or once; area:
    once. `args` are the parameters of a status."""

    kind: Literal["sheet", "status", "rule", "area"]
    definition: Definition
    self_var: Variable | None
    args: list[Variable] = field(default_factory=list)
    binder: n.Binder | None = None
    active: n.Expr | None = None
    sentences: list[SentenceDef] = field(default_factory=list)
    reactions: list[ReactionDef] = field(default_factory=list)

    @property
    def is_on_sheets(self) -> bool:
        """Whether a sheet carries it: its own, or a status that is listed there."""
        return self.kind == "sheet" or (isinstance(self.definition, StatusDef) and self.definition.listed)


@dataclass(slots=True, eq=False)
class StatusDef(Definition):
    """`status`. `spent_by` is a trigger; `spender` the variable of the claiming record; `listed`: a sheet lists it
    under `keywords`; `given`: code gives it (known once blocks are typed); `asked`: who has it, if modifiers decide
    this."""

    params: list[Variable] = field(default_factory=list)
    lasts: n.Clock | None = None
    ends: n.Block = ()
    spent_by: ReactionDef | None = None  # phase "before", empty body
    spender: Variable | None = None
    holder: Holder | None = None
    listed: bool = False
    given: bool = False
    asked: StatusAsked | None = None
    fields: list[Attribute] = field(default_factory=list)  # its `state`, of each instance
    instance: Variable | None = None  # `status` in its own rules, if it has any
    questions: dict[str, dict[str, str]] = field(default_factory=dict)  # name of the answer -> language -> question
    says: dict[str, dict[str, str]] = field(default_factory=dict)  # `given`, `over` -> by language


@dataclass(slots=True, eq=False)
class RuleDef(Definition):
    """`rule`."""

    holder: Holder | None = None
    questions: dict[str, dict[str, str]] = field(default_factory=dict)  # name of the answer -> language -> question


@dataclass(slots=True, eq=False)
class WindowDef(Definition):
    """`window`. `ask` returns players, or entities whose controllers are asked; `ties`: die that orders equal askers,
    or None; `always`: every player who could have an answer is asked, so that being asked reveals nothing."""

    ask: n.Expr | None = None
    answers: Literal["one", "each"] = "one"
    ties: n.Expr | None = None
    always: bool = False
    question: dict[str, str] = field(default_factory=dict)  # what it asks, by language


@dataclass(slots=True, eq=False)
class CheckDef(Definition):
    """`check`: for binder, do. `at`: the only events and classes at which it is made; its body is then one `together`.
    Empty: it is made whenever something changed."""

    binder: n.Binder | None = None
    body: n.Block = ()
    at: list[EventDef | ClassDef] = field(default_factory=list)

    def is_at(self, event: EventDef) -> bool:
        """Whether it is made at an event."""
        return event in self.at or any(cls in self.at for cls in event.classes)


@dataclass(slots=True, eq=False)
class SettingDef(Definition):
    """An option of a match; `default` is a runtime value."""

    type: Type = field(kw_only=True)
    default: Any = field(kw_only=True)


@dataclass(slots=True, eq=False)
class BuiltinDef(Symbol):
    """A row of check.builtins. `result` was computed for this use and is the node's `type`."""

    pure: bool = True  # False: an action, only a statement


@dataclass(slots=True, eq=False)
class PackDef:
    """A whole checked pack: everything by id, in declaration order."""

    id: str
    version: str = "0"
    names: dict[str, str] = field(default_factory=dict)
    players: tuple[int, int] = (2, 2)
    start: EventDef | None = None
    stacking: Literal["definition", "instance"] = "definition"
    ranks: tuple[str, ...] = ("window",)
    rank_spans: dict[str, Span] = field(default_factory=dict)  # of those that the manifest names
    window: WindowDef | None = None
    ask_forced: bool = False
    worth: ValueDef | None = None
    controller: ValueDef | None = None  # value controller(entity), if the pack has one
    board: str = "none"
    storeys: Storeys = field(default_factory=Storeys)
    grain: int = GRAIN  # how finely a plane is searched for room, in thousandths of an inch
    messages: dict[str, dict[str, str]] = field(default_factory=dict)  # language -> event id -> template
    header: dict[str, str] = field(default_factory=dict)  # by language: the line above the board
    told: list[Symbol] = field(default_factory=list)  # classes, fields, attributes, values that players read
    settings: dict[str, SettingDef] = field(default_factory=dict)
    enums: dict[str, EnumDef] = field(default_factory=dict)
    dice: dict[str, DieDef] = field(default_factory=dict)
    areas: dict[str, AreaDef] = field(default_factory=dict)
    maps: dict[str, MapDef] = field(default_factory=dict)
    zones: dict[str, ZoneDef] = field(default_factory=dict)
    tables: dict[str, TableDef] = field(default_factory=dict)
    kinds: dict[str, KindDef] = field(default_factory=dict)  # "player" and "match" included
    sheets: dict[str, SheetDef] = field(default_factory=dict)  # parts included, as "goblin.spear"
    classes: dict[str, ClassDef] = field(default_factory=dict)
    events: dict[str, EventDef] = field(default_factory=dict)
    values: dict[str, ValueDef] = field(default_factory=dict)
    permissions: dict[str, PermissionDef] = field(default_factory=dict)
    statuses: dict[str, StatusDef] = field(default_factory=dict)
    rules: dict[str, RuleDef] = field(default_factory=dict)
    windows: dict[str, WindowDef] = field(default_factory=dict)
    checks: dict[str, CheckDef] = field(default_factory=dict)
    rulebook: dict[str, str] = field(default_factory=dict)  # rule id -> statement
    sources: dict[str, str] = field(default_factory=dict)  # file -> digest of its text
    characters: int = 0  # of all these files
    renamed: tuple[tuple[str, str, str, str], ...] = ()  # form, old id, member or part if one is meant, current id
    # Once all of it is typed, and until something is added: its texts (`trees.Text`), what may lay boards
    # (`boards.Laying`), and its tracked secrets (`veils.followed`). Several stages iterate over them.
    texts: list[Any] | None = None
    laying: Any = None
    secrets: Any = None

    @property
    def standing(self) -> list[CheckDef]:
        """The checks that are made whenever something changed."""
        return [one for one in self.checks.values() if not one.at]

    def is_report(self, event: EventDef) -> bool:
        """Whether an event only reports: nothing happens in it."""
        return not (event.do or event.ends or any(one.is_at(event) for one in self.checks.values()))

    def groups(self) -> tuple[Mapping[str, Definition], ...]:
        """All definitions by id, form by form; settings last."""
        return (
            self.enums, self.dice, self.areas, self.maps, self.zones, self.tables, self.kinds, self.sheets,
            self.classes, self.events, self.values, self.permissions, self.statuses, self.rules, self.windows,
            self.checks, self.settings,
        )  # fmt: skip

    def holders(self) -> list[Holder]:
        """All definitions that carry rules, in declaration order of the forms: areas, sheets, statuses, rules."""
        found = [
            d.holder
            for group in (self.areas, self.sheets, self.statuses, self.rules)
            for d in group.values()
        ]
        return [h for h in found if h is not None]


def questions_of(definition: Definition | None) -> dict[str, dict[str, str]]:
    """The questions in words that a definition has; those of a sheet come from its kind."""
    if isinstance(definition, SheetDef):
        return definition.kind.questions
    return definition.questions if isinstance(definition, (EventDef, StatusDef, RuleDef)) else {}
