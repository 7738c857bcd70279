"""An independent evaluator of docs/language.md, and the comparison of the engine with it.

The evaluator walks the typed pack as the checker leaves it (`check/model.py`, `effects/nodes.py`): no generated code,
no frames, nothing cached, nothing moved out of a loop. With the engine it shares the geometry of `space/`, the
generator of chance, and the names of data; and of the checker, beside types and meanings, two answers: who could answer
a window that asks always (`check/could.py`, which asks `check/veils.py` what is secret) and which sets are open
(`check/openness.py`). A fault in these is no difference of engine and oracle: the twins of tests/secrecy look for the
first. It also takes the spots, ways and formations that the engine proposes on planes, and judges each. Where nothing
legal is proposed it tries some of its own, on a coarse grain (`samples`): one that is legal is a difference. Whether
there is a way or a formation (`some w in ways(x) where ..`) is so if the law allows one of these, or the one by which
the engine says so (`witnesses`). What lies between is looked for by the verifying mode. It is slow and meant to be read
beside the page, subject by subject:

    things        entities, seats, zones, statuses, records; the order of sets          sections 2 and 3
    world         the state of a match and its few writes                               sections 3 and 5
    boards        maps that are laid                                                    section 3
    scope         what a name stands for                                                section 4, Names
    expressions   the table of section 4
    loops         quantifiers and comprehensions                                        section 4, In brackets
    builtins, geometry, ways                                                            section 9
    quantities    values and permissions, sentences, stacking                           sections 3 and 6
    holders       who carries a rule, and whether it is in force                        section 6
    events        the order of evaluation                                               section 7
    batches       `together`                                                            section 5
    reactions     phases, ranks, windows, limits                                        section 6
    statements    section 5
    questions     `choose`, `offer`: what is asked of players                           section 5
    planes, formations, legs    tables in inches, formations and ways                   sections 13 to 15
    clocks        how long statuses last                                                section 5
    checks        state that may not stay                                               section 3

`compare` plays a match on both and reports the first difference.
"""
