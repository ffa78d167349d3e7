"""Room: no two pieces in one place, and all of them within the volumes."""
import math
from itertools import combinations

import boxes as solid
from mapfile import NEAR
from pieces import Box


def bounding_ball(boxes):
    center = tuple(sum(box.center[k] for box in boxes) / len(boxes) for k in range(3))
    return center, max(math.dist(center, box.center) + box.radius for box in boxes)


def far_apart(one, other, clearance):
    """The reason of `solid.certainly_apart` for whole pieces: it then holds for each two of their boxes."""
    return math.dist(one[0], other[0]) > math.sqrt(3) * (one[1] + other[1] + clearance) + NEAR


def overlap_problems(found):
    """Every two pieces but guide and child, ends of a link, and two that were kept as they were.

    Decisions too close to trust are let pass.
    """
    generation = found.kit.settings["generation"]
    if not generation["check_overlaps"]:
        return []
    clearance, problems = generation["clearance"], []
    joined = {frozenset((link.start[0], link.end[0])) for link in found.links}
    solids = [(piece, bounding_ball(piece.boxes)) for piece in found.placed if piece.boxes]
    for (one, ball), (other, other_ball) in combinations(solids, 2):
        if other.guide == one.index or (one.kept and other.kept) or frozenset((one.index, other.index)) in joined:
            continue
        if far_apart(ball, other_ball, clearance):
            continue
        overlap, near = solid.overlaps_any(one.boxes, other.boxes, clearance)
        if overlap and not near:
            problems.append(f"{one} overlaps {other}")
    return problems


def stays_within(box, volume, slack=NEAR):
    for k in range(3):
        half = solid.reach(box, solid.AXES[k])
        if box.center[k] - half < volume["min"][k] - slack or box.center[k] + half > volume["max"][k] + slack:
            return False
    return True


def volume_box(volume):
    low, high = volume["min"], volume["max"]
    center = tuple((low[k] + high[k]) / 2 for k in range(3))
    return Box(center, solid.AXES, tuple((high[k] - low[k]) / 2 for k in range(3)))


def cuts_into(box, volume):
    """More than touching: no axis parts the two by as little as the tolerance."""
    overlap, near = solid.boxes_overlap(box, volume_box(volume), -NEAR)
    return overlap and not near


def volume_problems(kit, placed):
    growth, problems = kit.settings["growth"], []
    for piece in placed:
        if piece.kept:
            continue
        inside = growth.get("inside")
        if inside and not all(stays_within(box, inside) for box in piece.boxes):
            problems.append(f"{piece} reaches out of growth.inside")
        for number, volume in enumerate(growth.get("outside", [])):
            if any(cuts_into(box, volume) for box in piece.boxes):
                problems.append(f"{piece} reaches into growth.outside number {number}")
    return problems


# Room for one more ------------------------------------------------------------------------------------


def surely_in_volumes(kit, boxes):
    growth = kit.settings["growth"]
    inside, outside = growth.get("inside"), growth.get("outside", [])
    if inside and not all(stays_within(box, inside, -NEAR) for box in boxes):
        return False
    return not any(any(solid.boxes_overlap(box, volume_box(volume), NEAR)) for box in boxes for volume in outside)


def surely_fits(kit, boxes, others):
    """Whether boxes have room beside other pieces and in the volumes, with something to spare."""
    generation = kit.settings["generation"]
    if not surely_in_volumes(kit, boxes):
        return False
    if not generation["check_overlaps"] or not boxes:
        return True
    clearance, ball = generation["clearance"], bounding_ball(boxes)
    near_by = [piece for piece in others if piece.boxes and not far_apart(ball, bounding_ball(piece.boxes), clearance)]
    return not any(any(solid.overlaps_any(boxes, piece.boxes, clearance)) for piece in near_by)
