"""Checks the shape of the plain values of a definition, a manifest or a rulebook, and lists the problems.

Separate because it is everything that may be written, on one page, and the only module that knows the validating
package: these models define the checks, the suggestions for unknown fields and the schema for editors. The meaning of
code is not checked here: expressions, blocks and so on are strings.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    StringConstraints,
    Tag,
    ValidationError,
    model_validator,
)
from pydantic_core import PydanticCustomError

from rulewright.codes import CODES, Severity
from rulewright.pack.forms import PHASES
from rulewright.pack.shape_mistakes import (
    CODE,
    COUNT,
    EXCLUSIVE,
    FORM_OF_LANGUAGE,
    ID,
    INCOMPLETE,
    KINDS,
    LANGUAGE,
    MEMBER,
    NOT_ALLOWED,
    RULE,
    VERSION,
    WORD,
    Owner,
    Problem,
    explain,
    shape_of,
)

# -- what a field may contain ------------------------------------------------------------------------------------------

def _suppressible(code: str) -> str:
    """Only a warning that exists can be suppressed."""
    if code not in CODES:
        raise PydanticCustomError(NOT_ALLOWED, "there is no diagnostic {code}", {"code": code})
    if CODES[code].severity is Severity.ERROR:
        raise PydanticCustomError(NOT_ALLOWED, "{code} is an error and cannot be suppressed", {"code": code})
    return code


Text = Annotated[str, StringConstraints(min_length=1)]
Expression = Text
Block = Text
Word = Annotated[str, StringConstraints(pattern=WORD)]
Id = Annotated[str, StringConstraints(pattern=ID)]
Kinds = Annotated[str, StringConstraints(pattern=KINDS)]
Member = Annotated[str, StringConstraints(pattern=MEMBER)]
RuleId = Annotated[str, StringConstraints(pattern=RULE)]
CodeId = Annotated[str, StringConstraints(pattern=CODE), AfterValidator(_suppressible)]
Language = Annotated[str, StringConstraints(pattern=LANGUAGE)]
LanguageOrForm = Annotated[str, StringConstraints(pattern=FORM_OF_LANGUAGE)]
Version = Annotated[str, StringConstraints(pattern=VERSION)]
Count = Annotated[str, StringConstraints(pattern=COUNT)]
Sign = Annotated[str, StringConstraints(min_length=1, max_length=1)]
YesNo = Literal["yes", "no", "true", "false"]


# A text, or one for each language; names may also have forms (`ru.acc`).
Translated = Annotated[
    Annotated[Text, Tag("<text>")] | Annotated[dict[LanguageOrForm, Text], Tag("<mapping>")], Discriminator(shape_of)
]
# A single string where a list is allowed.
OneOrMore = Annotated[Annotated[Text, Tag("<text>")] | Annotated[list[Text], Tag("<list>")], Discriminator(shape_of)]
IdOrIds = Annotated[Annotated[Id, Tag("<text>")] | Annotated[list[Id], Tag("<list>")], Discriminator(shape_of)]


class _Shape(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


class Definition(_Shape):
    """The fields that every definition may have."""

    name: Translated | None = None
    text: Translated | None = None
    rules: list[RuleId] | None = None
    allow: dict[CodeId, Text] | None = None
    extends: Id | None = None


# -- rules of other definitions ----------------------------------------------------------------------------------------


class _ReactionFields(_Shape):
    before: Expression | None = None
    instead: Expression | None = None
    at: Expression | None = None
    after: Expression | None = None
    ended: Expression | None = None
    do: Block | None = None
    may: Block | None = None
    when: Expression | None = None
    each: Expression | None = None
    limit: Expression | None = None
    rank: Id | None = None
    order: Expression | None = None
    window: Id | None = None
    by: Expression | None = None
    title: Translated | None = None


REACTION_FIELDS = tuple(_ReactionFields.model_fields)


def _check_reaction(model: BaseModel, *, required: bool) -> None:
    """Exactly one trigger and exactly one of `do` and `may`; nothing at all if no reaction is required."""
    given = [field for field in REACTION_FIELDS if getattr(model, field) is not None]
    if not given and not required:
        return
    triggers = [field for field in given if field in PHASES]
    if not triggers:
        field = given[0] if given else ""
        raise PydanticCustomError(
            INCOMPLETE,
            "a reaction needs a trigger",
            {"field": field, "hint": f"write one of {', '.join(PHASES)}", "useless": given},
        )
    effects = [field for field in given if field in ("do", "may")]
    if not effects:
        raise PydanticCustomError(
            INCOMPLETE,
            "a reaction needs 'do' or 'may'",
            {
                "field": triggers[0],
                "hint": "write 'do' for what must happen, 'may' for what a player may choose",
                "useless": given,
            },
        )
    for several in (triggers, effects):
        if len(several) > 1:
            hint = "write further reactions as a list under 'react'"
            raise _exclusive(several, hint)


def _exclusive(fields: list[str], hint: str) -> PydanticCustomError:
    names = " and ".join(f"'{field}'" for field in fields[:2])
    return PydanticCustomError(
        EXCLUSIVE,
        "{names} cannot be used together",
        {"names": names, "field": fields[1], "other": fields[0], "hint": hint},
    )


class Reaction(_ReactionFields):
    """A reaction to an event: one trigger, and what must (`do`) or may happen."""

    @model_validator(mode="after")
    def _one_trigger(self) -> Reaction:
        _check_reaction(self, required=True)
        return self


class Bearer(Definition, _ReactionFields):
    """The modifiers and reactions that sheets, areas, statuses and rules may have."""

    modify: OneOrMore | None = None
    active: Expression | None = None
    react: list[Reaction] | None = None

    @model_validator(mode="after")
    def _inline_reaction(self) -> Bearer:
        _check_reaction(self, required=False)
        return self


# -- the forms ---------------------------------------------------------------------------------------------------------


class Kind(Definition):
    """`kind`: a type of entity."""

    is_: Id | None = Field(None, alias="is")
    plural: Id | None = None
    placed: Literal["yes", "no", "true", "false", "edge"] | None = None
    size: Expression | None = None
    base: Text | None = None
    owned: YesNo | None = None
    printed: dict[Id, Text] | None = None
    state: dict[Id, Text] | None = None
    parts: dict[Id, Id] | None = None
    part_of: Id | None = None
    formulas: dict[Member, Text] | None = None
    texts: list[Member] | None = None
    main: Id | None = None
    must: dict[Id, Text] | None = None
    says: dict[Id, Translated] | None = None
    active: Expression | None = None
    secret: dict[Id, Literal["owner", "nobody"]] | None = None
    names: dict[Id, Translated] | None = None
    ask: dict[Id, Translated] | None = None
    shown: dict[Id, Translated] | None = None
    shown_as: Translated | None = None


class Enum(Definition):
    """`enum`: its members."""

    members: list[Id] | None = None
    ordered: list[Id] | None = None
    names: dict[Id, Translated] | None = None

    @model_validator(mode="after")
    def _one_list(self) -> Enum:
        if self.members is not None and self.ordered is not None:
            raise _exclusive(
                ["members", "ordered"], "remove one: 'ordered' lists the members of an enumeration that has an order"
            )
        if self.members is None and self.ordered is None:
            raise _missing("members")
        return self


class Die(Definition):
    """`die`: its faces."""

    faces: list[Word]


class Area(Bearer):
    """`area`: a named set of cells."""


class Map(Definition):
    """`map`: a drawn board."""

    rows: Block | None = None
    table: Text | None = None
    areas: dict[Id, OneOrMore] | None = None
    above: list[Block] | None = None
    legend: dict[Sign, OneOrMore] | None = None
    solid: IdOrIds | None = None
    corners: Literal["strict", "free"] | None = None
    halves: IdOrIds | None = None


class Zone(Definition):
    """`zone`: a holder of entities outside the board."""

    ordered: YesNo | None = None
    seen_by: Literal["owner", "nobody", "all"] | None = None
    holds: Id | None = None
    shown: Literal["never"] | None = None


class Table(Definition):
    """`table`: entries by the members of one to three enumerations."""

    rows: dict[Word, Text | dict[Word, Text | dict[Word, Text]]]


class Event(Definition):
    """`event`: something that happens; a procedure is an event too."""

    legal: dict[Id, Expression] | None = None
    arbiter: Expression | None = None
    do: Block | None = None
    ends: Block | None = None
    names: dict[Id, Translated] | None = None
    ask: dict[Id, Translated] | None = None
    says: dict[Id, Translated] | None = None
    shown_as: Translated | None = None


class Class(Definition):
    """`class`: a family of events."""

    arbiter: Expression | None = None
    ask: dict[Id, Translated] | None = None
    says: dict[Id, Translated] | None = None


class Value(Definition):
    """`value`: a derived quantity."""

    start: Expression | None = None
    steps: dict[Id, Text] | None = None
    decide: list[Text] | None = None

    @model_validator(mode="after")
    def _start_or_rows(self) -> Value:
        if self.start is None and self.decide is None:
            raise _missing("start")
        if self.start is not None and self.decide is not None:
            raise _exclusive(["start", "decide"], "a value has either 'start' and 'steps' or 'decide'")
        if self.steps is not None and self.decide is not None:
            raise _exclusive(["decide", "steps"], "a value with 'decide' has no steps")
        return self


class Permission(Definition):
    """`permission`: a yes_no value in which forbid beats allow."""

    normally: Expression
    says: dict[Id, Translated] | None = None


class Status(Bearer):
    """`status`: modifiers and reactions that an entity has for a while, or that its sheet lists."""

    of: Kinds | None = None
    state: dict[str, Expression] | None = None
    lasts: Expression | None = None
    ends: Block | None = None
    spent_by: Expression | None = None
    ask: dict[Id, Translated] | None = None
    says: dict[Id, Translated] | None = None


class Rule(Bearer):
    """`rule`: modifiers and reactions that apply by themselves."""

    for_: Expression | None = Field(None, alias="for")
    ask: dict[Id, Translated] | None = None

    @model_validator(mode="after")
    def _says_something(self) -> Rule:
        if self.modify is None and self.react is None and not any(getattr(self, phase) for phase in PHASES):
            raise PydanticCustomError(
                INCOMPLETE,
                "this rule has no modifiers and no reactions",
                {"field": "", "hint": "write 'modify' or a reaction", "useless": []},
            )
        return self


class Window(Definition):
    """`window`: who is asked about optional reactions."""

    asks: Expression
    answers: Literal["one", "each"] | None = None
    ties: Expression | None = None
    always: YesNo | None = None
    says: dict[Id, Translated] | None = None


class Check(Definition):
    """`check`: state that must not persist."""

    at: OneOrMore | None = None
    for_: Expression = Field(alias="for")
    do: Block


class Sheet(Bearer):
    """A definition whose form is a kind. Any field of its kind is accepted here: the checker knows these fields."""

    model_config = ConfigDict(extra="allow", strict=True, frozen=True)

    keywords: OneOrMore | None = None


FORMS: dict[str, type[Definition]] = {
    "area": Area,
    "check": Check,
    "class": Class,
    "die": Die,
    "enum": Enum,
    "event": Event,
    "kind": Kind,
    "map": Map,
    "permission": Permission,
    "rule": Rule,
    "status": Status,
    "table": Table,
    "value": Value,
    "window": Window,
    "zone": Zone,
}


def _missing(field: str) -> PydanticCustomError:
    return PydanticCustomError("missing", "missing", {"field": field})


# -- the other files ---------------------------------------------------------------------------------------------------


class Manifest(_Shape):
    """`pack.yaml`."""

    pack: Id
    name: Translated | None = None
    text: Translated | None = None
    version: Version | None = None
    language: Literal["1", "2"] | None = None
    players: (
        Annotated[
            Annotated[Count, Tag("<text>")]
            | Annotated[Annotated[list[Count], Field(min_length=2, max_length=2)], Tag("<list>")],
            Discriminator(shape_of),
        ]
        | None
    ) = None
    start: Id | None = None
    stacking: Literal["definition", "instance"] | None = None
    ranks: list[Id] | None = None
    window: Id | None = None
    forced: Literal["take", "ask"] | None = None
    worth: Id | None = None
    board: Literal["square", "hex", "plane", "none"] | None = None
    grain: Text | None = None
    storeys: Count | None = None
    distance: Literal["plan", "storeys"] | None = None
    needs: dict[Id, Text] | None = None
    optional: dict[Id, Text] | None = None
    parts: dict[Id, Text] | None = None
    after: IdOrIds | None = None
    conflicts: dict[Id, Text] | None = None
    order: list[Id] | None = None
    prefers: dict[Text, Id] | None = None
    breaks: dict[Id, dict[Text, Text]] | None = None
    renamed: dict[Text, Id] | None = None
    settings: dict[Id, Text] | None = None
    messages: dict[Language, dict[Id, Text]] | None = None
    header: Translated | None = None


class Reading(_Shape):
    """The reading of a point that the rules leave open."""

    statement: Text
    taken: Text
    setting: Id | None = None
    options: list[Text] | None = None

    @model_validator(mode="after")
    def _can_be_chosen(self) -> Reading:
        if self.options is not None and self.setting is None:
            told = {"field": "options", "hint": "name it, 'setting: NAME', or omit 'options'", "useless": ["options"]}
            raise PydanticCustomError(INCOMPLETE, "no setting chooses one of these options", told)
        return self


class DescribedRule(_Shape):
    """A rule that no definition could implement and no test show, with the reason."""

    statement: Text
    descriptive: Text


class Rulebook(_Shape):
    """`rulebook.yaml`: the rules that a pack implements, by id, and the readings of its open points."""

    rules: (
        dict[
            RuleId,
            Annotated[
                Annotated[Text, Tag("<text>")] | Annotated[DescribedRule, Tag("<mapping>")], Discriminator(shape_of)
            ],
        ]
        | None
    ) = None
    readings: dict[RuleId, Reading] | None = None

    @model_validator(mode="after")
    def _says_something(self) -> Rulebook:
        if self.rules is None and self.readings is None:
            raise PydanticCustomError(
                INCOMPLETE,
                "this rulebook is empty",
                {"field": "", "hint": "write 'rules', 'readings' or both", "useless": []},
            )
        return self


class Survivor(_Shape):
    """Why no test notices some changes of one line of a definition."""

    at: Text | None = None
    line: Text
    which: Count | None = None
    becomes: OneOrMore
    reason: Text


MODELS: dict[str, type[BaseModel]] = {
    **FORMS, "sheet": Sheet, "manifest": Manifest, "rulebook": Rulebook, "survivor": Survivor,
}  # fmt: skip


Answered = Annotated[
    Annotated[Text, Tag("<text>")] | Annotated[dict[Text, Text], Tag("<mapping>")], Discriminator(shape_of)
]


class Answer(_Shape):
    """An answer of a content test that also says who is asked and what is offered."""

    choose: Text | None = None
    player: Count | None = None
    prompt: Text | None = None
    offered: list[Text] | None = None
    offered_only: list[Text] | None = None
    not_offered: list[Text] | None = None
    sees: OneOrMore | None = None
    not_sees: OneOrMore | None = None
    in_secret: Text | None = None
    at: Answered | None = None
    refused: (
        Annotated[
            Annotated[Text, Tag("<text>")]
            | Annotated[dict[Text, Text], Tag("<mapping>")]
            | Annotated[list[Answered], Tag("<list>")],
            Discriminator(shape_of),
        ]
        | None
    ) = None
    because: OneOrMore | None = None


class Step(_Shape):
    """One step of a content test, and its required results."""

    do: Block | None = None
    play: Text | None = None
    answers: (
        list[Annotated[Annotated[Text, Tag("<text>")] | Annotated[Answer, Tag("<mapping>")], Discriminator(shape_of)]]
        | None
    ) = None
    then: list[Expression] | None = None
    happened: list[Text] | None = None
    not_happened: list[Text] | None = None
    exactly: dict[Text, Count] | None = None
    refused: dict[Text, IdOrIds] | None = None
    sees: dict[Text, OneOrMore] | None = None
    not_sees: dict[Text, OneOrMore] | None = None
    reads: dict[Text, OneOrMore] | None = None
    position: OneOrMore | None = None
    stands: dict[Text, Text] | None = None


class Setup(Step):
    """What the content tests of a file share. Here for editors; `scenario` reads it."""

    extends: Id | None = None
    seats: Count | None = None
    seed: Count | None = None
    settings: dict[Id, Text] | None = None
    map: Text | None = None
    above: list[Block] | None = None
    legend: dict[Sign, OneOrMore] | None = None
    drawn: Block | None = None
    scale: Text | None = None
    at: dict[Text, Text] | None = None
    spots: dict[Text, Text] | None = None
    with_: dict[Text, dict[Id, OneOrMore | dict[Text, OneOrMore]]] | None = Field(None, alias="with")
    zones: dict[Text, OneOrMore] | None = None
    statuses: dict[Text, OneOrMore] | None = None
    dice: dict[Text, OneOrMore] | None = None
    shuffles: dict[Text, OneOrMore | list[list[Text]]] | None = None
    during: OneOrMore | None = None
    passes: OneOrMore | None = None
    steps: list[Step] | None = None


class Test(Setup):
    """A content test: a position, actions, and what must be true afterwards. Here for editors; `scenario` reads it."""

    # The prefix belongs to the language, not to the test collector.
    __test__ = False

    rules: list[RuleId] | None = None


# -- what is wrong -----------------------------------------------------------------------------------------------------


def check_shape(model: type[BaseModel], value: object) -> Iterator[Problem]:
    """The problems of plain values (strings, lists, dictionaries, NOTHING), in the order of the fields."""
    try:
        model.model_validate(value)
    except ValidationError as error:
        for one in error.errors(include_url=False):
            yield explain(one, lambda path: _owner(model, path))


def _owner(model: type[BaseModel], path: tuple[str | int, ...]) -> Owner:
    """The mapping at a path: reactions are in lists, readings in a mapping, all others at the top."""
    inner = (("react", Reaction), ("readings", Reading))
    found = next((part for name, part in inner if path[:1] == (name,)), model)
    return Owner(found.__name__.lower(), [field.alias or name for name, field in found.model_fields.items()])
