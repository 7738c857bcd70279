"""Scenes as SVG to scale and as coarse text: what is drawn lies where it stands."""

from __future__ import annotations

import re
from random import Random
from xml.etree import ElementTree

import pytest
from tests.space.plane.areas import SIZE, area, past

from rulewright.play.scenes import zones_of
from rulewright.space.plane.bodies import eroded
from rulewright.space.plane.coarse import cells, draw, legend
from rulewright.space.plane.drawn import Table, read_map
from rulewright.space.plane.lettering import INK, MOST_NAME
from rulewright.space.plane.paint import Frame, Painter, half_plane, path, shape_in
from rulewright.space.plane.picture import AREAS, QUIET, TINTS, svg
from rulewright.space.plane.points import cross
from rulewright.space.plane.poses import pose
from rulewright.space.plane.scene import Body, Line, Range, Scene, Terrain, Way, Zone
from rulewright.space.plane.shapes import Shape, disc, oval, polygon, rectangle, segment, spot
from rulewright.space.plane.terms import ALL, NONE, Common, Deep, Near, Outside, Past, Union

XML = "{http://www.w3.org/2000/svg}"
MODEL = disc(500)
TANK = rectangle(3_000, 5_000)


def table() -> Table:
    """A small table."""
    found = read_map("24x16", {"centre_line": "line 0x8 to 24x8", "north": "past centre_line left by 4",
                               "wood": "polygon 4x9 10x9 10x15 4x15", "wall": "line 14x1 to 22x7"})  # fmt: skip
    assert isinstance(found, Table)
    return found


def scene() -> Scene:
    """All that can be drawn."""
    read = table()
    areas = read.areas
    wood, wall = areas["wood"].shape, areas["wall"].shape
    assert wood is not None and wall is not None
    return Scene(
        read.outline,
        zones=[Zone("zone of <player> & 1", Common((Deep(read.outline), areas["north"].term)), 0),
               Zone("centre", areas["centre_line"].term, 6, "-")],
        terrain=[Terrain("wood", wood, 2, "^"), Terrain("wall", Shape(wall.parts, 200), 7, "/")],
        ranges=[Range([wood], 3_000, 2)],
        ways=[Way(TANK, (pose(12_000, 12_000, 60), pose(18_000, 12_000, 90)), 1)],
        bodies=[Body("Guard", MODEL, pose(2_000, 1_000), 0, "G"), Body("Guard", MODEL, pose(3_500, 2_500), 0, "G"),
                Body("Tank", TANK, pose(12_000, 12_000, 60), 1, "T"),
                Body("Flyer", oval(2_360, 1_380), pose(21_000, 14_000, 30), 1, "F"),
                Body("Corner", MODEL, pose(24_000, 16_000), 4, "1"),
                Body("Guard", MODEL, pose(8_500, 1_000), 0, "P", dotted=True)],
        lines=[Line((2_000, 1_000), (12_000, 12_000), "wood"), Line((3_000, 4_000), (0, 0), "5")],
    )  # fmt: skip


def test_the_picture_is_to_scale() -> None:
    root = ElementTree.fromstring(svg(scene()))
    assert root.get("viewBox") == "-1600 -1600 27200 19800" and root.get("width") == "544"
    circles = [(c.get("cx"), c.get("cy"), c.get("r")) for c in root.iter(f"{XML}circle")]
    for where in ((2_000, 1_000, 500), (3_500, 2_500, 500), (24_000, 16_000, 500), (8_500, 1_000, 500)):
        assert tuple(map(str, where)) in circles
    tank = [p for p in root.iter(f"{XML}path") if p.get("transform") == "translate(12000 12000) rotate(60)"]
    assert {p.get("d") for p in tank} == {path(TANK.outline)} and len(tank) == 2  # the tank, and its way
    (flyer,) = [r for r in root.iter(f"{XML}rect") if r.get("rx")]
    assert (flyer.get("width"), flyer.get("height"), flyer.get("rx")) == ("1380", "2360", "690")
    assert flyer.get("transform") == "translate(21000 14000) rotate(30)"


def test_every_group_is_drawn_and_named() -> None:
    text = svg(scene())
    root = ElementTree.fromstring(text)
    titles = [t.text for t in root.iter(f"{XML}title")]
    assert titles == ["zone of <player> & 1", "centre", "wood", "wall", "Guard", "Guard", "Tank", "Flyer", "Corner",
                      "Guard"]  # fmt: skip
    words = [t.text for t in root.iter(f"{XML}text")]
    assert words.count("G") == 2 and {"T", "F", "P", "wood", "5", "24", "12"} <= set(words)
    assert [p.get("stroke-dasharray") for p in root.iter(f"{XML}g") if p.get("stroke-dasharray")] == ["140 140"]


def test_the_areas_are_named_below_the_table() -> None:
    """In rows no wider than it; each name once, and none of an area that is the pack's own."""
    drawn = table()
    names = ["First bed of roses", "Second bed of roses", "Pond"]
    zones = [Zone(name, drawn.areas["wood"].term, number) for number, name in enumerate([*names, names[0]])]
    zones.append(Zone("own", drawn.areas["north"].term, 5, " ", "faint"))
    root = ElementTree.fromstring(svg(Scene(drawn.outline, zones, caption="Round 1")))
    found = [(text.text, int(text.get("x", "")), int(text.get("y", ""))) for text in root.iter(f"{XML}text")]
    rows = [one for one in found if one[2] > 16_000]
    assert [text for text, _, _ in rows] == ["Round 1", *names]
    assert [y for _, _, y in rows] == [17_100, 18_820, 18_820, 20_020]
    _, top, _, height = map(int, root.get("viewBox", "").split())
    assert top + height > 20_020


def test_what_stands_on_any_ground_is_drawn_over_its_rim() -> None:
    """A rim that is painted over the letters, as some do, leaves a blot."""
    text = svg(Scene(table().outline, bodies=[Body("Marker", disc(0), pose(9_000, 9_000), 0, "M")]))
    rim, letters = (found.start() for found in re.finditer(">M</text>", text))
    assert "</g>" in text[rim:letters] and "paint-order" not in text


def test_masks_are_made_before_they_are_used() -> None:
    text = svg(scene())
    made = [(m.start(), m[1]) for m in re.finditer(r'<mask id="(\w+)"', text)]
    used = [(m.start(), m[1]) for m in re.finditer(r'mask="url\(#(\w+)\)"', text)]
    assert used and {name for _, name in made} == {name for _, name in used}
    assert len({name for _, name in made}) == len(made)
    for at, name in used:
        assert min(where for where, other in made if other == name) < at


def test_nothing_of_a_name_becomes_an_element() -> None:
    evil = '"/><script>alert(1)</script>\x00\x1b]\u202e' + "x" * 500
    made = Scene(table().outline, bodies=[Body(evil, MODEL, pose(1_000, 1_000), 0, '<"')],
                 terrain=[Terrain(evil, spot(1, 1), 3)], lines=[Line((0, 0), (5, 5), evil, evil)])  # fmt: skip
    root = ElementTree.fromstring(svg(made))
    assert not list(root.iter(f"{XML}script")) and not list(root.iter("script"))
    assert all(len(t.text or "") <= MOST_NAME for t in root.iter() if t.tag in (f"{XML}title", f"{XML}text"))
    assert "\x1b" not in svg(made) and "\u202e" not in svg(made)


def test_the_sign_of_a_large_base_makes_way_for_what_lies_on_its_middle() -> None:
    hill = Body("Hill", disc(3_000), pose(9_000, 9_000), 0, "H")
    marker = Body("Marker", disc(0), pose(9_200, 9_000), 0, "M")

    def height(*bodies: Body) -> int:
        found = re.search(r'y="(\d+)"[^>]*>H<', svg(Scene(table().outline, bodies=list(bodies))))
        assert found is not None
        return int(found[1])

    assert height(hill, marker) == height(hill) + 1_800
    assert height(hill, Body("Far", disc(0), pose(12_000, 9_000), 0, "M")) == height(hill)
    assert height(hill, Body("Greater", disc(4_000), pose(9_000, 9_000), 0, "G")) == height(hill)


def test_pictures_are_the_same_text_each_time() -> None:
    assert svg(scene()) == svg(scene()) and "." not in re.sub(r'(opacity="0\.\d+"|www\.w3\.org)', "", svg(scene()))
    assert all(len(set(colours)) == len(colours) for colours in (TINTS, AREAS, QUIET))


def test_half_planes_are_cut_at_the_frame() -> None:
    rng = Random(1)
    frame = Frame(-4, -4, SIZE + 8, SIZE + 8)
    wide = Frame(-4_000, -4_000, (SIZE + 8) * 1_000, (SIZE + 8) * 1_000)
    held = 0
    for _ in range(60):
        term, meaning = past(rng)
        assert isinstance(term, Past)
        scaled = Past(tuple(1_000 * n for n in term.a), tuple(1_000 * n for n in term.b), term.side,  # type: ignore[arg-type]
                      1_000 * term.t)  # fmt: skip
        part = half_plane(scaled, wide)
        assert all(wide.left <= x <= wide.left + wide.width for x, _ in part)
        for x in range(frame.left + 1, SIZE, 3):
            for y in range(frame.top + 1, SIZE, 3):
                sides = [cross(part[i - 1], part[i], (1_000 * x, 1_000 * y)) for i in range(len(part))]
                inside = len(part) > 2 and all(side >= 0 for side in sides)
                if not any(abs(side) < 10**5 for side in sides):
                    assert inside is meaning(x, y), (term.a, term.b, term.side, term.t, part, x, y)
                    held += inside
    assert held > 300


def test_every_term_can_be_painted_and_nothing_else() -> None:
    rng = Random(2)
    painter = Painter(Frame(0, 0, 100, 100))
    for _ in range(40):
        term, _ = area(rng, 3)
        text = painter.paint(term, "red")
        ElementTree.fromstring(f"<svg>{''.join(painter.masks)}{text}</svg>")
    assert painter.paint(ALL, "red") == painter.frame.rectangle("red") and painter.paint(NONE, "red") == ""
    assert painter.paint(Union((ALL, NONE)), "red") == painter.frame.rectangle("red")
    with pytest.raises(TypeError, match="Fit"):
        painter.paint(Outside(eroded(Deep(table().outline), TANK, 30)), "red")


def test_what_is_near_a_shape_is_a_stroke_of_twice_the_length() -> None:
    painter = Painter(Frame(0, 0, 100, 100))
    line = painter.paint(Near(segment((0, 0), (9_000, 0), 100), 2_900), "red")
    assert 'stroke-width="6000"' in line and 'stroke-linecap="round"' in line and 'fill="none"' in line
    assert 'r="3500"' in painter.paint(Near(MODEL.at(pose(5, 5)), 3_000), "red")
    body = painter.paint(Near(polygon(((0, 0), (900, 0), (900, 900))).at(pose(0, 0)), 50), "red")
    assert 'stroke-width="100"' in body and 'stroke-linejoin="round"' in body and 'fill="red"' in body
    assert 'stroke-width="80"' in shape_in(segment((0, 0), (9, 0)), "red")  # a line without width is seen


def test_the_coarse_drawing() -> None:
    lines = draw(scene())
    assert lines[:5] == [
        "    0     12    24",
        " 0  :2::P:////::",
        " 4  ........////",
        " 8  --^^^-T-----",
        "12  ..^^^TT...F1",
    ]
    assert lines[5:] == legend(scene())


def test_things_are_drawn_by_their_extent_in_characters() -> None:
    """A character is what covers its middle; small things are drawn over large ones, thin ones where they are."""
    ruin, wall = rectangle(6_000, 4_000), rectangle(6_000, 300)
    bodies = [Body("Ruin", ruin, pose(5_000, 4_000), 0, "*R"), Body("Wall", wall, pose(18_000, 13_000), 0, "*W"),
              Body("Wall", wall, pose(22_500, 4_000, 90), 0, "*V"), Body("Guard", MODEL, pose(5_500, 4_500), 1, "gA"),
              Body("Marker", disc(0), pose(12_000, 1_000), 0, "*M")]  # fmt: skip
    assert draw(Scene(table().outline, bodies=bodies), 1_000, 2_000)[:9] == [
        "    0           12          24",
        " 0  ............*.........*.",
        " 2  ..*R*R*R..............*.",
        " 4  ..*R*g*R..............*.",
        " 6  ......................*.",
        " 8  ........................",
        "10  ........................",
        "12  ...............*W*W*W...",
        "14  ........................",
    ]


def test_areas_that_would_hide_others_are_bordered_and_those_without_a_name_faint() -> None:
    read = read_map("24x16", {"middle": "line 12x0 to 12x16", "half": "past middle left by 0", "pool": "disc 18x8 by 3",
                              "square": "rectangle 0x0 to 12x8", "edge": "line 24x0 to 24x16"})  # fmt: skip
    assert isinstance(read, Table)
    zones = zones_of(read, {"middle": "Middle", "half": "Right half", "pool": "Pool", "edge": "Far edge"})
    assert [(zone.name, zone.look) for zone in zones] == [
        ("Right half", "bordered"), ("square", "faint"), ("Pool", "tinted"), ("Middle", "lined"), ("Far edge", "lined"),
    ]  # fmt: skip
    assert draw(Scene(read.outline, zones)) == [
        "    0     12    24",
        " 0  ......:~....",
        " 4  ......:~--..",
        " 8  ......:~--..",
        "12  ......:~....",
        "~ Right half, - Pool, : Middle, Far edge (right)",
    ]
    root = ElementTree.fromstring(svg(Scene(read.outline, zones)))
    groups = {next(g.iter(f"{XML}title")).text: g for g in root.iter(f"{XML}g") if g.find(f"{XML}title") is not None}
    half, square, pool = (list(groups[name])[1] for name in ("Right half", "square", "Pool"))
    assert half.get("stroke-dasharray") == "500 250" and [p.get("fill") for p in half] == ["none"]
    assert [(p.get("d"), p.get("stroke-width")) for p in square] == [("M0 0L12000 0L12000 8000L0 8000Z", "40")]
    assert pool.get("opacity") == "0.28"
    clipped, rim = (g for g in root.iter(f"{XML}g") if g.get("clip-path"))
    assert (clipped.get("clip-path"), rim.get("clip-path")) == ("url(#table)", "url(#rim)")
    assert all(groups[name] in clipped.iter() for name in ("Right half", "square", "Pool"))
    # Lines lie over borders and the rim of the table, are wider, and hide no border: that is drawn beside its line.
    assert list(root).index(rim) > list(root).index(clipped)
    for name, where in (("Middle", "M12000 0L12000 16000"), ("Far edge", "M24000 0L24000 16000")):
        (line,) = groups[name].iter(f"{XML}path")
        assert groups[name] in rim.iter() and (line.get("d"), line.get("stroke-width")) == (where, "200")
    assert "12200 " in next(half.iter(f"{XML}path")).get("d", "")


def test_a_line_along_a_side_of_the_table_is_told_and_not_drawn() -> None:
    """A shorter one is drawn where it is; so is what lies inside of a border, and a large area only along its own."""
    lines = {"a": "line 0x0 to 24x0", "b": "line 24x16 to 0x16", "c": "line 0x16 to 0x0", "d": "line 24x0 to 24x8",
             "all": "rectangle 0x0 to 24x12"}  # fmt: skip
    read = read_map("24x16", lines)
    assert isinstance(read, Table)
    zones = zones_of(read, {name: name.upper() for name in lines})
    assert {zone.name: zone.side for zone in zones} == {"A": "top", "B": "bottom", "C": "left", "D": "", "ALL": ""}
    assert draw(Scene(read.outline, zones)) == [
        "    0     12    24",
        " 0  ..........~:",
        " 4  ..........~:",
        " 8  ~~~~~~~~~~~:",
        "12  ............",
        "~ ALL, : D, A (top), B (bottom), C (left)",
    ]


def test_no_area_has_the_sign_of_a_thing_or_a_letter() -> None:
    read = read_map("24x16", {f"area{i}": f"disc {i}x8 by 1" for i in range(20)})
    assert isinstance(read, Table)
    signs = [zone.sign for zone in zones_of(read, {name: name for name in read.areas}, taken={"~", "-"})]
    assert len(set(signs)) > 10 and {"'", "^", ":"} < set(signs)
    assert not any(sign.isalnum() or sign in "~-.*+#?" for sign in signs)


def test_the_figures_of_one_area_look_alike() -> None:
    read = read_map("24x16", {"north": "disc 6x4 by 2", "wood": "disc 12x8 by 2", "south": "disc 18x12 by 3"})
    assert isinstance(read, Table)
    zones = zones_of(read, {"north": "Isle", "wood": "Wood", "south": "Isle"})
    assert [(zone.name, zone.tint) for zone in zones] == [("Isle", 0), ("Isle", 0), ("Wood", 1)]


def test_areas_with_names_have_colours_of_their_own() -> None:
    """Others take none of them: there are few colours that can be told apart."""
    read = read_map("24x16", {f"area_{n}": f"disc {n}x8 by 1" for n in range(20)})
    assert isinstance(read, Table)
    zones = zones_of(read, {f"area_{n}": f"Area {n}" for n in range(0, 20, 2)})
    tints = [zone.tint for zone in zones if zone.look != "faint"]
    assert sorted(tints) == list(range(10)) and len(tints) <= len(AREAS)


def test_ranges_and_the_caption() -> None:
    one = Range([MODEL.at(pose(5_000, 5_000))], 6_000, 1, "move 6")
    made = svg(Scene(table().outline, ranges=[one], caption="Who?"))
    root = ElementTree.fromstring(made)
    (ring,) = root.iter(f"{XML}circle")
    assert (ring.get("r"), ring.get("fill")) == ("6500", "none") and "<title>move 6</title>" in made
    assert [t.text for t in root.iter(f"{XML}text")][-2:] == ["move 6", "Who?"]


def test_several_have_one_range_and_its_name_lies_on_it() -> None:
    """No line is drawn, and no name written, inside the range of another of them; nor is a name off the table."""
    shapes = [MODEL.at(pose(5_000, 5_000)), MODEL.at(pose(9_000, 5_000))]
    root = ElementTree.fromstring(svg(Scene(table().outline, ranges=[Range(shapes, 6_000, 1, "move 6")])))
    (mask,) = root.iter(f"{XML}mask")
    assert [(c.get("cx"), c.get("r")) for c in mask.iter(f"{XML}circle")] == [("5000", "6460"), ("9000", "6460")]
    (x, y) = where(root, "move 6")
    assert min((x - p) ** 2 + (y - 5_000) ** 2 for p in (5_000, 9_000)) >= 6_450**2 and 0 < x < 24_000 and y > 0


def where(root: ElementTree.Element, words: str) -> tuple[int, int]:
    """The middle of a text that is written once."""
    (found,) = {(t.get("x", ""), t.get("y", ""), t.get("font-size", "")) for t in root.iter(f"{XML}text")
                if t.text == words}  # fmt: skip
    x, y, size = map(int, found)
    return x, y - size * 7 // 20


def test_the_numbers_of_proposals_in_a_heap_are_one() -> None:
    places = [(9_000, 9_000), (9_100, 9_000), (9_000, 9_200), (14_000, 9_000)]
    bodies = [Body(str(n), MODEL, pose(*at), 0, str(n), dotted=True) for n, at in enumerate(places, start=1)]
    bodies.append(Body("4", MODEL, pose(14_100, 9_000), 0, "4", dotted=True))  # another thing of the same answer
    words = [t.text for t in ElementTree.fromstring(svg(Scene(table().outline, bodies=bodies))).iter(f"{XML}text")]
    assert {"1 +2", "4"} <= set(words) and not {"2", "3"} & set(words[-4:])


def test_signs_are_drawn_after_all_shapes_and_beside_small_bases() -> None:
    covered = Body("Ruin", rectangle(4_000, 6_000), pose(8_000, 8_000), -2, "*R", quiet=0)
    above = Body("Tank", TANK, pose(9_500, 8_500), 0, "TA")
    small = Body("Marker", disc(200), pose(15_000, 8_000), -2, "*M", quiet=1)
    text = svg(Scene(table().outline, bodies=[covered, above, small]))
    root = ElementTree.fromstring(text)
    assert text.index(">*R<") > text.rindex('stroke-width="60"') and root.find(f".//{XML}title") is not None
    (x, y), (p, q) = where(root, "*R"), where(root, "*M")
    assert x < 8_000 - 500 and abs(y - 8_000) < 2_000  # it lies in the part that is not covered
    assert (p - 15_000) ** 2 + (q - 8_000) ** 2 > 450**2  # no letter lies on so small a base
    hedge = Body("Hedge", rectangle(6_000, 400), pose(9_000, 9_000), -2, "*H", quiet=0)
    assert 8_000 < where(ElementTree.fromstring(svg(Scene(table().outline, bodies=[hedge]))), "*H")[1] < 8_500
    fills = {name: next(g for g in root.iter(f"{XML}g") if g.find(f"{XML}title") is not None
                        and g[0].text == name)[1].get("fill") for name in ("Ruin", "Tank", "Marker")}  # fmt: skip
    assert fills == {"Ruin": QUIET[0], "Tank": TINTS[0], "Marker": QUIET[1]}


def test_words_below_a_picture_stay_in_it() -> None:
    """Long ones are written in several lines or cut, and a narrow table has room for words."""
    caption = "player 1: where do the men of the second company go, which of them stay, and who carries the banner?"
    for table_of in ("22x12", "2x12"):
        found = read_map(table_of, {"wood": "rectangle 0x0 to 1x1"})
        assert isinstance(found, Table)
        name = "a wood with a name that is far longer than that of any other wood, in any land"
        zones = [Zone(name, found.areas["wood"].term, 0)]
        root = ElementTree.fromstring(svg(Scene(found.outline, zones, caption=caption)))
        left, top, width, height = map(int, root.get("viewBox", "").split())
        below = [t for t in root.iter(f"{XML}text") if t.get("text-anchor") == "start"]
        x, y, size = ([int(t.get(key, "")) for t in below] for key in ("x", "y", "font-size"))
        words = [t.text or "" for t in below]
        assert all(a + len(w) * s * 5 // 8 <= left + width for a, w, s in zip(x, words, size, strict=True))
        assert y == sorted(set(y)) and y[-1] < top + height
        assert " ".join(words[:-1]) == caption and size[:-1] == [800] * (len(size) - 1)
        assert words[-1].endswith("any land" if table_of == "22x12" else "longer than ..") and size[-1] < 500


def test_the_sign_of_a_template_lies_on_it() -> None:
    """The place of a template is its tip, or no part of it."""
    flame = polygon(((0, 0), (1_500, -8_000), (-1_500, -8_000)))
    made = svg(Scene(table().outline, bodies=[Body("Flame", flame, pose(2_000, 9_000, 90), 0, "FL")]))
    assert where(ElementTree.fromstring(made), "FL") == (6_000, 9_000)
    assert f'fill="{INK}">FL' in made and 'fill="white">FL' not in made


def test_the_legend_of_a_picture_has_what_stands_there_and_lines() -> None:
    """By sides, each kind once, with the first of its signs."""
    guards = [Body(f"Guard {n}", MODEL, pose(1_000 * n, 1_000), 1, f"g{n}", kind="Watch") for n in range(1, 9)]
    hedge = Body("Hedge 1", MODEL, pose(1_000, 9_000), -2, "*H", kind="Hedge", quiet=3)
    own = Body("Tank", TANK, pose(9_000, 9_000), 0, "TA", kind="Tank")
    free = Body("1", MODEL, pose(20_000, 1_000), 0, "1", dotted=True, kind="Tank")
    lines = [Line((1_000, 1_000), (9_000, 9_000), "9", "acts"), Line((2_000, 1_000), (9_000, 9_000), "8", "acts")]
    root = ElementTree.fromstring(svg(Scene(table().outline, bodies=[hedge, *guards, own, free], lines=lines)))
    words = [t.text for t in root.iter(f"{XML}text") if int(t.get("y", "")) > 17_000]
    assert words == ["TA Tank", "g1 g2 g3 g4 g5 g6 .. Watch", "*H Hedge", "acts"]


def test_the_legend_lists_everybody_exactly() -> None:
    assert legend(scene()) == [
        "^ wood, / wall, : zone of <player> & 1, - centre",
        "G Guard 2x1",
        "G Guard 3.5x2.5",
        "T Tank 12x12@60",
        "F Flyer 21x14@30",
        "1 Corner 24x16",
        "P Guard could stand at 8.5x1",
    ]


def test_a_drawing_that_would_have_too_many_characters_is_coarser() -> None:
    """As a test may have drawn the table, with a scale of a hundredth of an inch."""
    assert draw(scene(), 31, 31) == draw(scene(), 62, 62)
    with pytest.raises(ValueError, match="too large"):
        cells(scene(), 31, 31)
    found = read_map("polygon -1000x-1000 1000x-1000 1000x1000 -1000x1000", {})
    assert isinstance(found, Table)
    assert len(draw(Scene(found.outline))) == 251  # eight inches each, below a ruler


def test_tables_of_other_outlines_are_drawn_as_they_are() -> None:
    found = read_map("polygon 0x0 12x0 12x8 24x8 24x16 0x16", {})
    assert isinstance(found, Table)
    crowd = [Body(f"M{i}", MODEL, pose(1_000 + 10 * i, 14_000), 0, "M") for i in range(12)]
    assert draw(Scene(found.outline, bodies=crowd))[:5] == [
        "    0     12    24",
        " 0  ......",
        " 4  ......",
        " 8  ............",
        "12  +...........",
    ]
