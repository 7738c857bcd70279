"""Any pack as an environment for learning: PettingZoo's turns with masks of legal actions.

A package of its own because it needs numpy, gymnasium and PettingZoo (the extra `rl`), and nothing else here does.
"""
