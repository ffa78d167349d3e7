"""Settings that cannot hold together: the snapmesh program must see it beforehand, and name the smallest set.

    python3 contradictions.py --binary SNAPMESH --cases N --seed S [--third-party] [--only NUMBER]

Each case plants one contradiction and some harmless rules beside it. The program must exit with 2, write
nothing, and list settings, one a line after `  - `. No harmless rule may be among them; the set must be
impossible by itself, and leaving out any one rule of it must undo it.
"""
import random
import re
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from pathlib import Path

from reach import reachable, starts
from rulebook import load_kit
from settings import color_accepts
from trials import Case, argument_parser, find_kits, has_one_root, named_set, new_case, run_case, set_problems

FAR = 999
LEVEL = 1e-6
HARMLESS = [
    {"weight": 2.0}, {"run": 500}, {"count": [0, 500]}, {"depth": [0, 500]}, {"height": [-1000.0, 1000.0]},
    {"apart": 1}, {"weight": 0.5, "run": 400}, {"count": [0, 300], "depth": [0, 600]},
]


@dataclass
class Plan:
    """A case, and the rules that the contradiction is made of."""

    case: Case
    touched: set = field(default_factory=set)  # ids that a planted rule names
    planted: set = field(default_factory=set)  # selectors of planted rules, files with planted extras
    line: str = ""  # for a plain error instead of a set: how the line begins that is wrong
    values: tuple = ()

    @property
    def kit(self):
        return load_kit(self.case.kit, self.case.tables)

    @property
    def size(self):
        return self.case.tables["selection"]["max_pieces"]

    def tag(self, names):
        """A tag for some pieces."""
        tag = f"planted-{len(self.planted)}"
        for name in names:
            self.case.tables.setdefault("pieces", {}).setdefault(name, {}).setdefault("tags", []).append(tag)
        return "#" + tag

    def plant(self, rng, names, **keys):
        """A rule for some pieces: by its id for one, else by a tag."""
        selector = next(iter(names)) if len(names) == 1 and rng.random() < 0.7 else self.tag(names)
        self.plant_at(selector, names, **keys)

    def plant_at(self, selector, names, **keys):
        self.case.rules().setdefault(selector, {}).update(keys)
        self.planted.add(selector)
        self.touched |= set(names)


def new_plan(rng, kits, methods=("arena", "corridor"), blocked=("stop", "skip", "undo")):
    case = new_case(rng.choice(kits))
    for section in ("growth", "rules", "ends", "pieces"):
        case.tables.pop(section, None)
    case.tables.setdefault("selection", {}).update({"method": rng.choice(methods), "max_pieces": rng.randint(8, 25)})
    case.tables.setdefault("generation", {})["seed"] = rng.randint(0, 10**6)
    case.tables["growth"] = {"when_blocked": rng.choice(blocked), "budget": 3000}
    return Plan(case)


def some_names(rng, names, count):
    names = sorted(names)
    return rng.sample(names, min(len(names), count))


def drawable(plan):
    """What can be on a map beyond its starting piece."""
    kit = plan.kit
    return reachable(kit) & set(kit.drawn)


def beside_a_start(plan):
    """Pieces of which a rule leaves some starting piece free."""
    first = starts(plan.kit)
    return drawable(plan) - (first if len(first) == 1 else set())


# Families: each plants one contradiction, or returns None if the kit has no room for it -----------------


def least_sum(rng, kits):
    """Least counts that add up to more than the size."""
    plan = new_plan(rng, kits)
    names = some_names(rng, drawable(plan), rng.randint(2, 3))
    if len(names) < 2:
        return None
    left = plan.size + rng.randint(1, 4)
    for number, name in enumerate(names):
        last = number == len(names) - 1
        count = left if last else rng.randint(1, max(1, left // 2))
        left -= count
        plan.plant(rng, {name}, count=rng.choice([count, [count, count + rng.randint(0, 5)]]))
    return plan


def least_above_most(rng, kits):
    """More of one piece than of a group that it belongs to."""
    plan = new_plan(rng, kits)
    group = some_names(rng, drawable(plan), rng.randint(2, 4))
    most = rng.randint(1, 3)
    plan.plant_at(plan.tag(group), group, count=[0, most])
    plan.plant_at(group[0], group[:1], count=[most + rng.randint(1, 2), FAR])
    return plan


@lru_cache(maxsize=100)
def cuts(kit_folder, method):
    """[(piece, others without which it cannot be reached)], of one or two others."""
    plan = new_plan(random.Random(0), [kit_folder], (method,))
    kit, found = plan.kit, []
    names = reachable(kit) - starts(kit)
    for banned in [{name} for name in sorted(names)] + [set(pair) for pair in combinations(sorted(names), 2)]:
        for name in sorted(names - banned - reachable(kit, banned)):
            if not any(other == name and fewer < banned for other, fewer in found):
                found.append((name, banned))
    return found


def cut_off(rng, kits):
    """A count of a piece whose only ways are closed by weight or count 0."""
    plan = new_plan(rng, kits)
    choices = cuts(plan.case.kit, plan.case.tables["selection"]["method"])
    if not choices:
        return None
    name, others = rng.choice(choices)
    plan.plant(rng, {name}, count=rng.choice([1, [1, 4], [2, 5]]))
    for other in sorted(others):
        plan.plant(rng, {other}, **rng.choice([{"weight": 0.0}, {"count": 0}, {"count": [0, 0]}]))
    return plan


def color_blind(rng, kits):
    """A count of a piece whose color no other color accepts."""
    plan = new_plan(rng, kits, blocked=("stop", "skip"))  # with `undo`, the colors alone could forbid the size
    kit, connection = plan.kit, plan.case.tables.setdefault("connection", {})
    matrix = connection.get("color_matrix", {})
    name = rng.choice(sorted(set(kit.drawn) - starts(kit)))
    hated = {connector.color for connector in kit.pieces[name].connectors}
    every = {connector.color for piece in kit.pieces.values() for connector in piece.connectors}
    connection["color_matrix"] = {
        guide: sorted(color for color in every - hated if color_accepts(matrix, guide, color))
        for guide in sorted(every)
    }
    connection["matching_rules"] = "both"
    left = reachable(plan.kit)
    if name in left or len(left) < 3:
        return None
    plan.plant(rng, {name}, count=rng.choice([1, [1, 4], [2, 5]]))
    return plan


def too_few_allowed(rng, kits):
    """A size above all that the most counts allow together; some of these may be a file's."""
    plan = new_plan(rng, kits, blocked=("undo",))
    names = sorted(set(plan.kit.drawn))
    rng.shuffle(names)
    edges = sorted(rng.sample(range(1, len(names)), rng.randint(0, 2)))
    groups = [names[begin:end] for begin, end in zip([0, *edges], [*edges, len(names)])]
    mosts = [rng.randint(1, max(1, (plan.size - 2) // len(groups))) for _ in groups]
    if sum(mosts) > plan.size - 2:  # a starter that is not drawn comes on top
        return None
    for group, most in zip(groups, mosts):
        file = f"{group[0]}.glb"
        if len(group) == 1 and has_one_root(plan.case.kit / file):
            plan.case.extras[file] = {"max": most}
            plan.planted.add(file)
            plan.touched |= set(group)
        else:
            plan.plant(rng, set(group), count=[0, most])
    return plan


def too_many_ends(rng, kits):
    """So many pieces with one connector that the others have too few for all to hang together."""
    plan = new_plan(rng, kits, ("arena",), ("undo",))
    kit, size = plan.kit, plan.size
    ends = {name for name in drawable(plan) if len(kit.pieces[name].connectors) == 1}
    widest = max(len(piece.connectors) for piece in kit.pieces.values())
    counts = [count for count in range(1, size) if count + (size - count) * widest < 2 * (size - 1)]
    if not ends or not counts:
        return None
    plan.plant(rng, set(some_names(rng, ends, rng.randint(1, 3))), count=[rng.choice(counts), FAR])
    return plan


def too_deep(rng, kits):
    """A piece asked for at a depth that the size does not reach."""
    plan = new_plan(rng, kits)
    names = some_names(rng, beside_a_start(plan), 1)
    if not names:
        return None
    plan.plant(rng, set(names), count=[1, rng.randint(1, 5)], depth=[plan.size + rng.randint(0, 5), FAR])
    return plan


def too_far(rng, kits):
    """Two pieces asked for further apart than the size allows."""
    plan = new_plan(rng, kits)
    names = some_names(rng, drawable(plan), rng.choice([1, 1, 2]))
    plan.plant(rng, set(names), count=[2, rng.randint(2, 5)], apart=plan.size + rng.randint(0, 5))
    return plan


def is_level(piece):
    return all(abs(c.position[1]) < LEVEL and abs(c.heading[1]) < LEVEL for c in piece.connectors)


def too_high(rng, kits):
    """A piece asked for upstairs, where nothing that climbs may be placed."""
    plan = new_plan(rng, kits)
    kit = plan.kit
    risers = {name for name in drawable(plan) if not is_level(kit.pieces[name])}
    if not risers or not all(is_level(kit.pieces[name]) for name in starts(kit)):
        return None
    names = some_names(rng, reachable(kit, risers) & set(kit.drawn) - starts(kit), 1)
    if not names:
        return None
    plan.plant(rng, set(names), count=[1, 4], height=rng.choice([[1.5, 30.0], [-30.0, -1.5]]))
    closed = rng.choice([{"weight": 0.0}, {"count": 0}])
    for group in [{riser} for riser in sorted(risers)] if len(risers) < 4 else [risers]:
        plan.plant(rng, group, **closed)
    return plan


def no_room_to_start(rng, kits):
    """A volume far from where a map starts."""
    plan = new_plan(rng, kits)
    at = rng.choice([-1, 1]) * rng.uniform(200, 300)
    low = [round(at + rng.uniform(0, 5), 1), -10.0, round(rng.uniform(-40, 40), 1)]
    plan.case.tables["growth"]["inside"] = {"min": low, "max": [value + 50.0 for value in low]}
    return plan


def upside_down(rng, kits):
    """A range whose end comes before its beginning: a plain error, with its place."""
    plan = new_plan(rng, kits)
    name = rng.choice(sorted(plan.kit.drawn))
    key, value = rng.choice([("count", [3, 1]), ("depth", [9, 2]), ("height", [4.5, -4.5]), ("inside", [31.0, -32.0])])
    plan.values = tuple(f"{number:g}" for number in value)
    if key == "inside":
        plan.case.tables["growth"]["inside"] = {"min": [-30.0, value[0], -30.0], "max": [30.0, value[1], 30.0]}
        plan.line = "inside ="
    else:
        plan.plant_at(name, {name}, **{key: value})
        plan.line = f"{name} ="
    return plan


FAMILIES = [
    least_sum, least_above_most, cut_off, color_blind, too_few_allowed, too_many_ends, too_deep, too_far, too_high,
    no_room_to_start, upside_down,
]


# Cases ------------------------------------------------------------------------------------------------


def add_harmless(rng, plan):
    """Rules that have no part in it, for pieces that no planted rule names, before and after the planted ones."""
    others = sorted(set(plan.kit.drawn) - plan.touched)
    rules, added = plan.case.rules(), {}
    for name in rng.sample(others, min(len(others), rng.randint(1, 3))):
        added[name] = dict(rng.choice(HARMLESS))
    if not added:
        added["?*"] = {"run": 500}  # every piece is named already: a rule that all of them keep
    both = list(rules.items()) + list(added.items())
    rng.shuffle(both)
    plan.case.tables["rules"] = dict(both)
    return set(added)


def error_problems(plan, run, folder):
    """A plain error names file, line and value."""
    lines = (folder / "kit" / "kit.toml").read_text(encoding="utf-8").splitlines()
    number = next(index for index, line in enumerate(lines, 1) if line.startswith(plan.line))
    wanted = ["kit.toml", f":{number}" if re.search(rf":{number}\b", run.errors) else f"line {number}", *plan.values]
    return [f"the message does not say {word!r}" for word in wanted if word not in run.errors]


def verdict(binary, plan, harmless, folder):
    """What is wrong with the program's answer."""
    run = run_case(binary, plan.case, folder, ())
    problems = run.problems()
    if run.code != 2:
        return run, problems + [f"exit code {run.code}, not 2"]
    if plan.line:
        return run, problems + error_problems(plan, run, folder)
    members = named_set(run.errors)
    if not members:
        return run, problems + ["no set of settings is named"]
    blamed = {name for section, name, _ in members if section == "rules"} & harmless
    problems += [f"{name} is harmless, and is named" for name in sorted(blamed)]
    named = {name for _, name, _ in members} | ({"inside"} if ("growth", "", "inside") in members else set())
    if not named & (plan.planted or {"inside"}):
        problems.append("nothing of what was planted is named")
    return run, problems + set_problems(binary, plan.case, members, folder)


def draw_plan(seed, number, kits):
    """(family's name, plan, harmless selectors); families take turns, so that each is tried as often."""
    rng = random.Random(f"{seed} {number}")
    family, plan = FAMILIES[number % len(FAMILIES)], None
    while plan is None:
        plan = family(rng, kits)
    return family.__name__, plan, add_harmless(rng, plan)


def tell(number, family, plan, run, problems):
    print(f"case {number} ({family}):")
    for text in [*problems, "it said:", run.errors.strip(), "of:", str(plan.case).strip()]:
        print("  " + text.replace("\n", "\n  "))
    print(flush=True)


def parse_arguments():
    parser = argument_parser(__doc__, cases=200)
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    kits = find_kits(arguments.third_party)
    tried, wrong = Counter(), Counter()
    with tempfile.TemporaryDirectory() as name:
        for number in range(arguments.cases) if arguments.only is None else [arguments.only]:
            family, plan, harmless = draw_plan(arguments.seed, number, kits)
            run, problems = verdict(arguments.binary, plan, harmless, Path(name))
            tried[family] += 1
            if problems:
                wrong[family] += 1
                tell(number, family, plan, run, problems)
    for family in tried:
        print(f"{family.ljust(20)}{tried[family]:5} tried{wrong[family]:5} with findings")
    print(f"{sum(tried.values())} cases, {sum(wrong.values())} with findings")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
