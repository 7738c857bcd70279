"""Signatures of packs: of the content, by a key that is remembered, and never needed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tests.stack.conftest import NEEDS, Packs

from rulewright.stack.archive import read_archive
from rulewright.stack.sign import Missing, Unsigned, new_key, signature, signer
from rulewright_tools import cli

FILES = {"pack.yaml": b"pack: mod\n", "rules.yaml": b"area hill: {}\n"}


def test_a_signature_is_of_the_content_and_of_nothing_else() -> None:
    secret = bytes(range(32))
    text = signature(FILES, secret)
    key = signer(dict(reversed(FILES.items())), text)
    assert key == "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8"
    assert signature(FILES, secret) == text
    for other in ({**FILES, "rules.yaml": b"area hill:  {}\n"}, {**FILES, "more.yaml": b""},
                  {"pack.yaml": b"pack: mod\n"},
                  {"pack.yaml": FILES["pack.yaml"], "rule.yaml": FILES["rules.yaml"]}):  # fmt: skip
        with pytest.raises(Unsigned):
            signer(other, text)


@pytest.mark.parametrize("change", [
    lambda text: "", lambda text: text + "\n", lambda text: text.replace("key 0", "key 1"),
    lambda text: text.replace("signature ", "signature 0")[:-2] + "\n", lambda text: text.upper(),
    lambda text: text.replace(text[-2], "0" if text[-2] != "0" else "1"),
])  # fmt: skip
def test_what_is_no_signature_is_refused(change: object) -> None:
    assert callable(change)
    with pytest.raises(Unsigned):
        signer(FILES, change(signature(FILES, bytes(range(32)))))


def test_a_secret_that_is_none_is_refused() -> None:
    with pytest.raises(Unsigned):
        signature(FILES, b"short")
    assert len(new_key()) == 32
    assert new_key() != new_key()


def test_without_the_extra_one_line_says_how_it_comes(
    packs: Packs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("cryptography", "cryptography.exceptions", "cryptography.hazmat.primitives.asymmetric.ed25519"):
        monkeypatch.setitem(sys.modules, name, None)
    for attempt in (new_key, lambda: signature(FILES, bytes(32)), lambda: signer(FILES, "")):
        with pytest.raises(Missing, match=r"pip install 'rulewright\[sign\]'"):
            attempt()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    archive = packed(packs, tmp_path, "0.1.0")
    assert cli.run(["mods", "sign", str(archive)]) == cli.USAGE
    assert "pip install 'rulewright[sign]'" in " ".join(capsys.readouterr().err.split())
    assert cli.run(["mods", "add", str(archive)]) == cli.CLEAN


def packed(packs: Packs, tmp_path: Path, version: str) -> Path:
    folder = packs(mod=(NEEDS + f"version: {version}\n", "area hill: {}\n"))
    assert cli.run(["mods", "pack", str(folder / "mod"), "--to", str(tmp_path)]) == cli.CLEAN
    return tmp_path / f"mod-{version}.zip"


def test_the_first_key_of_a_pack_is_remembered(
    packs: Packs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(*given: object, home: str = "data") -> tuple[int, str]:
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / home))
        code = cli.run(["mods", *map(str, given)])
        told = capsys.readouterr()
        return code, " ".join((told.out + told.err).split())

    first, second, third = (packed(packs, tmp_path, version) for version in ("0.1.0", "0.2.0", "0.3.0"))
    assert run("sign", first, home="author")[0] == cli.CLEAN
    assert (tmp_path / "author" / "rulewright" / "key").stat().st_mode & 0o777 == 0o600
    code, told = run("add", first)
    assert code == cli.CLEAN
    assert "which is remembered as the key of 'mod'" in told
    # The next version by the same key, then by another one, then by none.
    assert run("sign", second, home="author")[0] == cli.CLEAN
    assert "as before" in run("add", second)[1]
    assert run("sign", third, home="stranger")[0] == cli.CLEAN
    code, told = run("add", third)
    assert code == cli.USAGE
    assert "is signed with a different key than before" in told
    (tmp_path / "mod-0.3.0.zip.sig").rename(tmp_path / "aside")
    code, told = run("add", third)
    assert code == cli.USAGE
    assert "was signed before" in told
    assert "0.3.0" not in run("list")[1]
    (tmp_path / "aside").rename(tmp_path / "mod-0.3.0.zip.sig")
    assert run("trust", "mod")[0] == cli.CLEAN
    assert run("trust", "mod")[0] == cli.USAGE
    assert "which is remembered" in run("add", third)[1]
    assert "0.3.0" in run("list")[1]


def test_a_signature_of_something_else_keeps_a_pack_out(
    packs: Packs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    archive = packed(packs, tmp_path, "0.1.0")
    files = read_archive(archive.read_bytes())
    (tmp_path / "mod-0.1.0.zip.sig").write_text(signature({**files, "more.yaml": b""}, bytes(32)))
    assert cli.run(["mods", "add", str(archive)]) == cli.USAGE
    assert "it belongs to other content, or to another key" in " ".join(capsys.readouterr().err.split())
    assert not (tmp_path / "data" / "rulewright" / "keys.json").exists()
