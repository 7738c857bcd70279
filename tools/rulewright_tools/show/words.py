"""Turns what the player of a terminal is told into the language asked for.

Separate because the words of a pack come from the pack in every language, and the few of the table itself must not stay
behind in one.
"""

from __future__ import annotations

from typing import Final

LANGUAGES: Final = ("en", "ru")

# Key -> English, Russian.
_WORDS: Final = {
    "you": ("you", "вы"),
    "decision": ("answer {number}", "ответ {number}"),
    "off_board": ("not on the board", "не на поле"),
    "gone": ("Out of play", "Выбыли"),
    "nobody": ("nobody's", "ничьи"),
    "rolls": ("rolls", "бросок"),
    "rolled_by": ("{player} rolls", "бросает {player}"),
    "begins": ("{status} begins", "{status}: начало"),
    "gets": ("{who}: {status}", "{who}: {status}"),
    "loses": ("{who}: no longer {status}", "{who}: больше не «{status}»"),
    "leaves": ("{who} leaves play", "{who}: вне игры"),
    "outcome": ("{what}: {outcome}", "{what}: {outcome}"),
    "refused": ("not legal", "недопустимо"),
    "cancelled": ("cancelled", "отменено"),
    "impossible": ("impossible", "невозможно"),
    "replaced": ("replaced", "заменено"),
    "over": ("The match is over after {answers}.", "Партия окончена, {answers}."),
    "wins": ("{who} wins", "Победитель: {who}"),
    "win": ("{who} win", "Победители: {who}"),
    "no_winner": ("Nobody wins.", "Победителя нет."),
    "draw": ("A draw between {who}.", "Ничья: {who}."),
    "stopped": ("The rules ran away: {what}", "Правила зациклились: {what}"),
    "seed": ("Its seed was {seed}.", "Её зерно: {seed}."),
    "chain": ("while running: {chain}", "выполнялись: {chain}"),
    "in": ("in {event}", "идёт: {event}"),
    "after": ("on {event}", "событие: {event}"),
    "ask_offer": ("What now?", "Что делать?"),
    "ask_offer_pass": ("What now? You may pass.", "Что делать? Можно отказаться."),
    "ask_yes_no": ("Yes or no: {what}?", "Да или нет: {what}?"),
    "ask_choose": ("Choose: {what}", "Выберите: {what}"),
    "ask_next": ("Which comes next: {what}?", "Что следующее: {what}?"),
    "ask_some": (
        "Choose one after another: {what}; 'enough' ends",
        "Выбирайте по одному: {what}; «хватит», если всё",
    ),
    "ask_react": ("React? ({window})", "Ответить? ({window})"),
    "place": ("a place", "место"),
    "between": ("a number from {least} to {most}", "число от {least} до {most}"),
    "this": ("this", "это"),
    "pass_on": (
        "{player}, press Enter when nobody else looks",
        "{player}, нажмите Enter, когда никто другой не смотрит",
    ),
    "hello": (
        "Type a number, a name or a part of it; 'help' lists the commands.",
        "Введите номер, название или его часть; help - список команд.",
    ),
    "help": (
        """Answer with a number, a name{place} or a part of a name that no
other answer has. Behind a figure, 5 [3], stands what it was when you were asked before.
Commands:
  why NAME(..)      why a value or permission is what it is, or an event happened
  why not ANSWER    why an answer is not among the choices
  look NAME         what stands on a piece or card, or lies in a zone
  undo              take back your last answer
  board             draw the board again
  log [NUMBER]      the last lines of the story (all: log all)
  save FILE         write the match to a file; --load FILE goes on with it
  quit              leave (nothing is saved unless you save)""",
        """Отвечайте номером, названием{place} или частью названия,
которой нет у других ответов. За числом, 5 [3], стоит, каким оно было при прошлом вопросе.
Команды:
  why NAME(..)      почему значение или разрешение таково, или было событие
  why not ANSWER    почему такого ответа нет среди предложенных
  look NAME         что написано на фигуре или карте, что лежит в зоне
  undo              взять назад свой последний ответ
  board             нарисовать поле снова
  log [NUMBER]      последние строки истории (все: log all)
  save FILE         записать партию в файл; --load FILE её продолжит
  quit              выйти (само ничего не сохраняется)""",
    ),
    "such_place": (" (a place such as {place})", " (место - как {place})"),
    "no_number": (
        "There is no answer {number}: choose 1 to {most}.",
        "Нет ответа {number}: выберите от 1 до {most}.",
    ),
    "only_number": ("There is no answer {number}: the only one is 1.", "Нет ответа {number}: есть только 1."),
    "no_place": (
        "There is no place '{word}' on the board: places are called as B4 is.",
        "На поле нет места «{word}»: места называются так: B4.",
    ),
    "not_a_number": ("'{word}' is no number.", "«{word}» - не число."),
    "cannot_be_typed": ("A value of this type cannot be typed: {what}.", "Значение такого типа не ввести: {what}."),
    "nothing_called": ("Nothing here is called '{word}'.", "Здесь ничто не называется «{word}»."),
    "known_here": ("Known here: {names}.", "Здесь есть: {names}."),
    "and_more": (" and {number} more", " и ещё {number}"),
    "no_such_answer": (
        "'{word}' is nothing that this question could offer.",
        "«{word}» - не то, что мог бы предложить этот вопрос.",
    ),
    "hangs_on_secrets": (
        "That hangs on something that you may not know.",
        "Это зависит от того, чего вам знать нельзя.",
    ),
    "and_secrets": (
        "and something that you may not know",
        "и то, чего вам знать нельзя",
    ),
    "several": ("'{word}' could be {options}.", "«{word}» - это может быть {options}."),
    "unknown": ("'{word}' is no answer here and no command.", "«{word}» - не ответ и не команда."),
    "near": ("Did you mean '{word}'?", "Может быть, «{word}»?"),
    "nothing_to_undo": ("There is nothing of yours to take back.", "Вам нечего брать назад."),
    "undone": ("Taken back: {words}", "Взято назад: {words}"),
    "saved": ("Saved to {file}.", "Записано в {file}."),
    "not_saved": ("Not saved: {reason}.", "Не записано: {reason}."),
    "save_where": ("Save where? Type: save FILE", "Куда записать? Введите: save FILE"),
    "left": (
        "The match was left after {answers}; it is not saved.",
        "Партия оставлена, {answers}; она не записана.",
    ),
    "left_saved": (
        "The match was left after {answers}; it is saved in {file}.",
        "Партия оставлена, {answers}; она записана в {file}.",
    ),
    "went_on": (
        "The match goes on from {file}, after {answers}.",
        "Партия продолжается из {file}, {answers}.",
    ),
    "offered": ("It is offered: answer {number}.", "Этот ответ есть: номер {number}."),
    "not_offered": (
        "{what} is not among the answers, because this does not hold:",
        "{what} нет среди ответов, потому что не выполнено:",
    ),
    "forbidden": (
        "{what} is not among the answers, because this stands against it:",
        "{what} нет среди ответов, этому мешает:",
    ),
    "no_reason": (
        "Nothing speaks against {what} but that this question does not offer it.",
        "Против {what} ничего нет, но этот вопрос его не предлагает.",
    ),
    "why_what": (
        "Why what? Type: why VALUE(..), why EVENT, or why not ANSWER",
        "Что объяснить? Введите: why VALUE(..), why EVENT или why not ANSWER",
    ),
    "look_what": ("Look at what? Type: look NAME", "На что посмотреть? Введите: look NAME"),
    "never_happened": ("{what} has not happened in this match.", "Такого ещё не было: {what}."),
    "unknown_name": (
        "The pack has no value, permission or event '{name}'.",
        "В игре нет значения, разрешения или события «{name}».",
    ),
    "arguments": (
        "{name} is asked with its arguments: why {example}",
        "{name} спрашивают с аргументами: why {example}",
    ),
    "reaction_of": ("reaction of {holder}", "реакция: {holder}"),
    "not_counted": ("not counted: another like it is larger", "не в счёт: есть большее"),
    "secret": ("(a secret)", "(тайна)"),
    "too_long": (
        "To explain this takes more than play may take: {what}.",
        "Объяснение требует больше, чем можно в игре: {what}.",
    ),
    "nothing_yet": ("Nothing has happened yet.", "Ещё ничего не было."),
}


def say(language: str, key: str, **values: object) -> str:
    """The phrase of a key in a language (English where that language has none), its {names} filled in. `{answers}` is
    `{number}` with its noun."""
    number = values.get("number")
    if isinstance(number, int):
        values["answers"] = f"ответов: {number}" if language == "ru" else counted(number, "answer")
    return _WORDS[key][LANGUAGES.index(language) if language in LANGUAGES else 0].format(**values)


def counted(number: int, noun: str, several: str = "") -> str:
    """So many of something: `1 answer`, `3 answers`, `2 matches`."""
    return f"{number} {noun if number == 1 else several or f'{noun}s'}"
