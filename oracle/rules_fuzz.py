"""Random rules, volumes and methods against a snapmesh program; every map is looked at by the checker.

    python3 rules_fuzz.py --binary SNAPMESH --cases N --seed S [--third-party] [--keep DIR] [--only NUMBER]

A third of the cases have a witness: a map is grown first, and rules are drawn that hold on it. Such
settings are possible, so exit code 2 is wrong there.
"""
import json
import math
import random
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path

import boxes as solid
from checker import check, joints_between, run_length
from mapfile import read_placed, tree_problems
from promises import branch_shape, size_verdict, star_shape
from reach import reachable
from rulebook import Rule, full_settings, load_kit, plain_selector, read_rule, read_tags
from trials import (
    argument_parser, find_kits, has_one_root, named_set, new_case, run_again, run_case, set_problems, write_case,
)

METHODS = ["arena", "arena", "corridor", "star", "branch"]
BLOCKED = ["stop", "skip", "undo", "undo"]
TAGS = ["treasure", "cellar", "Deep-end", "hall_2"]
SAMPLE = 8  # one case in so many is run twice


# Settings ---------------------------------------------------------------------------------------------


def random_selection(rng):
    method = rng.choice(METHODS)
    sizes = {
        "arena": {"max_pieces": rng.randint(5, 40)},
        "corridor": {"max_pieces": rng.randint(5, 25)},
        "star": {"arm_length": rng.randint(1, 5), "arm_length_var": rng.choice([0, 0, 1, 2])},
        "branch": {
            "branch_count": rng.randint(1, 4), "branch_length": rng.randint(1, 8),
            "branch_length_var": rng.choice([0, 0, 1, 2]),
        },
    }
    return {"method": method, "starter_con_tol": rng.randint(0, 1)} | sizes[method]


def volume(low, high):
    return {"min": [round(value, 2) for value in low], "max": [round(value, 2) for value in high]}


def random_volume(rng):
    """A box off the origin that a map can grow around."""
    middle = [rng.choice([-1, 1]) * rng.uniform(14, 40), rng.uniform(-4, 4), rng.uniform(-40, 40)]
    half = [rng.uniform(1, 10) for _ in range(3)]
    return volume([middle[k] - half[k] for k in range(3)], [middle[k] + half[k] for k in range(3)])


def random_growth(rng):
    growth = {"when_blocked": rng.choice(BLOCKED), "budget": rng.randint(5000, 30000)}
    if rng.random() < 0.3:
        half = rng.choice([rng.uniform(30, 80), rng.uniform(30, 80), rng.uniform(12, 30)])
        low, high = rng.uniform(-12, -2), rng.uniform(6, 30)
        growth["inside"] = volume((-half, low, -half), (half, high, half))
    if rng.random() < 0.3:
        growth["outside"] = [random_volume(rng) for _ in range(rng.randint(1, 3))]
    return growth


def spoil_case(rng, tag):
    return rng.choice([tag, tag, tag.upper(), tag.title()])


def give_tags(rng, case, names):
    """Tags by the kit or by a file, and now and then weight and max by a file; returns the tags given."""
    given = []
    for tag in rng.sample(TAGS, rng.randint(0, 3)):
        for name in rng.sample(names, min(len(names), rng.randint(1, 4))):
            file = f"{name}.glb"
            if rng.random() < 0.6 or not has_one_root(case.kit / file):
                table = case.tables.setdefault("pieces", {}).setdefault(name, {})
                table.setdefault("tags", []).append(spoil_case(rng, tag))
            else:
                extras = case.extras.setdefault(file, {})
                tags = sorted(read_tags(extras.get("tags", [])) | {tag.lower()})
                extras["tags"] = tags if rng.random() < 0.5 else ", ".join(tags)
        given.append(tag)
    for name in names:
        file = f"{name}.glb"
        if rng.random() < 0.05 and has_one_root(case.kit / file):
            extras = {"weight": rng.choice([0.5, 2, 3.0]), "max": rng.randint(1, 6)}
            key = rng.choice(sorted(extras))
            case.extras.setdefault(file, {})[key] = extras[key]
    return given


def random_selector(rng, names, tags):
    name, chance = rng.choice(names), rng.random()
    if tags and chance < 0.35:
        return "#" + spoil_case(rng, rng.choice(tags))
    if chance < 0.45:
        return name[: rng.randint(1, 3)] + "*"
    if chance < 0.5:
        at = rng.randrange(len(name))
        return name[:at] + "?" + name[at + 1:]
    return name


def random_count(rng, rare):
    """Small counts; of pieces that can only be at an end, fewer still."""
    least = rng.choice([0, 0, 1, 1] if rare else [0, 0, 1, 1, 2, 3])
    return rng.choice([least or 1, [least, least + rng.randint(1, 5)], [least, least + rng.randint(1, 5)]])


def random_rule(rng, rare):
    low = rng.randint(0, 4)
    table = {
        "weight": rng.choice([0.0, 0.2, 0.5, 2.0, 3.0, 10.0, 10.0]),
        "count": random_count(rng, rare),
        "run": rng.randint(1, 4),
        "apart": rng.randint(1, 5),
        "depth": rng.choice([[low, low + rng.randint(2, 20)], [low, 99], rng.randint(1, 4)]),
        "height": [round(-rng.uniform(0, 12), 2), round(rng.uniform(0, 12), 2)],
    }
    keys = rng.sample(sorted(table), rng.choice([1, 1, 2, 3]))
    if "count" in keys and "weight" in keys and table["weight"] == 0:
        keys.remove("weight")
    return {key: table[key] for key in keys}


def is_rare(kit, selector):
    """Whether all that a selector means has one connector."""
    return all(len(kit.pieces[name].connectors) == 1 for name in kit.matching(selector))


def is_new(case, selector):
    return plain_selector(selector) not in map(plain_selector, case.rules())


def plain_case(rng, kits):
    """A kit with a method, a size and a seed, and nothing beyond the paper."""
    case = new_case(rng.choice(kits))
    for section in ("growth", "rules", "ends", "pieces"):
        case.tables.pop(section, None)
    case.tables.setdefault("selection", {}).update(random_selection(rng))
    case.tables.setdefault("generation", {})["seed"] = rng.randint(-(2**63), 2**63 - 1)
    return case


def random_case(rng, kits):
    case = plain_case(rng, kits)
    kit = load_kit(case.kit, case.tables)
    names = sorted(reachable(kit))
    tags = give_tags(rng, case, names)
    case.tables["growth"] = random_growth(rng)
    kit = load_kit(case.kit, case.tables)
    for _ in range(rng.choice([0, 1, 1, 2, 2, 3, 4])):
        selector = random_selector(rng, names, tags)
        if is_new(case, selector):
            case.rules()[selector] = random_rule(rng, is_rare(kit, selector))
    return case


# Witnesses --------------------------------------------------------------------------------------------


def outward(low, high, by=0.01):
    """A span a little wider, in round numbers."""
    return [math.floor((low - by) * 100) / 100, math.ceil((high + by) * 100) / 100]


def tight_rule(rng, placed, chosen):
    """A rule that holds on a map for the pieces chosen, seldom with much to spare."""
    matches = [piece for piece in placed if piece.piece.name in chosen]
    spare = rng.choice([0, 0, 1, 3])
    if not matches:
        return rng.choice([{"count": 0}, {"weight": 0.0}, {"count": [0, spare]}, {"depth": [2, 3]}])
    count, depths = len(matches), [piece.depth for piece in matches]
    heights = [piece.position[1] for piece in matches]
    table = {
        "count": [max(0, count - spare), count + spare] if spare else count,
        "run": max(run_length(placed, piece, chosen) for piece in matches) + spare,
        "depth": [max(0, min(depths) - spare), max(depths) + spare],
        "height": outward(min(heights), max(heights)),
        "weight": rng.choice([0.1, 2.0]),
    }
    if count > 1:
        pairs = [(a, b) for a in matches for b in matches if a.index < b.index]
        table["apart"] = min(joints_between(placed, a.index, b.index) for a, b in pairs)
    keys = rng.sample(sorted(table), rng.randint(1, 3))
    return {key: table[key] for key in keys}


def tight_volume(placed):
    """The upright box around a map."""
    low, high = [math.inf] * 3, [-math.inf] * 3
    for box in (box for piece in placed for box in piece.boxes):
        for k in range(3):
            half = solid.reach(box, solid.AXES[k])
            low[k], high[k] = min(low[k], box.center[k] - half), max(high[k], box.center[k] + half)
    sides = [outward(low[k], high[k]) for k in range(3)]
    return {"min": [side[0] for side in sides], "max": [side[1] for side in sides]}


def promise_undo(case, placed):
    """Whether the map of a case keeps the promise of size; asks for as many pieces as it has."""
    selection = case.tables["selection"]
    if selection["method"] in ("arena", "corridor"):
        selection["max_pieces"] = len(placed)
        return True
    verdict = size_verdict(load_kit(case.kit, case.tables), placed)
    return verdict.may_be_kept and not verdict.may_be_broken


def outgrown(kit, placed):
    """Whether arms or branches are longer than drawn, as only the paper's own rules allow after a failed try."""
    shape = {"star": star_shape, "branch": branch_shape}.get(kit.settings["selection"]["method"])
    return bool(shape and shape(kit, placed, undo=True))


def read_tree(kit, found):
    placed = [read_placed(kit, index, entry) for index, entry in enumerate(found["pieces"])]
    assert not tree_problems(placed)  # a map grown by the paper, which the other fuzzer looks after
    return placed


def witness_case(rng, kits, binary, folder):
    """A case that is possible, for a map that keeps it was seen; or None if that map was none to learn from."""
    case = plain_case(rng, kits)
    run = run_case(binary, case, folder)
    if run.code != 0 or run.written is None or len(json.loads(run.written)["pieces"]) < 3:
        return None
    names = sorted(set(load_kit(case.kit, case.tables).drawn))
    tags = give_tags(rng, case, names)
    for extras in case.extras.values():
        extras.pop("max", None)  # drawn without a look at the map
    case.extras = {name: extras for name, extras in case.extras.items() if extras}
    case.tables["growth"] = growth = random_growth(rng)
    growth.pop("outside", None)
    # The tags of files are read from the copy.
    kit = load_kit(write_case(case, folder), case.tables)
    placed = read_tree(kit, json.loads(run.written))
    if "inside" in growth:
        growth["inside"] = tight_volume(placed)
    if growth["when_blocked"] == "undo" and not promise_undo(case, placed):
        growth["when_blocked"] = "skip"
    if outgrown(kit, placed):
        growth["when_blocked"] = "stop"
    for _ in range(rng.randint(1, 4)):
        selector = random_selector(rng, names, tags)
        if is_new(case, selector):
            case.rules()[selector] = tight_rule(rng, placed, kit.matching(selector))
    # A weight that comes first counts: none may be taken away from a piece that the map has.
    kit = load_kit(folder / "kit", case.tables)
    return None if any(kit.weight(piece.piece.name) == 0 for piece in placed[1:]) else case


# Verdicts ---------------------------------------------------------------------------------------------


def read_rules(settings):
    """The rules in their order, which counts for weights; those that say nothing are left out."""
    rules = [read_rule(plain_selector(selector), table) for selector, table in settings["rules"].items()]
    return [rule for rule in rules if rule != Rule(rule.selector)]


def told_settings(case, found):
    """Whether a map tells the settings that it was asked for: else its own rules would prove nothing."""
    asked, told = full_settings(case.tables), full_settings(found["settings"])
    problems = []
    for section in ("selection", "generation", "growth"):
        for key, value in case.tables.get(section, {}).items():
            owed = section != "selection" or key in found["settings"]["selection"]
            if owed and told[section].get(key) != value:
                problems.append(f"{section}.{key} is {value!r}, and the map says {told[section].get(key)!r}")
    if read_rules(asked) != read_rules(told):
        problems.append(f"the rules differ: {asked['rules']} and in the map {told['rules']}")
    for name, table in asked["pieces"].items():
        if read_tags(told["pieces"].get(name, {}).get("tags", [])) != read_tags(table.get("tags", [])):
            problems.append(f"the tags of {name} differ: {table} and in the map {told['pieces'].get(name)}")
    return problems


def map_problems(case, run, kit):
    found = json.loads(run.written)
    promises = found.get("promises", [])
    broken = [promise for promise in promises if not promise["kept"]]
    problems = told_settings(case, found) + check(kit, found)
    if run.code == 0 and broken:
        problems.append(f"exit code 0 with broken promises: {broken}")
    if run.code == 1 and not broken:
        problems.append(f"exit code 1 with every promise kept: {promises}; {run.errors[:500]}")
    try:
        printed = json.loads(run.printed).get("promises", [])
    except ValueError:
        return problems + [f"--json printed no JSON: {run.printed[:500]!r}"]
    if printed != promises:
        problems.append(f"--json lists other promises than the map: {printed} and {promises}")
    return problems


def case_problems(arguments, case, folder, witnessed, twice):
    """(run, what is wrong)."""
    run = run_case(arguments.binary, case, folder)
    problems = run.problems()
    if problems:
        return run, problems
    if run.code == 2:
        problems += ["said to be impossible, but a map that keeps it was seen"] if witnessed else []
        members = named_set(run.errors)
        problems += [] if members else ["no set of settings is named"]
        problems += set_problems(arguments.binary, case, members, folder) if members else []
        return run, [f"{problem}\n{run.errors}" for problem in problems]
    problems = map_problems(case, run, folder / "kit")
    if twice and run_again(arguments.binary, folder / "kit", folder).written != run.written:
        problems.append("a second run wrote other bytes")
    return run, problems


def draw_case(arguments, number, kits, folder):
    """(case, whether a witness was seen). All chance comes from the seed and the number."""
    rng = random.Random(f"{arguments.seed} {number}")
    if rng.random() < 1 / 3:
        case = witness_case(rng, kits, arguments.binary, folder)
        if case is not None:
            return case, True
    return random_case(rng, kits), False


# Telling ----------------------------------------------------------------------------------------------


def keep_case(number, folder, keep):
    target = keep / f"case-{number}"
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(folder, target)
    print(f"  kept in {target}")


def tell(arguments, number, case, run, problems, folder):
    print(f"case {number} of seed {arguments.seed} (exit code {run.code}):")
    for problem in problems[:8]:
        print("  " + problem.replace("\n", "\n  "))
    print("  " + str(case).strip().replace("\n", "\n  "), flush=True)
    if arguments.keep:
        write_case(case, folder)
        keep_case(number, folder, arguments.keep)


class Tally:
    def __init__(self):
        self.codes, self.keys, self.wrong, self.witnessed, self.twice = Counter(), Counter(), 0, Counter(), 0

    def add(self, case, run, witnessed, twice):
        growth, selection = case.tables.get("growth", {}), case.tables["selection"]
        self.codes[growth.get("when_blocked", "stop"), selection["method"], run.code] += 1
        self.keys.update(key for table in case.rules().values() for key in table)
        self.keys.update(key for key in ("inside", "outside") if key in growth)
        self.keys.update(f"a file's {key}" for extras in case.extras.values() for key in extras)
        self.witnessed[run.code] += witnessed
        self.twice += twice and run.code in (0, 1)

    def tell(self):
        codes = sorted({code for _, _, code in self.codes}, key=str)
        print("".join(["exit codes".ljust(20), *(str(code).rjust(7) for code in codes)]))
        for blocked, method in sorted({(blocked, method) for blocked, method, _ in self.codes}):
            row = [str(self.codes[blocked, method, code]).rjust(7) for code in codes]
            print("".join([f"{blocked} {method}".ljust(20), *row]))
        print("with: " + ", ".join(f"{key} {count}" for key, count in sorted(self.keys.items())))
        witnessed = ", ".join(f"exit code {code}: {count}" for code, count in sorted(self.witnessed.items(), key=str))
        print(f"with a witness: {witnessed}; run twice: {self.twice}")
        print(f"{sum(self.codes.values())} cases, {self.wrong} with findings")


def parse_arguments():
    parser = argument_parser(__doc__, cases=100)
    parser.add_argument("--keep", type=Path, help="folder for the kits and maps of cases with findings")
    return parser.parse_args()


def main():
    arguments, tally = parse_arguments(), Tally()
    kits = find_kits(arguments.third_party)
    numbers = range(arguments.cases) if arguments.only is None else [arguments.only]
    with tempfile.TemporaryDirectory() as name:
        for number in numbers:
            folder = Path(name)
            case, witnessed = draw_case(arguments, number, kits, folder)
            twice = number % SAMPLE == 0
            run, problems = case_problems(arguments, case, folder, witnessed, twice)
            tally.add(case, run, witnessed, twice)
            if problems:
                tally.wrong += 1
                tell(arguments, number, case, run, problems, folder)
    tally.tell()
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
