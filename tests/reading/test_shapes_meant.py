"""What is said to whoever wrote a text, a list or a mapping where another of the three should stand."""

from __future__ import annotations

import pytest

from rulewright.pack.shape_mistakes import NOTHING
from rulewright.pack.shapes_meant import remedy


@pytest.mark.parametrize(
    ("wanted", "key", "value", "hint"),
    [
        ("list", "members", "red", "write '[red]'"),
        ("list", "rules", "none", "remove 'rules'"),
        ("mapping", "legal", "none", "remove 'legal'"),
        ("list", "members", "red, green  blue", "write '[red, green, blue]'"),
        ("list", "rules", "R-01; R-02", "write '[R-01, R-02]'"),
        ("list", "members", "what? no", "write each on its own line after '- ': '- what? no'"),
        ("list", "members", " ".join(60 * ["red"]), "write each on its own line after '- ': '- ..'"),
        ("list", "decide", "3 if ready", "write each on its own line after '- ': '- 3 if ready'"),
        ("list", "members", {"red": "1", "green": "2"}, "write '[red, green]'"),
        ("list", "decide", {"ready": "3"}, "write each on its own line after '- ': '- 3 if ready'"),
        ("list", "keywords", {"tough": "2"}, "write each on its own line after '- ': '- tough(2)'"),
        ("list", "keywords", {"tough": ["2"]}, "write each on its own line after '- ': '- tough'"),
        ("list", "modify", {"pace.cap": "2"}, "write each on its own line after '- ': '- pace.cap is 2'"),
        ("list", "react", {"after": "go", "do": "go()"},
         "begin each reaction with '- ', even a single one: '- after: go'"),
        ("list", "react", {"one": {"after": "go"}}, "begin each with '- ' instead of a name: '- after: go'"),
        ("list", "react", "after go",
         "write each reaction as '- after: EVENT', and below it, indented like 'after', 'do: ..'"),
        ("mapping", "printed", [{"hp": "number"}, {"age": "number"}],
         "remove the '-': write each as a line 'hp: number'"),
        ("mapping", "printed", ["hp", "age"], "write a value for each, on lines below 'printed:', such as 'hp: ..'"),
        ("mapping", "printed", [], "write a value for each, on lines below 'printed:', such as 'name: ..'"),
        ("mapping", "legal", ["who is ready"], "write a name instead of the '-' for each: 'name: who is ready'"),
        ("mapping", "legal", "who is ready",
         "name it on an indented line below 'legal:': 'name: who is ready'"),
        ("mapping", "printed", "hp", "write its fields on indented lines below 'printed:', such as 'hp: ..'"),
        ("string", "do", ["go()", "stop"], "write '|' after 'do:', and below it the lines of the block, without '-'"),
        ("string", "rows", ["ab", "cd"], "write '|' after 'rows:', and below it the lines of the block, without '-'"),
        ("string", "of", ["piece"], "write 'piece', without a list"),
        ("string", "of", ["piece", "card"], "write 'piece or card'"),
        ("string", "after", ["strike", "shot"], "write 'strike or shot'"),
        ("string", "after", ["strike where a", "shot"], "write only one, such as 'strike where a'"),
        ("string", "start", ["strike", "shot"], "write only one, such as 'strike'"),
        ("string", "when", ["a", "b"], "write only one, such as 'a'; write a set as '(a, b)'"),
        ("string", "when", [], "write one string; begin one of several lines with '|'"),
        ("string", "hp", {"type": "number", "starts": "3"}, "write it on one line: 'number starts 3'"),
        ("string", "hp", {"type": "number", "default": "3"}, "write it on one line: 'number starts 3'"),
        ("string", "hp", {"type": "number"}, "write 'number'"),
        ("string", "do", {"a": "b"}, "write 'do: |' above the lines of a block"),
        ("string", "start", {"a": "b"}, "write it on one line; put a string with a colon in quotes"),
        ("string", "do", NOTHING, "write it after 'do:', or remove 'do'"),
        ("list", "", NOTHING, "write a value here"),
    ],
)  # fmt: skip
def test_remedy(wanted: str, key: str, value: object, hint: str) -> None:
    assert remedy(wanted, key, value) == hint
