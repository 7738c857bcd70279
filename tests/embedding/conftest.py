"""The sample pack, loaded once."""

from __future__ import annotations

import pytest
from tests.embedding.sample import pack_in

import rulewright


@pytest.fixture(scope="session")
def pack(tmp_path_factory: pytest.TempPathFactory) -> rulewright.Pack:
    return pack_in(tmp_path_factory.mktemp("sample"))


@pytest.fixture
def match(pack: rulewright.Pack) -> rulewright.Match:
    return rulewright.Match.new(pack, seed=1)
