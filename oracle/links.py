"""Links: joints beyond the tree, whose ends may miss each other by a little."""
import math
from itertools import combinations

from growth import is_vertical
from mapfile import NEAR
from pieces import cross, dot
from settings import accepts

TURN = 0.25  # degrees by which the ends of a link may look past each other
TURN_NEAR = 1e-3  # degrees: angles this small are told less exactly than places


def angle_between(a, b):
    """Degrees. The arc cosine would be blind near zero."""
    normal = cross(a, b)
    return math.degrees(math.atan2(math.sqrt(dot(normal, normal)), dot(a, b)))


def level(v):
    return (v[0], 0.0, v[2])


def gaps(found, start, end):
    """The ways to say by how much two ends miss each other: the contract does not choose.

    From one connector to the other, that without the distance of pieces, and from where a joined piece's
    connector would be.
    """
    distance = found.kit.settings["generation"]["piece_distance"]
    (at, heading, _), (to, back, _) = (found.placed[index].connector(number) for index, number in (start, end))
    apart = math.dist(at, to)
    goals = [
        math.dist(tuple(at[k] + distance * heading[k] for k in range(3)), to),
        math.dist(tuple(to[k] + distance * back[k] for k in range(3)), at),
    ]
    return [apart, abs(apart - distance), max(0.0, apart - distance), *goals]


def turns(found, start, end):
    """Likewise for degrees: between the headings, in the plane and in space, or between up axes where they decide."""
    (_, heading, up), (_, back, other_up) = (found.placed[index].connector(number) for index, number in (start, end))
    reverse = tuple(-value for value in back)
    if not is_vertical(heading) and not is_vertical(back):
        return [angle_between(heading, reverse), angle_between(level(heading), level(reverse))]
    facing, ups = angle_between(heading, reverse), angle_between(level(up), level(other_up))
    return [max(facing, ups), ups]


def may_meet(found, start, end):
    """By pins and colors, in one order or the other."""
    ours, theirs = found.kind(start), found.kind(end)
    return accepts(found.kit.settings, ours, theirs) or accepts(found.kit.settings, theirs, ours)


def surely_meet(found, start, end):
    """Whether two ends meet by every reading."""
    if start[0] == end[0] or not may_meet(found, start, end):
        return False
    missed = max(gaps(found, start, end)[3:])  # off their places: then they are near enough by the others as well
    limit = found.kit.settings["growth"]["loop_gap"] - NEAR
    return missed <= limit and max(turns(found, start, end)) <= TURN - TURN_NEAR


def is_never(found, end):
    return found.kit.ends.of(found.kind(end)).never


def forced(found, link):
    """Whether a link may be there because a connector must not stay free, beyond `loops`."""
    return is_never(found, link.start) or is_never(found, link.end)


# Problems ---------------------------------------------------------------------------------------------


def measure_problems(found, link):
    """What a link says of itself must be so, also of one that was kept."""
    problems = []
    measured = gaps(found, link.start, link.end)
    if min(abs(link.gap - value) for value in measured) > NEAR:
        problems.append(f"{link}: gap is {link.gap}, measured {measured[0]:.6g}")
    measured = turns(found, link.start, link.end)
    if min(abs(link.turn - value) for value in measured) > TURN_NEAR:
        problems.append(f"{link}: turn is {link.turn}, measured {measured[0]:.6g}")
    return problems


def meeting_problems(found, link):
    settings, problems = found.kit.settings, []
    limit = settings["growth"]["loop_gap"] + settings["generation"]["piece_distance"]
    missed, turned = gaps(found, link.start, link.end)[0], min(turns(found, link.start, link.end))
    if missed > limit + NEAR:
        problems.append(f"{link}: its ends are {missed:.3g} m apart, more than {limit}")
    if turned > TURN + TURN_NEAR:
        problems.append(f"{link}: its ends look {turned:.3g} degrees past each other")
    if not may_meet(found, link.start, link.end):
        problems.append(f"{link}: its connectors may not meet")
    return problems


def number_problems(found):
    most = found.kit.settings["growth"]["loops"][1]
    counted = [link for link in found.links if not forced(found, link) and not found.is_kept(link)]
    return [f"{len(counted)} links, at most {most} allowed"] if len(counted) > most else []


def missing_problems(found):
    """Free connectors that meet, and that `loops` or `never` wants joined. Links come first: a cap is no excuse."""
    most, problems = found.kit.settings["growth"]["loops"][1], []
    for start, end in combinations(found.free(caps=False), 2):
        if math.dist(found.placed[start[0]].connector(start[1])[0], found.placed[end[0]].connector(end[1])[0]) > 1:
            continue
        owed = len(found.links) < most or (is_never(found, start) and is_never(found, end))
        if owed and surely_meet(found, start, end):
            problems.append(f"{list(start)} and {list(end)} meet, and are not linked")
    return problems


def chains(found):
    """The pieces of each chain that closes a loop: placed one after the other, the last one linked."""
    linked, found_chains, before = {end[0] for end in found.linked()}, [], None
    for piece in found.placed:
        if piece.role != "loop" or piece.kept:
            continue
        if before is not None and piece.guide == before and before not in linked:
            found_chains[-1].append(piece)
        else:
            found_chains.append([piece])
        before = piece.index
    return found_chains


def loop_problems(found):
    longest, problems = found.kit.settings["growth"]["loop_length"], []
    linked = {end[0] for end in found.linked()}
    for chain in chains(found):
        if chain[-1].index not in linked:
            problems.append(f"{chain[-1]} ends a chain, and no link joins it to anything")
        if len(chain) > longest:
            problems.append(f"{chain[-1]} ends a chain of {len(chain)} pieces, at most {longest} allowed")
    return problems


def link_problems(found):
    problems = number_problems(found) + missing_problems(found) + loop_problems(found)
    for link in found.links:
        if link.start[0] == link.end[0]:
            problems.append(f"{link} joins a piece with itself")
        if any(found.placed[index].is_cap for index, _ in (link.start, link.end)):
            problems.append(f"{link} ends at a cap")
        problems += measure_problems(found, link)
        problems += [] if found.is_kept(link) else meeting_problems(found, link)
    return problems
