"""Formats a graph of events and reactions as DOT, Mermaid or JSON.

Separate because it decides how a pack looks: files are frames, calls form trees, reactions are round with dashed lines,
and several edges between the same two nodes become one line.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from rulewright.characters import visible
from rulewright_tools.show.json import dumps

if TYPE_CHECKING:
    from rulewright.analyse.edges import Edge, Node
    from rulewright.analyse.graph import Drawing

_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "#": "&num;"})
_FILLS = {"reaction": "#e3ecf9", "check": "#fdeed3", "status": "#f3e6f5", "sheet": "#eef3e4"}
_SHAPES = {"event": "box", "reaction": "box", "check": "octagon", "status": "ellipse", "sheet": "note"}
_BRACKETS = {"event": ("[", "]"), "reaction": ("(", ")"), "check": ("{{", "}}"), "status": ("([", "])"),
          "sheet": (">", "]")}  # fmt: skip


def as_dot(drawing: Drawing) -> str:
    """Returns the graph for Graphviz."""
    boxes, lines = _boxes(drawing), _lines(drawing)
    number = {node.key: f"n{i}" for i, box in enumerate(boxes) for node in box}
    text = [
        "digraph pack {",
        # newrank and weight=0 below: with clusters ranked on their own, some versions of Graphviz fail to draw at all.
        '  graph [rankdir=LR, ranksep=0.5, nodesep=0.12, fontname="Helvetica", fontsize=11, newrank=true];',
        '  node [fontname="Helvetica", fontsize=10, height=0.25, margin="0.08,0.03", color="#555555"];',
        '  edge [fontname="Helvetica", fontsize=8, arrowsize=0.6, color="#555555"];',
    ]
    for i, (file, members) in enumerate(_by_file(boxes).items()):
        text.append(f"  subgraph cluster_{i} {{")
        text.append(f'    label={_quoted(file)}; labeljust=l; color="#cccccc"; fontcolor="#777777";')
        text += [f"    {number[box[0].key]} {_dot_box(box, drawing)};" for box in members]
        text.append("  }")
    for edge, label, count in _drawn(lines, number):
        text.append(f"  {number[edge.start]} -> {number[edge.end]}{_dot_line(edge, label, count, drawing)};")
    return "\n".join([*text, "}"]) + "\n"


def _dot_box(box: list[Node], drawing: Drawing) -> str:
    form = box[0].form
    words = ["label=" + _quoted(*(_label(node) for node in box)), f"shape={_SHAPES[form]}"]
    if form == "event":
        words += ['style="bold"'] if box[0].key == drawing.start else []
    else:
        words.append(f'style="{"rounded,filled" if form == "reaction" else "filled"}"')
        words.append(f'fillcolor="{_FILLS[form]}"')
    return f"[{', '.join(words)}]"


def _dot_line(edge: Edge, label: str, count: int, drawing: Drawing) -> str:
    words = [f"label={_quoted(label)}"] if label else []
    if edge.kind == "heard":
        words += ["style=dashed", 'color="#2a5db0"', 'fontcolor="#2a5db0"']
    elif edge.kind in ("gives", "ends", "clock"):
        words += ["style=dotted", 'color="#8a4a93"', 'fontcolor="#8a4a93"']
    elif edge.kind == "fires":
        words += ["style=dashed", 'color="#b57a12"', 'fontcolor="#b57a12"']
    elif edge in drawing.trunk:
        words += ["penwidth=1.4", "weight=8", 'color="#222222"']
    elif edge.start.startswith("event "):
        # An edge outside the tree must not pull the tree apart.
        words += ["weight=0", 'color="#aaaaaa"']
    if count > 1 and edge.kind == "calls":
        words.append(f'taillabel="{count}x"')
    return f" [{', '.join(words)}]" if words else ""


def as_mermaid(drawing: Drawing) -> str:
    """Returns the graph for Mermaid, as code hosts draw it in Markdown."""
    boxes, lines = _boxes(drawing), _lines(drawing)
    number = {node.key: f"n{i}" for i, box in enumerate(boxes) for node in box}
    text = ["flowchart LR"]
    for i, (file, members) in enumerate(_by_file(boxes).items()):
        text.append(f'  subgraph f{i}["{_html(file)}"]')
        for box in members:
            left, right = _BRACKETS[box[0].form]
            text.append(f'    {number[box[0].key]}{left}"{"<br/>".join(_html(_label(node)) for node in box)}"{right}')
        text.append("  end")
    for edge, label, _ in _drawn(lines, number):
        arrow = "==>" if edge in drawing.trunk else "-->" if edge.kind in ("calls", "performs") else "-.->"
        words = f'|"{_html(label)}"|' if label else ""
        text.append(f"  {number[edge.start]} {arrow}{words} {number[edge.end]}")
    for form, fill in _FILLS.items():
        members_of = [number[box[0].key] for box in boxes if box[0].form == form]
        if members_of:
            text.append(f"  classDef {form} fill:{fill},stroke:#555")
            text.append(f"  class {','.join(members_of)} {form}")
    if drawing.start in number:
        text.append(f"  style {number[drawing.start]} stroke-width:3px")
    return "\n".join(text) + "\n"


def as_json(drawing: Drawing) -> str:
    """Returns the graph for programs: every edge with its location and all its conditions."""
    made: dict[str, Any] = {
        "start": drawing.start or None,
        "nodes": [{"key": node.key, "form": node.form, **_place(node.place)} for node in drawing.nodes],
        "edges": [_json_edge(edge) for edge in drawing.edges],
    }
    return dumps(made, indent=1) + "\n"


def _json_edge(edge: Edge) -> dict[str, Any]:
    return {
        "from": edge.start, "to": edge.end, "kind": edge.kind, "label": edge.label, "text": edge.text,
        **_place(edge.place), "optional": edge.optional, "limit": edge.limited[0] if edge.limited is not None else None,
        "loop": edge.loop or None,
        "conditions": [f"not ({g.text})" if g.negated else g.text for g in (*edge.guards, *edge.conditions)],
    }  # fmt: skip


def _place(place: tuple[str, int, int]) -> dict[str, Any]:
    return {"file": place[0], "line": place[1], "column": place[2]}


# -- shared by both drawings ------------------------------------------------------------------------------------------


def _boxes(drawing: Drawing) -> list[list[Node]]:
    """Returns one box for each node; reactions of one file with the same trigger and the same targets share a box."""
    joined: dict[str, set[tuple[str, ...]]] = {}
    for edge in drawing.edges:
        joined.setdefault(edge.start, set()).add(("to", edge.end, edge.kind, _words(edge)))
        joined.setdefault(edge.end, set()).add(("from", edge.start, edge.kind, _words(edge)))
    shared: dict[tuple[object, ...], list[Node]] = {}
    for node in drawing.nodes:
        lines = sorted(joined.get(node.key, ()))
        key = (node.place[0], *lines) if node.form == "reaction" and lines else (node.key,)
        shared.setdefault(key, []).append(node)
    return list(shared.values())


def _by_file(boxes: Iterable[list[Node]]) -> dict[str, list[list[Node]]]:
    found: dict[str, list[list[Node]]] = {}
    for box in boxes:
        found.setdefault(box[0].place[0], []).append(box)
    return found


def _label(node: Node) -> str:
    """Returns the name alone for events; for other nodes also what they are."""
    if node.form == "event":
        return node.key.partition(" ")[2]
    return node.key.replace(" #", " ")


def _lines(drawing: Drawing) -> list[tuple[Edge, str, int]]:
    """Returns one line for all edges of one kind between the same two nodes, the tree's first, with its words and their
    number."""
    found: dict[tuple[str, str, str, str], list[Edge]] = {}
    for edge in drawing.edges:
        # Everything that comes into play or moves triggers every check: only writes are worth a line.
        if edge.kind != "fires" or edge.label in ("set", "give", "end"):
            label = edge.label if edge.kind in ("heard", "clock") else ""
            found.setdefault((edge.start, edge.end, edge.kind, label), []).append(edge)
    made = []
    for several in found.values():
        edge = next((one for one in several if one in drawing.trunk), several[0])
        made.append((edge, _words(edge), len(several)))
    return made


def _drawn(lines: list[tuple[Edge, str, int]], number: dict[str, str]) -> list[tuple[Edge, str, int]]:
    """Returns the lines without duplicates between the same two boxes."""
    seen: dict[tuple[str, str, str, str], tuple[Edge, str, int]] = {}
    for edge, label, count in lines:
        seen.setdefault((number[edge.start], number[edge.end], edge.kind, label), (edge, label, count))
    return list(seen.values())


def _words(edge: Edge) -> str:
    """Returns the label of a line: the phase of a reaction, and whether it is optional or limited; `may` for a call."""
    words = []
    if edge.kind in ("heard", "clock"):
        words.append(edge.label)
    elif edge.kind in ("gives", "ends"):
        words.append(edge.kind)
    if edge.optional:
        words.append("may")
    if edge.limited is not None:
        words.append(f"max {edge.limited[0]}")
    return ", ".join(words)


def _quoted(*lines: str) -> str:
    """Returns a label for Graphviz, in which only this module writes escapes."""
    escaped = [visible(line).replace("\\", "\\\\").replace('"', '\\"') for line in lines]
    return '"' + "\\n".join(escaped) + '"'


def _html(text: str) -> str:
    """Escapes words for Mermaid, which reads labels as HTML."""
    return visible(text).translate(_ENTITIES)
