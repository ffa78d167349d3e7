"""Small pieces for tests of caps, doors and links: rooms on a grid, things that close a doorway, doors."""
import random
from dataclasses import dataclass

from glbfile import Writer, about, times, yaw
from kits import outward

NORTH, WEST, SOUTH, EAST = 0, 90, 180, 270  # degrees about the vertical, from -Z
HALF = 2.0  # metres: half a cell of the grid
INSET = 0.02  # by which a room's box ends before its doorways


@dataclass
class Opening:
    """A connector: where it looks, and its kind. `pitch` 90 looks up."""

    side: float
    pins: int = 2
    color: str = "white"
    position: tuple | None = None  # else in the middle of that side of a cell
    pitch: float = 0.0


@dataclass
class Block:
    """A box that can be drawn and that keeps others out."""

    center: tuple
    half: tuple


def write(path, openings, blocks, rng=None):
    """A piece file. The order of its nodes is drawn: numbers of connectors are found by where they look."""
    writer = Writer()
    root = writer.group(path.stem)
    for opening in openings:
        at = opening.position or outward(opening.side, HALF, 0.0)
        turn = times(yaw(opening.side), about((1.0, 0.0, 0.0), opening.pitch))
        writer.node("Doorway", root, at, turn, extras={"pins": opening.pins, "color": opening.color})
    for block in blocks:
        writer.node("box", root, block.center, scale=block.half, extras={"collider": "box"})
        low, high = [-side for side in block.half], list(block.half)
        writer.node("wall", root, block.center, mesh=writer.box_mesh("wall", low, high))
    writer.write(path, rng or random.Random(path.stem))


def write_room(path, openings, rng=None, cells=1):
    """A room of the grid; of several cells, it is longer to the north, and its openings are in the first."""
    depth = HALF * cells
    middle = (0.0, 1.0, HALF - depth)
    write(path, openings, [Block(middle, (HALF - INSET, 1.0, depth - INSET))], rng)


def write_stop(path, opening, depth, width=1.0, rng=None):
    """What stands behind a doorway: a cap as thick as its depth, or the leaf of a door."""
    opening = Opening(0, opening.pins, opening.color, (0.0, 0.0, 0.0), opening.pitch)
    middle = depth / 2 + INSET
    if opening.pitch == 0:
        block = Block((0.0, 1.0, middle), (width, 1.0, depth / 2))
    else:
        height = -middle if opening.pitch > 0 else middle
        block = Block((0.0, height, 0.0), (width, depth / 2, width))
    write(path, [opening], [block], rng)


def facing(piece, side):
    """The number of the connector that looks to a side."""
    goal = outward(side, 1.0, 0.0)
    return next(
        number for number, connector in enumerate(piece.connectors)
        if max(abs(connector.heading[k] - goal[k]) for k in range(3)) < 1e-3
    )
