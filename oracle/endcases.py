"""Random `[ends]` over kits that are there and kits made by code; caps and doors are written into a copy."""
import math
import shutil
from dataclasses import dataclass, field
from pathlib import Path

from endkits import EAST, HALF, NORTH, SOUTH, WEST, Block, Opening, write, write_room, write_stop
from ends import Ends, drawn_names
from growth import is_vertical
from kits import outward
from reach import reachable
from rulebook import load_kit
from rules_fuzz import is_new, is_rare, random_growth, random_rule, random_selection, random_selector
from settings import color_accepts
from trials import Case, new_case

COLORS = ["white", "red", "blue", "green"]
DEPTHS = [0.05, 0.05, 0.05, 0.3, 1.5, 4.0]  # of caps, metres: from a board to a room
SPOILERS = [  # (what, sections that cannot be): exit code 2
    ("never without a cap", {"* *": {"free": "never"}}),
    ("a file that is not there", {"* *": {"cap": ["Nowhere.glb"]}}),
    ("a door that is not there", {"* *": {"door": ["Nowhere.glb"]}}),
    ("a word that is none", {"* *": {"free": "sometimes"}}),
    ("a key that is none", {"* *": {"lid": ["Cap0.glb"]}}),
    ("a kind that is none", {"two white": {"free": "may"}}),
    ("pins that cannot be", {"0 white": {"free": "may"}}),
    ("a list that is none", {"* *": {"cap": 3}}),
]


@dataclass(frozen=True)
class Kind:
    pins: int
    color: str
    pitch: float  # 0, or 90 for a connector that looks up, -90 down


@dataclass
class EndCase:
    case: Case
    spoiled: str | None = None
    stops: list = field(default_factory=list)  # files written as caps and doors

    def ends(self, folder=None):
        return Ends(folder or self.case.kit, self.case.tables.get("ends", {}))

    def may_only(self):
        return not self.ends().says_never()


# Kits made by code ------------------------------------------------------------------------------------


def random_kinds(rng):
    return [(rng.randint(1, 3), rng.choice(COLORS)) for _ in range(rng.choice([1, 1, 2, 3]))]


def write_grid_kit(rng, folder):
    """Rooms of one size, so that connectors meet; most doorways are of one kind."""
    kinds = random_kinds(rng)
    for number in range(rng.randint(2, 5)):
        sides = rng.sample([NORTH, WEST, SOUTH, EAST], rng.choice([1, 2, 2, 3, 4, 4]))
        openings = [Opening(side, *rng.choice([kinds[0], rng.choice(kinds)])) for side in sides]
        cells = rng.choice([1, 1, 1, 2]) if NORTH not in sides else 1
        if rng.random() < 0.15:
            openings += [Opening(rng.choice([NORTH, WEST]), *kinds[0], (0.0, 2.0, 0.0), 90.0)]
        if rng.random() < 0.15:
            openings += [Opening(rng.choice([NORTH, WEST]), *kinds[0], (0.0, 0.0, 0.0), -90.0)]
        write_room(folder / f"Room{number}.glb", openings, rng, cells)
    write_room(folder / "Cross.glb", [Opening(side, *kinds[0]) for side in (NORTH, WEST, SOUTH, EAST)], rng)


def write_loose_kit(rng, folder):
    """Hubs and halls at any angle: connectors hardly ever meet, and caps come close to other pieces."""
    kinds = random_kinds(rng)
    step = rng.choice([30, 45, 60])
    for number in range(rng.randint(2, 5)):
        reach = rng.uniform(1.5, 4.0)
        sides = rng.sample(range(0, 360, step), rng.choice([1, 2, 2, 3, 4]))
        openings = [Opening(side, *rng.choice(kinds), outward(side, reach, 0.0)) for side in sides]
        half = reach * rng.uniform(0.3, 0.65)
        write(folder / f"Hub{number}.glb", openings, [Block((0.0, 1.0, 0.0), (half, 1.0, half))], rng)
    ends = [Opening(side, *kinds[0], outward(side, HALF, 0.0)) for side in (NORTH, SOUTH)]
    write(folder / "Hall.glb", ends, [Block((0.0, 1.0, 0.0), (0.6, 1.0, HALF - 0.05))], rng)


def base_case(rng, kits, folder):
    """A copy of a kit, or one made by code, that caps and doors can be written into."""
    base = folder / "base"
    shutil.rmtree(base, ignore_errors=True)
    if rng.random() < 0.45:
        case = new_case(rng.choice(kits))
        shutil.copytree(case.kit, base, copy_function=shutil.copyfile)
        base.chmod(0o755)
        case.kit = base
    else:
        base.mkdir()
        rng.choice([write_grid_kit, write_grid_kit, write_loose_kit])(rng, base)
        case = Case(base, {"kit": {"name": "made", "pieces": ["*.glb"]}, "generation": {"max_fails": 40}})
    for section in ("growth", "rules", "ends", "pieces"):
        case.tables.pop(section, None)
    case.tables.setdefault("selection", {}).update(random_selection(rng))
    case.tables.setdefault("generation", {})["seed"] = rng.randint(-(2**63), 2**63 - 1)
    return case


# Caps and doors ---------------------------------------------------------------------------------------


def kinds_of(kit):
    """The kinds of connectors that caps are made for: level ones, and those that look straight up or down."""
    found = set()
    for name in sorted(set(kit.drawn) | set(kit.starters)):
        for connector in kit.pieces[name].connectors:
            up = connector.heading[1]
            if is_vertical(connector.heading) or abs(up) < 1e-3:
                found.add(Kind(connector.pins, connector.color, math.copysign(90.0, up) if abs(up) > 0.5 else 0.0))
    return sorted(found, key=lambda kind: (kind.pins, kind.color, kind.pitch))


def accepted_color(rng, case, kind):
    """A color that the kind takes from what comes."""
    matrix = case.tables.get("connection", {}).get("color_matrix", {})
    rows = [color for row in matrix.values() for color in row if color != "*"]
    known = sorted({kind.color, "white", *COLORS, *rows})
    taken = [color for color in known if color_accepts(matrix, kind.color, color)]
    return kind.color if kind.color in taken and rng.random() < 0.6 else rng.choice(taken or [kind.color])


def write_stops(rng, plan, kind, word, boxless):
    """One to three caps or doors for a kind; returns their file names, one of them perhaps twice."""
    names = []
    for _ in range(rng.choice([1, 1, 2, 3])):
        name = f"{word}{len(plan.stops)}.glb"
        opening = Opening(0, kind.pins, accepted_color(rng, plan.case, kind), pitch=-kind.pitch)
        write_stop(plan.case.kit / name, opening, rng.choice(DEPTHS), rng.choice([0.3, 0.6, 1.0, 1.9]), rng)
        if rng.random() < 0.3:
            plan.case.extras[name] = {"weight": rng.choice([0.2, 2.0, 5.0])}
        if word == "Cap" and boxless and rng.random() < 0.15:
            plan.case.tables.setdefault("pieces", {})[Path(name).stem] = {"boxes": []}
        plan.stops.append(name)
        names.append(name)
    return names + ([names[0]] if rng.random() < 0.1 else [])


def section_name(rng, kind):
    return rng.choice([f"{kind.pins} {kind.color}"] * 4 + [f"{kind.pins} *", f"* {kind.color}", "* *"])


def add_caps(rng, plan, kinds, boxless):
    ends = plan.case.tables.setdefault("ends", {})
    never = rng.random() < 0.5
    for kind in kinds:
        if rng.random() < 0.85:
            section = ends.setdefault(section_name(rng, kind), {})
            section["cap"] = section.get("cap", []) + write_stops(rng, plan, kind, "Cap", boxless)
            if never and rng.random() < 0.6:
                section["free"] = "never"


def add_doors(rng, plan, kinds):
    ends = plan.case.tables.setdefault("ends", {})
    for kind in kinds:
        if rng.random() < 0.5:
            section = ends.setdefault(section_name(rng, kind), {})
            section["door"] = section.get("door", []) + write_stops(rng, plan, kind, "Door", False)
    if rng.random() < 0.2 and any("door" in table for table in ends.values()):
        rng.choice([table for table in ends.values() if "door" in table])["door"] = ["Door*.glb"]


def name_dead_end(rng, plan, kit, kinds):
    """A piece of the kit as a cap: then it is drawn only where it is listed by its full name."""
    dead_ends = [name for name in sorted(set(kit.drawn)) if len(kit.pieces[name].connectors) == 1]
    files = [f"{name}.glb" for name in dead_ends if (plan.case.kit / f"{name}.glb").exists()]
    if not files or len(set(kit.drawn)) - 1 < 2 or rng.random() < 0.6:
        return
    file, ends = rng.choice(files), plan.case.tables.setdefault("ends", {})
    section = ends.setdefault(section_name(rng, rng.choice(kinds)), {})
    section["cap"] = section.get("cap", []) + [file]
    if rng.random() < 0.5:
        plan.case.tables["kit"]["pieces"] = [*plan.case.tables["kit"]["pieces"], file]


def add_rule(rng, plan):
    """Now and then a rule; no weights, for whether they are for caps as well is another question."""
    case = plan.case
    kit = load_kit(case.kit, case.tables)
    names = sorted(reachable(kit))
    if not names or rng.random() < 0.7:
        return
    selector = random_selector(rng, names, [])
    table = random_rule(rng, is_rare(kit, selector))
    table.pop("weight", None)
    if table and is_new(case, selector):
        case.rules()[selector] = table


def random_end_case(rng, kits, folder, boxless=True):
    plan = EndCase(base_case(rng, kits, folder))
    case = plan.case
    kit = load_kit(case.kit, case.tables)
    kinds = kinds_of(kit)
    case.tables["growth"] = random_growth(rng)
    add_caps(rng, plan, kinds, boxless)
    add_doors(rng, plan, kinds) if rng.random() < 0.6 else None
    name_dead_end(rng, plan, kit, kinds)
    add_rule(rng, plan)
    if rng.random() < 0.05:
        plan.spoiled, case.tables["ends"] = rng.choice(SPOILERS)
    return plan


# Twins ------------------------------------------------------------------------------------------------


def plain_twin(plan):
    """The case without ends, its pieces spelled out: the same must grow as with caps that may be there."""
    twin = plan.case.copy()
    twin.tables["kit"]["pieces"] = drawn_names(twin.kit, twin.tables["kit"]["pieces"], plan.ends())
    del twin.tables["ends"]
    known = load_kit(twin.kit, twin.tables).pieces
    pieces = {name: table for name, table in twin.tables.pop("pieces", {}).items() if name in known}
    if pieces:
        twin.tables["pieces"] = pieces
    return twin


def may_twin(plan):
    """The case with caps that may be there wherever they must be."""
    twin = plan.case.copy()
    for table in twin.tables["ends"].values():
        table.pop("free", None)
    return twin
