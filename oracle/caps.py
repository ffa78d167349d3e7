"""Caps: which may stand where, that each connector which can have one has one, and what `free = "never"` owes."""
import boxes as solid
from growth import can_oppose, snapped_pose
from joints import turn_is_decided
from links import is_never
from room import surely_fits
from settings import accepts


def caps_that_meet(found, end):
    """(cap, its connector) that the rules of connection allow at an end, where its place is certain.

    What has weight 0 is never drawn.
    """
    ours = found.kind(end)
    names = [name for name in dict.fromkeys(found.kit.ends.of(ours).caps) if found.kit.weight(name) > 0]
    return [
        (found.kit.pieces[name], theirs)
        for name in names
        for theirs in found.kit.pieces[name].connectors
        if accepts(found.kit.settings, ours, theirs) and can_oppose(ours, theirs) and turn_is_decided(ours, theirs)
    ]


def cap_that_fits(found, end, others):
    """The name of a cap that surely has room at an end beside other pieces, or None."""
    guide, distance = found.placed[end[0]], found.kit.settings["generation"]["piece_distance"]
    others = [piece for piece in others if piece.index != guide.index]
    for cap, theirs in caps_that_meet(found, end):
        position, yaw = snapped_pose(guide, found.kind(end), theirs, distance)
        if surely_fits(found.kit, [solid.posed(box, position, yaw) for box in cap.boxes], others):
            return cap.name
    return None


def cap_problems(found):
    """What holds for caps alone; joints, room and volumes are looked at with those of all pieces."""
    problems = []
    for cap in found.caps:
        kind = found.kind((cap.guide, cap.joint["guide_connector"]))
        if cap.piece.name not in found.kit.ends.of(kind).caps:
            problems.append(f"{cap} is no cap of a connector {kind.pins} {kind.color}")
        if len(cap.piece.connectors) != 1:
            problems.append(f"{cap} has {len(cap.piece.connectors)} connectors")
        if found.kit.weight(cap.piece.name) == 0:
            problems.append(f"{cap} has weight 0")
    return problems


def uncapped_problems(found):
    """Connectors that stay free though a cap fits beside all that is on the map."""
    fitting = [(end, cap_that_fits(found, end, found.placed)) for end in found.free()]
    return [f"connector {list(end)} stays free, though {name} fits" for end, name in fitting if name]


def open_ends(found):
    """The free connectors that must not be free."""
    return [end for end in found.free() if is_never(found, end)]


def never_problems(found):
    """No piece may be placed that leaves such a connector without room.

    What the map began with, a starting piece or all that was kept, may have had none before anything grew. It had
    some if a cap fits there beside what the map began with and the caps that this has got.
    """
    problems = []
    given = max(1, sum(piece.kept for piece in found.placed))
    first = found.placed[:given] + [cap for cap in found.caps if cap.guide < given]
    for end in open_ends(found):
        kind = found.kind(end)
        if not found.kit.ends.of(kind).caps:
            problems.append(f"connector {list(end)}, {kind.pins} {kind.color}, may never be free, and has no cap")
        elif end[0] >= given:
            problems.append(f"connector {list(end)} is free and may never be: its piece was placed without room")
        elif cap_that_fits(found, end, first):
            problems.append(f"connector {list(end)} is free and may never be: what grew took the room of its cap")
    return problems
