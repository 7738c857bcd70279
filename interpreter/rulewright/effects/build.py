"""Turns what a grammar rule has matched into the node for it, rule by rule, while the parser runs.

Separate because it is the only place where the shape of the grammar and the shape of the tree meet. The parser calls
the method named like the rule or its alias with the list of what was matched: tokens, nodes, lists of either, and None
for what was left out. No call waits for another, so no text is too deep to build.
"""

from __future__ import annotations

from typing import Any, Final

from rulewright.effects import nodes as n
from rulewright.effects.scan import Mistake
from rulewright.source import SourceText, Span
from rulewright.units import PLURAL

# Trees are built once for each distinct text and copied to where it stands: until then a span has no file.
_NOWHERE: Final = SourceText("", "")

Parts = list[Any]


class Misplaced(Exception):
    """Something that the grammar lets pass and the language does not; caught by the parser."""

    def __init__(self, mistake: Mistake) -> None:
        super().__init__(mistake.message)
        self.mistake = mistake


def _start(part: Any) -> int:
    if isinstance(part, n.Node):
        return part.span.start
    return _start(part[0]) if isinstance(part, list) else int(part.start_pos)


def _end(part: Any) -> int:
    if isinstance(part, n.Node):
        return part.span.end
    return _end(part[-1]) if isinstance(part, list) else int(part.end_pos)


def _span(parts: Parts) -> Span:
    """From the beginning of the first to the end of the last that is there."""
    last = parts[-1]
    if last is None:
        last = next(part for part in reversed(parts) if part is not None)
    return Span(_NOWHERE, _start(parts[0]), _end(last))


def _words(tokens: Parts | None) -> tuple[str, ...]:
    return () if tokens is None else tuple(str(token) for token in tokens)


def _declared(token: Any) -> str:
    """A name that is given here. Only the entities of a content test, which no text declares, begin with a capital."""
    name = str(token)
    if name != name.lower():
        raise Misplaced(Mistake("RW313", f"the name '{name}' has capital letters", token.start_pos, token.end_pos,
                                f"write '{name.lower()}'"))  # fmt: skip
    return name


def _nodes(parts: Parts, wanted: type[n.Node] = n.Node) -> tuple[Any, ...]:
    return tuple(part for part in parts if isinstance(part, wanted))


def _call(name: Any, arguments: Parts | None, span: Span) -> n.Call:
    return n.Call(span, str(name), *_given(arguments))


def _given(arguments: Parts | None) -> tuple[tuple[n.Expr, ...], tuple[tuple[str, n.Expr], ...]]:
    """What stands in brackets, without names and with them."""
    positional: list[n.Expr] = []
    named: list[tuple[str, n.Expr]] = []
    for argument in arguments or ():
        if isinstance(argument, list):
            named.append((str(argument[0]), argument[1]))
        elif isinstance(argument, n.Expr):
            if named:
                raise Misplaced(Mistake("RW319", "positional argument after a named argument",
                                        argument.span.start, argument.span.end,
                                        "name this argument, or move it to the front"))  # fmt: skip
            positional.append(argument)
    return tuple(positional), tuple(named)


class Small:
    """Parts that never stand alone: each gives what its owner needs of it."""

    def names(self, c: Parts) -> Parts:
        return c[::2]

    def _second(self, c: Parts) -> Any:
        return c[1]

    when = where = guard = then = by = times = until = despite = needs = classes = label = moment_name = _second
    starts = create_for = offered_for = for_each_of = while_true = in_secret = _second

    def or_pass(self, c: Parts) -> Parts:
        return c[2:]

    def always(self, c: Parts) -> Any:
        return c[0]

    def up_to(self, c: Parts) -> Parts:
        return [None, c[2], False]

    def exactly(self, c: Parts) -> Parts:
        return [None, c[1], True]

    def at_least(self, c: Parts) -> Parts:
        return [c[2], c[5], False]

    def chosen_by(self, c: Parts) -> n.Expr:
        expr: n.Expr = c[2]
        return expr

    def bindings(self, c: Parts) -> Parts:
        return c[::2]

    def binding(self, c: Parts) -> n.Binding:
        return n.Binding(_span(c), _declared(c[0]), c[2])

    def arguments(self, c: Parts) -> Parts:
        return [part for part in c if part is not None]

    def positional(self, c: Parts) -> n.Expr:
        expr: n.Expr = c[0]
        return expr

    def named(self, c: Parts) -> Parts:
        return [c[0], c[2]]

    def params(self, c: Parts) -> Parts:
        return [part for part in c if part is not None]

    def param(self, c: Parts) -> n.Param:
        return n.Param(_span(c), c[0], _declared(c[1]))

    def gives(self, c: Parts) -> Parts:
        return c[1::2]

    def given(self, c: Parts) -> n.Param:
        return n.Param(_span(c), c[0], "" if c[1] is None else _declared(c[1]))

    def waived(self, c: Parts) -> Parts:
        return c

    def orders(self, c: Parts) -> Parts:
        return c[1::2]

    def order(self, c: Parts) -> n.Order:
        return n.Order(_span(c), str(c[0]), c[1])  # type: ignore[arg-type]

    def choice(self, c: Parts) -> Parts:
        return c

    def create_place(self, c: Parts) -> Parts:
        return c

    def suite(self, c: Parts) -> Parts:
        return list(_nodes(c))

    offer_suite = suite

    def otherwise(self, c: Parts) -> Parts:
        block: Parts = c[2]
        return block


class Expressions:
    """Expressions, loosest last."""

    def name(self, c: Parts) -> n.Name:
        return n.Name(_span(c), str(c[0]))

    def number(self, c: Parts) -> n.Number:
        return n.Number(_span(c), int(c[0]))

    def quantity(self, c: Parts) -> n.Number:
        return n.Number(_span(c), *quantity(str(c[0])))

    def true(self, c: Parts) -> n.Truth:
        return n.Truth(_span(c), True)

    def false(self, c: Parts) -> n.Truth:
        return n.Truth(_span(c), False)

    def none(self, c: Parts) -> n.Nothing:
        return n.Nothing(_span(c))

    def same(self, c: Parts) -> n.Expr:
        expr: n.Expr = c[0]
        return expr

    def group(self, c: Parts) -> n.Expr:
        # The brackets belong to it: what is built on it begins and ends with them.
        expr: n.Expr = c[1]
        expr.span = _span(c)
        return expr

    def set_of(self, c: Parts) -> n.SetOf:
        return n.SetOf(_span(c), _nodes(c))

    def call(self, c: Parts) -> n.Call:
        return _call(c[0], c[1], _span(c))

    def of(self, c: Parts) -> n.Call:
        return n.Call(_span(c), str(c[0]), (c[2],), style="of")

    def attr(self, c: Parts) -> n.Attr:
        return n.Attr(_span(c), c[0], str(c[2]))

    def member_call(self, c: Parts) -> n.Attr:
        return n.Attr(_span(c), c[0], str(c[2]), *_given(c[3]))

    def index(self, c: Parts) -> n.Index:
        return n.Index(_span(c), c[0], c[2])

    def count_all(self, c: Parts) -> n.Comprehension:
        return n.Comprehension(_span(c), "count", c[2], ())

    def gather(self, c: Parts) -> n.Comprehension:
        where, orders = c[3], c[4] if len(c) > 5 else None
        return n.Comprehension(_span(c), str(c[0]), None, (c[2],), where, tuple(orders or ()))  # type: ignore[arg-type]

    def collect(self, c: Parts) -> n.Comprehension:
        return n.Comprehension(_span(c), str(c[0]), c[2], tuple(c[3]), c[4])  # type: ignore[arg-type]

    def extreme(self, c: Parts) -> n.Call:
        return n.Call(_span(c), str(c[0]), _nodes(c))

    def can(self, c: Parts) -> n.Can:
        return n.Can(_span(c), c[2], _words(c[3]))

    def supposing(self, c: Parts) -> n.Supposing:
        return n.Supposing(_span(c), c[2], c[4], c[6])

    def unary(self, c: Parts) -> n.Unary:
        return n.Unary(_span(c), str(c[0]), c[1])  # type: ignore[arg-type]

    def binary(self, c: Parts) -> n.Binary:
        return n.Binary(_span(c), str(c[1]), c[0], c[2])  # type: ignore[arg-type]

    def is_(self, c: Parts) -> n.Is:
        return n.Is(_span(c), c[0], c[2])

    def is_not(self, c: Parts) -> n.Is:
        return n.Is(_span(c), c[0], c[3], negated=True)

    def relation(self, c: Parts) -> n.Relation:
        return n.Relation(_span(c), str(c[2]), c[0], c[4])

    def relation_not(self, c: Parts) -> n.Relation:
        return n.Relation(_span(c), str(c[3]), c[0], c[5], negated=True)

    def verb(self, c: Parts) -> n.Relation:
        return n.Relation(_span(c), str(c[1]), c[0], c[2], style="verb")

    def in_(self, c: Parts) -> n.In:
        return n.In(_span(c), c[0], c[2])

    def not_in(self, c: Parts) -> n.In:
        return n.In(_span(c), c[0], c[3], negated=True)

    def within(self, c: Parts) -> n.Within:
        return n.Within(_span(c), c[0], c[2], c[4])

    def quantified(self, c: Parts) -> n.Quantified:
        return n.Quantified(_span(c), str(c[0]), c[1], c[2])  # type: ignore[arg-type]

    def every(self, c: Parts) -> n.Quantified:
        return n.Quantified(_span(c), "every", c[1], c[2], c[4])

    def let_in(self, c: Parts) -> n.LetIn:
        return n.LetIn(_span(c), _declared(c[1]), c[3], c[5])

    def if_else(self, c: Parts) -> n.IfElse:
        return n.IfElse(_span(c), c[1], c[3], c[5])


class Statements:
    """Statements and right-hand sides."""

    def block(self, c: Parts) -> n.Block:
        return _nodes(c)

    def plain(self, c: Parts) -> n.Statement:
        statement: n.Statement = c[0]
        if isinstance(statement, n.Let) and c[1] is not None:
            hint = f"write 'let {statement.name} = if .. then .. else ..', or let it be something and set it if so"
            raise Misplaced(Mistake("RW319", f"'{statement.name}' would be nothing at all where this does not hold",
                                    c[1].span.start, c[1].span.end, hint))  # fmt: skip
        statement.guard = c[1]
        statement.span = _span(c)
        return statement

    def broken(self, c: Parts) -> n.BrokenStatement:
        return n.BrokenStatement(_span(c[:1]))

    def loose_line(self, c: Parts) -> n.BrokenStatement:
        return n.BrokenStatement(_span(c))

    def do(self, c: Parts) -> n.Do:
        return n.Do(_span(c), c[0], _words(c[1]))

    def let(self, c: Parts) -> n.Let:
        return n.Let(_span(c), _declared(c[1]), c[3])

    def set(self, c: Parts) -> n.Set:
        target = c[1]
        called = isinstance(target, n.Attr) and target.args is not None
        if called or not isinstance(target, n.Name | n.Attr | n.Index):
            raise Misplaced(Mistake("RW319", "this cannot be set", target.span.start, target.span.end,
                                    "a name, 'x.field' or 'x[key]' can; 'f of x' is computed"))  # fmt: skip
        return n.Set(_span(c), target, c[3])

    def status(self, c: Parts) -> n.Call:
        return _call(c[0], c[1], _span(c))

    def give(self, c: Parts) -> n.Give:
        return n.Give(_span(c), c[1], c[3], c[4])

    def given_status(self, c: Parts) -> n.Given:
        return n.Given(_span(c), self.give(c))

    def end_status(self, c: Parts) -> n.EndStatus:
        return n.EndStatus(_span(c), c[1])

    def put(self, c: Parts) -> n.Put:
        return n.Put(_span(c), c[1], c[3], str(c[2]))  # type: ignore[arg-type]

    def put_on_top(self, c: Parts) -> n.Put:
        return n.Put(_span(c), c[1], c[5], "on top of")

    def remove(self, c: Parts) -> n.Remove:
        return n.Remove(_span(c), c[1])

    def create(self, c: Parts) -> n.Create:
        prep, place = (None, None) if c[3] is None else (str(c[3][0]), c[3][1])
        return n.Create(_span(c), c[1], c[2], place, prep)  # type: ignore[arg-type]

    def create_statement(self, c: Parts) -> n.CreateStatement:
        return n.CreateStatement(_span(c), c[0])

    def perform(self, c: Parts) -> n.Perform:
        if not isinstance(c[1], n.Attr):
            raise Misplaced(Mistake("RW319", "'perform' needs a text of a sheet", c[1].span.start, c[1].span.end,
                                    "write 'perform card.effect'"))  # fmt: skip
        return n.Perform(_span(c), c[1])

    def moment(self, c: Parts) -> n.Moment:
        return n.Moment(_span(c), str(c[1]), _words(c[2]))

    def stop(self, c: Parts) -> n.Stop:
        return n.Stop(_span(c))

    def finish(self, c: Parts) -> n.Finish:
        return n.Finish(_span(c))

    def cancel(self, c: Parts) -> n.Cancel:
        return n.Cancel(_span(c))

    def conclude(self, c: Parts) -> n.Conclude:
        return n.Conclude(_span(c), str(c[1]))

    def call_right(self, c: Parts) -> n.CallRight:
        return n.CallRight(_span(c), c[0], _words(c[1]))

    def roll(self, c: Parts) -> n.Roll:
        return n.Roll(_span(c), c[1], c[2], c[3], bool(c[4]))

    def choose(self, c: Parts) -> n.Choose:
        mode = " ".join(_words(c[1]))
        least, limit, exactly = c[4] or (None, None, False)
        number = limit if exactly else least
        if mode != "some" and number is not None:
            raise Misplaced(Mistake("RW319", f"'choose {mode}' takes no number of its own", number.span.start,
                                    number.span.end, "only 'choose some' takes 'exactly' and 'at least'"))  # fmt: skip
        return n.Choose(_span(c), mode, c[2], c[3], limit, c[6], bool(c[8]), bool(c[7]), least,  # type: ignore[arg-type]
                        exactly)  # fmt: skip

    def choose_yes_no(self, c: Parts) -> n.ChooseYesNo:
        return n.ChooseYesNo(_span(c), c[5], bool(c[6]))

    def if_statement(self, c: Parts) -> n.If:
        first = n.Branch(_span(c[:4]), c[1], tuple(c[3]))
        return n.If(_span(c), (first, *_nodes(c[4:], n.Branch)), tuple(c[-1] or ()))

    def else_if(self, c: Parts) -> n.Branch:
        return n.Branch(_span(c), c[2], tuple(c[4]))

    def for_each(self, c: Parts) -> n.ForEach:
        return n.ForEach(_span(c), c[2], c[3], c[4], tuple(c[6]))

    def repeat(self, c: Parts) -> n.Repeat:
        return n.Repeat(_span(c), c[3], c[4], tuple(c[6]))

    def together(self, c: Parts) -> n.Together:
        return n.Together(_span(c), tuple(c[2]))

    def offer(self, c: Parts) -> n.Offer:
        lines = _nodes(c[6], n.OfferLine)
        return n.Offer(_span(c), c[1], c[2] is not None, None if c[4] is None else str(c[4]), lines, c[3] is not None,
                       c[2][0] if c[2] else None)  # fmt: skip

    def offered(self, c: Parts) -> n.OfferLine:
        return n.OfferLine(_span(c), c[0], _words(c[1]), tuple(c[2] or ()), c[3])


class Texts:
    """The one-line texts: heads, types, sentences and the rest."""

    def expression(self, c: Parts) -> n.Expr:
        expr: n.Expr = c[0]
        return expr

    def header(self, c: Parts) -> n.Header:
        id_span = _span(c[1:2])
        params, gives = _nodes(c[2] or [], n.Param), tuple(c[3] or ())
        return n.Header(_span(c), _declared(c[0]), _declared(c[1]), params, gives, _words(c[4]), id_span=id_span)

    def member(self, c: Parts) -> n.Member:
        return n.Member(_span(c), _declared(c[0]), _nodes(c[1] or [], n.Param))

    def type(self, c: Parts) -> n.TypeExpr:
        written: n.TypeExpr = c[0]
        return written

    def type_word(self, c: Parts) -> n.TypeExpr:
        return n.TypeExpr(_span(c), str(c[0]))

    def type_of(self, c: Parts) -> n.TypeExpr:
        return n.TypeExpr(_span(c), str(c[0]), (c[2],))

    def type_group(self, c: Parts) -> n.TypeExpr:
        written: n.TypeExpr = c[1]
        written.span = _span(c)
        return written

    def type_or_none(self, c: Parts) -> n.TypeExpr:
        return n.TypeExpr(_span(c), "or none", (c[0],))

    def type_either(self, c: Parts) -> n.TypeExpr:
        return n.TypeExpr(_span(c), "or", (c[0], c[2]))

    def type_per(self, c: Parts) -> n.TypeExpr:
        return n.TypeExpr(_span(c), "per", (c[0], c[2]))

    def field_type(self, c: Parts) -> n.FieldType:
        return n.FieldType(_span(c), c[0], c[2], c[1])

    def range_from(self, c: Parts) -> n.RangeText:
        return n.RangeText(_span(c), c[1], c[3])

    def range_to(self, c: Parts) -> n.RangeText:
        return n.RangeText(_span(c), None, c[1])

    def bound_below(self, c: Parts) -> n.Unary:
        return n.Unary(_span(c), "-", c[1])

    def trigger_event(self, c: Parts) -> n.TriggerEvent:
        return n.TriggerEvent(_span(c), str(c[0]), None if c[1] is None else str(c[1]))

    def trigger(self, c: Parts) -> n.Trigger:
        return n.Trigger(_span(c), _nodes(c, n.TriggerEvent), c[-1])

    def contribution(self, c: Parts) -> n.Contribution:
        return n.Contribution(_span(c), str(c[0]), str(c[2]), c[4], c[5])

    def verdict(self, c: Parts) -> n.Verdict:
        label = None if c[-2] is None else str(c[-2])
        ruled = _nodes(c[1:-2])
        calls = tuple(one if isinstance(one, n.Call) else None for one in ruled)
        names = tuple(one.name for one in ruled)
        return n.Verdict(_span(c), str(c[0]), names, label, c[-1], calls if any(calls) else ())  # type: ignore[arg-type]

    def ruled(self, c: Parts) -> n.Name | n.Call:
        return n.Name(_span(c), str(c[0])) if c[1] is None else _call(c[0], c[1], _span(c))

    def waive(self, c: Parts) -> n.Waive:
        names = tuple((str(part[0]), str(part[2])) for part in c[1:-1] if isinstance(part, list))
        return n.Waive(_span(c), names, c[-1])

    def row(self, c: Parts) -> n.Row:
        return n.Row(_span(c), c[0], c[1])

    def step(self, c: Parts) -> n.StepText:
        return n.StepText(_span(c), str(c[0]), c[1])

    def limit(self, c: Parts) -> n.LimitText:
        return n.LimitText(_span(c), int(c[0]), str(c[2]))

    def clock(self, c: Parts) -> n.Clock:
        return n.Clock(_span(c), _nodes(c))

    def clock_point(self, c: Parts) -> n.ClockPoint:
        return n.ClockPoint(_span(c), str(c[0]), str(c[2]), str(c[3]), c[4])  # type: ignore[arg-type]

    def clock_while(self, c: Parts) -> n.ClockWhile:
        return n.ClockWhile(_span(c), c[1])

    def binder(self, c: Parts) -> n.Binder:
        return n.Binder(_span(c), c[0], c[1])

    def keyword_use(self, c: Parts) -> n.KeywordUse:
        call = _call(c[0], c[1], _span(c))
        if call.named:
            raise Misplaced(Mistake("RW319", "the arguments of a status on a sheet have no names",
                                    call.span.start, call.span.end, "write them in the order of its head"))  # fmt: skip
        return n.KeywordUse(call.span, call.name, call.args)


class Builder(Small, Expressions, Statements, Texts):
    """All callbacks. A rule of the grammar without one here is a mistake that a test finds."""


def quantity(text: str) -> tuple[int, str]:
    """The value and unit of `3 cells` or `2.5 inches`; inches are thousandths."""
    digits, _, word = text.partition(" ")
    unit = PLURAL.get(word.strip(), word.strip())
    if unit != "inches":
        return int(digits), unit
    whole, _, part = digits.partition(".")
    return int(whole) * 1000 + int(part.ljust(3, "0") if part else 0), unit
