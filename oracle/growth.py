"""The generation algorithm (Algorithm 1 of the paper) with the contract's order of draws."""
import math
from dataclasses import dataclass, field

import boxes as solid
from methods import METHODS
from settings import accepts

UPRIGHT = 1e-3  # headings must be opposite to this much in height; a shorter horizontal part is vertical


STALLED = 1000  # guides in a row that took no piece, beyond one per piece: the map is held to be endless


class Endless(Exception):
    """A map without an end. The star has them, by the letter of the contract.

    A hub that stays blocked is named again and again: with a last piece that can grow, the map grows for
    ever; with arms of two and a last piece that is blocked as well, hub and last piece take turns for ever.
    """


class UnityRandom:
    """xorshift128 with Unity's seeding."""

    def __init__(self, seed):
        self.state = [seed & 0xFFFFFFFF]
        for _ in range(3):
            self.state.append((1812433253 * self.state[-1] + 1) & 0xFFFFFFFF)

    def next(self):
        s0, s1, s2, s3 = self.state
        t = (s0 ^ (s0 << 11)) & 0xFFFFFFFF
        self.state = [s1, s2, s3, s3 ^ (s3 >> 19) ^ t ^ (t >> 8)]
        return self.state[3]

    def between(self, low, high):
        """A draw from [low, high)."""
        return low + self.next() % (high - low)


@dataclass
class Placed:
    piece: object
    position: tuple
    yaw: float
    joint: dict | None
    boxes: list
    used: set = field(default_factory=set)

    @property
    def free(self):
        return len(self.piece.connectors) - len(self.used)


def angle(v):
    """The yaw of a vector: turning it about the vertical by t adds t."""
    return math.atan2(v[0], v[2])


def is_vertical(heading):
    return math.hypot(heading[0], heading[2]) < UPRIGHT


def can_oppose(guide, tentative):
    """Whether a turn about the vertical axis can make the headings opposite."""
    return abs(guide.heading[1] + tentative.heading[1]) <= UPRIGHT


def snapped_pose(guide, guide_connector, connector, distance):
    """(position, yaw) of a tentative piece joined to the guide."""
    if is_vertical(guide_connector.heading) or is_vertical(connector.heading):
        yaw = guide.yaw + angle(guide_connector.up) - angle(connector.up)
    else:
        yaw = guide.yaw + angle(guide_connector.heading) + math.pi - angle(connector.heading)
    yaw = math.remainder(yaw, 2 * math.pi)
    door = solid.turned(guide.yaw, guide_connector.position)
    out = solid.turned(guide.yaw, guide_connector.heading)
    back = solid.turned(yaw, connector.position)
    position = tuple(guide.position[k] + door[k] + distance * out[k] - back[k] for k in range(3))
    return position, yaw


class Growth:
    def __init__(self, settings, pieces, starters, limit=100_000):
        self.settings, self.pieces, self.limit = settings, pieces, limit
        self.rng = UnityRandom(settings["generation"]["seed"])
        self.first_list = starters if settings["kit"]["use_starters"] else pieces
        self.placed = []
        self.near_ties = self.refused = 0
        self.partners = {}

    def run(self):
        """Grows the map; returns why it ended."""
        selection = self.settings["selection"]
        method = METHODS[selection["method"]](selection, self.rng)  # may draw the first length
        self.place_first(method)
        if method.is_full(self.placed):
            return "piece limit"
        guide, free_then, stalled = 0, self.placed[0].free, 0
        while stalled < STALLED + len(self.placed):  # an arena may pass every piece, all of them full
            before = len(self.placed)
            self.try_guide(guide)
            stalled = stalled + 1 if len(self.placed) == before else 0
            named, why = method.name_guide(self.placed, guide)
            if named is None:
                return why
            free = self.placed[named].free
            if named == guide and free == free_then:
                return "the guide was named twice with as many free connectors"
            guide, free_then = named, free
        raise Endless(f"{stalled} guides in a row took no piece")

    def place_first(self, method):
        counts = [len(piece.connectors) for piece in self.first_list]
        tolerance = self.settings["selection"]["starter_con_tol"]
        if method.wants_many:
            fit = [count >= max(counts) - tolerance for count in counts]
        else:
            fit = [count <= min(counts) + tolerance for count in counts]
        candidates = [piece for piece, fits in zip(self.first_list, fit) if fits]
        piece = candidates[self.rng.between(0, len(candidates))]
        self.add(piece, (0.0, 0.0, 0.0), 0.0, None)

    def add(self, piece, position, yaw, joint):
        if len(self.placed) >= self.limit:
            raise Endless(f"more than {self.limit} pieces")
        posed = [solid.posed(box, position, yaw) for box in piece.boxes]
        self.placed.append(Placed(piece, position, yaw, joint, posed))

    def try_guide(self, index):
        """Up to max_fails tentative pieces; a guide that can take none still costs the draws."""
        verdicts = {}  # the map does not change while tries fail, so no verdict is worked out twice
        for _ in range(self.settings["generation"]["max_fails"]):
            tentative = self.pieces[self.rng.between(0, len(self.pieces))]
            left = self.pairings(index, tentative)
            while left:
                at = self.rng.between(0, len(left))
                if self.fits(index, tentative, left[at], verdicts):
                    self.snap(index, tentative, left[at])
                    return
                del left[at]

    def pairings(self, index, tentative):
        """(tentative's connector, guide's connector), the tentative's outside, the guide's inside."""
        guide = self.placed[index]
        key = id(guide.piece), id(tentative)
        if key not in self.partners:
            self.partners[key] = self.all_pairings(guide.piece, tentative)
        return [pair for pair in self.partners[key] if pair[1] not in guide.used]

    def all_pairings(self, guide, tentative):
        return [
            (t, g)
            for t, theirs in enumerate(tentative.connectors)
            for g, ours in enumerate(guide.connectors)
            if accepts(self.settings, ours, theirs) and can_oppose(ours, theirs)
        ]

    def pose(self, index, tentative, pair):
        guide = self.placed[index]
        distance = self.settings["generation"]["piece_distance"]
        return snapped_pose(guide, guide.piece.connectors[pair[1]], tentative.connectors[pair[0]], distance)

    def fits(self, index, tentative, pair, verdicts):
        if not self.settings["generation"]["check_overlaps"]:
            return True
        key = id(tentative), pair
        if key not in verdicts:
            position, yaw = self.pose(index, tentative, pair)
            ours = [solid.posed(box, position, yaw) for box in tentative.boxes]
            others = (box for k, placed in enumerate(self.placed) if k != index for box in placed.boxes)
            overlap, near = solid.overlaps_any(ours, others, self.settings["generation"]["clearance"])
            self.near_ties += near
            self.refused += overlap
            verdicts[key] = not overlap
        return verdicts[key]

    def snap(self, index, tentative, pair):
        position, yaw = self.pose(index, tentative, pair)
        joint = {"guide": index, "guide_connector": pair[1], "connector": pair[0]}
        self.add(tentative, position, yaw, joint)
        self.placed[index].used.add(pair[1])
        self.placed[-1].used.add(pair[0])
