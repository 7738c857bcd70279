"""What is the same in all matches of a pack, found once."""

from __future__ import annotations

from tests.oracle import asking

from rulewright.check import model as m
from rulewright.check.could import Could, could_answer
from rulewright.check.veils import followed


class Facts:
    """Of one pack: `asking` are the ids of its checks that may ask, `could` who could answer a reaction (by its number)
    as far as everybody knows, `sentences` those about each definition, in the order of definitions; `sizes` how many
    places square the footprint of a sheet is, which it prints, and `numbers` the value that stands for a sheet."""

    def __init__(self, pack: m.PackDef) -> None:
        self.pack = pack
        self.asking = [check.id for check in pack.checks.values() if asking.may_ask(pack, check)]
        self.sheets = list(pack.sheets.values())
        self.numbers = {sheet: number for number, sheet in enumerate(self.sheets)}
        self.sizes: dict[m.SheetDef, int] = {}  # of those that were asked for
        holders = pack.holders()
        self.reactions = [one for holder in holders for one in holder.reactions]
        silence, _ = followed(pack)
        could = ((number, could_answer(pack, one, silence)) for number, one in enumerate(self.reactions))
        self.could: dict[int, Could] = {number: one for number, one in could if one is not None}
        self.sentences: dict[m.Definition, list[m.SentenceDef]] = {}
        for sentence in (one for holder in holders for one in holder.sentences):
            self.sentences.setdefault(sentence.target, []).append(sentence)
