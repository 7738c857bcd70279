"""The codes RW1xx: reading YAML."""

from __future__ import annotations

from .code import Code

CODES: tuple[Code, ...] = ()
