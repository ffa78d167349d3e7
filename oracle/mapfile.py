"""A map.json as the checker sees it: placed pieces with their roles, links, and which connectors are taken."""
import math
from dataclasses import dataclass, field

import boxes as solid

NEAR = 1e-6  # metres, and parts of a unit vector: poses are written in double precision
STAGES = {None: 0, "loop": 1, "cap": 2}  # by role: what the method grew, what closes loops, what closes the rest


@dataclass
class Placed:
    index: int
    piece: object
    position: tuple
    yaw: float
    joint: dict | None
    boxes: list
    depth: int = 0
    role: str | None = None
    kept: bool = False

    def __str__(self):
        role = f", a {self.role}" if self.role else ""
        return f"piece {self.index} ({self.piece.name}{role})"

    @property
    def guide(self):
        return self.joint["guide"] if self.joint else None

    @property
    def is_cap(self):
        return self.role == "cap"

    def connector(self, number):
        """(position, heading, up) of a connector, in the map."""
        found = self.piece.connectors[number]
        at = solid.turned(self.yaw, found.position)
        position = tuple(at[k] + self.position[k] for k in range(3))
        return position, solid.turned(self.yaw, found.heading), solid.turned(self.yaw, found.up)


@dataclass
class Link:
    """A joint beyond the tree; its ends are (index of the piece, connector)."""

    start: tuple
    end: tuple
    gap: float
    turn: float

    def __str__(self):
        return f"the link from {list(self.start)} to {list(self.end)}"


@dataclass
class Map:
    kit: object
    placed: list
    links: list = field(default_factory=list)
    doors: list = field(default_factory=list)  # as written

    @property
    def body(self):
        """What was grown, loops included: all that rules hold for."""
        return [piece for piece in self.placed if not piece.is_cap]

    @property
    def tree(self):
        """What the method grew: all that counts for the size."""
        return [piece for piece in self.placed if piece.role is None]

    @property
    def caps(self):
        return [piece for piece in self.placed if piece.is_cap]

    def kind(self, end):
        """The connector (pins, color) of an end, as its file has it."""
        return self.placed[end[0]].piece.connectors[end[1]]

    def is_kept(self, link):
        """Kept pieces keep their links."""
        return self.placed[link.start[0]].kept and self.placed[link.end[0]].kept

    def linked(self):
        return {end for link in self.links for end in (link.start, link.end)}

    def taken(self, caps=True):
        """The ends that joints and links use; without those of caps, the ends that growth and links used."""
        pieces = self.placed if caps else self.body
        return self.linked() | {end for piece in pieces for end in joint_ends(piece)}

    def free(self, caps=True):
        """The ends of what was grown that nothing is joined to, in their order."""
        taken = self.taken(caps)
        ends = [(piece.index, number) for piece in self.body for number in range(len(piece.piece.connectors))]
        return [end for end in ends if end not in taken]


def joint_ends(piece):
    """(the guide's end, the piece's own end) of a joint."""
    if piece.joint is None:
        return ()
    return (piece.guide, piece.joint["guide_connector"]), (piece.index, piece.joint["connector"])


# Reading ----------------------------------------------------------------------------------------------


def is_upright(rotation):
    x, y, z, w = rotation
    return abs(x) <= NEAR and abs(z) <= NEAR and abs(math.hypot(y, w) - 1) <= NEAR


def read_place(kit, what, entry):
    """(piece, position, yaw) of a piece or a door, or a text that says why it cannot be read."""
    name = entry["piece"]
    if name not in kit.pieces:
        return f"{what}: the kit has no {name!r}"
    if not all(math.isfinite(value) for value in [*entry["position"], *entry["rotation"]]):
        return f"{what} ({name}): a place that is no number"
    if not is_upright(entry["rotation"]):
        return f"{what} ({name}): not upright: {entry['rotation']}"
    yaw = 2 * math.atan2(entry["rotation"][1], entry["rotation"][3])
    return kit.pieces[name], tuple(entry["position"]), yaw


def read_placed(kit, index, entry):
    """A piece of the map, or a text that says why it cannot be read."""
    place = read_place(kit, f"piece {index}", entry)
    if isinstance(place, str):
        return place
    if entry.get("role") not in STAGES:
        return f"piece {index} ({entry['piece']}): role {entry['role']!r} is none of the contract"
    piece, position, yaw = place
    posed = [solid.posed(box, position, yaw) for box in piece.boxes]
    return Placed(index, piece, position, yaw, entry["joint"], posed, role=entry.get("role"))


def tree_problems(placed):
    """Whether every joint leads to an earlier piece, by connectors that exist; sets the depths."""
    problems = []
    for piece in placed:
        if (piece.joint is None) != (piece.index == 0):
            problems.append(f"{piece}: only the starting piece has no joint")
            continue
        if piece.joint is None:
            continue
        if not 0 <= piece.guide < piece.index:
            problems.append(f"{piece}: its guide {piece.guide} is no earlier piece")
            continue
        guide = placed[piece.guide]
        piece.depth = guide.depth + 1
        for owner, key in ((guide, "guide_connector"), (piece, "connector")):
            if not 0 <= piece.joint[key] < len(owner.piece.connectors):
                problems.append(f"{piece}: {owner} has no connector {piece.joint[key]}")
    return problems


def order_problems(placed):
    """Whether the stages of a map follow each other, and nothing grows from a cap."""
    problems = [f"{placed[0]} starts the map"] if placed[0].role else []
    for before, piece in zip(placed, placed[1:]):
        # Kept pieces come first, whatever they were.
        if STAGES[piece.role] < STAGES[before.role] and not before.kept:
            problems.append(f"{piece} comes after {before}")
        if placed[piece.guide].is_cap:
            problems.append(f"{piece} is grown from a cap")
    return problems


def mark_kept(placed, kept):
    """Sets which pieces were kept; a text if the number cannot be."""
    if not isinstance(kept, int) or isinstance(kept, bool) or not 0 <= kept <= len(placed):
        return [f"kept is {kept!r}, of {len(placed)} pieces"]
    for piece in placed[:kept]:
        piece.kept = True
    return [f"{piece} is kept, but caps are made anew" for piece in placed[:kept] if piece.is_cap]


def read_end(placed, value):
    """(index, connector), or None if there is no such connector."""
    whole = isinstance(value, list) and len(value) == 2 and all(type(part) is int for part in value)
    if not whole or not 0 <= value[0] < len(placed):
        return None
    return tuple(value) if 0 <= value[1] < len(placed[value[0]].piece.connectors) else None


def read_links(placed, entries):
    """(links, problems)."""
    links, problems = [], []
    for number, entry in enumerate(entries):
        ends = [read_end(placed, entry.get(key)) for key in ("from", "to")]
        numbers = [entry.get(key) for key in ("gap", "turn")]
        if None in ends:
            problems.append(f"link {number}: no such connectors: {entry.get('from')} to {entry.get('to')}")
        elif not all(type(value) in (int, float) and math.isfinite(value) for value in numbers):
            problems.append(f"link {number}: gap and turn are {numbers}")
        else:
            links.append(Link(*ends, *numbers))
    return links, problems


def read_map(kit, found):
    """(map, problems); with problems, the map is None: nothing can be counted along it."""
    placed = [read_placed(kit, index, entry) for index, entry in enumerate(found["pieces"])]
    problems = [piece for piece in placed if isinstance(piece, str)]
    if not placed:
        problems.append("a map without pieces")
    problems = problems or tree_problems(placed)
    if problems:
        return None, problems
    problems = mark_kept(placed, found.get("kept", 0)) + order_problems(placed)
    links, unread = read_links(placed, found.get("links", []))
    problems += unread
    return (None if problems else Map(kit, placed, links, found.get("doors", []))), problems
