"""What is said to whoever wrote a text, a list or a mapping where another of the three should stand."""

from __future__ import annotations

import pytest

from rulewright.pack.shape_mistakes import NOTHING
from rulewright.pack.shapes_meant import remedy


@pytest.mark.parametrize(
    ("wanted", "key", "value", "hint"),
    [
        ("list", "members", "red", "write '[red]'"),
        ("list", "rules", "none", "leave 'rules' out"),
        ("mapping", "legal", "none", "leave 'legal' out"),
        ("list", "members", "red, green  blue", "write '[red, green, blue]'"),
        ("list", "rules", "R-01; R-02", "write '[R-01, R-02]'"),
        ("list", "members", "what? no", "write each on a line of its own behind '- ': '- what? no'"),
        ("list", "members", " ".join(60 * ["red"]), "write each on a line of its own behind '- ': '- ..'"),
        ("list", "decide", "3 if ready", "write each on a line of its own behind '- ': '- 3 if ready'"),
        ("list", "members", {"red": "1", "green": "2"}, "write '[red, green]'"),
        ("list", "decide", {"ready": "3"}, "write each on a line of its own behind '- ': '- 3 if ready'"),
        ("list", "keywords", {"tough": "2"}, "write each on a line of its own behind '- ': '- tough(2)'"),
        ("list", "keywords", {"tough": ["2"]}, "write each on a line of its own behind '- ': '- tough'"),
        ("list", "modify", {"pace.cap": "2"}, "write each on a line of its own behind '- ': '- pace.cap is 2'"),
        ("list", "react", {"after": "go", "do": "go()"},
         "each reaction begins with '- ', also a single one: '- after: go'"),
        ("list", "react", {"one": {"after": "go"}}, "each begins with '- ' instead of a name: '- after: go'"),
        ("list", "react", "after go",
         "each reaction has fields of its own: '- after: EVENT', and below it, as deep as 'after', 'do: ..'"),
        ("mapping", "printed", [{"hp": "number"}, {"age": "number"}],
         "leave out the '-': each is a line 'hp: number'"),
        ("mapping", "printed", ["hp", "age"], "say of each what it is, on lines below 'printed:', as 'hp: ..'"),
        ("mapping", "printed", [], "say of each what it is, on lines below 'printed:', as 'name: ..'"),
        ("mapping", "legal", ["who is ready"], "each has a name instead of the '-': 'name: who is ready'"),
        ("mapping", "legal", "who is ready",
         "give it a name, on an indented line below 'legal:', as 'name: who is ready'"),
        ("mapping", "printed", "hp", "write below 'printed:', indented, what it has, as 'hp: ..'"),
        ("text", "do", ["go()", "stop"], "a block begins with '|' behind 'do:'; its lines stand below, without '-'"),
        ("text", "rows", ["ab", "cd"], "a block begins with '|' behind 'rows:'; its lines stand below, without '-'"),
        ("text", "of", ["piece"], "write 'piece', without a list"),
        ("text", "of", ["piece", "card"], "write 'piece or card'"),
        ("text", "after", ["strike", "shot"], "write 'strike or shot'"),
        ("text", "after", ["strike where a", "shot"], "only one can stand here, as 'strike where a'"),
        ("text", "start", ["strike", "shot"], "only one can stand here, as 'strike'"),
        ("text", "when", ["a", "b"], "only one can stand here, as 'a'; a set in a text is '(a, b)'"),
        ("text", "when", [], "write one text; one of several lines begins with '|'"),
        ("text", "hp", {"type": "number", "starts": "3"}, "write it on one line: 'number starts 3'"),
        ("text", "hp", {"type": "number", "default": "3"}, "write it on one line: 'number starts 3'"),
        ("text", "hp", {"type": "number"}, "write 'number'"),
        ("text", "do", {"a": "b"}, "write 'do: |' above the lines of a block"),
        ("text", "start", {"a": "b"}, "write it on one line; a text with a colon stands in quotes"),
        ("text", "do", NOTHING, "write it behind 'do:', or leave 'do' out"),
        ("list", "", NOTHING, "write something here"),
    ],
)  # fmt: skip
def test_remedy(wanted: str, key: str, value: object, hint: str) -> None:
    assert remedy(wanted, key, value) == hint
