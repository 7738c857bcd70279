"""Signs the contents of a pack, and finds the signer: Ed25519 over the contents, not over the bytes of an archive.

Separate because it is the only user of the signing package, an extra that is loaded only to sign or to verify.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from typing import Final

_HEX: Final = r"[0-9a-f]"
_SIGNED: Final = re.compile(rf"rulewright 1\nkey ({_HEX}{{64}})\nsignature ({_HEX}{{128}})\n")
MOST: Final = 1_000  # the bytes of a signature file


class Missing(Exception):
    """The signing extra is not installed; the message says how to install it."""

    def __init__(self) -> None:
        super().__init__("signatures need one more package: `pip install 'rulewright[sign]'`")


class Unsigned(Exception):
    """The data is not a signature of this content; the message says why."""


def new_key() -> bytes:
    """A new secret key, 32 bytes. Raises Missing."""
    try:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    except ImportError as gone:
        raise Missing from gone
    return Ed25519PrivateKey.generate().private_bytes_raw()


def signature(files: Mapping[str, bytes], secret: bytes) -> str:
    """The signature file of files by name, with the public key that verifies it. Raises Missing, and Unsigned for an
    invalid secret key."""
    try:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    except ImportError as gone:
        raise Missing from gone
    try:
        private = Ed25519PrivateKey.from_private_bytes(secret)
    except ValueError as bad:
        raise Unsigned("this is not a secret key, which has 32 bytes") from bad
    public = private.public_key().public_bytes_raw()
    signed = private.sign(_message(files, public.hex()))
    return f"rulewright 1\nkey {public.hex()}\nsignature {signed.hex()}\n"


def signer(files: Mapping[str, bytes], text: str) -> str:
    """The public key, in hexadecimal digits, whose owner signed exactly these files. Raises Missing and Unsigned."""
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError as gone:
        raise Missing from gone
    match = _SIGNED.fullmatch(text)
    if match is None:
        raise Unsigned("it does not have the form of a signature")
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(match[1])).verify(
            bytes.fromhex(match[2]), _message(files, match[1]))  # fmt: skip
    except (InvalidSignature, ValueError) as bad:
        raise Unsigned("it belongs to other content, or to another key") from bad
    return match[1]


def _message(files: Mapping[str, bytes], key: str) -> bytes:
    """The signed data: the key, then the digest and name of every file, sorted. Names have no line breaks."""
    lines = sorted(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in files.items())
    return f"rulewright 1 {key}\n{''.join(lines)}".encode()
