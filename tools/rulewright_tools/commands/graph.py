"""`graph`: draws which events trigger which, or lists the event loops.

Separate because it draws a pack and checks nothing: only this command loads a graph library.
"""

from __future__ import annotations

from pathlib import Path

import click

from rulewright_tools.options import COUNT
from rulewright_tools.packs import PACK, put_together, with_packs
from rulewright_tools.show.terminal import echo


@click.command(short_help="Draw the graph of events and reactions, or list loops.")
@click.argument("pack", metavar="PACK", type=PACK)
@with_packs
@click.option("--around", "name", metavar="NAME", help="Only the neighbourhood of an event, reaction, check or status.")
@click.option("--depth", type=COUNT, default=1, show_default=True, help="Number of steps from NAME.")
@click.option("--kind", type=click.Choice(["events", "reactions", "all"]),
              help="Events and their calls; with reactions and checks; with statuses and texts of sheets too.  "
                   "[default: reactions, with --around all]")  # fmt: skip
@click.option("--format", "form", type=click.Choice(["mermaid", "dot", "json"]), default="mermaid", show_default=True,
              help="For Markdown, for Graphviz, or for programs, with the location of every edge.")  # fmt: skip
@click.option("--loops", is_flag=True, help="List the event loops as text, also those that players or limits stop.")
def command(
    pack: Path, others: tuple[Path, ...], name: str | None, depth: int, kind: str | None, form: str, loops: bool
) -> int:
    """Draw the events of PACK, what they call and which reactions they trigger.

    Files are frames, calls are trees from the start of the match, and reactions are round, with broken lines labelled
    by their phase. `rulewright graph PACK --format dot | dot -Tsvg > pack.svg` makes a picture.
    """
    from rulewright.analyse.graph import Graph
    from rulewright.analyse.loops import find_loops
    from rulewright.analyse.reach import find_reach
    from rulewright.spelling import nearest
    from rulewright_tools.cli import CLEAN
    from rulewright_tools.packs import playable
    from rulewright_tools.show import graph as drawn
    from rulewright_tools.show import loops as told

    graph = Graph(playable(put_together(pack, others)))
    keys: list[str] = []
    if name is not None:
        keys = graph.find(name)
        if not keys:
            near = nearest(name, graph.names())
            hint = f"did you mean '{near}'?" if near else "name an event, a reaction's definition, a check or a status"
            raise click.UsageError(f"nothing in the graph of this pack is called '{name}': {hint}")
    if loops:
        found = find_loops(graph.chart, find_reach(graph.chart, all_made=True).alive)
        ended = graph.circles()
        if keys:
            found = [loop for loop in found if any(step.start[0] in keys for step in loop.steps)]
            ended = [circle for circle in ended if any(edge.start in keys for edge in circle.edges)]
        echo(told.render(graph.chart, found, ended, str(pack)), nl=False)
        return CLEAN
    kind = kind or ("all" if keys else "reactions")
    drawing = graph.drawing(kind, graph.around(keys, depth, kind) if keys else None)
    render = {"mermaid": drawn.as_mermaid, "dot": drawn.as_dot, "json": drawn.as_json}[form]
    echo(render(drawing), nl=False)
    return CLEAN
