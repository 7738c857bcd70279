"""Reports questions about areas of a plane that have no exact answer: `wholly`, `meets`, distances and lines.

A base may lie wholly in two areas together but in neither alone; an answer about such an area would be an
approximation, on exactly the tables that matter. The parts of an area are known before play by following values.
Separate because only this check does so.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.builtins import kind_in, row_of
from rulewright.check.signatures import Question
from rulewright.check.text import World
from rulewright.check.trees import Text
from rulewright.effects import nodes as n
from rulewright.space.forms import FORMS
from rulewright.space.plane.points import Xy
from rulewright.space.plane.poses import CIRCLE
from rulewright.space.plane.shapes import polygon

_WHOLE: tuple[Question, ...] = ("wholly", "shared")  # these need a single figure
_FIGURES: tuple[Question, ...] = ("measured", "shared")  # these need to know what is drawn


class _Refusal(NamedTuple):
    cause: str
    hint: str


def check_decided(world: World, texts: list[Text]) -> None:
    """Reports each question about an area of a plane that has no exact answer."""
    for text in texts:
        check_nodes(world, text.owner, text.nodes)


def check_nodes(world: World, owner: m.Definition | None, nodes: Sequence[n.Node]) -> None:
    """Reports each question of one tree about an area of a plane that has no exact answer."""
    if FORMS[world.pack.board].listed:
        return
    bound = {node.ref: node.value for node in nodes if isinstance(node, n.LetIn)}
    for node in nodes:
        for area, question in _questions(node):
            found = _Following(world.pack, bound).refused(area, question)
            if found is not None:
                world.warn("RW550", owner, area.span, found.cause, found.hint)


def _questions(node: n.Node) -> list[tuple[n.Expr, Question]]:
    match node:
        case n.Call(ref=m.BuiltinDef()):
            row = row_of(node)
            return [(arg, param.asked) for arg, param in zip(node.args, row.params, strict=False) if param.asked]
        case n.Call() if kind_in(node) is not None:
            return [(node.args[0], "meets")]
        case n.Within():
            return [(node.left, "measured"), (node.right, "measured")]
    return []


class _Following:
    """Follows what an area, or an outline, consists of. `bound`: the values of locals."""

    def __init__(self, pack: m.PackDef, bound: Mapping[m.Symbol, n.Expr]) -> None:
        self._pack = pack
        self._bound = dict(bound)
        # What each value was found to be; None first, so that a value that reads itself is not followed again.
        self._values: dict[tuple[m.ValueDef, Question], _Refusal | None] = {}

    def refused(self, e: n.Expr, question: Question) -> _Refusal | None:
        """Why a question about an area has no exact answer; None if it has one, or if this is not an area. Of an
        outline, only how much of it is in an area may have none."""
        of = t.some(e.type)
        is_area = of.tag == "set" and of.args[0].tag == "place"
        if not is_area and (of.tag != "outline" or question != "shared"):
            return None
        match e:
            case n.Name(ref=m.AreaDef() as area):
                return self._drawn(area, question)
            case n.Name(ref=m.BuiltinDef(id="everywhere")):
                return None
            case n.Name(ref=m.BuiltinDef(id="rim")):
                return _SCATTERED if question == "wholly" else None
            case n.Name(ref=m.ValueDef() as value) | n.Call(ref=m.ValueDef() as value):
                return self._value(value, question)
            case n.Call(ref=m.BuiltinDef(id=name)):
                return self._builtin(name, e, question)
            case n.Binary(op="+"):
                if question == "shared":
                    return _COUNTED
                return _UNION if question == "wholly" else self._all((e.left, e.right), (question, question))
            case n.Binary(op="-"):
                if question == "wholly":
                    return self._all((e.left, e.right), ("wholly", "meets"))
                return _COMMON if question == "meets" else _UNMEASURED
            case n.SetOf():
                return None if len(e.items) < 2 or question not in _WHOLE else _SCATTERED
            case n.Comprehension():
                return _SCATTERED if question in _WHOLE else None
            case n.IfElse():
                return self._all((e.then, e.otherwise), (question, question))
            case n.LetIn():
                self._bound[e.ref] = e.value
                return self.refused(e.body, question)
            case n.Name() if e.ref in self._bound:
                return self.refused(self._bound[e.ref], question)
        what = "area" if is_area else "outline"
        return _Refusal(f"the parts of this {what} are not known before play",
                        f"write the {what} here, or a value that returns it: parameters are not followed")

    def _all(self, several: tuple[n.Expr, ...], questions: tuple[Question, ...]) -> _Refusal | None:
        found = (self.refused(e, question) for e, question in zip(several, questions, strict=True))
        return next((one for one in found if one is not None), None)

    def _value(self, value: m.ValueDef, question: Question) -> _Refusal | None:
        if (value, question) in self._values:
            return self._values[value, question]
        if value.steps:
            return _Refusal(f"its parts are not known before play: value '{value.id}' has steps",
                            "remove the steps, and write the cases as rows of `decide`")
        self._values[value, question] = None
        several = [one for one in (value.start, *(row.value for row in value.rows)) if one is not None]
        found = self._values[value, question] = self._all(tuple(several), (question,) * len(several))
        return found

    def _builtin(self, name: str, e: n.Call, question: Question) -> _Refusal | None:
        match name:
            case "swept":
                return _TWICE
            case "burst" if question in _WHOLE:
                return None if self._is_convex(e.args[0].type) else _SCATTERED
            case "past":
                return _UNMEASURED if question in _FIGURES else None
            case "common":
                if question == "wholly":
                    return self._all((e.args[0], e.args[1]), ("wholly", "wholly"))
                return _COMMON if question == "meets" else _UNMEASURED
            case "anchors":
                return _Refusal("`anchors` can only be tested for a spot",
                                "write `p in anchors(..)`, or `wholly(.., everywhere)`")
        return None

    def _is_convex(self, type_: t.Type) -> bool:
        """Whether what an area surrounds is surely a single convex figure."""
        of = t.some(type_)
        if of.tag == "place":
            return True
        if of.tag != "entity" or not of.name:
            return False
        wanted = set(t.kinds_of(of))
        kinds = [kind for kind in self._pack.kinds.values() if any(one.id in wanted for one in kind.lineage)]
        return all(kind.base[:1] in ((), ("round",), ("oval",)) or _stays_convex(kind.base[1]) for kind in kinds)

    def _drawn(self, area: m.AreaDef, question: Question) -> _Refusal | None:
        """Why the answer is not exact on one of the maps that draw the area."""
        for drawn in self._pack.maps.values():
            texts = [text for name, text in drawn.shapes if drawn.meant.get(name) is area]
            if question in _FIGURES and any(text.startswith("past") for text in texts):
                return _Refusal(f"map '{drawn.id}' draws '{area.id}' past a line, and such an area cannot be measured",
                                "measure the line, or draw a polygon")
            if question in _WHOLE and len(texts) > 1:
                cause = "a base may lie wholly in them together but in none alone" if question == "wholly" else \
                    "what lies in two of them would count twice"  # fmt: skip
                return _Refusal(f"map '{drawn.id}' draws '{area.id}' as {len(texts)} figures: {cause}",
                                "draw one polygon, or separate areas")
        return None


@cache
def _stays_convex(corners: tuple[Xy, ...]) -> bool:
    """Whether a base with these corners is convex in every turn: each corner is rounded separately."""
    base = polygon(corners)
    return all(len(base.turned(degrees)) == 1 for degrees in range(CIRCLE))




_UNION = _Refusal("a base may lie wholly in several areas together but in none alone",
                  "draw the areas as one polygon, or test each of them: `wholly(x, a) or wholly(x, b)`")
_COUNTED = _Refusal("what lies in both of these areas would count twice", "test each of them")
_TWICE = _Refusal("a swept area may overlap itself, and would count twice", "use its `footprint(..)`")
_COMMON = _Refusal("a base may meet several areas but not their common part",
                   "test `wholly(..)`, test one spot of the base, or draw the common part as one polygon")
_SCATTERED = _Refusal("for whole bases there is no exact answer near a concave or scattered figure",
                      "test one spot of the base, or the area near one convex figure")
_UNMEASURED = _Refusal("this area cannot be measured", "measure its parts, or test whether a spot is in it")
