"""Checks a finished map against the contract: python3 checker.py KIT MAP.json

It looks at the map alone: how it was grown does not matter, only whether everything that must hold does.
"""
import argparse
import json
import math
import sys
from dataclasses import dataclass
from itertools import combinations

import boxes as solid
from gltf import KitError
from growth import can_oppose, is_vertical
from pieces import Box
from promises import promise_problems, shape_problems
from rulebook import load_kit
from settings import accepts

NEAR = 1e-6  # metres, and parts of a unit vector: poses are written in double precision
AXES = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
ELSEWHERE = ("links", "doors", "kept")  # of the contract, and not of this checker


@dataclass
class Placed:
    index: int
    piece: object
    position: tuple
    yaw: float
    joint: dict | None
    boxes: list
    depth: int = 0

    def __str__(self):
        return f"piece {self.index} ({self.piece.name})"

    @property
    def guide(self):
        return self.joint["guide"] if self.joint else None

    def connector(self, number):
        """(position, heading, up) of a connector, in the map."""
        found = self.piece.connectors[number]
        at = solid.turned(self.yaw, found.position)
        position = tuple(at[k] + self.position[k] for k in range(3))
        return position, solid.turned(self.yaw, found.heading), solid.turned(self.yaw, found.up)


# Reading ----------------------------------------------------------------------------------------------


def is_upright(rotation):
    x, y, z, w = rotation
    return abs(x) <= NEAR and abs(z) <= NEAR and abs(math.hypot(y, w) - 1) <= NEAR


def read_placed(kit, index, entry):
    """A piece of the map, or a text that says why it cannot be read."""
    name = entry["piece"]
    if name not in kit.pieces:
        return f"piece {index}: the kit has no {name!r}"
    if not all(math.isfinite(value) for value in [*entry["position"], *entry["rotation"]]):
        return f"piece {index} ({name}): a place that is no number"
    if not is_upright(entry["rotation"]):
        return f"piece {index} ({name}): not upright: {entry['rotation']}"
    if entry.get("role"):
        return f"piece {index} ({name}): role {entry['role']!r} is beyond this checker"
    yaw = 2 * math.atan2(entry["rotation"][1], entry["rotation"][3])
    position = tuple(entry["position"])
    posed = [solid.posed(box, position, yaw) for box in kit.pieces[name].boxes]
    return Placed(index, kit.pieces[name], position, yaw, entry["joint"], posed)


def tree_problems(placed):
    """Whether every joint leads to an earlier piece, by connectors that exist; sets the depths."""
    problems = []
    for piece in placed:
        if (piece.joint is None) != (piece.index == 0):
            problems.append(f"{piece}: only the starting piece has no joint")
            continue
        if piece.joint is None:
            continue
        if not 0 <= piece.guide < piece.index:
            problems.append(f"{piece}: its guide {piece.guide} is no earlier piece")
            continue
        guide = placed[piece.guide]
        piece.depth = guide.depth + 1
        for owner, key in ((guide, "guide_connector"), (piece, "connector")):
            if not 0 <= piece.joint[key] < len(owner.piece.connectors):
                problems.append(f"{piece}: {owner} has no connector {piece.joint[key]}")
    return problems


# Joints -----------------------------------------------------------------------------------------------


def used_twice(placed):
    problems, used = [], {}
    for piece in placed[1:]:
        ends = ((piece.guide, piece.joint["guide_connector"]), (piece.index, piece.joint["connector"]))
        for end in ends:
            if end in used:
                problems.append(f"{piece}: connector {end[1]} of piece {end[0]} is used by piece {used[end]} already")
            used[end] = piece.index
    return problems


def same_direction(a, b):
    return max(abs(a[k] - b[k]) for k in range(3)) <= NEAR


def level_part(v):
    length = math.hypot(v[0], v[2])
    return (v[0] / length, 0.0, v[2] / length) if length > NEAR else (0.0, 0.0, 0.0)


def gap_problem(guide, piece, distance):
    """Whether two joined connectors stand face to face at the distance of pieces."""
    at, heading, up = guide.connector(piece.joint["guide_connector"])
    found, back, their_up = piece.connector(piece.joint["connector"])
    goal = tuple(at[k] + distance * heading[k] for k in range(3))
    missed = math.dist(goal, found)
    if missed > NEAR:
        return f"{piece}: its connector is {missed:.3g} m off its place at {guide}"
    # How high the two look was compared when they were paired: what is left is the turn.
    if is_vertical(heading) or is_vertical(back):
        if not same_direction(level_part(up), level_part(their_up)):
            return f"{piece}: joined upwards or downwards to {guide} with another up axis"
    elif not same_direction(level_part(heading), level_part(tuple(-value for value in back))):
        return f"{piece}: not face to face with {guide}"
    return None


def joint_problems(kit, placed):
    problems = used_twice(placed)
    distance = kit.settings["generation"]["piece_distance"]
    for piece in placed[1:]:
        guide = placed[piece.guide]
        ours = guide.piece.connectors[piece.joint["guide_connector"]]
        theirs = piece.piece.connectors[piece.joint["connector"]]
        if not accepts(kit.settings, ours, theirs):
            kinds = f"{ours.pins} {ours.color} and {theirs.pins} {theirs.color}"
            problems.append(f"{piece}: its connector may not meet that of {guide}: {kinds}")
        if not can_oppose(ours, theirs):
            problems.append(f"{piece}: no turn about the vertical brings it face to face with {guide}")
        else:
            problems.append(gap_problem(guide, piece, distance))
    return [problem for problem in problems if problem]


# Room -------------------------------------------------------------------------------------------------


def bounding_ball(boxes):
    center = tuple(sum(box.center[k] for box in boxes) / len(boxes) for k in range(3))
    return center, max(math.dist(center, box.center) + box.radius for box in boxes)


def far_apart(one, other, clearance):
    """The reason of `solid.certainly_apart` for whole pieces: it then holds for each two of their boxes."""
    return math.dist(one[0], other[0]) > math.sqrt(3) * (one[1] + other[1] + clearance) + NEAR


def overlap_problems(kit, placed):
    """Every two pieces but guide and child. Decisions too close to trust are let pass."""
    generation = kit.settings["generation"]
    if not generation["check_overlaps"]:
        return []
    clearance, problems = generation["clearance"], []
    solids = [(piece, bounding_ball(piece.boxes)) for piece in placed if piece.boxes]
    for (one, ball), (other, other_ball) in combinations(solids, 2):
        if other.guide == one.index or far_apart(ball, other_ball, clearance):
            continue
        overlap, near = solid.overlaps_any(one.boxes, other.boxes, clearance)
        if overlap and not near:
            problems.append(f"{one} overlaps {other}")
    return problems


def stays_within(box, volume):
    for k in range(3):
        half = solid.reach(box, AXES[k])
        if box.center[k] - half < volume["min"][k] - NEAR or box.center[k] + half > volume["max"][k] + NEAR:
            return False
    return True


def volume_box(volume):
    low, high = volume["min"], volume["max"]
    center = tuple((low[k] + high[k]) / 2 for k in range(3))
    return Box(center, AXES, tuple((high[k] - low[k]) / 2 for k in range(3)))


def cuts_into(box, volume):
    """More than touching: no axis parts the two by as little as the tolerance."""
    overlap, near = solid.boxes_overlap(box, volume_box(volume), -NEAR)
    return overlap and not near


def volume_problems(kit, placed):
    growth, problems = kit.settings["growth"], []
    for piece in placed:
        inside = growth.get("inside")
        if inside and not all(stays_within(box, inside) for box in piece.boxes):
            problems.append(f"{piece} reaches out of growth.inside")
        for number, volume in enumerate(growth.get("outside", [])):
            if any(cuts_into(box, volume) for box in piece.boxes):
                problems.append(f"{piece} reaches into growth.outside number {number}")
    return problems


# Rules ------------------------------------------------------------------------------------------------


def way_up(placed, index):
    """The pieces from one to the starting piece, both included."""
    way = [index]
    while placed[way[-1]].guide is not None:
        way.append(placed[way[-1]].guide)
    return way


def joints_between(placed, one, other):
    """How many joints lie between two pieces, along the tree."""
    to_start = {index: steps for steps, index in enumerate(way_up(placed, one))}
    for steps, index in enumerate(way_up(placed, other)):
        if index in to_start:
            return steps + to_start[index]
    raise AssertionError("a tree has one starting piece")


def run_length(placed, piece, chosen):
    """How many pieces in a row are chosen, from one back towards the start."""
    length = 0
    for index in way_up(placed, piece.index):
        if placed[index].piece.name not in chosen:
            break
        length += 1
    return length


def in_span(value, limits, tolerance=0.0):
    return limits[0] - tolerance <= value <= limits[1] + tolerance


def rule_problems_of(placed, rule, chosen):
    """Where one rule is broken; least counts are promises and looked at there."""
    problems, matches = [], [piece for piece in placed if piece.piece.name in chosen]
    if len(matches) > rule.most:
        problems.append(f"rules.{rule.selector}: {len(matches)} pieces, at most {rule.most} allowed")
    for piece in matches:
        if run_length(placed, piece, chosen) > rule.run:
            problems.append(f"rules.{rule.selector}: {piece} makes a run longer than {rule.run}")
        if not in_span(piece.depth, rule.depth):
            problems.append(f"rules.{rule.selector}: {piece} at depth {piece.depth}, not in {rule.depth}")
        height = piece.position[1] - placed[0].position[1]
        if not in_span(height, rule.height, NEAR):
            problems.append(f"rules.{rule.selector}: {piece} at height {height}, not in {rule.height}")
    for one, other in combinations(matches, 2) if rule.apart > 1 else ():
        joints = joints_between(placed, one.index, other.index)
        if joints < rule.apart:
            problems.append(f"rules.{rule.selector}: {one} and {other} are {joints} joints apart, not {rule.apart}")
    return problems


def rule_problems(kit, placed):
    problems = []
    for rule in kit.rules:
        problems += rule_problems_of(placed, rule, kit.matching(rule.selector))
    return problems


# Which piece may stand where --------------------------------------------------------------------------


def choice_problems(kit, placed):
    """Only listed pieces are drawn, none of weight 0; a starter need be neither."""
    problems, use_starters = [], kit.settings["kit"]["use_starters"]
    for piece in placed:
        name = piece.piece.name
        if piece.index == 0 and use_starters:
            if name not in kit.starters:
                problems.append(f"{piece} is no starter")
            continue
        if name not in kit.drawn:
            problems.append(f"{piece} is not among kit.pieces")
        if kit.weight(name) == 0:
            problems.append(f"{piece} has weight 0")
    return problems


def may_start(kit, name):
    """Whether rules and volumes let a piece be the first."""
    if kit.weight(name) == 0 and not kit.settings["kit"]["use_starters"]:
        return False
    alone = [Placed(0, kit.pieces[name], (0.0, 0.0, 0.0), 0.0, None, kit.pieces[name].boxes)]
    return not rule_problems(kit, alone) and not volume_problems(kit, alone)


def start_problems(kit, placed):
    """The starting piece stands at the origin and has the most or the fewest connectors.

    Whether the most is taken over the whole list or over the pieces that may start, the contract does not
    say; both are let pass.
    """
    first, selection, problems = placed[0], kit.settings["selection"], []
    if max(abs(value) for value in first.position) > NEAR or abs(math.sin(first.yaw / 2)) > NEAR:
        problems.append(f"{first} does not stand at the origin")
    names = kit.starters if kit.settings["kit"]["use_starters"] else kit.drawn
    counts = [len(kit.pieces[name].connectors) for name in names if may_start(kit, name)]
    count, tolerance = len(first.piece.connectors), selection["starter_con_tol"]
    if not counts:
        return problems  # the rules themselves are found broken then
    if selection["method"] in ("arena", "star") and count < max(counts) - tolerance:
        problems.append(f"{first} has too few connectors to start")
    if selection["method"] in ("corridor", "branch") and count > min(counts) + tolerance:
        problems.append(f"{first} has too many connectors to start")
    return problems


# All of it --------------------------------------------------------------------------------------------


def check(folder, found):
    """What is wrong with a map (the table of a map.json) of the kit in a folder; empty if all is well."""
    try:
        kit = load_kit(folder, found["settings"])
    except KitError as error:
        return [str(error)]
    beyond = [f"{key} are beyond this checker" for key in ELSEWHERE if found.get(key)]
    placed = [read_placed(kit, index, entry) for index, entry in enumerate(found["pieces"])]
    problems = beyond + [piece for piece in placed if isinstance(piece, str)]
    if not placed:
        problems.append("a map without pieces")
    problems = problems or tree_problems(placed)
    if problems:
        return problems  # without a tree, there is nothing to count along
    for look in (
        choice_problems, start_problems, joint_problems, overlap_problems, volume_problems, rule_problems,
        shape_problems,
    ):
        problems += look(kit, placed)
    return problems + promise_problems(kit, placed, found.get("promises", []))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kit")
    parser.add_argument("map")
    arguments = parser.parse_args()
    with open(arguments.map, encoding="utf-8") as file:
        problems = check(arguments.kit, json.load(file))
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
