"""Finds definitions whose result depends on the order of two packs when no order of them is stated.

Separate because it evaluates a few definitions again, in other orders. Two packs conflict at a field if swapping them,
as neighbours in an otherwise equal order, changes its value. The table of verbs first excludes the changes that surely
commute. All others are tried, so that nothing is reported that makes no difference.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from rulewright.diagnostics import Diagnostics
from rulewright.effects import nodes as n
from rulewright.effects.walk import descend
from rulewright.pack.forms import MAIN_FIELDS
from rulewright.pack.model import Declaration, FieldValue
from rulewright.pack.tree import Mapping, Node, Sequence
from rulewright.source import Span
from rulewright.stack import trees
from rulewright.stack.heads import Change, Edit
from rulewright.stack.words import exact_of, side_by_side, text_of

MOST_TRIED: Final = 4  # the most packs that touch one definition for which every order is tried
_IN_ORDER: Final = frozenset({"ordered", "decide", "faces", "ranks"})
_TOLD: Final = "told"  # marks a report that a change did not find its target
_IN_THEIR_ORDER: Final = " in order"  # follows the path of steps
_ALIKE: Final = ({"raise", "lower"}, {"scale"}, {"expects"})
_SAME_THING: Final = frozenset({"add", "take", "remove"})


@dataclass(slots=True)
class Touched:
    """A definition and the changes to it, by pack."""

    index: int
    changes: dict[str, list[Change]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Value:
    """The value of a field: in words that are the same for the same value, and its node, if it has one."""

    words: str
    node: Node | None = None
    is_of_sheet: bool = False  # a formula or a text (`texts`) of a sheet


# The result of a definition and those that extend it in one order of packs: fields by definition and path, and reports.
Outcome = dict[tuple[str, str], Value]
_NOTHING: Final = Value("nothing")
Evaluate = Callable[[int, tuple[str, ...]], Outcome]


def find(
    touched: Iterable[Touched], behind: dict[str, set[str]], order: list[str], evaluate: Evaluate
) -> Iterator[tuple[str, str, int, dict[tuple[str, str], tuple[str, str]]]]:
    """Pairs of packs that conflict over a definition, with the fields that differ and both values of each."""
    known: dict[tuple[int, int], bool] = {}
    told: set[tuple[str, str, tuple[str, str]]] = set()  # once for a definition and those that extend it
    for one in touched:
        packs = [name for name in order if name in one.changes]
        doubtful = [(first, second) for first, second in combinations(packs, 2)
                    if second not in behind[first] and first not in behind[second]
                    and not _commute(one.changes[first], one.changes[second], known)]  # fmt: skip
        if not doubtful:
            continue
        tried = _orders(packs, behind) if len(packs) <= MOST_TRIED else _few_orders(packs, doubtful, behind)
        results = {each: evaluate(one.index, each) for each in tried}
        for first, second in doubtful:
            differ: dict[tuple[str, str], tuple[str, str]] = {}
            for each, result in results.items():
                at = each.index(first)
                if each[at + 1 : at + 2] != (second,):
                    continue
                other = results[(*each[:at], second, first, *each[at + 2 :])]
                for slot in (*result, *other):
                    one_way, other_way = result.get(slot, _NOTHING), other.get(slot, _NOTHING)
                    if (first, second, slot) not in told and not _same(slot[1], one_way, other_way):
                        differ.setdefault(slot, (one_way.words, other_way.words))
            told |= {(first, second, slot) for slot in differ}
            if differ:
                yield first, second, one.index, differ


def _same(path: str, one: Value, other: Value) -> bool:
    """Whether two values of a field are the same, regardless of how their code is written."""
    if one.words == other.words or one.node is None or other.node is None:
        return one.words == other.words
    in_any_order = path.rpartition(".")[2] not in _IN_ORDER
    return trees.same(path.partition(".")[0], one.node, other.node, one.is_of_sheet, in_any_order)


def _orders(packs: list[str], behind: dict[str, set[str]]) -> list[tuple[str, ...]]:
    """Every order in which each pack comes after those that it must come after."""
    found: list[tuple[str, ...]] = [()]
    for _ in packs:
        found = [(*each, name) for each in found for name in packs
                 if name not in each and behind[name] & set(packs) <= set(each)]  # fmt: skip
    return found


def _few_orders(
    packs: list[str], doubtful: list[tuple[str, str]], behind: dict[str, set[str]]
) -> list[tuple[str, ...]]:
    """For many packs: the order that is played, with each doubtful pair as neighbours, both ways round."""
    found: dict[tuple[str, ...], None] = {}
    for first, second in doubtful:
        early = [one for one in packs if one not in (first, second) and second not in behind[one]
                 and first not in behind[one]]  # fmt: skip
        late = [one for one in packs if one not in (first, second) and one not in early]
        found[*early, first, second, *late] = None
        found[*early, second, first, *late] = None
    return list(found)


# -- what surely commutes ----------------------------------------------------------------------------------------------


def _commute(first: list[Change], second: list[Change], known: dict[tuple[int, int], bool]) -> bool:
    """Whether the order of two packs' changes of one definition never matters."""
    for one in first:
        for other in second:
            key = id(one), id(other)
            if key not in known:
                known[key] = _changes_commute(one, other)
            if not known[key]:
                return False
    return True


def _changes_commute(one: Change, other: Change) -> bool:
    if one.form != other.form:
        return _is_plain(one) and _is_plain(other)  # one changes parts, the other the whole that contains them
    if _reads(one) & _writes(other) or _reads(other) & _writes(one):
        return False
    return all(_edits_commute(mine, its) for mine in one.edits for its in other.edits)


def _is_plain(change: Change) -> bool:
    """Whether a change touches no part as a whole, and reaches into none from outside."""
    return all("." not in edit.path and edit.verb != "remove" and not isinstance(edit.node, Mapping)
               for edit in change.edits)  # fmt: skip


def _reads(change: Change) -> set[str]:
    """The fields that the condition of a change reads. It may include other words, which does no harm."""
    found: set[str] = set()
    for node in () if change.where is None else descend(change.where):
        if isinstance(node, n.Name | n.Attr):
            found.add(node.name)
    return found


def _writes(change: Change) -> set[str]:
    return {part for edit in change.edits if edit.verb != "expects" for part in edit.path.split(".")}


def _edits_commute(one: Edit, other: Edit) -> bool:
    if one.path != other.path:
        if one.verb == other.verb == "add" and one.path.startswith("steps.") and other.path.startswith("steps."):
            return False  # both may state their position
        # A path may lead into a value that the other one sets; names may also be written with a part before them.
        return not (_leads_into(one.path, other.path) or _leads_into(other.path, one.path))
    if one.verb == other.verb == "set" and one.node is not None and other.node is not None:
        return _canonical(one.node, True) == _canonical(other.node, True)
    if any({one.verb, other.verb} <= several for several in _ALIKE):
        return True
    if one.verb == other.verb == "remove":
        return True
    if one.verb in _SAME_THING and one.verb == other.verb and one.node is not None and other.node is not None:
        return _canonical(one.node, True) == _canonical(other.node, True) and one.path.count(".") > 0
    return False


def _leads_into(path: str, other: str) -> bool:
    return other.startswith((f"{path}.", f"{path} ")) or path.endswith(f".{other}") or f".{path}." in f".{other}."


# -- comparing values --------------------------------------------------------------------------------------------------


def outcome(
    declarations: Iterable[Declaration], reported: Diagnostics, texts: dict[str, frozenset[str]] | None = None
) -> Outcome:
    """The results of definitions, in words that do not depend on the order of unordered things; and the reports, by
    location: the same message about another pack is a different outcome. `texts` are the formulas and texts of each
    kind."""
    found: Outcome = {(str(told.span), f"! {told.message}"): Value(_TOLD) for told in reported.reports}
    for one in declarations:
        for name, several in (one.lines or {}).items():
            lines = sorted(f"{verb} {text_of(line)}" for verb, line in several)
            found[f"{one.form} {one.id}", f"do.{name}"] = Value(", ".join(lines))
        places = {path: told[-1].after for path, told in (one.history or {}).items() if one.form == "map"
                  and path[0] == "rows" and len(path) > 1}  # fmt: skip
        found |= {(f"map {one.id}", ".".join(way)): Value(sign) for way, sign in places.items()}
        for name, value in one.fields.items():
            if places and name == "rows" and ("rows",) not in (one.history or {}):
                continue  # its places are listed one by one
            is_of_sheet = texts is not None and name in texts.get(one.form, ())
            for path, said in _paths(name or MAIN_FIELDS.get(one.form, ""), value.node, is_of_sheet):
                found[f"{one.form} {one.id}", path] = said
    return found


def _paths(path: str, node: Node, is_of_sheet: bool) -> Iterator[tuple[str, Value]]:
    name = path.rpartition(".")[2]
    if isinstance(node, Mapping):
        for key, entry in node.entries.items():
            yield from _paths(f"{path}.{key}" if path else key, entry.value, is_of_sheet)
        if name == "steps":
            yield f"{path}{_IN_THEIR_ORDER}", Value(_steps(node))
    else:
        yield path, Value(_canonical(node, name in _IN_ORDER), node, is_of_sheet)


def _canonical(node: Node, is_ordered: bool) -> str:
    if isinstance(node, Sequence) and not is_ordered:
        return ", ".join(sorted(_canonical(one, is_ordered) for one in node.items))
    if isinstance(node, Mapping):
        entries = sorted(node.entries.items())
        return "; ".join(f"{key}: {_canonical(entry.value, is_ordered)}" for key, entry in entries)
    return exact_of(node)


def _steps(node: Mapping) -> str:
    """Steps in their order, ignoring the order of neighbours that both add."""
    found: list[list[str]] = [[]]
    for key, entry in node.entries.items():
        adds = text_of(entry.value) == "total"
        if not adds or not found[-1] or found[-1][0] != "+":
            found.append(["+"] if adds else [key])
        if adds:
            found[-1].append(key)
    return " ".join(" ".join(sorted(several)) for several in found)


def copied(one: Declaration) -> Declaration:
    """A copy of a definition whose fields can be changed without affecting the original."""
    fields = {name: FieldValue(value.node, value.key, value.origin) for name, value in one.fields.items()}
    return Declaration(one.form, one.id, one.key, fields, one.file, unread=one.unread)


# -- reporting ---------------------------------------------------------------------------------------------------------


def report(
    found: Iterable[tuple[str, str, int, dict[tuple[str, str], tuple[str, str]]]], declarations: list[Declaration],
    places: Callable[[str, int, str], Span], out: Diagnostics,
) -> None:  # fmt: skip
    """Reports each pair of packs once, by the first field."""
    pairs: dict[tuple[str, str], list[tuple[int, dict[tuple[str, str], tuple[str, str]]]]] = {}
    for first, second, index, differ in found:
        pairs.setdefault((first, second), []).append((index, differ))
    for (first, second), several in pairs.items():
        index, differ = several[0]
        one = declarations[index]
        # That a change misses its target in one order is reported only if nothing else differs.
        (owner, slot), (early, late) = min(differ.items(), key=lambda pair: pair[0][1].startswith("! "))
        if slot.startswith("! "):
            what = f"if '{first if early == _TOLD else second}' comes first, {slot[2:]}"
        else:
            place = f"'{slot}' of {owner}" if slot else owner
            what = f"the order decides {place} ({' or '.join(side_by_side(_said(slot, early), _said(slot, late)))})"
        count = len({name for _, each in several for name in each if not name[1].startswith("! ")} - {(owner, slot)})
        more = f", and {count} more field{'' if count == 1 else 's'}" if count else ""
        refused = {late == _TOLD for (_, name), (_, late) in differ.items() if name.startswith("! ")}
        out.add("RW251", f"'{first}' and '{second}' conflict: {what}{more}", places(second, index, slot),
                settled(first, second, refused), [(places(first, index, slot), f"'{first}'")], one.id)  # fmt: skip


def settled(first: str, second: str, refused: Collection[bool] = ()) -> str:
    """How to settle a conflict. `refused` has False if a change misses its target when the first pack comes first, and
    True if one does when the second pack comes first."""
    if len(refused) > 1:
        return "remove one of the packs, or choose one with `prefers` in a pack that needs both: no order fits"
    early, late = (second, first) if set(refused) == {False} else (first, second)
    return f"write `after: [{early}]` in '{late}', or `order` in a pack that needs both"


def report_rest(found: Diagnostics, told: set[tuple[str, str]], out: Diagnostics) -> None:
    """Reports the changes that missed their targets, except those that were reported as a conflict: in another order
    they would find them."""
    if found.dropped:
        out.take(found)
    out.extend(one for one in found.reports if (str(one.span), f"! {one.message}") not in told)


def _said(slot: str, value: str) -> str:
    """What a field would be; for the order of steps, their names."""
    if slot.endswith(_IN_THEIR_ORDER):
        return ", ".join(word for word in value.split() if word != "+")
    return value
