"""Damaged and forged saves: each is refused with a reason, or is the match that its answers lead to.

Leaves are edited, types changed, numbers made huge, parts left out, doubled, nested, spliced and cut. What is taken is
compared with the match played again, and played on.
"""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest
from tests.fuzz.conftest import TIMES
from tests.oracle.small import settings_of
from tests.properties.playing import folder_of, happened, linked

from rulewright.bots.kinds import make_bot
from rulewright.play.chance import Chance
from rulewright.play.load import Linked
from rulewright.session import Game, Refused
from rulewright_tools.playing import matchfile
from rulewright_tools.playing.kept import Unreadable, read
from rulewright_tools.playing.match import Match
from rulewright_tools.playing.matchfile import resume, write
from rulewright_tools.playing.replay import first_difference
from rulewright_tools.playing.settings import WrongSetting

# What the saved match of each has come to. A patrol is a small match of w40k_missions, in battle soon.
PACKS = {
    "skirmish": ("step", "attack"),
    "underworlds": ("step", "attack"),
    "ddm": ("step", "strike"),
    "zod": ("step", "volley"),
    "patrol": ("step", "shoot", "charge", "fight"),
}
MUTATIONS = 100 * TIMES
DEEP: Any = []
for _ in range(400):
    DEEP = [DEEP]
ODD: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 7, 99, 10**9, -(10**9), 10**18, 1 << 64, 1 << 4000, 10**5000, 1.5, 1e300,
    float("inf"), float("nan"), "", "x", "1", "\x1b[2J", "\ud800", "x" * 5000, [], [[]], [0], [None], [[1, 2]], {},
    {"t": []},
    {"t": 5}, {"r": 0}, {"r": 10**9}, {"r": -1}, {"t": [{"t": [{"t": []}]}]}, {"": {}}, DEEP,
)  # fmt: skip


@pytest.fixture(scope="module", params=PACKS)
def played(request: pytest.FixtureRequest) -> Match:
    pack = linked(request.param)
    settings = settings_of(folder_of(request.param), pack.program, 2) if request.param == "patrol" else {}
    game = Game.new(pack, seed=5, settings=settings)
    match = Match(game, ("human", "random"), 5, settings)
    bot = make_bot("random", 5)
    while len(game.answers) < 40 or not set(PACKS[request.param]) <= happened(game):
        match.answer(bot.choose(game))
    return match


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to everything in a piece of JSON."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(place for key, one in inner for place in places(one, (*path, key)))]


def mutated(data: Any, rng: random.Random) -> Any:
    """A copy with one to three changes; often of the fields at its head, that hold few of its leaves."""
    made = copy.deepcopy(data)
    for _ in range(rng.choice((1, 1, 2, 3))):
        every = [place for place in places(made) if place]
        if not every:
            return made
        shallow = [place for place in every if len(place) <= 2]
        *way, last = rng.choice(shallow if rng.random() < 0.5 else every)
        parent = made
        for key in way:
            parent = parent[key]
        match rng.randrange(6):
            case 0:
                del parent[last]
            case 1 if isinstance(parent, list):
                parent.insert(rng.randrange(len(parent) + 1), copy.deepcopy(parent[last]))
            case 2 if type(parent[last]) is int:
                parent[last] += rng.choice((-1, 1, 1000, -(10**6)))
            case 3:
                parent[last] = copy.deepcopy(_at(made, rng.choice(every)))
            case 4:
                parent[last] = [parent[last]]
            case _:
                parent[last] = rng.choice(ODD)
    return made


def _at(data: Any, way: tuple[Any, ...]) -> Any:
    for key in way:
        data = data[key] if isinstance(data, (dict, list)) and (isinstance(data, dict) or key < len(data)) else None
        if data is None:
            return None
    return data


def goes_on(game: Game) -> None:
    """A loaded game plays on like one that was never saved."""
    chance = game.state.chance
    assert isinstance(chance, Chance)
    again = Game.new(game.linked, game.state.players, chance.seed, _settings(game))
    for index in game.answers:
        again.answer(index)
    assert again.fingerprint() == game.fingerprint()
    bot = make_bot("random", 1)
    for _ in range(3):
        if game.decision is not None:
            game.answer(bot.choose(game))
            game.question()
    json.dumps(game.save())


def _settings(game: Game) -> dict[str, Any]:
    return {name: value for (name, _, _), value in zip(game.linked.program.settings, game.state.settings, strict=True)}


def test_a_save_that_was_changed_is_refused_or_played_again(played: Match) -> None:
    linked: Linked = played.game.linked
    data = json.loads(json.dumps(played.game.save()))
    rng, refused = random.Random(7), 0
    for _ in range(MUTATIONS):
        changed = mutated(data, rng)
        try:
            game = Game.load(linked, changed)
        except Refused as reason:
            refused += 1
            assert len(str(reason)) < 300
            continue
        goes_on(game)
    assert refused > MUTATIONS // 2
    goes_on(Game.load(linked, data))


def test_a_file_that_was_changed_is_refused_or_gone_on_with(played: Match, tmp_path: Path) -> None:
    linked, file = played.game.linked, tmp_path / "match.json"
    write(played, "ddm", file)
    data = json.loads(file.read_text(encoding="utf-8"))
    rng, refused = random.Random(11), 0
    for _ in range(MUTATIONS // 4):
        file.write_text(dumped(mutated(data, rng)), encoding="utf-8", errors="surrogatepass")
        refused += not taken(file, linked)
    text = json.dumps(data, ensure_ascii=False).encode()
    for _ in range(MUTATIONS // 4):
        at, length = rng.randrange(len(text)), rng.choice((1, 1, 5, 200))
        other = text[at // 2 : at // 2 + 40]
        new = rng.choice((b"", b"9" * 5000, b"1e400", b"NaN", b"[" * 3000, b"\xff\0", b"null", other))
        file.write_bytes(text[:at] + new + text[at + length :])
        refused += not taken(file, linked)
    assert refused > MUTATIONS // 4


def dumped(data: Any) -> str:
    """JSON with numbers of any length, as no writer of ours makes it."""
    huge = 10**5000
    if "HUGE" in (text := json.dumps(_without(data, huge))):
        text = text.replace('"HUGE"', "1" + "0" * 5000)
    return text


def _without(data: Any, huge: int) -> Any:
    if isinstance(data, dict):
        return {key: _without(one, huge) for key, one in data.items()}
    if isinstance(data, list):
        return DEEP if data is DEEP else [_without(one, huge) for one in data]
    return "HUGE" if type(data) is int and abs(data) >= huge else data


def taken(file: Path, linked: Linked) -> bool:
    """Whether a file can be gone on with; `play --load` and `replay` give a reason where not."""
    try:
        kept = read(file)
    except Unreadable as reason:
        assert len(str(reason)) < 300 + len(str(file))
        return False
    try:
        first_difference(kept, matchfile.begin(kept, linked))
    except (Refused, WrongSetting) as reason:
        assert len(str(reason)) < 2000
    try:
        goes_on(resume(kept, linked).game)
    except (Refused, WrongSetting):
        return False
    return True


@pytest.mark.parametrize("content", [
    b"", b"null", b"{}", b"[]", b"\xff\xfe{}", b"{\"pack\": \"skirmish\"}", b"[" * 100_000, b"{\"a\":" * 100_000,
    b'{"pack": "skirmish", "answers": [1e400]}', b'{"pack": "skirmish", "answers": [1], "seed": 1e400}',
    b'{"pack": "skirmish", "answers": [1], "seed": ' + b"9" * 5000 + b"}",
    b'{"pack": "skirmish", "answers": [1], "opening": true}', b'{"pack": "skirmish", "answers": [{"events": 1}]}',
    b'{"pack": "skirmish", "answers": [true]}', b'{"pack": "skirmish", "answers": [' + b"1," * 3_000_000 + b"1]}",
    b'{"pack": "skirmish", "answers": [1], "players": "2"}', b'{"pack": "skirmish", "answers": [1], "settings": [1]}',
    b'{"pack": "skirmish", "answers": [1], "seats": [1]}', b'{"pack": 5, "answers": [1]}', b'"' + b"x" * 20_000_000,
], ids=lambda content: repr(content[:60]))  # fmt: skip
def test_a_file_that_is_no_match(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_bytes(content)
    with pytest.raises(Unreadable) as reason:
        read(file)
    assert len(str(reason.value)) < 300 + len(str(file))


def test_a_device_is_not_read_for_ever() -> None:
    with pytest.raises(Unreadable, match="too large"):
        read(Path("/dev/zero"))


def test_forged_figures_are_refused(played: Match) -> None:
    """A save whose numbers say something better than its answers do."""
    data = json.loads(json.dumps(played.game.save()))
    slots = [slot for slot, column in data["match"]["columns"].items() if column and type(column[-1]) is int]
    assert slots
    for slot in slots:
        forged = copy.deepcopy(data)
        forged["match"]["columns"][slot][-1] = 10**9
        with pytest.raises(Refused, match="changed by hand"):
            Game.load(played.game.linked, forged)


def test_a_save_that_fills_the_memory_is_refused(played: Match) -> None:
    data = json.loads(json.dumps(played.game.save()))
    data["match"]["occ"] = [[10**9, []]]
    with pytest.raises(Refused):
        Game.load(played.game.linked, data)
