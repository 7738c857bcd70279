"""Random packs with secrets, played as twins. Not `secrets`: pytest would find it in place of the standard module."""
