"""Doors: one at every joint and link of a kind that has them."""
import math

import boxes as solid
from growth import can_oppose, snapped_pose
from joints import turn_is_decided
from mapfile import NEAR, joint_ends, read_end, read_place
from settings import accepts

# The contract says "every joint", and a cap has a joint; but its own example has a locked door as the cap and an oak door
# as the door of one kind, and nobody hangs one door in front of another: a cap closes a connector that stayed free.
CAPS_GET_DOORS = False


def door_places(found):
    """The ends where a door may stand: the guide's of a joint, of a link that it comes from."""
    pieces = found.placed if CAPS_GET_DOORS else found.body
    return [joint_ends(piece)[0] for piece in pieces[1:]] + [link.start for link in found.links]


def can_stand(found, end, name, matched):
    """Whether a door has a place at an end. Whether its kind must match as well, the contract leaves open."""
    ours, door = found.kind(end), found.kit.pieces[name]
    return len(door.connectors) == 1 and can_oppose(ours, door.connectors[0]) and (
        not matched or accepts(found.kit.settings, ours, door.connectors[0]))


def moved_to(connector, position, yaw):
    at = solid.turned(yaw, connector.position)
    return tuple(position[k] + at[k] for k in range(3))


def pose_problem(found, what, end, place):
    """Whether a door stands where a tentative piece would."""
    door, position, yaw = place
    if not can_stand(found, end, door.name, matched=False):
        return f"{what}: no turn about the vertical brings it face to face with {list(end)}"
    distance = found.kit.settings["generation"]["piece_distance"]
    connector = door.connectors[0]
    goal, turn = snapped_pose(found.placed[end[0]], found.kind(end), connector, distance)
    wanted, stands = moved_to(connector, goal, turn), moved_to(connector, position, yaw)
    if math.dist(wanted, stands) > NEAR:
        return f"{what} is {math.dist(wanted, stands):.3g} m off its place"
    if turn_is_decided(found.kind(end), connector) and abs(math.sin((turn - yaw) / 2)) > NEAR:
        return f"{what} is turned by {math.degrees(abs(math.remainder(turn - yaw, 2 * math.pi))):.3g} degrees"
    return None


def one_door_problems(found, number, entry, places):
    what, end = f"door {number}", read_end(found.placed, entry.get("at"))
    if end not in places:
        return [f"{what}: at {entry.get('at')} is no joint or link"]
    place = read_place(found.kit, what, entry)
    if isinstance(place, str):
        return [place]
    kind, door = found.kind(end), place[0]
    problems = []
    if door.name not in found.kit.ends.of(kind).doors:
        problems.append(f"{what}: {door.name} is no door of a connector {kind.pins} {kind.color}")
    if found.kit.weight(door.name) == 0:
        problems.append(f"{what}: {door.name} has weight 0")
    if len(door.connectors) != 1:
        return problems + [f"{what}: {door.name} has {len(door.connectors)} connectors"]
    problem = pose_problem(found, what, end, place)
    return problems + ([problem] if problem else [])


def door_problems(found):
    places, problems, seen = set(door_places(found)), [], set()
    for number, entry in enumerate(found.doors):
        problems += one_door_problems(found, number, entry, places)
        end = read_end(found.placed, entry.get("at"))
        if end in seen:
            problems.append(f"door {number}: a second door at {list(end)}")
        seen.add(end)
    for end in sorted(places - seen):
        names = [name for name in found.kit.ends.of(found.kind(end)).doors if found.kit.weight(name) > 0]
        if any(can_stand(found, end, name, matched=True) for name in names):
            problems.append(f"no door at {list(end)}")
    return problems
