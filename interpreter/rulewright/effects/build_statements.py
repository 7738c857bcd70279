"""Nodes of statements, by the names of their rules in the grammar (see `build`)."""

from __future__ import annotations

from rulewright.effects import nodes as n
from rulewright.effects.matched import Misplaced, Parts, call_of, declared, nodes_in, span_of, words_of
from rulewright.effects.prepared import Mistake


class Statements:
    """Statements and right-hand sides."""

    def block(self, c: Parts) -> n.Block:
        return nodes_in(c)

    def plain(self, c: Parts) -> n.Statement:
        statement: n.Statement = c[0]
        if isinstance(statement, n.Let) and c[1] is not None:
            hint = (f"write 'let {statement.name} = if .. then .. else ..', or write 'let' without the condition, "
                    "and then 'set .. if ..'")
            raise Misplaced(Mistake("RW319", f"'{statement.name}' would have no value if this is false",
                                    c[1].span.start, c[1].span.end, hint))  # fmt: skip
        statement.guard = c[1]
        statement.span = span_of(c)
        return statement

    def broken(self, c: Parts) -> n.BrokenStatement:
        return n.BrokenStatement(span_of(c[:2]))  # a replaced colon may be the last character of a line without one

    def loose_line(self, c: Parts) -> n.BrokenStatement:
        return n.BrokenStatement(span_of(c))

    def do(self, c: Parts) -> n.Do:
        return n.Do(span_of(c), c[0], words_of(c[1]))

    def let(self, c: Parts) -> n.Let:
        return n.Let(span_of(c), declared(c[1]), c[3])

    def set(self, c: Parts) -> n.Set:
        target = c[1]
        called = isinstance(target, n.Attr) and target.args is not None
        if called or not isinstance(target, n.Name | n.Attr | n.Index):
            raise Misplaced(Mistake("RW319", "this cannot be set", target.span.start, target.span.end,
                                    "set a name, 'x.field' or 'x[key]'; 'f of x' is computed"))  # fmt: skip
        return n.Set(span_of(c), target, c[3])

    def status(self, c: Parts) -> n.Call:
        return call_of(c[0], c[1], span_of(c))

    def give(self, c: Parts) -> n.Give:
        return n.Give(span_of(c), c[1], c[3], c[4])

    def given_status(self, c: Parts) -> n.Given:
        return n.Given(span_of(c), self.give(c))

    def end_status(self, c: Parts) -> n.EndStatus:
        return n.EndStatus(span_of(c), c[1])

    def put(self, c: Parts) -> n.Put:
        return n.Put(span_of(c), c[1], c[3], str(c[2]))  # type: ignore[arg-type]

    def put_on_top(self, c: Parts) -> n.Put:
        return n.Put(span_of(c), c[1], c[5], "on top of")

    def remove(self, c: Parts) -> n.Remove:
        return n.Remove(span_of(c), c[1])

    def create(self, c: Parts) -> n.Create:
        prep, place = (None, None) if c[3] is None else (str(c[3][0]), c[3][1])
        return n.Create(span_of(c), c[1], c[2], place, prep)  # type: ignore[arg-type]

    def create_statement(self, c: Parts) -> n.CreateStatement:
        return n.CreateStatement(span_of(c), c[0])

    def perform(self, c: Parts) -> n.Perform:
        if not isinstance(c[1], n.Attr):
            raise Misplaced(Mistake("RW319", "'perform' needs a text of a sheet", c[1].span.start, c[1].span.end,
                                    "write 'perform card.effect'"))  # fmt: skip
        return n.Perform(span_of(c), c[1])

    def moment(self, c: Parts) -> n.Moment:
        return n.Moment(span_of(c), str(c[1]), words_of(c[2]))

    def stop(self, c: Parts) -> n.Stop:
        return n.Stop(span_of(c))

    def finish(self, c: Parts) -> n.Finish:
        return n.Finish(span_of(c))

    def cancel(self, c: Parts) -> n.Cancel:
        return n.Cancel(span_of(c))

    def conclude(self, c: Parts) -> n.Conclude:
        return n.Conclude(span_of(c), str(c[1]))

    def call_right(self, c: Parts) -> n.CallRight:
        return n.CallRight(span_of(c), c[0], words_of(c[1]))

    def roll(self, c: Parts) -> n.Roll:
        return n.Roll(span_of(c), c[1], c[2], c[3], bool(c[4]))

    def choose(self, c: Parts) -> n.Choose:
        mode = " ".join(words_of(c[1]))
        least, limit, exactly = c[4] or (None, None, False)
        number = limit if exactly else least
        if mode != "some" and number is not None:
            raise Misplaced(Mistake("RW319", f"'choose {mode}' takes no number", number.span.start,
                                    number.span.end, "only 'choose some' takes 'exactly' and 'at least'"))  # fmt: skip
        return n.Choose(span_of(c), mode, c[2], c[3], limit, c[6], bool(c[8]), bool(c[7]), least,  # type: ignore[arg-type]
                        exactly)  # fmt: skip

    def choose_yes_no(self, c: Parts) -> n.ChooseYesNo:
        return n.ChooseYesNo(span_of(c), c[5], bool(c[6]))

    def if_statement(self, c: Parts) -> n.If:
        first = n.Branch(span_of(c[:4]), c[1], tuple(c[3]))
        return n.If(span_of(c), (first, *nodes_in(c[4:], n.Branch)), tuple(c[-1] or ()))

    def else_if(self, c: Parts) -> n.Branch:
        return n.Branch(span_of(c), c[2], tuple(c[4]))

    def for_each(self, c: Parts) -> n.ForEach:
        return n.ForEach(span_of(c), c[2], c[3], c[4], tuple(c[6]))

    def repeat(self, c: Parts) -> n.Repeat:
        return n.Repeat(span_of(c), c[3], c[4], tuple(c[6]))

    def together(self, c: Parts) -> n.Together:
        return n.Together(span_of(c), tuple(c[2]))

    def offer(self, c: Parts) -> n.Offer:
        lines = nodes_in(c[6], n.OfferLine)
        return n.Offer(span_of(c), c[1], c[2] is not None, None if c[4] is None else str(c[4]), lines, c[3] is not None,
                       c[2][0] if c[2] else None)  # fmt: skip

    def offered(self, c: Parts) -> n.OfferLine:
        return n.OfferLine(span_of(c), c[0], words_of(c[1]), tuple(c[2] or ()), c[3])
