"""The state while one text is checked: the names in it, their types, what was tested, and where errors go.

Separate because expressions, calls and statements share this state and must not import each other.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, count
from typing import TypeAlias

from rulewright.check import instead
from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.builtins import instead_of
from rulewright.check.facts import EITHER, Facts, key, narrowed, without
from rulewright.check.foreign_names import one_word
from rulewright.check.labels import names_of_forbids
from rulewright.check.openness import is_open
from rulewright.check.origins import suspects_of
from rulewright.check.scope import NO_VARIABLES, PackScope
from rulewright.check.subtyping import Fitting, a, amount, as_set, expected, item_of, one, say_a_board
from rulewright.check.types import Type
from rulewright.diagnostics import BOARD, Diagnostics, Missing, Suspect
from rulewright.effects import nodes as n
from rulewright.memory import Memory
from rulewright.pack.said import Outside
from rulewright.source import Span
from rulewright.space.forms import FORMS


@dataclass(frozen=True, slots=True)
class Known:
    """The state that was in order before, with the digests of the current pack, of everything except the numbers of its
    sheets, and of the faces of its definitions."""

    memory: Memory
    pack: bytes
    outside: Outside


Infer: TypeAlias = Callable[["Text", n.Expr, Type | None], n.Expr]
# The possible values of `outcome` of a record.
OUTCOMES = ("done", "replaced", "impossible", "cancelled", "refused")


class World:
    """One pack being checked: its symbols, the relations between its types, and the list of errors. `infer` types an
    expression of a text: it is passed in, because the code that types the parts calls the text again. `known` is what
    was in order before, if anything is known."""

    def __init__(self, pack: m.PackDef, out: Diagnostics, infer: Infer, known: Known | None = None) -> None:
        self.infer = infer
        self.known = known
        self.pack = pack
        self.out = out
        self.outcome = pack.enums.setdefault("outcome", _outcome())
        self.scope = PackScope(pack)
        self.fitting = Fitting(self.scope)
        # Names that code of a content test may use: for each, those of its parts.
        self.pieces: Mapping[str, Sequence[str]] = {}
        self.match = m.Variable("match", type=t.MATCH, role="match")
        # The trees that replaced those of modifiers of sheets, by the identity of the original. The source of each
        # local, by its `id`: an error in its use may be an error there.
        self.origins: dict[m.Variable, n.Node] = {}
        self.sentences: dict[tuple[object, ...], tuple[n.Expr | None, n.Expr | None]] = {}

    def is_broken(self, definition: m.Definition | None) -> bool:
        """Whether the head could not be read: then the parameters are unknown, and missing them is not an error."""
        return definition is not None and definition.headless

    def warn(self, code: str, owner: m.Definition | None, span: Span | None, message: str, hint: str | None = None,
             related: Iterable[tuple[Span, str]] = (), missing: Missing | None = None,
             suspects: Iterable[Suspect] = ()) -> None:
        """Report a problem of a definition, at its name unless another location is given."""
        at = span or (owner.span if owner is not None else None)
        if at is not None:
            owner_id = owner.id if owner is not None else None
            self.out.add(code, message, at, hint, related, owner_id, missing, suspects)

    @property
    def place(self) -> Type:
        """The type of a place of the board."""
        return t.place(FORMS[self.pack.board].place)

    @property
    def unit(self) -> str:
        """The unit of distances on the board, "" without a board."""
        form = FORMS[self.pack.board]
        return form.unit if form.offers else ""

    @cached_property
    def labels(self) -> dict[m.Definition, set[str]]:
        """The names of forbids by their targets."""
        return names_of_forbids(self.pack)

    def conditions(self, event: m.EventDef | m.ClassDef) -> set[str]:
        """The names by which a call of the event can be refused: its `legal`, and the named forbids."""
        if isinstance(event, m.ClassDef):
            found = set(self.labels.get(event, ()))
            return found.union(*(self.conditions(one) for one in event.events))
        return set(event.legal).union(*(self.labels.get(one, ()) for one in (event, *event.classes)))


def _outcome() -> m.EnumDef:
    """The enumeration of the possible outcomes of an event."""
    made = m.EnumDef("outcome", form="enum")
    made.members = [m.EnumMember(name, enum=made, value=place) for place, name in enumerate(OUTCOMES)]
    return made


class Text:
    """The scope of one text. `names` are the variables that exist before the text begins; locals are added by `declare`
    and numbered from `first` on, each with its own number."""

    def __init__(self, world: World, owner: m.Definition | None, names: Mapping[str, m.Variable],
                 first: int = 0) -> None:
        self.world = world
        self.owner = owner
        self.names: dict[str, m.Variable] = dict(names)
        self.facts: Facts = {}
        self.locals = first
        self.lets: set[m.Variable] = set()
        # Facts that may have changed since, and the expressions that were reported as untested.
        self.forgotten: set[str] = set()
        self.missed: Facts = {}
        # Other hints for expressions that may be none here.
        self.remedies: dict[str, str] = {}

    # -- expressions -----------------------------------------------------------------------------------------------

    def expr(self, node: n.Expr, want: Type | None = None) -> n.Expr:
        """The expression with types and meanings; the node itself or the node that replaces it."""
        node = self.world.infer(self, node, want)
        if self.facts and node.type.tag in ("maybe", "entity", "union", "status"):
            fact = self.facts.get(key(node))
            if fact is not None and self.world.fitting.fits(fact.type, node.type):
                node = self.recast(node, fact.type if fact.type.tag != "unknown" else t.some(node.type))
        return node

    def recast(self, node: n.Expr, type_: Type) -> n.Expr:
        """An expression converted to another type that it is known to have."""
        if t.is_recast(node.type, type_):
            return n.Recast(node.span, node, type=type_)
        node.type = type_
        return node

    def widened(self, node: n.Expr, want: Type) -> n.Expr:
        """An expression whose type fits, converted to the expected type: among others, a player is represented as one
        of them."""
        if not t.is_recast(node.type, want):
            return node
        return n.Recast(node.span, node, type=t.maybe(t.some(want)) if node.type.tag == "maybe" else t.some(want))

    def wanted(self, node: n.Expr, want: Type, what: str = "here", wanted_by: m.Symbol | None = None,
               why: Iterable[tuple[Span, str]] = ()) -> n.Expr:
        """The expression, which must fit a type; if a set is expected, a single value is made one, and `none` the empty
        one. `wanted_by` declares the type, and `why` says where."""
        return self.fit(self.expr(node, want), want, what, wanted_by, why)

    def condition(self, node: n.Expr | None) -> n.Expr | None:
        """A yes_no expression, or None."""
        return None if node is None else self.wanted(node, t.YES_NO, "as a condition")

    def fit(self, node: n.Expr, want: Type, what: str = "here", wanted_by: m.Symbol | None = None,
            why: Iterable[tuple[Span, str]] = ()) -> n.Expr:
        """As `wanted`, for an expression that is already typed."""
        fits = self.world.fitting.fits
        actual: Type = node.type
        if fits(actual, want):
            return self.widened(node, want)
        inner = t.some(want)
        if inner.tag in ("set", "list") and isinstance(node, n.Nothing):
            return n.SetOf(node.span, (), type=inner)
        if inner.tag == "set" and actual.tag not in ("set", "list") and fits(actual, inner.args[0]):
            node = self.widened(node, inner.args[0])
            return n.SetOf(node.span, (node,), type=t.set_of(node.type))
        if actual.tag == "maybe" and (fits(actual.args[0], want) or fits(t.set_of(actual.args[0]), want)):
            self.may_be_none(node)
        elif actual.tag == inner.tag == "number" and actual.name != inner.name:
            self.units(node, actual, inner, what, wanted_by)
        else:
            hint = "select one of these" if item_of(actual) == inner else None
            if hint is not None and is_open(actual):
                words = node.span.words
                hint = f"choose one spot of it: `choose one p in {words} ..`"
                if isinstance(node, n.Name) and isinstance(node.ref, m.AreaDef):
                    hint += f", or take its middle: `middle({words})`, which may be none"
            if actual.tag == "list" and inner.tag == "set" and fits(actual.args[0], inner.args[0]):
                hint = as_set(node, next(self.free()))
            if actual.tag == "set" and inner.tag == "list" and fits(actual.args[0], inner.args[0]):
                hint = f"choose an order: `sorted({next(self.free())} in {node.span.words} with least ..)`"
            if inner == t.DIE and item_of(actual) is not None:
                hint = f"write `roll one of {node.span.words}`"
            if inner.tag == "zone" and t.some(actual).tag == "place":
                hint = "write `at` before a place of the board"
            if inner.tag == "player" and actual.tag == "entity":
                kind = self.world.pack.kinds.get(actual.name)
                owned = kind is None or kind.owned
                hint = f"use its owner: `{node.span.words}.owner`" if owned else None
            if actual.tag == inner.tag and inner.tag in ("entity", "status") and inner.name and fits(inner, actual):
                hint = f"test `{node.span.words} is {inner.name}` first"
            suiting = [one for one in t.members(actual) if fits(one, want)] if t.is_union(actual) else []
            if suiting:
                hint = f"test `{node.span.words} is {suiting[0]}` first"
            hint = hint or instead.of_type(self.world.pack, self.world.fitting, node, want)
            if hint is None and actual.tag == "record" and isinstance(node, n.Call):
                call = node.span.words
                hint = f"call it on a separate line, `let r = {call}`: its results are fields of `r`"
            if not self.is_of_nothing(node, inner.name if inner.tag == "entity" else ""):
                self.error("RW501", node.span, expected(a(want), what, a(actual)), hint, why,
                           suspects=(*self.suspects(node, want), *self.suspects(wanted_by, actual),
                                     *self.of_kind(actual, want)))
            if actual.tag == "maybe" and want == t.YES_NO:
                # The test for none was meant: it is missing only once.
                there = narrowed(node, t.some(actual))
                self.missed = {**self.missed, **there}
                self.learn(there)
        return node

    def is_of_nothing(self, node: n.Expr, kind: str) -> bool:
        """Whether it is the `self` of a status without `of`, and is used as one of a kind. This is reported once, at
        the head."""
        owner = self.owner
        if not isinstance(node, n.Name) or node.name != "self" or node.type != t.ENTITY or not kind:
            return False
        if not isinstance(owner, m.StatusDef) or owner.span is None or owner.holder is None:
            return False
        if owner.holder.self_var is None or node.ref is not owner.holder.self_var:
            return False
        self.error("RW456", owner.span, f"{owner.title} may be on anything, but uses 'self' as a {kind}",
                   f"write `of: {kind}` below the head", [(node.span, "here")], Missing("of", owner.title))
        return True

    def may_be_none(self, node: n.Expr) -> None:
        """Report the use of something that may be none."""
        if key(node) in self.missed:
            return
        words = node.span.words
        hint = self.remedies.get(key(node), f"test `{words} is not none` first")
        if isinstance(node, n.Index) and node.target.type.tag == "list" and _counts_from_elsewhere(node.key):
            of = node.target.span.words
            hint = f"test `first({of})` or `last({of})` for `is not none`: entries are numbered from 1"
        if key(node) in self.forgotten:
            hint = "copy it with `let`, or test it again: it may have changed since the test"
        self.error("RW503", node.span, f"'{words}' may be none here", hint)
        # The missing test is reported once.
        there = narrowed(node, t.some(node.type))
        self.missed = {**self.missed, **there}
        self.learn(there)

    def units(self, node: n.Expr, actual: Type, want: Type, what: str = "here",
              wanted_by: n.Node | m.Symbol | None = None) -> None:
        """Report a number of the wrong unit."""
        hint = f"multiply by `{one(want.name)}` to give a number its unit" if want.name and not actual.name else None
        if isinstance(node, n.Number) and want.name:
            hint = f"write `{amount(node, want.name)}`"
        elif isinstance(node, n.Number):
            hint = f"write `{amount(node, '')}`"
        elif actual.name and not want.name:
            hint = f"divide by `{one(actual.name)}` to get a plain number"
        wanted = f"a number of {want.name}" if want.name else "a plain number"
        found = f"a number of {actual.name}" if actual.name else "a plain number"
        self.error("RW502", node.span, expected(wanted, what, found), hint,
                   suspects=(*self.suspects(node, want), *self.suspects(wanted_by, actual)))

    def no_board(self, node: n.Node, what: str, needs: str) -> None:
        """Report something that needs a board of some form in a pack without one. `needs`: what it must offer.
        Everything that needs another board is one error, but each word with a replacement on the existing board is
        reported."""
        board = self.world.pack.board
        has = f"another board: {FORMS[board].words} has no such thing" if FORMS[board].offers else \
            "a board, but this pack has none"  # fmt: skip
        bare = node.name if isinstance(node, n.Name) else ""
        instead = instead_of(what.strip("'`"), board)
        self.error("RW518", node.span, f"{what} needs {has}", instead or say_a_board(needs, board, bare),
                   missing=BOARD if instead is None else replace(BOARD, scope=instead))

    def no_occasion(self, name: str, span: Span) -> None:
        """Report the unknown name of an event or class."""
        self.error("RW452", span, f"there is no event or class '{name}'", self.world.scope.did_you_mean_occasion(name),
                   missing=None if self.world.scope.lookup(name) else Missing(name))

    # -- names -----------------------------------------------------------------------------------------------------

    def local(self, name: str, type_: Type, span: Span) -> m.Variable:
        """A new local variable, not yet in scope. Numbers are never reused within the text."""
        variable = m.Variable(name, span, type=type_, role="local", index=self.locals)
        self.locals += 1
        return variable

    def is_word(self, name: str, span: Span, what: str = "a local") -> bool:
        """Report a variable with the name of a word that has a meaning in all code. Returns whether it is one."""
        if name in NO_VARIABLES:
            self.error("RW403", span, f"'{name}' is a word of the language and cannot be {what}", "choose another name")
        return name in NO_VARIABLES

    def declare(self, variable: m.Variable) -> None:
        """Brings a variable into scope; facts about another one of that name are forgotten."""
        self.names[variable.id] = variable
        self.facts = without(self.facts, {variable.id})
        self.missed = without(self.missed, {variable.id})

    def mark(self) -> tuple[dict[str, m.Variable], Facts]:
        """The current names and facts, for `back`."""
        return dict(self.names), self.facts

    def back(self, mark: tuple[dict[str, m.Variable], Facts]) -> None:
        """Forgets the names and facts that were added since `mark`."""
        self.names, self.facts = mark

    def learn(self, facts: Facts) -> None:
        """Adds facts that are known from here on."""
        if facts:
            self.facts = {**self.facts, **self.meant(facts)}

    def meant(self, facts: Facts) -> Facts:
        """Facts, some of which are of one type or of the other, with what is of both."""
        return {k: replace(fact, type=self._united(fact.type)) if fact.type.tag == EITHER.tag else fact
                for k, fact in facts.items()}

    def _united(self, type_: Type) -> Type:
        if type_.tag != EITHER.tag:
            return type_
        one, other = (self._united(each) for each in type_.args)
        return self.world.fitting.unite(one, other) or t.UNKNOWN

    def changed(self, names: frozenset[str] | set[str] = frozenset(), anything: bool = False) -> None:
        """Forgets the facts about some variables and, with `anything`, about everything that an effect may change."""
        kept = without(self.facts, names, volatile=anything)
        self.forgotten.update(known for known in self.facts if known not in kept and known not in self.missed)
        self.facts = kept
        self.missed = without(self.missed, names)

    def in_words(self, span: Span) -> bool:
        """Report a word that is part of a name in several words, once for all of them. Returns whether it is one."""
        name = one_word(span, self.knows)
        if name is not None:
            self.error("RW450", span, f"unknown name '{span.text}'", f"a name is one word: write `{name}`",
                       missing=Missing(name, f"{name} in words"))
        return name is not None

    def knows(self, name: str) -> bool:
        """Whether the name means anything here."""
        return name in self.names or bool(self.world.scope.lookup(name))

    def free(self, *first: str) -> Iterator[str]:
        """Names for variables in hints: those that mean nothing here."""
        return (name for name in chain(first, ("x", "y", "one", "other"), map("x{}".format, count()))
                if not self.knows(name))

    # -- errors ----------------------------------------------------------------------------------------------------

    def error(self, code: str, span: Span, message: str, hint: str | None = None,
              related: Iterable[tuple[Span, str]] = (), missing: Missing | None = None,
              suspects: Iterable[Suspect] = ()) -> None:
        """Report an error of this text's definition. `missing`: the name that nothing declares, if this is the error;
        `suspects`: the declarations that may be wrong instead."""
        self.world.warn(code, self.owner, span, message, hint, related, missing, suspects)

    def of_kind(self, actual: Type, want: Type) -> tuple[Suspect, ...]:
        """The suspect kind of an entity, if an entity of another kind is expected."""
        one, other = t.some(actual), t.some(want)
        kind = self.world.pack.kinds.get(one.name) if one.tag == other.tag == "entity" else None
        return () if kind is None else self.suspects(kind, other)

    def suspects(self, what: n.Node | m.Symbol | None, instead: Type | str | None = None) -> tuple[Suspect, ...]:
        """The declaration that gives something its type, and the type, or other value, that would fit."""
        return suspects_of(self.world.origins, self.owner, what, instead)


def _counts_from_elsewhere(number: n.Expr) -> bool:
    """Whether no list has an entry of this number, which in other languages means the first or the last."""
    return (isinstance(number, n.Number) and number.value == 0) or isinstance(number, n.Unary)
