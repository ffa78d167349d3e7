"""The promises of section 6, and the shapes that the methods owe a map.

A star's arms and the branches have lengths that were drawn. A finished map does not tell them, so where
they vary it can prove a promise broken, but not that it was kept to the piece. Of pieces that were kept from
another map, `placed` says so itself; they come first.
"""
from dataclasses import dataclass

from caps import open_ends
from growth import can_oppose
from links import forced
from settings import accepts


SIZE = "size: "  # how the promise of the size begins; the rest of it is for people
OPEN = ("free connectors", "open connectors")  # and of `free = "never"`
LOOPS = ("loops", "links")  # and of the least number of loops


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


def first_new(placed):
    """The index of the first piece that grew on from another, whether there is one or not."""
    return max(1, sum(piece.kept for piece in placed))


def drawn_lengths(selection, key, shortest):
    """The fewest and the most that a drawn length can be."""
    length, var = selection[key], selection[key + "_var"]
    return max(shortest, length - var), max(shortest, length + var)


# Star -------------------------------------------------------------------------------------------------


def arms(placed):
    """The pieces of each new arm by the hub's connector."""
    below, found = children(placed), {}
    for first in below[0]:
        if placed[first].kept:
            continue
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


def star_verdict(kit, placed, linked=frozenset()):
    """`linked`: ends that links use; whether the hub owes an arm there, is left open."""
    low, high = drawn_lengths(kit.settings["selection"], "arm_length", 1)
    found = arms(placed)
    # An arm that was kept is as long as it is: whether that breaks the promise, is left open too.
    kept = {piece.joint["guide_connector"] for piece in placed[1:] if piece.kept and piece.guide == 0}
    grown = set(found) | kept
    drawable = [name for name in set(kit.drawn) if kit.weight(name) > 0]
    allowed = [name for name in drawable if may_follow_the_hub(kit, name)]
    connectors = list(enumerate(placed[0].piece.connectors))
    # Whether a connector counts that only pieces can meet which no rule lets stand there, is left open.
    surely_owed = {number for number, connector in connectors if meets(kit, connector, allowed)}
    surely_owed -= {number for index, number in linked if index == 0}
    perhaps_owed = {number for number, connector in connectors if meets(kit, connector, drawable)}
    in_bounds = all(low <= len(arm) <= high for arm in found.values())
    surely_kept = in_bounds and low == high and perhaps_owed <= grown and not kept
    return Verdict(in_bounds and surely_owed <= grown, not surely_kept)


# Branch -----------------------------------------------------------------------------------------------


def counts_of_branches(placed, low, high):
    """Into how many branches the map can be cut, each of low to high pieces and a line by its own.

    Pieces are in placement order. One whose guide is not the piece before it begins a branch; one whose
    guide is may go on with it, or begin the next, for that may start at the last piece as well. Pieces that were
    kept are in none: a map grown on begins new branches.
    """
    first = first_new(placed)
    ways = [set() for _ in placed]  # ways[i]: numbers of branches that the new pieces up to i can make
    ways[first - 1] = {0}
    for end in range(first, len(placed)):
        for begin in range(end, first - 1, -1):
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


def strays(placed, undo):
    """New pieces of a star that grow from a kept one which is not the hub.

    Without `undo`, the paper's arm grows on from the last piece after a failed try at the hub.
    """
    first = first_new(placed)
    return [f"{piece} grows from {placed[piece.guide]}, which was kept and is not the hub" for piece in placed[first:]
            if 0 < piece.guide < first and (undo or piece.guide != first - 1)]


def star_shape(kit, placed, undo):
    problems = strays(placed, undo)
    problems += [
        f"{placed[index]} of an arm has {len(below)} pieces grown from it"
        for index, below in enumerate(children(placed))
        if index > 0 and len(below) > 1 and not placed[index].kept
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
    """A corridor is a line, except with `skip`, which goes on from wherever there is room.

    From which of the kept pieces it goes on, the contract does not say.
    """
    if kit.settings["growth"]["when_blocked"] == "skip":
        return []
    first = first_new(placed) + (1 if placed[0].kept else 0)
    return [f"{piece} of a corridor is not joined to the piece before" for piece in placed[first:]
            if piece.guide != piece.index - 1]


def shape_problems(kit, placed):
    selection, undo = kit.settings["selection"], kit.settings["growth"]["when_blocked"] == "undo"
    method = selection["method"]
    if method == "star":
        return star_shape(kit, placed, undo)
    if method == "branch":
        return branch_shape(kit, placed, undo)
    problems = line_shape(kit, placed) if method == "corridor" else []
    if len(placed) > selection["max_pieces"] and not placed[-1].kept:
        problems.append(f"{len(placed)} pieces, at most {selection['max_pieces']}")
    return problems


# Promises ---------------------------------------------------------------------------------------------


def size_verdict(kit, placed, linked=frozenset()):
    method, most = kit.settings["selection"]["method"], kit.settings["selection"].get("max_pieces")
    if method == "star":
        return star_verdict(kit, placed, linked)
    if method == "branch":
        return branch_verdict(kit, placed)
    if placed[-1].kept and len(placed) > most:
        return Verdict(True, True)  # more was kept than asked for: whose fault that is, nobody says
    return exactly(len(placed) == most)


def count_text(rule):
    numbers = f"{rule.least}" if rule.least == rule.most else f"{rule.least} to {rule.most}"
    return f"count of {rule.selector}: {numbers}"


def owed_promises(found):
    """[text, verdict, value or None]; of the size, the text's beginning."""
    owed, kit = [], found.kit
    if kit.settings["growth"]["when_blocked"] == "undo":
        owed.append((SIZE, size_verdict(kit, found.tree, found.linked()), None))
    for rule in kit.rules:
        if rule.least > 0:
            chosen = kit.matching(rule.selector)
            count = sum(piece.piece.name in chosen for piece in found.body)
            owed.append((count_text(rule), exactly(rule.least <= count <= rule.most), count))
    return owed


def is_about(promise, text):
    said = promise.get("promise", "")
    if text == SIZE:
        return said.startswith(SIZE)
    if text.startswith("count of #"):
        return said.lower() == text.lower()  # the case of tags does not count
    return said == text


def beginning(promises, words):
    return [promise for promise in promises if promise.get("promise", "").lower().startswith(words)]


def listed_problems(promise, text, verdict, value):
    problems = []
    if not isinstance(promise.get("kept"), bool):
        problems.append(f"promise {text!r}: kept is {promise.get('kept')!r}")
    elif not (verdict.may_be_kept if promise["kept"] else verdict.may_be_broken):
        problems.append(f"promise {text!r} says kept = {promise['kept']}, and the map says otherwise")
    if value is not None and promise.get("value") != value:
        problems.append(f"promise {text!r} says {promise.get('value')!r}, the map has {value}")
    return problems


def never_owed(found):
    """Whether something on the map may never be free. Where only other kinds may never, a promise may be listed."""
    return any(found.kit.ends.of(kind).never for piece in found.body for kind in piece.piece.connectors)


def open_problems(found, promises):
    """One promise for all kinds, or one for each section: together they count what is open."""
    listed = beginning(promises, OPEN)
    if not listed:
        return [f"promise {OPEN[0]!r} is not listed"] if never_owed(found) else []
    if not found.kit.ends.says_never():
        return [f"promises that nothing asks for: {[promise['promise'] for promise in listed]}"]
    values, still_open = [promise.get("value") for promise in listed], len(open_ends(found))
    if not all(type(value) is int for value in values) or sum(values) != still_open:
        return [f"promise {OPEN[0]!r} says {values}, the map has {still_open}"]
    return [problem for promise, value in zip(listed, values)
            for problem in listed_problems(promise, OPEN[0], exactly(value == 0), None)]


def loop_promise_problems(found, promises):
    """Whether links that `never` forces count as loops, the contract does not say."""
    least, listed = found.kit.settings["growth"]["loops"][0], beginning(promises, LOOPS)
    if len(listed) != (1 if least else 0):
        return [f"promise {LOOPS[0]!r} is listed {len(listed)} times"]
    surely = sum(not forced(found, link) for link in found.links)
    verdict = Verdict(len(found.links) >= least, surely < least)
    return [problem for promise in listed for problem in listed_problems(promise, LOOPS[0], verdict, None)]


def promise_problems(found, promises):
    problems = open_problems(found, promises) + loop_promise_problems(found, promises)
    explained = len(beginning(promises, OPEN + LOOPS))
    for text, verdict, value in owed_promises(found):
        listed = [promise for promise in promises if is_about(promise, text)]
        explained += len(listed)
        if len(listed) != 1:
            problems.append(f"promise {text!r} is listed {len(listed)} times")
        else:
            problems += listed_problems(listed[0], text, verdict, value)
    if explained != len(promises):
        problems.append(f"promises that nothing asks for: {[promise.get('promise') for promise in promises]}")
    return problems
