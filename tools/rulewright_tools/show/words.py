"""Turns what the player of a terminal is told into the language asked for.

A module of its own because the words of a pack come from the pack in every language, and the few of the table itself
must not stay behind in one.
"""

from __future__ import annotations

from typing import Final

LANGUAGES: Final = ("en", "ru")

# Key -> English, Russian.
_WORDS: Final = {
    "player": ("player {number}", "игрок {number}"),
    "you": ("you", "вы"),
    "board": ("Board", "Поле"),
    "decision": ("answer {number}", "ответ {number}"),
    "off_board": ("not on the board", "не на поле"),
    "gone": ("Out of play", "Выбыли"),
    "nobody": ("nobody's", "ничьи"),
    "cards": ("{number} hidden", "скрыто {number}"),
    "hidden": ("hidden {kind}", "скрыто ({kind})"),
    "empty": ("empty", "пусто"),
    "was": ("was {value}", "было {value}"),
    "of": ("{value} of {most}", "{value} из {most}"),
    "rolls": ("rolls", "бросок"),
    "rolled_by": ("{player} rolls", "бросает {player}"),
    "begins": ("{status} begins", "{status}: начало"),
    "gets": ("{who}: {status}", "{who}: {status}"),
    "loses": ("{who}: no longer {status}", "{who}: больше не «{status}»"),
    "leaves": ("{who} leaves play", "{who}: вне игры"),
    "comes": ("{who} comes into play", "{who}: в игре"),
    "outcome": ("{what}: {outcome}", "{what}: {outcome}"),
    "refused": ("not legal", "недопустимо"),
    "cancelled": ("cancelled", "отменено"),
    "impossible": ("impossible", "невозможно"),
    "replaced": ("replaced", "заменено"),
    "over": ("The match is over after {number} answers.", "Партия окончена, ответов: {number}."),
    "wins": ("{who} wins", "Победитель: {who}"),
    "win": ("{who} win", "Победители: {who}"),
    "no_winner": ("Nobody wins.", "Победителя нет."),
    "draw": ("A draw between {who}.", "Ничья: {who}."),
    "stopped": ("The rules ran away: {what}", "Правила зациклились: {what}"),
    "chain": ("while running: {chain}", "выполнялись: {chain}"),
    "choices": ("{number} answers; type a number or a part of a name", "ответов: {number}; введите номер или часть названия"),
}


def say(language: str, key: str, **values: object) -> str:
    """The phrase of a key in a language (English where that language has none), its {names} filled in."""
    return _WORDS[key][LANGUAGES.index(language) if language in LANGUAGES else 0].format(**values)
