"""A table without cells, in whole thousandths of an inch: poses, bases, gaps, areas, and the search for room.

    poses, spoken      places and answers as numbers and as text
    points, cutting, turns, shapes                what bases and terrain cover
    gaps, roots        numbers with a root that compare exactly
    measures, insides, sight, moves               relations of shapes to each other, to lines and to ways
    terms, bodies      areas that can be tested, and bases in them; undecidable tests are refused
    search, tight, room, routes                   proposals: where something may stand, and go
    buckets, standing  which things stand where
    drawn, table       maps as text, and a table as a space
    scene, paint, picture, coarse                 a drawing of a table
"""
