"""Joints of the tree: connectors used once, of kinds that may meet, exactly face to face."""
import math

from growth import can_oppose, is_vertical
from mapfile import NEAR, joint_ends
from settings import accepts


def same_direction(a, b):
    return max(abs(a[k] - b[k]) for k in range(3)) <= NEAR


def level_part(v):
    length = math.hypot(v[0], v[2])
    return (v[0] / length, 0.0, v[2] / length) if length > NEAR else (0.0, 0.0, 0.0)


def turn_is_decided(ours, theirs):
    """Whether up axes say how a vertical connector is turned: not if that of one alone is vertical as well."""
    if not is_vertical(ours.heading) and not is_vertical(theirs.heading):
        return True
    return (math.hypot(ours.up[0], ours.up[2]) > NEAR) == (math.hypot(theirs.up[0], theirs.up[2]) > NEAR)


def gap_problem(guide, piece, distance):
    """Whether two joined connectors stand face to face at the distance of pieces."""
    at, heading, up = guide.connector(piece.joint["guide_connector"])
    found, back, their_up = piece.connector(piece.joint["connector"])
    goal = tuple(at[k] + distance * heading[k] for k in range(3))
    missed = math.dist(goal, found)
    if missed > NEAR:
        return f"{piece}: its connector is {missed:.3g} m off its place at {guide}"
    # How high the two look was compared when they were paired: what is left is the turn.
    ours = guide.piece.connectors[piece.joint["guide_connector"]]
    if not turn_is_decided(ours, piece.piece.connectors[piece.joint["connector"]]):
        return None
    if is_vertical(heading) or is_vertical(back):
        if not same_direction(level_part(up), level_part(their_up)):
            return f"{piece}: joined upwards or downwards to {guide} with another up axis"
    elif not same_direction(level_part(heading), level_part(tuple(-value for value in back))):
        return f"{piece}: not face to face with {guide}"
    return None


def used_twice(found):
    """Joints and links that share a connector."""
    problems, used = [], {}
    users = [(str(piece), joint_ends(piece)) for piece in found.placed]
    users += [(str(link), (link.start, link.end)) for link in found.links]
    for user, ends in users:
        for end in ends:
            if end in used:
                problems.append(f"{user}: connector {end[1]} of piece {end[0]} is used by {used[end]} already")
            used[end] = user
    return problems


def joint_problems(found):
    """Caps are joined like any other piece. What was kept stands as other settings had it."""
    problems, settings = used_twice(found), found.kit.settings
    for piece in found.placed[1:]:
        if piece.kept:
            continue
        guide = found.placed[piece.guide]
        ours, theirs = (found.kind(end) for end in joint_ends(piece))
        if not accepts(settings, ours, theirs):
            kinds = f"{ours.pins} {ours.color} and {theirs.pins} {theirs.color}"
            problems.append(f"{piece}: its connector may not meet that of {guide}: {kinds}")
        if not can_oppose(ours, theirs):
            problems.append(f"{piece}: no turn about the vertical brings it face to face with {guide}")
        else:
            problems.append(gap_problem(guide, piece, settings["generation"]["piece_distance"]))
    return [problem for problem in problems if problem]
