"""Random loops against a snapmesh program; every map is looked at by the checker.

    python3 loops_fuzz.py --binary SNAPMESH --cases N --seed S [--third-party] [--keep DIR] [--only NUMBER]

Loops that may be there change nothing that grows before them, so such a case is run without loops as well. Loops that
are owed are possible if a map on which they may be has them.
"""
import json
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

from endcases import EndCase, add_caps, add_doors, add_rule, base_case, kinds_of
from growon import Plan, kept_problems
from rulebook import load_kit
from rules_fuzz import keep_case, map_problems, random_growth
from trials import argument_parser, find_kits, run_again, run_case, write_case

SAMPLE = 4  # one case in so many is run twice
SPOILERS = [  # what cannot be: exit code 2, and the key is named
    ("loops", [-1, 2]), ("loops", [3, 1]), ("loops", "many"), ("loops", [1, 2, 3]), ("loops", [1.5, 2]),
    ("loop_length", 0), ("loop_length", 99), ("loop_gap", -0.01), ("loop_gap", "wide"),
]


# Cases ------------------------------------------------------------------------------------------------


def random_loops(rng):
    least = rng.choice([0, 0, 1, 1, 1, 2, 3])
    growth = {"loops": [least, least + rng.choice([0, 1, 2, 2, 4])]}
    if rng.random() < 0.4:
        growth["loop_length"] = rng.randint(1, 8)
    if rng.random() < 0.3:
        growth["loop_gap"] = rng.choice([0.0, 0.0001, 0.02, 0.1])
    return growth


def random_loop_case(rng, kits, folder):
    plan = EndCase(base_case(rng, kits, folder))
    tables = plan.case.tables
    tables["growth"] = random_growth(rng) | random_loops(rng)
    tables["ends"] = {}
    kinds = kinds_of(load_kit(plan.case.kit, tables))
    if rng.random() < 0.4:
        add_caps(rng, plan, kinds, False)
    if rng.random() < 0.3:
        add_doors(rng, plan, kinds)
    add_rule(rng, plan)
    if rng.random() < 0.06:
        plan.spoiled, value = rng.choice(SPOILERS)
        tables["growth"][plan.spoiled] = value
    return plan


def with_loops(plan, loops):
    twin = plan.case.copy()
    twin.tables["growth"]["loops"] = loops
    return twin


# Verdicts ---------------------------------------------------------------------------------------------


def tree(found):
    return [entry for entry in found["pieces"] if entry.get("role") is None]


def twin_problems(arguments, plan, run, folder):
    """With loops that may be there, the same grows before them as without; `never` may link and so change it."""
    plain = run_case(arguments.binary, with_loops(plan, [0, 0]), folder)
    if plain.written is None or run.written is None:
        return [] if plain.code == run.code else [f"exit code {run.code}, without loops {plain.code}"]
    one, other = json.loads(run.written), json.loads(plain.written)
    if any(entry.get("role") == "loop" for entry in other["pieces"]):
        return ["pieces of loops, though none are wanted"]
    if tree(one) != tree(other):
        return [f"other pieces grew than without loops: {len(tree(one))} and {len(tree(other))}"]
    return []


def seen_by_chance(arguments, plan, folder):
    """Whether a map on which loops may be has as many as were called impossible, and all else."""
    least, most = plan.case.tables["growth"]["loops"]
    run = run_case(arguments.binary, with_loops(plan, [0, most]), folder)
    return run.code == 0 and len(json.loads(run.written).get("links", [])) >= least


def first_problems(arguments, plan, run, folder, twice):
    if plan.spoiled:
        good = run.code == 2 and plan.spoiled in run.errors
        return [] if good else [f"wrong {plan.spoiled}: exit code {run.code}: {run.errors[:300]}"]
    if run.code == 2:
        possible = seen_by_chance(arguments, plan, folder)
        return [f"said to be impossible, but a map that keeps it was seen: {run.errors[:800]}"] if possible else []
    problems = map_problems(plan.case, run, folder / "kit")
    if twice and run_again(arguments.binary, folder / "kit", folder).written != run.written:
        problems.append("a second run wrote other bytes")
    return problems


def grow_on_problems(arguments, plan, rng, run, folder):
    """Loops are made anew where a map is grown on from the first pieces of its tree."""
    old, source = json.loads(run.written), folder / "from.json"
    source.write_bytes(run.written)
    last = rng.randrange(len(tree(old)))
    kept = Plan("prefix", list(range(last + 1)), ["--from", str(source), "--keep", f"0-{last}"])
    again = run_again(arguments.binary, folder / "kit", folder, ("--json", *kept.words))
    problems = again.problems()
    if problems or again.code == 2:
        return problems
    problems = kept_problems(kept, old, json.loads(again.written)) + map_problems(plan.case, again, folder / "kit")
    return [f"grown on with --keep 0-{last}: {problem}" for problem in problems]


def case_problems(arguments, number, rng, plan, run, folder):
    problems = run.problems() or first_problems(arguments, plan, run, folder, number % SAMPLE == 0)
    if problems or plan.spoiled:
        return problems
    if run.written is not None and number % SAMPLE == 1:
        problems += grow_on_problems(arguments, plan, rng, run, folder)
    if plan.case.tables["growth"]["loops"][0] == 0 and plan.may_only():
        problems += twin_problems(arguments, plan, run, folder)
    return problems


# Telling ----------------------------------------------------------------------------------------------


class Tally:
    def __init__(self):
        self.codes, self.seen, self.wrong = Counter(), Counter(), 0

    def add(self, plan, run):
        growth = plan.case.tables["growth"]
        owed = "spoiled" if plan.spoiled else "owed" if growth["loops"][0] else "may"
        self.codes[growth["when_blocked"], owed, run.code] += 1
        if run.written is not None:
            found = json.loads(run.written)
            roles = Counter(entry.get("role", "piece") for entry in found["pieces"])
            self.seen.update({f"{role}s": count for role, count in roles.items()})
            self.seen["links"] += len(found.get("links", []))
            self.seen["maps with links"] += "links" in found

    def tell(self):
        codes = sorted({code for _, _, code in self.codes}, key=str)
        print("".join(["exit codes".ljust(20), *(str(code).rjust(7) for code in codes)]))
        for blocked, owed in sorted({(blocked, owed) for blocked, owed, _ in self.codes}):
            row = [str(self.codes[blocked, owed, code]).rjust(7) for code in codes]
            print("".join([f"{blocked} {owed}".ljust(20), *row]))
        print("seen: " + ", ".join(f"{key} {count}" for key, count in sorted(self.seen.items())))
        print(f"{sum(self.codes.values())} cases, {self.wrong} with findings")


def tell(arguments, number, plan, run, problems, folder):
    print(f"case {number} of seed {arguments.seed} (exit code {run.code}):")
    for problem in problems[:8]:
        print("  " + problem[:2000].replace("\n", "\n  "))
    print("  " + str(plan.case).strip().replace("\n", "\n  "), flush=True)
    if arguments.keep:
        write_case(plan.case, folder)
        keep_case(number, folder, arguments.keep)


def run_one(arguments, number, kits, folder, tally):
    rng = random.Random(f"{arguments.seed} {number}")
    plan = random_loop_case(rng, kits, folder)
    run = run_case(arguments.binary, plan.case, folder)
    tally.add(plan, run)
    problems = case_problems(arguments, number, rng, plan, run, folder)
    if problems:
        tally.wrong += 1
        tell(arguments, number, plan, run, problems, folder)


def main():
    parser = argument_parser(__doc__, cases=100)
    parser.add_argument("--keep", type=Path, help="folder for the kits and maps of cases with findings")
    arguments, tally = parser.parse_args(), Tally()
    kits = find_kits(arguments.third_party)
    numbers = range(arguments.cases) if arguments.only is None else [arguments.only]
    with tempfile.TemporaryDirectory() as name:
        for number in numbers:
            run_one(arguments, number, kits, Path(name), tally)
    tally.tell()
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
