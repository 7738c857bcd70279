"""Any pack as an environment for learning: PettingZoo's turns with masks of legal actions.

A package of its own because only this code needs numpy, gymnasium and PettingZoo (the extra `rl`).
"""
