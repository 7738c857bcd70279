"""A table without cells, in whole thousandths of an inch: poses, bases, gaps, areas, and the search for room.

    poses, spoken      places and answers as numbers and as text
    points, cutting, turns, shapes                what bases and terrain cover
    gaps, roots        numbers with a root that compare exactly
    measures, insides, sight, moves               what shapes have to do with each other, with lines and with ways
    terms, bodies      areas that are asked, and bases in them; what is not decided is refused
    search, tight, room, routes                   proposals: where something may stand, and go
    buckets, standing  who stands where
    drawn, table       maps as text, and a table as a space
    scene, paint, picture, coarse                 a table to look at
"""
