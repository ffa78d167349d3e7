"""The promises of section 6, and the shapes that the methods owe a map.

A star's arms and the branches have lengths that were drawn. A finished map does not tell them, so where
they vary it can prove a promise broken, but not that it was kept to the piece.
"""
from dataclasses import dataclass

from growth import can_oppose
from settings import accepts


SIZE = "size: "  # how the promise of the size begins; the rest of it is for people


@dataclass
class Verdict:
    """What a map lets a promise say of itself; both where it cannot tell."""

    may_be_kept: bool
    may_be_broken: bool


def exactly(kept):
    return Verdict(kept, not kept)


def children(placed):
    found = [[] for _ in placed]
    for piece in placed[1:]:
        found[piece.guide].append(piece.index)
    return found


def drawn_lengths(selection, key, shortest):
    """The fewest and the most that a drawn length can be."""
    length, var = selection[key], selection[key + "_var"]
    return max(shortest, length - var), max(shortest, length + var)


# Star -------------------------------------------------------------------------------------------------


def arms(placed):
    """The pieces of each arm by the hub's connector."""
    below, found = children(placed), {}
    for first in below[0]:
        arm = [first]
        while below[arm[-1]]:
            arm.append(below[arm[-1]][0])
        found[placed[first].joint["guide_connector"]] = arm
    return found


def meets(kit, connector, names):
    """Whether some piece out of a list can be joined to a connector."""
    return any(
        accepts(kit.settings, connector, other) and can_oppose(connector, other)
        for name in names
        for other in kit.pieces[name].connectors
    )


def may_follow_the_hub(kit, name):
    """Whether the rules let a piece stand at depth 1 at all."""
    return all(rule.most > 0 and rule.depth[0] <= 1 <= rule.depth[1] for rule in kit.rules_of(name))


def star_verdict(kit, placed):
    low, high = drawn_lengths(kit.settings["selection"], "arm_length", 1)
    found = arms(placed)
    drawable = [name for name in set(kit.drawn) if kit.weight(name) > 0]
    allowed = [name for name in drawable if may_follow_the_hub(kit, name)]
    connectors = list(enumerate(placed[0].piece.connectors))
    # Whether a connector counts that only pieces can meet which no rule lets stand there, is left open.
    surely_owed = {number for number, connector in connectors if meets(kit, connector, allowed)}
    perhaps_owed = {number for number, connector in connectors if meets(kit, connector, drawable)}
    in_bounds = all(low <= len(arm) <= high for arm in found.values())
    surely_kept = in_bounds and low == high and perhaps_owed <= set(found)
    return Verdict(in_bounds and surely_owed <= set(found), not surely_kept)


# Branch -----------------------------------------------------------------------------------------------


def counts_of_branches(placed, low, high):
    """Into how many branches the map can be cut, each of low to high pieces and a line by its own.

    Pieces are in placement order. One whose guide is not the piece before it begins a branch; one whose
    guide is may go on with it, or begin the next, for that may start at the last piece as well.
    """
    ways = [set() for _ in placed]  # ways[i]: numbers of branches that pieces 1 to i can make
    ways[0] = {0}
    for end in range(1, len(placed)):
        for begin in range(end, 0, -1):
            if low <= end - begin + 1 <= high:
                ways[end] |= {count + 1 for count in ways[begin - 1]}
            if placed[begin].guide != begin - 1:
                break
    return ways[-1]


def branch_bounds(selection):
    low, high = drawn_lengths(selection, "branch_length", 0)
    return low + 1, high + 1  # a branch has one piece more than its length


def branch_verdict(kit, placed):
    selection = kit.settings["selection"]
    low, high = branch_bounds(selection)
    possible = selection["branch_count"] in counts_of_branches(placed, low, high)
    return Verdict(possible, not possible or low != high)


# Shapes -----------------------------------------------------------------------------------------------


def star_shape(kit, placed, undo):
    problems = [
        f"{placed[index]} of an arm has {len(below)} pieces grown from it"
        for index, below in enumerate(children(placed))
        if index > 0 and len(below) > 1
    ]
    high = drawn_lengths(kit.settings["selection"], "arm_length", 1)[1]
    if undo and not problems:
        problems += [f"an arm of {len(arm)} pieces, at most {high}" for arm in arms(placed).values() if len(arm) > high]
    return problems


def branch_shape(kit, placed, undo):
    selection = kit.settings["selection"]
    # Only with `undo` is a branch's length kept to; a failed jump lets another grow on from the last piece.
    high = branch_bounds(selection)[1] if undo else len(placed)
    count = min(counts_of_branches(placed, 1, high), default=0)
    if count > selection["branch_count"]:
        return [f"at least {count} branches of at most {high} pieces, {selection['branch_count']} asked for"]
    return []


def line_shape(kit, placed):
    """A corridor is a line, except with `skip`, which goes on from wherever there is room."""
    if kit.settings["growth"]["when_blocked"] == "skip":
        return []
    return [f"{piece} of a corridor is not joined to the piece before" for piece in placed[1:]
            if piece.guide != piece.index - 1]


def shape_problems(kit, placed):
    selection, undo = kit.settings["selection"], kit.settings["growth"]["when_blocked"] == "undo"
    method = selection["method"]
    if method == "star":
        return star_shape(kit, placed, undo)
    if method == "branch":
        return branch_shape(kit, placed, undo)
    problems = line_shape(kit, placed) if method == "corridor" else []
    if len(placed) > selection["max_pieces"]:
        problems.append(f"{len(placed)} pieces, at most {selection['max_pieces']}")
    return problems


# Promises ---------------------------------------------------------------------------------------------


def size_verdict(kit, placed):
    method = kit.settings["selection"]["method"]
    if method == "star":
        return star_verdict(kit, placed)
    if method == "branch":
        return branch_verdict(kit, placed)
    return exactly(len(placed) == kit.settings["selection"]["max_pieces"])


def count_text(rule):
    numbers = f"{rule.least}" if rule.least == rule.most else f"{rule.least} to {rule.most}"
    return f"count of {rule.selector}: {numbers}"


def owed_promises(kit, placed):
    """[text, verdict, value or None]; of the size, the text's beginning."""
    owed = []
    if kit.settings["growth"]["when_blocked"] == "undo":
        owed.append((SIZE, size_verdict(kit, placed), None))
    for rule in kit.rules:
        if rule.least > 0:
            chosen = kit.matching(rule.selector)
            count = sum(piece.piece.name in chosen for piece in placed)
            owed.append((count_text(rule), exactly(rule.least <= count <= rule.most), count))
    return owed


def is_about(promise, text):
    said = promise.get("promise", "")
    if text == SIZE:
        return said.startswith(SIZE)
    if text.startswith("count of #"):
        return said.lower() == text.lower()  # the case of tags does not count
    return said == text


def promise_problems(kit, placed, promises):
    problems, explained = [], 0
    for text, verdict, value in owed_promises(kit, placed):
        found = [promise for promise in promises if is_about(promise, text)]
        explained += len(found)
        if len(found) != 1:
            problems.append(f"promise {text!r} is listed {len(found)} times")
            continue
        if not isinstance(found[0].get("kept"), bool):
            problems.append(f"promise {text!r}: kept is {found[0].get('kept')!r}")
        elif not (verdict.may_be_kept if found[0]["kept"] else verdict.may_be_broken):
            problems.append(f"promise {text!r} says kept = {found[0]['kept']}, and the map says otherwise")
        if value is not None and found[0].get("value") != value:
            problems.append(f"promise {text!r} says {found[0].get('value')!r}, the map has {value}")
    if explained != len(promises):
        problems.append(f"promises that nothing asks for: {[promise.get('promise') for promise in promises]}")
    return problems
