"""Prints a match as it is now: the board and all around it, its story, its end.

Separate because watching, playing and replaying show the same.
"""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Console
from rich.text import Text

from rulewright.play import labels
from rulewright.play.shown import header
from rulewright_tools.playing import typed
from rulewright_tools.playing.match import Match, result
from rulewright_tools.show import board, legend
from rulewright_tools.show.board import NOTHING, Offered
from rulewright_tools.show.pieces import Sight, Signs
from rulewright_tools.show.story import Story, print_hanging
from rulewright_tools.show.telling import Teller
from rulewright_tools.show.words import say


def print_scene(
    console: Console,
    match: Match,
    signs: Signs,
    sight: Sight,
    title: str = "",
    was: Mapping[tuple[str, int], str] | None = None,
    pending: Offered = NOTHING,
) -> None:
    """Prints the board and all around it, with a title. `was`: earlier values; `pending`: what the pending question
    offers."""
    m = match.state
    said = header(m, sight)
    numbers, others = (said, "") if said else legend.match_words(m, sight)
    if said or title.casefold() in numbers.casefold():
        title = ""
    words = [word for word in (title, numbers, say(sight.language, "decision", number=len(match.story))) if word]
    console.print()
    heading = Text(f"== {' | '.join(words)}", "bold")
    if heading.cell_len + 3 <= console.width:  # else the signs at its end would be alone on the next line
        heading.append(" ==")
    print_hanging(console, heading)
    if others:
        print_hanging(console, Text(others, "dim"), 2)
    console.print()
    people = [seat for seat in range(len(match.seats)) if match.is_human(seat)]
    players = ["you" if people == [seat] else kind for seat, kind in enumerate(match.seats)]
    seats = {seat: say(sight.language, player) for seat, player in enumerate(players)}
    with labels.still(m):
        picture = board.draw(m, signs, sight, pending)
        below = legend.lines(m, signs, sight, console.width, was, seats)
    for line in picture:
        # A board that is wider than the terminal is printed whole: nothing is cut off.
        console.print(line, soft_wrap=True)
    if picture:
        console.print()
    for line in below:
        print_hanging(console, line)
    console.print()


def print_storey(console: Console, match: Match, signs: Signs, sight: Sight, words: str, pending: Offered) -> None:
    """Prints one storey of the board completely, with what is on it, or a message if there is no such storey. `words`:
    its number as typed; `pending`: what the pending question offers."""
    m = match.state
    highest = board.highest_storey(m)
    if not highest:
        print_hanging(console, Text(say(sight.language, "no_storeys")), 2)
        return
    level = typed.storey(words, highest)
    if level is None:
        print_hanging(console, Text(say(sight.language, "no_storey", most=highest)), 2)
        return
    console.print()
    title = say(sight.language, "storey", number=level, most=highest)
    print_hanging(console, Text(f"== {title} ==", "bold"))
    console.print()
    with labels.still(m):
        picture = board.draw(m, signs, sight, pending, storey=level)
        below = legend.on_storey(m, signs, sight, console.width, level)
    for line in picture:
        console.print(line, soft_wrap=True)
    console.print()
    for line in below:
        print_hanging(console, line)


def print_story(console: Console, match: Match, language: str) -> None:
    """Prints the story of a match from its beginning, and the current board."""
    sight = Sight(None, language)
    teller = Teller(match.state, sight)
    story = Story(sight)
    story.retold(match.game.stretches(), teller)
    for line in story.take():
        print_hanging(console, line)
    print_scene(console, match, Signs(), sight)
    if match.game.over:
        print_ending(console, match, language)


def print_ending(console: Console, match: Match, language: str) -> None:
    """Prints how the match ended."""
    key, names = result(match, language)
    text = Text(say(language, "over", number=len(match.story)) + "\n", "bold")
    # Shown only now: a player who knows the seed knows every deck and all future dice.
    text.append(say(language, "seed", seed=match.seed) + "\n", "not bold dim")
    if key == "stopped":
        problem = match.game.problem
        chain = " > ".join(problem.chain) if problem is not None else ""
        text.append(f"{say(language, key, what=names[0])}\n{say(language, 'chain', chain=chain)}", "bold red")
    else:
        text.append(say(language, key, who=", ".join(names)), "bold green")
    console.print(text)
