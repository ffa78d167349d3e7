"""Checks a finished map against the contract: python3 checker.py KIT MAP.json

It looks at the map alone: how it was grown does not matter, only whether everything that must hold does. Pieces
that were kept from another map may break among themselves what the settings say; each new one may not.
"""
import argparse
import json
import math
import sys
from itertools import combinations

from caps import cap_problems, never_problems, uncapped_problems
from doors import door_problems
from gltf import KitError
from joints import joint_problems
from links import link_problems
from mapfile import NEAR, Placed, read_map
from promises import promise_problems, shape_problems
from room import overlap_problems, volume_problems
from rulebook import load_kit


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
    """Where one rule is broken by a new piece; least counts are promises and looked at there."""
    problems, matches = [], [piece for piece in placed if piece.piece.name in chosen]
    new = [piece for piece in matches if not piece.kept]
    if len(matches) > rule.most and new:
        problems.append(f"rules.{rule.selector}: {len(matches)} pieces, at most {rule.most} allowed")
    for piece in new:
        if run_length(placed, piece, chosen) > rule.run:
            problems.append(f"rules.{rule.selector}: {piece} makes a run longer than {rule.run}")
        if not in_span(piece.depth, rule.depth):
            problems.append(f"rules.{rule.selector}: {piece} at depth {piece.depth}, not in {rule.depth}")
        height = piece.position[1] - placed[0].position[1]
        if not in_span(height, rule.height, NEAR):
            problems.append(f"rules.{rule.selector}: {piece} at height {height}, not in {rule.height}")
    for one, other in combinations(matches, 2) if rule.apart > 1 else ():
        if one.kept and other.kept:
            continue
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
        if piece.kept:
            continue
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
    say; both are let pass. One that was kept stands where it stood.
    """
    first, selection, problems = placed[0], kit.settings["selection"], []
    if first.kept:
        return []
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
    except (KitError, OSError) as error:
        return [str(error)]
    whole, problems = read_map(kit, found)
    if problems:
        return problems  # without a tree, there is nothing to count along
    for look in (choice_problems, start_problems, rule_problems):
        problems += look(kit, whole.body)
    for look in (joint_problems, link_problems, overlap_problems, cap_problems, uncapped_problems, never_problems,
                 door_problems):
        problems += look(whole)
    problems += volume_problems(kit, whole.placed) + shape_problems(kit, whole.tree)
    return problems + promise_problems(whole, found.get("promises", []))


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
