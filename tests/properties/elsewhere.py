"""The other process: reads questions line by line, each one a saved match to continue or a whole match to play."""

from __future__ import annotations

import json
import sys
from typing import Any

from tests.properties.playing import answers, begin, digest, linked

from rulewright.session import Game


def main() -> None:
    """Answers until nobody asks any more."""
    for line in sys.stdin:
        what = json.loads(line)
        told = continued(what) if what["do"] == "continue" else played(what)
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()


def continued(what: Any) -> Any:
    """A saved match, one answer further."""
    game = Game.restore(linked(what["pack"]), what["saved"])
    before = game.fingerprint()
    game.answer(what["answer"])
    return {"before": before, "after": game.fingerprint(), "trace": digest(game)}


def played(what: Any) -> Any:
    """A match from its beginning."""
    game = begin(what["pack"], what["seed"])
    given = list(answers(game, what["seed"], what["most"]))
    return {"answers": given, "end": game.fingerprint(), "trace": digest(game)}


if __name__ == "__main__":
    main()
