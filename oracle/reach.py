"""Which pieces a map can have at all: where it may start, and what the rules of connection lead to from there."""
from growth import can_oppose
from settings import accepts


def can_follow(kit, guide, name):
    """Whether one piece can be joined to another, by some pair of connectors."""
    return any(
        accepts(kit.settings, ours, theirs) and can_oppose(ours, theirs)
        for ours in kit.pieces[guide].connectors
        for theirs in kit.pieces[name].connectors
    )


def starts(kit):
    """The ids that a map may start with, as the paper has it: rules and volumes are not asked."""
    selection = kit.settings["selection"]
    names = kit.starters if kit.settings["kit"]["use_starters"] else kit.drawn
    count = {name: len(kit.pieces[name].connectors) for name in names}
    tolerance = selection["starter_con_tol"]
    if selection["method"] in ("arena", "star"):
        return {name for name in names if count[name] >= max(count.values()) - tolerance}
    return {name for name in names if count[name] <= min(count.values()) + tolerance}


def reachable(kit, banned=frozenset()):
    """What can be on a map when some pieces are never placed.

    Generous: a connector is not used up by the joint that led to its piece. What is not in here can
    certainly not be on a map.
    """
    waiting = [name for name in starts(kit) if name not in banned]
    found = set(waiting)
    while waiting:
        guide = waiting.pop()
        for name in set(kit.drawn) - found - set(banned):
            if can_follow(kit, guide, name):
                found.add(name)
                waiting.append(name)
    return found
