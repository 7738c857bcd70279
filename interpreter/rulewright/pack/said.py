"""Digests of the content of a pack, independent of locations: comments, spaces and the lines above do not change them.

Separate because several stages check whether what they depend on is still the same, and these dependencies are defined
here once: a whole definition, all of it except the figures of sheets, or what other files see of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any, Final

from rulewright.memory import digest
from rulewright.pack.forms import FORMS, MAIN_FIELDS, RULE_FIELDS
from rulewright.pack.model import Declaration, FieldValue, Pack
from rulewright.pack.tree import Mapping, Node, Scalar

# The styles of a word, as opposed to a quoted string: values that packs compute are words.
_WORDS: Final = ("plain", "computed")

# A string, a list or a mapping without its locations. Strings in quotes or on their own lines are distinguished from
# words.
_Said = Any

_FIGURE: Final = re.compile(r"\A-?\d+(?:\.\d+)?(?= [a-z]+\Z|\Z)")
_WORD: Final = re.compile(r"\w+")

# Only for people: tests see names in another way (`scenario.seen`).
_FOR_PEOPLE: Final = frozenset({"name", "names", "text", "rules", "allow"})
# Fields of kinds whose entries affect only definitions that name them.
_BY_WORD: Final = frozenset({"printed", "state", "formulas", "secret"})
# Fields that are invisible outside of the definition. The names in `legal` are visible.
INSIDE: Final[dict[str, frozenset[str]]] = {
    "area": RULE_FIELDS,
    "check": frozenset({"for", "do"}),
    "event": frozenset({"do", "ends"}),
    "map": frozenset({"rows", "table", "areas", "above", "legend", "solid", "corners", "halves"}),
    "permission": frozenset({"normally"}),
    "rule": RULE_FIELDS | {"for"},
    "status": RULE_FIELDS | {"ends"},
    "value": frozenset({"start", "decide", "steps"}),
    "window": frozenset({"asks", "ties"}),
}


def said(node: Node, text: Callable[[Scalar], _Said]) -> _Said:
    """A node without its locations; `text` converts its strings."""
    if isinstance(node, Scalar):
        return text(node)
    if isinstance(node, Mapping):
        return {key: said(entry.value, text) for key, entry in node.entries.items()}
    return [said(item, text) for item in node.items]


def _text(node: Scalar) -> _Said:
    return node.value if node.style in _WORDS else (node.style, node.value)


def plain(node: Node) -> Any:
    """The content of a node, for comparison: quoted strings are distinguished from words."""
    return said(node, _text)


def _fields(fields: dict[str, FieldValue]) -> dict[str, _Said]:
    return {name: plain(field.node) for name, field in fields.items()}


def _added(one: Declaration) -> _Said:
    """The changes of other packs to the offers of a definition."""
    return {name: [(verb, _text(line)) for verb, line in several] for name, several in (one.lines or {}).items()}


@dataclass(slots=True)
class Saying:
    """Facts derived from the content of one definition, each computed when it is first needed: its words, what is seen
    of it, and for a sheet its content except figures (with the names for which that was computed)."""

    words: frozenset[str] = frozenset()
    seen: bytes = b""
    masked: tuple[frozenset[str], bytes] | None = None


# By the digest of the content of a definition.
Sayings = dict[bytes, Saying]


def say(pack: Pack, before: Sayings) -> Sayings:
    """Records for each definition the digest of its whole content, including what comes from its template. Facts that
    are already known are taken from `before`."""
    found: Sayings = {}
    for one in pack.declarations:
        added = _added(one) if one.lines else ""
        if not one.said or added or one.history:  # other packs may have changed it in another way than before
            one.said = digest(one.form, one.key.value, _fields(one.fields), added)
        known = before.get(one.said)
        found[one.said] = known or Saying(words_in((one.key.value, _fields(one.fields), added)))
    return found


def all_words(pack: Pack, sayings: Sayings, among: Iterable[Declaration] | None = None) -> frozenset[str]:
    """The words anywhere in a pack, or in its manifests and some of its definitions: the code refers to nothing with
    another name."""
    manifests = [words_in(_fields(one)) for one in (pack.manifest, *pack.manifests.values())]
    definitions = pack.declarations if among is None else among
    return frozenset().union(*manifests, *(sayings[one.said].words for one in definitions))


class Figures:
    """What depends on the figures of a pack before play, apart from the sheets that print them."""

    def __init__(self, pack: Pack, sayings: Sayings) -> None:
        self._sayings = sayings
        self._sheets = {one.id: one.said for one in pack.declarations if one.form not in FORMS}
        kinds = (sayings[one.said].words for one in pack.declarations if one.form == "kind")
        self._of_kinds: frozenset[str] = frozenset().union(*kinds)

    def reached_by(self, words: AbstractSet[str]) -> bytes:
        """The digest of the sheets on whose figures definitions with these words depend: those that they name or
        extend, those that kinds name, because `must` of a kind may read them, and those that these name in turn; of all
        sheets if any word reads all of a kind (`sheets_of`)."""
        waiting = self._of_kinds | words
        if "sheets_of" in waiting:
            return digest(*self._sheets.values())
        found: set[str] = set()
        while named := (self._sheets.keys() & waiting) - found:
            found |= named
            waiting = frozenset().union(*(self._sayings[self._sheets[name]].words for name in named))
        return digest(*(self._sheets[name] for name in sorted(found)))


def but_for_figures(pack: Pack, sayings: Sayings) -> bytes:
    """The digest of the content of a pack except the figures that sheets print and from which nothing is computed
    before play: neither sizes nor initial values of other fields."""
    words = _worked_out_from(pack.declarations)
    found = [one.said if one.form in FORMS else _masked_sheet(one, words, sayings) for one in pack.declarations]
    return digest(_fields(pack.manifest), list(pack.rulebook), [one.file for one in pack.declarations], found)


def _masked_sheet(declaration: Declaration, words: frozenset[str], sayings: Sayings) -> bytes:
    known = sayings[declaration.said]
    if known.masked is None or known.masked[0] != words:
        fields = _without_figures(declaration, words)
        known.masked = words, digest(declaration.form, declaration.key.value, fields)
    return known.masked[1]


def _worked_out_from(declarations: Iterable[Declaration]) -> frozenset[str]:
    """Names in sizes and printed fields of kinds, and "" if a main field is among them: the field of a part that is
    written alone is not known here."""
    words: set[str] = set()
    mains: set[str] = set()
    for one in declarations:
        if one.form == "kind":
            for name in ("size", "printed"):
                words.update(word for text in _texts(one, name) for word in _WORD.findall(text))
            mains.update(_texts(one, "main"))
    return frozenset(words | {""}) if mains & words else frozenset(words)


def _texts(declaration: Declaration, name: str) -> list[str]:
    """The strings in a field, and in its entries if it is a mapping."""
    field = declaration.fields.get(name)
    nodes = [] if field is None else [field.node]
    if nodes and isinstance(nodes[0], Mapping):
        nodes = [entry.value for entry in nodes[0].entries.values()]
    return [one.value for one in nodes if isinstance(one, Scalar)]


def _without_figures(declaration: Declaration, words: frozenset[str]) -> _Said:
    return {
        name: plain(field.node) if name in words else _masked(field.node, words)
        for name, field in declaration.fields.items()
    }


def _masked(node: Node, words: frozenset[str]) -> _Said:
    if isinstance(node, Scalar):
        return _FIGURE.sub("0", node.value) if node.style in _WORDS else _text(node)
    if isinstance(node, Mapping):
        # An entry is a field by its name, or a part whose main field is written alone.
        return {
            key: plain(entry.value)
            if key in words or ("" in words and isinstance(entry.value, Scalar))
            else _masked(entry.value, words)
            for key, entry in node.entries.items()
        }
    return [_masked(item, words) for item in node.items]


@dataclass(slots=True)
class Outside:
    """What is visible of definitions from outside: what everything depends on (`base`), and digests by the words that
    code must contain to depend on them."""

    base: bytes
    by_word: dict[str, bytes]
    _all: bytes = b""

    @property
    def all(self) -> bytes:
        """The digest of all of it."""
        if not self._all:
            self._all = digest(self.base, self.by_word)
        return self._all

    def of(self, words: AbstractSet[str]) -> bytes:
        """The digest of what code with these words depends on."""
        return digest(self.base, b"".join([self.by_word[word] for word in sorted(self.by_word.keys() & words)]))

    def add(self, words: Iterable[str], *facts: object) -> None:
        """Adds a fact on which everything with one of the words depends."""
        self.put(words, digest(*facts))

    def put(self, words: Iterable[str], made: bytes) -> None:
        """The same, from a digest."""
        for word in words:
            before = self.by_word.get(word)
            self.by_word[word] = made if before is None else digest(before, made)

    def copy(self) -> Outside:
        """A copy, to be extended."""
        return Outside(self.base, dict(self.by_word))


def words_of(text: str) -> frozenset[str]:
    """The words in a string."""
    return frozenset(_WORD.findall(text))


def words_in(said: _Said) -> frozenset[str]:
    """The words in all strings of lists, tuples and mappings, however deep they are."""
    found: set[str] = set()
    waiting = [said]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            found.update(_WORD.findall(one))
        elif isinstance(one, dict):
            waiting += one.keys()
            waiting += one.values()
        else:
            waiting += one
    return frozenset(found)


def outside(pack: Pack, sayings: Sayings) -> Outside:
    """What is visible of the definitions of a pack: names, parameters, types, kinds and fields. Facts derived from the
    code in them are elsewhere (`scenario.seen`)."""
    manifest = _fields({name: pack.manifest[name] for name in ("players", "board", "storeys") if name in pack.manifest})
    kinds = [(one.key.value, _but(one, _BY_WORD)) for one in pack.declarations if one.form == "kind"]
    found = Outside(digest(manifest, kinds), {})
    for rule in pack.rulebook:
        found.add(_WORD.findall(rule)[:1], "rule", rule)
    _add_entries(found, "setting", pack.manifest.get("settings"))
    classes = frozenset([one.id for one in pack.declarations if one.form == "class"])
    for one in pack.declarations:
        if one.form == "kind":
            for name in _BY_WORD:
                _add_entries(found, one.id, one.fields.get(name))
            continue
        known = sayings[one.said]
        known.seen = known.seen or digest(one.form, one.key.value, _seen(one))
        if one.form not in FORMS:
            found.put((one.id,), known.seen)
            continue
        words = {one.id} | (classes.intersection(_WORD.findall(one.key.value)) if one.form == "event" else set())
        if one.form == "enum":
            words.update(words_in(_but(one, frozenset())))
        found.put(words, known.seen)
    return found


def _add_entries(found: Outside, owner: str, field: FieldValue | None) -> None:
    """The entries of a mapping, each under its name."""
    if field is not None and isinstance(field.node, Mapping):
        for name, entry in field.node.entries.items():
            found.add((name,), owner, field.key.value, name, plain(entry.value))


def _but(declaration: Declaration, without: Container[str]) -> _Said:
    return {
        name: plain(field.node)
        for name, field in declaration.fields.items()
        if name not in without and name not in _FOR_PEOPLE
    }


def _seen(declaration: Declaration) -> _Said:
    form = declaration.form
    if form not in FORMS:
        # For sheets: their kind, their fields, and the names of their parts.
        return {name: list(field.node.entries) if isinstance(field.node, Mapping) else None
                for name, field in declaration.fields.items() if name not in _FOR_PEOPLE}  # fmt: skip
    hidden = INSIDE.get(form, frozenset())
    main = MAIN_FIELDS.get(form, "")
    found = {}
    for name, field in declaration.fields.items():
        if name in _FOR_PEOPLE or (name or main) in hidden:
            continue
        node = field.node
        found[name] = list(node.entries) if name == "legal" and isinstance(node, Mapping) else plain(node)
    return found
