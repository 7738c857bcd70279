"""Explains what is wrong with a typed line that is no answer and no command.

Separate because it changes nothing: it finds out what a player may have meant, and says why that is not possible.
"""

from __future__ import annotations

from rich.text import Text

from rulewright.play.state import Runaway
from rulewright_tools.playing import marks, placing
from rulewright_tools.playing.explain import Explainer
from rulewright_tools.playing.names import Unknown
from rulewright_tools.playing.option import asks_for_places
from rulewright_tools.playing.screen import Screen
from rulewright_tools.playing.typed import Typed
from rulewright_tools.show.pieces import Sight
from rulewright_tools.show.question import are_numbers, prompt
from rulewright_tools.show.story import print_hanging
from rulewright_tools.show.table import lists_places
from rulewright_tools.show.words import say

_SEVERAL = 8
_PLACES = 12  # possible answers listed after a wrong place
_REPEATED = 60


def not_understood(
    screen: Screen, line: str, typed: Typed, options: tuple[str, ...], sight: Sight, folder: str
) -> None:
    """Explains what is wrong with a line; if it could be an answer but is not, why it is not. `folder`: the pack as the
    user wrote it."""
    if typed.several:
        names = [options[i] if are_numbers(options) else f"{i + 1} {options[i]}" for i in typed.several[:_SEVERAL]]
        more = len(typed.several) - len(names)
        listed = ", ".join(names) + (f", .. ({more})" if more else "")
        screen.say("several", word=line, options=listed)
    elif line.isdecimal() and not are_numbers(options):
        screen.say("no_number" if len(options) > 1 else "only_number", number=_short(line), most=len(options))
    elif _refused_place(screen, line, options, sight):
        pass
    elif (unclear := placing.unclear(screen.match.state, line, screen.signs, sight)) is not None:
        print_hanging(screen.console, Text(unclear), 2)
    else:
        try:
            screen.show(Explainer(screen.match, sight, screen.signs, folder).why_not(line))
            return
        except (Unknown, Runaway):
            pass  # It names nothing in this match, which is the message to show.
        near = f" {say(screen.language, 'near', word=typed.near)}" if typed.near else ""
        print_hanging(screen.console, Text(say(screen.language, "unknown", word=line) + near), 2)


def _refused_place(screen: Screen, line: str, options: tuple[str, ...], sight: Sight) -> bool:
    """Explains the question and how to answer it if a player typed a place: that no answer is a place, or which
    places are answers. Returns False if it is not a place, or if answers act at places: then conditions explain why
    this place is not one of them."""
    m, decision = screen.match.state, screen.match.game.decision
    assert decision is not None, "a question is pending"
    place = marks.place(m, line) if lists_places(m) else placing.place_named(m, line)
    if place is None:
        return False
    asked = sentence(prompt(m, decision, sight))
    if not asks_for_places(m, decision):
        screen.say("place_unasked", word=line, asked=asked)
    elif m.p.program.sites[decision.site].kind == "offer" or not lists_places(m):
        return False
    else:
        shown = [one for one, option in zip(options, decision.options, strict=True) if option is not None]
        more = f", .. (+{len(shown) - _PLACES})" if len(shown) > _PLACES else ""
        places = ", ".join(shown[:_PLACES]) + more
        screen.say("place_refused", word=m.board.show(place), asked=asked, places=places)
    return True


def sentence(question: str) -> str:
    """Returns a question that ends with a punctuation mark."""
    return question if question.endswith(("?", ".", "!")) else f"{question}."


def _short(line: str) -> str:
    """Shortens a typed line, to repeat it in a message."""
    return line if len(line) <= _REPEATED else f"{line[:_REPEATED]}.."
