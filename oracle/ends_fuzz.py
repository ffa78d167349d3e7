"""Random caps, doors and maps grown on against a snapmesh program; every map is looked at by the checker.

    python3 ends_fuzz.py --binary SNAPMESH --cases N --seed S [--third-party] [--keep DIR] [--only NUMBER]

Caps that may be there change nothing that grows, so such a case is run without its ends as well. Where a cap
must be, the settings are possible if a map with caps that may be there has them all.
"""
import json
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

from caps import open_ends
from endcases import kinds_of, may_twin, plain_twin, random_end_case
from ends import Ends, drawn_names
from growth import can_oppose
from growon import complete, grown, kept_problems, message_problems, random_plan, same_problems
from mapfile import read_map
from rulebook import load_kit
from rules_fuzz import keep_case, map_problems
from settings import accepts, merge, piece_id
from trials import argument_parser, find_kits, run_again, run_case, write_case

SAMPLE = 4  # one case in so many is run twice


# Maps -------------------------------------------------------------------------------------------------


def told_ends(case, kit, found):
    """Whether a map tells the ends that were asked for, and its pieces file by file."""
    asked, problems = Ends(kit, case.tables.get("ends", {})), []
    told = Ends(kit, found["settings"].get("ends", {}))
    for kind in kinds_of(load_kit(kit, case.tables)):
        if asked.of(kind) != told.of(kind):
            problems.append(f"ends of {kind.pins} {kind.color}: {asked.of(kind)}, and the map says {told.of(kind)}")
    names, spelled = drawn_names(kit, case.tables["kit"]["pieces"], asked), found["settings"]["kit"]["pieces"]
    if sorted(names) != sorted(spelled):
        problems.append(f"pieces are {sorted(names)}, and the map says {sorted(spelled)}")
    return problems


def body(found):
    return [entry for entry in found["pieces"] if entry.get("role") != "cap"]


def twin_problems(arguments, plan, run, folder):
    """With caps that may be there, what grows, its end and its promises are those of the kit without ends."""
    plain = run_case(arguments.binary, plain_twin(plan), folder)
    if plain.code != run.code:
        return [f"exit code {run.code}, without ends {plain.code}: {plain.errors[:300]}"]
    if plain.written is None or run.written is None:
        return []
    one, other = json.loads(run.written), json.loads(plain.written)
    same = {key: (one.get(key), other.get(key)) for key in ("stop", "promises")}
    problems = [f"{key}: {pair[0]}, without ends {pair[1]}" for key, pair in same.items() if pair[0] != pair[1]]
    if body(one) != other["pieces"]:
        problems.append(f"other pieces grew than without ends: {len(body(one))} and {len(other['pieces'])}")
    return problems


def closed_by_chance(arguments, plan, folder):
    """Whether a map with caps that may be there keeps all promises and leaves nothing open that must not be."""
    run = run_case(arguments.binary, may_twin(plan), folder)
    if run.code != 0 or run.written is None:
        return False
    found = json.loads(run.written)
    found["settings"]["ends"] = plan.case.tables["ends"]
    whole, problems = read_map(load_kit(folder / "kit", found["settings"]), found)
    return not problems and not open_ends(whole)


def meets_nothing(plan, kit):
    """A cap or door that no connector of the kit accepts, if there is one: that is an error, unless its section is about
    connectors that the kit does not have."""
    found = load_kit(kit, plan.case.tables)
    connectors = [ours for name in {*found.drawn, *found.starters} for ours in found.pieces[name].connectors]
    for (pins, color), table in found.ends.sections.items():
        if not any(pins in (None, ours.pins) and color in (None, ours.color) for ours in connectors):
            continue
        for name in map(piece_id, [*table.get("cap", []), *table.get("door", [])]):
            theirs = found.pieces[name].connectors[0]
            if not any(accepts(found.settings, ours, theirs) and can_oppose(ours, theirs) for ours in connectors):
                return name
    return None


def first_problems(arguments, plan, run, folder, twice):
    """What is wrong with the first map of a case."""
    if plan.spoiled:
        return [] if run.code == 2 else [f"{plan.spoiled}: exit code {run.code}"]
    useless = meets_nothing(plan, folder / "kit")
    if useless is not None:
        plan.spoiled = f"{useless} can meet nothing"
        return [] if run.code == 2 and useless in run.errors else [f"{plan.spoiled}: exit code {run.code}"]
    if run.code == 2:
        possible = not plan.may_only() and closed_by_chance(arguments, plan, folder)
        return [f"said to be impossible, but a map that keeps it was seen: {run.errors[:800]}"] if possible else []
    kit = folder / "kit"
    problems = map_problems(plan.case, run, kit) + told_ends(plan.case, kit, json.loads(run.written))
    if twice and run_again(arguments.binary, kit, folder).written != run.written:
        problems.append("a second run wrote other bytes")
    return problems


# Growing on -------------------------------------------------------------------------------------------


def may_be_impossible(case):
    """Whether anything is promised at all: else there is nothing that could be impossible."""
    return bool(case.tables["growth"]["when_blocked"] == "undo" or case.tables.get("rules")
                or any(table.get("free") == "never" for table in case.tables["ends"].values())
                or any("max" in extras for extras in case.extras.values()))


def grow_on(arguments, plan, grow, old, folder):
    """(run, what is wrong) of growing on from a map, in the kit of the case as it was written."""
    options = ("--json", *grow.words)
    run = run_again(arguments.binary, folder / "kit", folder, options)
    problems = run.problems()
    if problems:
        return run, problems
    if grow.refused is not None:
        wrong = [] if run.code == 2 else [f"exit code {run.code}, not 2"]
        return run, wrong or message_problems(grow, run.errors)
    case = plan.case.copy()
    merge(case.tables, grow.tables)
    if run.code == 2:
        return run, [] if may_be_impossible(case) else [f"exit code 2, though nothing is promised: {run.errors[:800]}"]
    new = json.loads(run.written)
    problems = kept_problems(grow, old, new) + same_problems(grow, old, new, plan.may_only())
    problems += map_problems(case, run, folder / "kit")
    if run_again(arguments.binary, folder / "kit", folder, options).written != run.written:
        problems.append("a second run wrote other bytes")
    return run, problems


# Cases ------------------------------------------------------------------------------------------------


class Tally:
    def __init__(self):
        self.codes, self.seen, self.grown, self.wrong = Counter(), Counter(), Counter(), 0

    def add(self, plan, run):
        tables = plan.case.tables
        self.codes[tables["growth"]["when_blocked"], tables["selection"]["method"], run.code] += 1
        self.seen["spoiled"] += plan.spoiled is not None
        self.seen["never"] += plan.spoiled is None and not plan.may_only()
        if run.written is not None:
            found = json.loads(run.written)
            self.seen["pieces"] += grown(found)
            self.seen["caps"] += len(found["pieces"]) - grown(found)
            self.seen["doors"] += len(found.get("doors", []))
            self.seen["links"] += len(found.get("links", []))

    def tell(self):
        codes = sorted({code for _, _, code in self.codes}, key=str)
        print("".join(["exit codes".ljust(20), *(str(code).rjust(7) for code in codes)]))
        for blocked, method in sorted({(blocked, method) for blocked, method, _ in self.codes}):
            row = [str(self.codes[blocked, method, code]).rjust(7) for code in codes]
            print("".join([f"{blocked} {method}".ljust(20), *row]))
        print("seen: " + ", ".join(f"{key} {count}" for key, count in sorted(self.seen.items())))
        told = [f"{name}, exit code {code}: {count}" for (name, code), count in sorted(self.grown.items(), key=str)]
        print("grown on: " + "; ".join(told))
        print(f"{sum(self.codes.values())} cases, {self.wrong} with findings")


def tell(arguments, number, plan, run, words, problems, folder):
    print(f"case {number} of seed {arguments.seed} (exit code {run.code}):")
    for problem in problems[:8]:
        print("  " + problem[:2000].replace("\n", "\n  "))
    if words:
        print("  grown on with: " + " ".join(words))
    print("  " + str(plan.case).strip().replace("\n", "\n  "), flush=True)
    if arguments.keep:
        write_case(plan.case, folder)
        keep_case(number, folder, arguments.keep)


def run_one(arguments, number, kits, folder, tally):
    """One case: its first map, its twin without ends, and a map grown on from it."""
    rng = random.Random(f"{arguments.seed} {number}")
    plan = random_end_case(rng, kits, folder, not arguments.without_boxless)
    run = run_case(arguments.binary, plan.case, folder)
    problems, words = run.problems(), []
    problems = problems or first_problems(arguments, plan, run, folder, number % SAMPLE == 0)
    tally.add(plan, run)
    if not problems and run.written is not None:
        source = folder / "from.json"
        source.write_bytes(run.written)
        old = json.loads(run.written)
        grow = random_plan(rng, old, source)
        if grow is not None:
            words = grow.words
            again, found = grow_on(arguments, plan, grow, old, folder)
            tally.grown[grow.name, again.code] += 1
            tally.seen["whole maps kept"] += grow.name == "all" and grow.same_settings and complete(old)
            problems += found
    if not problems and not plan.spoiled and plan.may_only():
        problems += twin_problems(arguments, plan, run, folder)
    if problems:
        tally.wrong += 1
        tell(arguments, number, plan, run, words, problems, folder)


def parse_arguments():
    parser = argument_parser(__doc__, cases=100)
    parser.add_argument("--keep", type=Path, help="folder for the kits and maps of cases with findings")
    parser.add_argument("--without-boxless", action="store_true", help="no caps with `boxes = []` in kit.toml")
    return parser.parse_args()


def main():
    arguments, tally = parse_arguments(), Tally()
    kits = find_kits(arguments.third_party)
    numbers = range(arguments.cases) if arguments.only is None else [arguments.only]
    with tempfile.TemporaryDirectory() as name:
        for number in numbers:
            run_one(arguments, number, kits, Path(name), tally)
    tally.tell()
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
