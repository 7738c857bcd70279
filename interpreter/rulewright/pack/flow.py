"""Reads a plain inline list or mapping on one line to nodes, and returns None for any other.

Separate because `lines` reads line by line, and content in brackets has its own grammar.
"""

from __future__ import annotations

import re
from typing import Final

from rulewright.pack.offsets import Style
from rulewright.pack.tree import Entry, Mapping, Scalar, Sequence
from rulewright.source import SourceText

MAX_DEPTH: Final = 10

# 1 a quoted string, 2 a plain string, 3 the start of an inner list or mapping. Plain strings contain no characters that
# YAML or the effect language might read differently between brackets.
_VALUE = re.compile(
    r""" *+(?:("[^"\\\n]*"|'[^'\n]*'(?!'))|((?:-?\w|[(<+./=~$^;])[^:,\[\]{}#?"\n]*(?<! ))) *+(?=[,\]}])"""
    r"| *+([\[{])"
)
_KEY = re.compile(r""" *+("[^"\\\n]*"|'[^'\n]*'|\w[\w .]*(?<! )): ++""")
_NOTHING = re.compile(r" *+([\]}])")
_NOT_PAIRS = re.compile(r"[\[\]{}()#?\"]")
_GOES_ON = re.compile(r" *+([,\]}])")


def read_flow(source: SourceText, start: int, end: int) -> Mapping | Sequence | None:
    """The list or mapping between two offsets, or None if any part of it is not plain."""
    pairs = _pairs(source, start, end)
    if pairs is not None:
        return pairs
    found = _collection(source, start, MAX_DEPTH)
    return found if found is not None and found.end == end else None


def _pairs(source: SourceText, start: int, end: int) -> Mapping | None:
    """The same for words with strings, `{en: A name, ru: ..}`, in a quarter of the time: this is the most common inline
    mapping."""
    inner = source.text[start + 1 : end - 1]
    if source.text[start] != "{" or source.text[end - 1] != "}" or _NOT_PAIRS.search(inner):
        return None
    made = Mapping(source, start, end, True)
    at = start + 1
    for pair in inner.split(", "):
        word, _, value = pair.partition(": ")
        if not (word.replace(".", "").isidentifier() and value[:1].isalnum() and ":" not in value and "," not in value):
            return None
        if value[-1] == " " or word in made.entries:
            return None
        middle = at + len(word)
        key = Scalar(source, at, middle, word, "plain")
        at += len(pair) + 2
        made.entries[word] = Entry(key, Scalar(source, middle + 2, at - 2, value, "plain"))
    return made


def _collection(source: SourceText, start: int, depth: int) -> Mapping | Sequence | None:
    text = source.text
    closer = "}" if text[start] == "{" else "]"
    made = Mapping(source, start, start, True) if closer == "}" else Sequence(source, start, start, True)
    position, sign = start + 1, ","
    empty = _NOTHING.match(text, position)
    if empty is not None:
        position, sign = empty.end(), empty[1]
    while sign == ",":
        key = None
        if type(made) is Mapping:
            match = _KEY.match(text, position)
            if match is None:
                return None
            key = scalar(source, match.start(1), match.end(1))
            position = match.end()
        value = _value(source, position, depth)
        if value is None:
            return None
        position = value.end
        if type(made) is Sequence:
            made.items.append(value)
        elif type(made) is Mapping and key is not None and key.value not in made.entries:
            made.entries[key.value] = Entry(key, value)
        else:
            return None
        match = _GOES_ON.match(text, position)
        if match is None:
            return None
        position, sign = match.end(), match[1]
    made.end = position
    return made if sign == closer else None


def _value(source: SourceText, position: int, depth: int) -> Mapping | Sequence | Scalar | None:
    match = _VALUE.match(source.text, position)
    if match is None:
        return None
    if match[3] is not None:
        return _collection(source, match.start(3), depth - 1) if depth > 0 else None
    found = scalar(source, *match.span(1 if match[2] is None else 2))
    # Commas split a call into pieces that YAML takes for items.
    torn = found.style == "plain" and found.value.count("(") != found.value.count(")")
    return None if torn else found


def scalar(source: SourceText, start: int, end: int) -> Scalar:
    """The string between two offsets, without its quotes if it has any."""
    first = source.text[start]
    if first != '"' and first != "'":
        return Scalar(source, start, end, source.text[start:end], "plain")
    style: Style = "double" if first == '"' else "single"
    return Scalar(source, start, end, source.text[start + 1 : end - 1], style)
