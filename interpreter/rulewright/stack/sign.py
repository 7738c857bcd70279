"""Signs what a pack holds, and tells whose signature that is: Ed25519 over the content, not over the bytes of a file.

Separate because it alone knows the package that signs, which is an extra and is loaded only where somebody signs or a
signature is looked at.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from typing import Final

_HEX: Final = r"[0-9a-f]"
_SIGNED: Final = re.compile(rf"rulewright 1\nkey ({_HEX}{{64}})\nsignature ({_HEX}{{128}})\n")
MOST: Final = 1_000  # bytes of the text of a signature


class Missing(Exception):
    """The extra that signs is not installed; the words say how it comes."""

    def __init__(self) -> None:
        super().__init__("signatures need one more package: `pip install 'rulewright[sign]'`")


class Unsigned(Exception):
    """What was given is no signature of this content; the words say why."""


def new_key() -> bytes:
    """A new secret key, 32 bytes. Raises Missing."""
    try:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    except ImportError as gone:
        raise Missing from gone
    return Ed25519PrivateKey.generate().private_bytes_raw()


def signature(files: Mapping[str, bytes], secret: bytes) -> str:
    """The text of a signature of files by name, with the public key that it is checked with. Raises Missing, and
    Unsigned for a secret that is none."""
    try:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    except ImportError as gone:
        raise Missing from gone
    try:
        private = Ed25519PrivateKey.from_private_bytes(secret)
    except ValueError as bad:
        raise Unsigned("this is no secret key: it has 32 bytes") from bad
    public = private.public_key().public_bytes_raw()
    signed = private.sign(_message(files, public.hex()))
    return f"rulewright 1\nkey {public.hex()}\nsignature {signed.hex()}\n"


def signer(files: Mapping[str, bytes], text: str) -> str:
    """The public key, in hexadecimal digits, whose owner has signed just these files. Raises Missing and Unsigned."""
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError as gone:
        raise Missing from gone
    match = _SIGNED.fullmatch(text)
    if match is None:
        raise Unsigned("it is not written as a signature is")
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(match[1])).verify(
            bytes.fromhex(match[2]), _message(files, match[1]))  # fmt: skip
    except (InvalidSignature, ValueError) as bad:
        raise Unsigned("it is of another content, or of another key") from bad
    return match[1]


def _message(files: Mapping[str, bytes], key: str) -> bytes:
    """What is signed: the key, then the digest and the name of every file, sorted. Names have no line breaks."""
    lines = sorted(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in files.items())
    return f"rulewright 1 {key}\n{''.join(lines)}".encode()
