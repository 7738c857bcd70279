"""Packs the files of a pack into one archive, and reads such an archive, as bytes. The same content always gives the
same bytes.

Separate because an archive is untrusted input. The zip library never extracts it to disk: names, sizes, counts and
overlaps are tested before any content is read, and anything that is not a plain file of a pack is refused.
"""

from __future__ import annotations

import itertools
import re
import struct
import unicodedata
import zipfile
import zlib
from io import BytesIO
from pathlib import Path
from typing import Final

from rulewright.diagnostics import Diagnostics
from rulewright.pack.files import MANIFEST, fingerprints, list_files, read_plain
from rulewright.stack.manifests import VERSION, Manifest

MOST_FILES: Final = 10_000  # and folders: creating one takes longer than writing a small file
MOST_BYTES: Final = 64 << 20
MOST_RATIO: Final = 100
_TIME: Final = (1980, 1, 1, 0, 0, 0)
_MODE: Final = 0o100644
_NAME: Final = re.compile(r"[^\x00-\x1f\x7f\\:*?\"<>|/]+(?:/[^\x00-\x1f\x7f\\:*?\"<>|/]+)*")
_RESERVED: Final = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\..*)?", re.IGNORECASE)
_LOCAL: Final = struct.Struct("<4s5H3L2H")
_END: Final = struct.Struct("<4s4H2LH")
_ENTRY: Final = struct.Struct("<4s6H3L5H2L")
_FIELD: Final = struct.Struct("<2H")
_NO_NUMBER: Final = 0xFFFF  # marks a count that is stored elsewhere because it is larger
_ID: Final = re.compile(r"[^\W\d]\w*")
_FLAGS: Final = 0x0800  # names in UTF-8; neither encryption nor sizes that come later
_NOT_PLAIN: Final = "there is a link in it, or a file that cannot be read"
_MOST_NAME: Final = 200
_MOST_DEPTH: Final = 20  # nested folders
_MOST_PART: Final = 255  # bytes of one name, which most disks allow
_MOST_ID: Final = 64
_OTHERWISE: Final = (0x0001, 0x7075)  # extra fields with a size or a name that differs from the entry's own
_TYPE: Final = 0o170000
_REGULAR: Final = (0, 0o100000)


class Unreadable(Exception):
    """An archive that is refused; the message is the reason."""


def write_archive(folder: Path) -> bytes:
    """The pack in a folder as one file. Raises Unreadable if it contains anything that an archive may not contain."""
    out = Diagnostics()
    found = list_files(folder, out)
    if not found.has_manifest:
        raise Unreadable(f"there is no pack in '{folder}'")
    known = fingerprints(folder, tests=True)
    if known is None or out.has_errors:
        raise Unreadable(_NOT_PLAIN)
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(known):
            content = read_plain(folder / name, MOST_BYTES)
            if content is None:  # it was exchanged
                raise Unreadable(_NOT_PLAIN)
            info = zipfile.ZipInfo(name, _TIME)
            info.create_system = 3
            info.external_attr = _MODE << 16
            archive.writestr(info, content)
            if made.tell() > MOST_BYTES:
                break
    data = made.getvalue()
    read_archive(data)  # nobody could install what it refuses
    return data


def read_archive(data: bytes) -> dict[str, bytes]:
    """The files of an archive by name. Raises Unreadable for everything that is not a plain pack."""
    if len(data) > MOST_BYTES:
        raise Unreadable(f"it is larger than {MOST_BYTES >> 20} MB")
    _count(data)
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            return _files(archive, data)
    except (zipfile.BadZipFile, zlib.error, EOFError, struct.error, NotImplementedError, RuntimeError, ValueError,
            UnicodeError) as bad:  # fmt: skip
        raise Unreadable(f"it is not a readable archive: {bad}") from bad


def refusal(manifest: Manifest | None) -> str | None:
    """Why the pack of a manifest cannot be kept under its id and version; None if it can."""
    if manifest is None or _ID.fullmatch(manifest.id) is None or _RESERVED.fullmatch(manifest.id):
        return "its manifest names no valid pack id"
    if len(manifest.id) > _MOST_ID:
        return f"the id of its pack has more than {_MOST_ID} letters"
    written = manifest.written_version
    if written is not None and (len(written) > _MOST_ID or VERSION.fullmatch(written) is None):
        return f"{written[:_MOST_ID]!a} is not a version"
    return None


def _count(data: bytes) -> None:
    """Counts the entries before any of them is read. The end record of the archive states how many there are, and
    where."""
    at = len(data) - _END.size
    magic, *rest = _END.unpack(data[at:]) if at >= 0 else (b"",)
    if magic != b"PK\x05\x06":
        raise Unreadable("it is not a readable archive: it has no end record")
    _, _, here, count, size, start, _ = rest
    if max(here, count) > MOST_FILES or _NO_NUMBER in (here, count):
        raise Unreadable(f"it has more than {MOST_FILES} files and folders")
    if start + size != at:
        raise Unreadable("it is not a readable archive: there is data before or after it")
    for _ in range(count):
        head = data[start : start + _ENTRY.size]
        if len(head) < _ENTRY.size or not head.startswith(b"PK\x01\x02"):
            raise Unreadable("it is not a readable archive: it has fewer files than it declares")
        name, extra, comment = _ENTRY.unpack(head)[10:13]
        start += _ENTRY.size + name + extra + comment
    if start != at:
        raise Unreadable("it is not a readable archive: its files differ from those that it declares")


def _files(archive: zipfile.ZipFile, data: bytes) -> dict[str, bytes]:
    entries = archive.infolist()
    folded: dict[str, str] = {}
    taken: list[tuple[int, int]] = []
    total = 0
    for one in entries:
        problem = _problem(one.filename) or _strange(one)
        if problem is not None:
            raise Unreadable(problem)
        for name in _above(one.filename):
            same = folded.setdefault(name.casefold(), name)
            if same != name:
                raise Unreadable(f"'{same}' and '{name}' are the same name on some machines")
        if len(folded) > MOST_FILES:
            raise Unreadable(f"it has more than {MOST_FILES} files and folders")
        total += one.file_size
        if total > MOST_BYTES:
            raise Unreadable(f"its files are larger than {MOST_BYTES >> 20} MB in total")
        taken.append((one.header_offset, _end(one, data)))
    names = {one.filename for one in entries}
    if len(names) < len(entries):
        raise Unreadable("it contains a name twice")
    for name in sorted(names):
        both = next((above for above in _above(name)[1:] if above in names), None)
        if both is not None:
            raise Unreadable(f"'{both}' is both a file and a folder in it")
    taken.sort()
    if any(first[1] > second[0] for first, second in itertools.pairwise(taken)):
        raise Unreadable("files in it overlap")
    if MANIFEST not in names:
        inside = min((name.rpartition("/")[0] for name in names if name.endswith(f"/{MANIFEST}")), default=None)
        where = "" if inside is None else f", but its folder '{inside}' has one: archive the contents of that folder"
        raise Unreadable(f"it has no {MANIFEST}{where}")
    return {one.filename: _bytes(archive, one) for one in entries}


def _above(name: str) -> list[str]:
    """A name, and the names of the folders that contain it."""
    parts = name.split("/")
    return ["/".join(parts[:count]) for count in range(len(parts), 0, -1)]


def _problem(name: str) -> str | None:
    """The problem with the name of a file, if there is one."""
    shown = ascii(name[:_MOST_NAME])
    if len(name) > _MOST_NAME or _NAME.fullmatch(name) is None or not name.isprintable():
        return f"{shown} is not a valid name for a file of a pack"
    if name.count("/") > _MOST_DEPTH:
        return f"{shown} is more than {_MOST_DEPTH} folders deep"
    if unicodedata.normalize("NFC", name) != name:
        return f"{shown} is not in the Unicode form of names (NFC)"
    for part in name.split("/"):
        if part.startswith(".") or part.endswith((".", " ")) or part != part.strip() or _RESERVED.fullmatch(part) or (
                len(part.encode()) > _MOST_PART):  # fmt: skip
            return f"{shown} is not a valid name for a file of a pack"
    return None if name.endswith((".yaml", ".yml")) else f"{shown} is not a file of a pack: its name must end in .yaml"


def _strange(one: zipfile.ZipInfo) -> str | None:
    """The reason why an entry is not a plain file, if there is one."""
    kind = (one.external_attr >> 16) & _TYPE
    if one.is_dir() or kind not in _REGULAR:
        return f"'{one.filename}' is not an ordinary file"
    if one.flag_bits & ~_FLAGS:
        return f"'{one.filename}' is encrypted, or its size is not stated before its data"
    if not _fields_of(one.extra).isdisjoint(_OTHERWISE):
        return f"'{one.filename}' has a second size or name in an extra field"
    if one.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return f"'{one.filename}' uses an unsupported compression method"
    if one.file_size > MOST_RATIO * max(one.compress_size, 1):
        return f"'{one.filename}' unpacks to more than {MOST_RATIO} times its size"
    if one.compress_type == zipfile.ZIP_STORED and one.file_size != one.compress_size:
        return f"'{one.filename}' has two different sizes"
    return None


def _fields_of(extra: bytes) -> set[int]:
    """The numbers of an entry's extra fields. A truncated field is not counted."""
    found, at = set(), 0
    while at + _FIELD.size <= len(extra):
        number, size = _FIELD.unpack_from(extra, at)
        found.add(number)
        at += _FIELD.size + size
    return found


def _end(one: zipfile.ZipInfo, data: bytes) -> int:
    """The offset at which an entry ends. Its own header must agree with the directory."""
    head = data[one.header_offset : one.header_offset + _LOCAL.size]
    magic, _, flags, method, _, _, crc, packed, size, length, extra = _LOCAL.unpack(head)
    start = one.header_offset + _LOCAL.size
    name = data[start : start + length]
    said = (flags, method, crc, packed, size)
    if magic != b"PK\x03\x04" or said != (one.flag_bits, one.compress_type, one.CRC, one.compress_size, one.file_size):
        raise Unreadable(f"the header of '{one.filename}' differs from the directory")
    if name.decode("utf-8" if flags & _FLAGS else "ascii") != one.filename:
        raise Unreadable(f"the header of '{one.filename}' has another name")
    end: int = start + length + extra + packed
    if end > len(data):
        raise Unreadable(f"'{one.filename}' extends beyond the end of the archive")
    return end


def _bytes(archive: zipfile.ZipFile, one: zipfile.ZipInfo) -> bytes:
    with archive.open(one) as file:
        found = file.read(one.file_size + 1)  # no more than it declares, whatever it contains
    if len(found) != one.file_size:
        raise Unreadable(f"'{one.filename}' does not have the size that it declares")
    return found
