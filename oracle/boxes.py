"""Do two pieces overlap? Oriented boxes with a clearance, by the fifteen axes of the separating axis test."""
import math

from pieces import Box, cross, dot

AXES = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
NEAR = 1e-7  # a best gap this close to the clearance could fall either way in another implementation
PARALLEL = 1e-6  # edges whose cross product is shorter have no common normal worth asking
# Another implementation may draw that line elsewhere: a decision that hangs on it is a near-tie too.
PARALLEL_SURE, PARALLEL_MAYBE = 1e-4, 1e-15


def turned(yaw, v):
    """A vector turned about the vertical axis."""
    c, s = math.cos(yaw), math.sin(yaw)
    return (v[0] * c + v[2] * s, v[1], v[2] * c - v[0] * s)


def posed(box, position, yaw):
    center = turned(yaw, box.center)
    center = tuple(center[k] + position[k] for k in range(3))
    return Box(center, tuple(turned(yaw, axis) for axis in box.axes), box.half)


def reach(box, axis):
    """Half the length of a box's shadow on a unit axis."""
    x, y, z = box.axes
    return box.half[0] * abs(dot(x, axis)) + box.half[1] * abs(dot(y, axis)) + box.half[2] * abs(dot(z, axis))


def gap(a, b, between, axis):
    """How far apart the two boxes are along a unit axis; below zero they overlap there."""
    return abs(dot(between, axis)) - reach(a, axis) - reach(b, axis)


def certainly_apart(a, b, between, clearance):
    """A cheap and exact reason to look no further.

    The axes of a box are orthonormal, so one of them sees at least 1/sqrt(3) of the distance of the
    centers. A test by upright bounding boxes would not be exact: with a clearance, a gap along an
    axis that is none of the fifteen decides nothing.
    """
    touch = a.radius + b.radius + clearance + 1e-6
    return dot(between, between) > 3 * touch * touch


def boxes_overlap(a, b, clearance):
    """(overlap, near): near if the decision is too close to trust."""
    between = (b.center[0] - a.center[0], b.center[1] - a.center[1], b.center[2] - a.center[2])
    if certainly_apart(a, b, between, clearance):
        return False, False
    best = -math.inf
    for axis in (*a.axes, *b.axes):
        best = max(best, gap(a, b, between, axis))
        if best > clearance + NEAR:
            return False, False
    # The best gap with the cross axes we believe in, with the surest only, and with every last one.
    believed = surest = every = best
    for first in a.axes:
        for second in b.axes:
            normal = cross(first, second)
            length = math.sqrt(dot(normal, normal))
            if length <= PARALLEL_MAYBE:
                continue
            found = gap(a, b, between, tuple(value / length for value in normal))
            every = max(every, found)
            believed = max(believed, found) if length > PARALLEL else believed
            surest = max(surest, found) if length > PARALLEL_SURE else surest
            if surest > clearance + NEAR:
                return False, False
    near = abs(believed - clearance) <= NEAR or (surest >= clearance) != (every >= clearance)
    return believed < clearance, near


def overlaps_any(boxes, others, clearance):
    """(overlap, near) of some boxes against an iterable of others.

    One sure overlap settles it whatever the near-ties say, so these count only without one.
    """
    result, any_near = False, False
    for other in others:
        for box in boxes:
            overlap, near = boxes_overlap(box, other, clearance)
            if overlap and not near:
                return True, False
            result = result or overlap
            any_near = any_near or near
    return result, any_near
