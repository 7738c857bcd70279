"""Converts code as written to code that the grammar can read, and reports errors that no grammar rule could explain.

Separate because it handles what the parser must not see: comments, line breaks inside brackets, symbols of other
languages, unclosed brackets, indentation. Everything is replaced by characters of the same length, so every offset
stays valid.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from rulewright.effects.foreign_signs import WRONG_SIGNS
from rulewright.effects.names import RESERVED, STARTERS, is_long, misnamed
from rulewright.effects.prepared import SAME_LEVEL, Line, Mistake, Prepared, covered, indent
from rulewright.pack.colons import colon_of_parameter

MAX_CHARACTERS: Final = 20_000
MAX_BRACKETS: Final = 40
MAX_NUMBER: Final = 1_000_000_000
MAX_MISTAKES: Final = 20

_TOKEN = re.compile(
    r"""(?P<blank>\ +)
      | (?P<newline>\r?\n|\r)
      | (?P<comment>(?:(?<=[\s])|^)\#[^\r\n]*)
      | (?P<word>[^\W\d]\w*)
      | (?P<number>[0-9]+(?:\.[0-9]+)?(?P<glued>\w*))
      | (?P<open>[(\[])
      | (?P<close>[)\]])
      | (?P<quoted>"[^"\r\n]*"?|'[^'\r\n]*'?)
      | (?P<wrong>==+|!=|<>|=>|=<|&&|\|\||\*\*|//|\+\+|--|[-+*/]=)
      | (?P<sign><=|>=|[<>=+\-*/.,])
      | (?P<colon>:)
      | (?P<tab>\t)
      | (?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)
_PLAIN_NAME = re.compile(r"[a-z][a-z0-9_]*|[A-Z][A-Za-z0-9_]*")
_VALUES: Final = frozenset({"true", "false", "none"})  # keywords that may be meant in quotes
_DICE = re.compile(r"d[0-9]+")
_SPOT = re.compile(r"[0-9.]+x[0-9]+")
_INCHES = re.compile(r"\s+inch(es)?\b|\"")  # the character for inches is reported separately
_FOLLOWING = re.compile(r"[^\S\r\n]*(\w+)")  # in the next line: a break before it is asked again
_NEAR: Final = 200  # characters before an error in which its cause is sought
_CLOSER: Final = {"(": ")", "[": "]"}
_OPENER: Final = {closing: opening for opening, closing in _CLOSER.items()}


def scan(text: str, block: bool) -> Prepared:
    """Prepare code: statements if `block`, else one line, in which line breaks become spaces."""
    if len(text) > MAX_CHARACTERS:
        message = f"this code has {len(text)} characters, more than {MAX_CHARACTERS}"
        return Prepared(None, [], [Mistake("RW316", message, 0, 0, "divide it into events, values or rules")])
    scanner = _Scanner(text, block)
    scanner.run()
    mistakes = sorted(scanner.mistakes, key=lambda one: (one.start, one.end, one.code))
    if scanner.hopeless:
        return Prepared(None, [], mistakes)
    if not block:
        return Prepared(None if mistakes else "".join(scanner.pieces), [], mistakes)
    in_order = indent(text, scanner.lines, scanner.mistakes)
    mistakes = sorted(scanner.mistakes, key=lambda one: (one.start, one.end, one.code))
    if not in_order:
        return Prepared(None, [], mistakes)
    prepared = "".join(scanner.pieces).rstrip(" ")
    for line in scanner.lines:
        if line.same_level:
            at = prepared.rindex("\n", 0, line.start)
            prepared = prepared[:at] + SAME_LEVEL + prepared[at + 1 :]
        if line.broken:
            prepared = covered(prepared, line)
    return Prepared(prepared, scanner.lines, mistakes)


@dataclass(slots=True)
class _Scanner:
    """One run over the code. `pieces` join to the prepared code; `line` is the one being read."""

    text: str
    block: bool
    pieces: list[str] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    mistakes: list[Mistake] = field(default_factory=list)
    brackets: list[int] = field(default_factory=list)
    line: Line | None = None
    colon: int | None = None
    question: bool = False
    hopeless: bool = False
    tabbed: bool = False
    last_break: int | None = None
    # Where to continue if the bracket open at the first line break inside brackets is never closed.
    resume: tuple[int, int, int, int] | None = None

    def run(self) -> None:
        position = 0
        while not self.hopeless:
            match = _TOKEN.match(self.text, position)
            if match is None:
                if not self._end_of_text():
                    return
                assert self.resume is not None
                position = self._go_back()
                continue
            position = match.end()
            kind = match.lastgroup
            if kind == "glued":
                kind = "number"
            if kind == "newline":
                self._newline(match)
                continue
            if kind == "blank" or kind == "comment":
                self.pieces.append(" " * (position - match.start()))
                continue
            if self.line is None and self.block and kind == "tab":
                self._indented_by_tab(match)
                continue
            if self.line is None and self.block:
                indent = match.start() - self._line_start(match.start())
                self.line = Line(match.start(), indent, broken=self.tabbed)
                self.tabbed = False
            if self.colon is not None and self.block:
                self._mistake("RW320", "code after a colon must begin on a new line", self.colon, self.colon + 1,
                              "put it on the next line, indented")  # fmt: skip
                self.colon = None
            getattr(self, f"_{kind}")(match)
            if self.line is not None:
                self.line.end = position
            self.pieces.append(match.group())

    # -- what a token may be; each only looks and reports ---------------------------------------------------------

    def _word(self, match: re.Match[str]) -> None:
        word = match.group()
        long = is_long(word)
        if long is not None:
            self._mistake("RW618", long[0], match.start(), match.end(), long[1])
            return
        if _PLAIN_NAME.fullmatch(word):
            return
        message, hint = misnamed(word)
        self._mistake("RW313", message, match.start(), match.end(), hint)

    def _number(self, match: re.Match[str]) -> None:
        start, end, glued = match.start(), match.end(), match.group("glued")
        digits = match.group().removesuffix(glued)
        if _DICE.fullmatch(glued):
            self._mistake("RW314", f"dice are not written '{match.group()}'", start, end,
                          f"write 'roll {glued}{'' if digits == '1' else f' times {digits}'}' after 'let x =' or "
                          "'set x ='")  # fmt: skip
        elif _SPOT.fullmatch(match.group()):
            self._mistake("RW313", f"'{match.group()}' is neither a number nor a name", start, end,
                          "choose a spot, compute it from another, 'displaced(p, 90, 3 inches)', or draw an area "
                          "around it and take its 'middle(area)'; a test names it under 'spots'")  # fmt: skip
        elif glued:
            self._mistake("RW313", f"'{match.group()}' is neither a number nor a name", start, end,
                          "begin a name with a letter; write a space before a unit")  # fmt: skip
        elif "." in digits:
            if not _INCHES.match(self.text, end):
                self._mistake("RW317", f"'{digits}' is not a whole number", start, end,
                              f"only inches have decimals: `{digits} inches`; '/' rounds down")  # fmt: skip
            elif len(digits.partition(".")[2]) > 3:
                self._mistake("RW317", f"'{digits}' is finer than a thousandth", start, end,
                              "write at most three decimals")  # fmt: skip
        if len(digits) > 15 or float(digits) > MAX_NUMBER:
            self._mistake("RW317", "this number is too large", start, end, f"the largest is {MAX_NUMBER}")

    def _open(self, match: re.Match[str]) -> None:
        self.brackets.append(match.start())
        if len(self.brackets) > MAX_BRACKETS:
            self._mistake("RW316", f"more than {MAX_BRACKETS} brackets are open", match.start(), match.end(),
                          "name a part of it with 'let' or a value")  # fmt: skip
            self.hopeless = True

    def _close(self, match: re.Match[str]) -> None:
        start, end, sign = match.start(), match.end(), match.group()
        if not self.brackets:
            self._mistake("RW303", f"'{sign}' closes no open bracket", start, end,
                          f"remove it, or write '{_OPENER[sign]}' where it should open")  # fmt: skip
            return
        opened = self.brackets.pop()
        wanted = _CLOSER[self.text[opened]]
        if sign != wanted:
            self._mistake("RW303", f"'{sign}' closes a bracket that was opened by '{self.text[opened]}'", start, end,
                          f"write '{wanted}'", ((opened, opened + 1, "it is opened here"),))  # fmt: skip
        if not self.brackets:
            self.resume = None

    def _quoted(self, match: re.Match[str]) -> None:
        inner = match.group().strip("\"'")
        hint = "names are written without quotes"
        plain = _PLAIN_NAME.fullmatch(inner) is not None and inner not in RESERVED - _VALUES
        hint = f"write {inner}: {hint}" if plain else f"{hint}, and texts in their own fields"
        if inner.isascii() and inner.isdecimal():
            hint = f"write {inner}: numbers are written without quotes"
        length = re.search(r"[0-9.]+$", self.text[max(0, match.start() - _NEAR) : match.start()])
        if length is not None and match.group().startswith('"'):
            hint = f"write '{length[0]} inches'"
        self._mistake("RW304", "there are no quoted strings in the effect language", match.start(), match.end(), hint)

    def _wrong(self, match: re.Match[str]) -> None:
        code, hint = WRONG_SIGNS[match.group() if match.group()[:2] != "==" else "=="]
        if not self.block and hint.startswith("write 'set "):
            hint = "nothing is set here: write the value itself"
        self._mistake(code, f"there is no '{match.group()}' in the effect language", *match.span(), hint)

    def _sign(self, match: re.Match[str]) -> None:
        """A symbol of the language: the grammar knows where it is allowed."""

    def _colon(self, match: re.Match[str]) -> None:
        if self.brackets or not self.block:
            if not self.question:
                parameter = None if self.block else colon_of_parameter(self.text, match.start())
                named = re.search(r"[(,]\s*([a-z]\w*) *$", self.text[max(0, match.start() - _NEAR) : match.start()])
                if parameter is None and self.brackets and named is not None:
                    parameter = f"write a named argument as '{named[1]} = ..'"
                self._mistake("RW304", "a colon is only allowed at the end of a line that opens a block", *match.span(),
                              parameter or "write a choice as 'if c then a else b', a parameter as 'type name'")
        else:
            self.colon = match.start()

    def _tab(self, match: re.Match[str]) -> None:
        self._mistake("RW310", "this code contains a tab", *match.span(), "write spaces")

    def _indented_by_tab(self, match: re.Match[str]) -> None:
        if not self.tabbed:
            self._tab(match)
        self.tabbed = True
        self.pieces.append(" ")

    def _other(self, match: re.Match[str]) -> None:
        sign = match.group()
        code, hint = WRONG_SIGNS.get(sign, ("RW304", None))
        if sign == "?":
            self.question = True
        shown = f"'{sign}'" if sign.isprintable() else f"U+{ord(sign):04X}"
        self._mistake(code, f"there is no {shown} in the effect language", *match.span(), hint)

    # -- lines ----------------------------------------------------------------------------------------------------

    def _newline(self, match: re.Match[str]) -> None:
        width = match.end() - match.start()
        if not self.block:
            self.pieces.append(" " * width)
            return
        if self.line is None:
            # Of the breaks between two lines only the last counts: the indentation can be read after it.
            if self.last_break is not None:
                self.pieces[self.last_break] = " " * len(self.pieces[self.last_break])
            self._break(width)
            self.tabbed = False
            return
        if self.brackets:
            if self.resume is None:
                self.resume = (match.end(), len(self.pieces), len(self.mistakes), self.line.end)
            following = _FOLLOWING.match(self.text, match.end())
            if following is None or following.group(1) not in STARTERS:
                self.pieces.append(" " * width)
                return
            self._unclosed(self.line.end)
        self._break(width)
        self._end_of_line()

    def _break(self, width: int) -> None:
        self.last_break = len(self.pieces)
        self.pieces.append(" " * (width - 1) + "\n")

    def _end_of_line(self) -> None:
        assert self.line is not None
        self.line.opens = self.colon is not None
        self.lines.append(self.line)
        self.line, self.colon, self.question, self.resume = None, None, False, None
        self.brackets.clear()

    def _end_of_text(self) -> bool:
        """Whether there is more to read, after going back to the end of a line whose bracket was never closed."""
        if self.brackets and self.resume is not None:
            return True
        if self.brackets:
            self._unclosed(len(self.text))
        if self.line is not None:
            self._break(1)
            self._end_of_line()
        return False

    def _go_back(self) -> int:
        assert self.resume is not None and self.line is not None
        position, pieces, mistakes, end = self.resume
        del self.pieces[pieces:], self.mistakes[mistakes:]
        while self.brackets and self.brackets[-1] >= position:
            self.brackets.pop()
        self.line.end = end
        self._unclosed(end)
        self.colon = None
        self._break(position - sum(map(len, self.pieces)))
        self._end_of_line()
        return position

    def _unclosed(self, end: int) -> None:
        for opened in self.brackets[:1]:
            sign = self.text[opened]
            self._mistake("RW303", f"the bracket '{sign}' is never closed", opened, opened + 1,
                          f"write '{_CLOSER[sign]}'", ((end, end, "it should be closed before this"),))  # fmt: skip

    def _line_start(self, offset: int) -> int:
        return max(self.text.rfind("\n", 0, offset), self.text.rfind("\r", 0, offset)) + 1

    def _mistake(
        self, code: str, message: str, start: int, end: int, hint: str | None = None,
        related: tuple[tuple[int, int, str], ...] = (),
    ) -> None:  # fmt: skip
        self.mistakes.append(Mistake(code, message, start, end, hint, related))
        if self.line is not None:
            self.line.broken = True
        self.hopeless = self.hopeless or len(self.mistakes) >= MAX_MISTAKES
