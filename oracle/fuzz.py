"""Compares the snapmesh command with the oracle, piece for piece, on random kits or on the reference kits.

    python3 fuzz.py --command SNAPMESH --cases N --start S [--keep DIR] [--reference DIR]
"""
import argparse
import json
import random
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from growth import Endless
from kittoml import random_kit, random_options
from oracle import generate
from settings import load_settings

LIMIT = 500  # pieces: beyond it the map is taken for one that never ends, and another case is drawn
TIMEOUT = 120  # seconds for the command
POSITION, ROTATION = 1e-3, 1e-4


@dataclass
class Case:
    number: int
    kit: Path
    preset: str | None = None
    seed: int | None = None
    sets: list = field(default_factory=list)
    expected: dict = field(default_factory=dict)

    def options(self):
        """The options as the command takes them; `=` because a seed may begin with a minus."""
        words = [] if self.preset is None else ["--preset", self.preset]
        words += [] if self.seed is None else [f"--seed={self.seed}"]
        for text in self.sets:
            words += ["--set", text]
        return words


def draw_random_kit(rng, number, folder):
    kit = folder / "kit"
    shutil.rmtree(kit, ignore_errors=True)
    kit.mkdir()
    tables = random_kit(rng, kit)
    return Case(number, kit, *random_options(rng, tables["presets"]))


def draw_reference_kit(rng, number, reference):
    kits = sorted(path.parent for path in reference.glob("*/kit.toml"))
    kit = rng.choice(kits)
    presets = tomllib.loads((kit / "kit.toml").read_text(encoding="utf-8")).get("presets", {})
    return Case(number, kit, *random_options(rng, presets, busy=True))


def draw_case(number, folder, reference):
    """A case whose map ends, with the oracle's map. All chance comes from the case's number."""
    rng = random.Random(number)
    while True:
        case = draw_reference_kit(rng, number, reference) if reference else draw_random_kit(rng, number, folder)
        try:
            case.expected = generate(case.kit, case.preset, case.seed, case.sets, LIMIT)
        except Endless:
            continue
        # A map that ends at once tests little: most of these make way for another.
        if len(case.expected["pieces"]) > 4 or rng.random() < 0.2:
            return case


def run_command(command, case, folder):
    """(map, None) or (None, what went wrong)."""
    out = folder / "out.json"
    out.unlink(missing_ok=True)
    words = [command, "generate", str(case.kit), "-o", str(out), "--quiet", *case.options()]
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=TIMEOUT, check=False)
    except subprocess.TimeoutExpired:
        return None, f"no answer within {TIMEOUT} s"
    if done.returncode != 0 or not out.exists():
        return None, f"exit code {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-4000:]}"
    try:
        return json.loads(out.read_text(encoding="utf-8")), None
    except ValueError as error:
        return None, f"the map is not JSON: {error}"


def same_joint(a, b):
    if a is None or b is None:
        return a is b
    return all(a[key] == b[key] for key in ("guide", "guide_connector", "connector"))


def difference(expected, found):
    """What differs between two placed pieces, or None."""
    if expected["piece"] != found["piece"]:
        return "piece"
    if not same_joint(expected["joint"], found["joint"]):
        return "joint"
    if max(abs(a - b) for a, b in zip(expected["position"], found["position"])) > POSITION:
        return "position"
    apart = max(abs(a - b) for a, b in zip(expected["rotation"], found["rotation"]))
    apart = min(apart, max(abs(a + b) for a, b in zip(expected["rotation"], found["rotation"])))  # q and -q turn alike
    return "rotation" if apart > ROTATION else None


def first_difference(expected, found):
    """A text that shows the first step where two maps part, or None."""
    ours, theirs = expected["pieces"], found["pieces"]
    for step, (a, b) in enumerate(zip(ours, theirs)):
        what = difference(a, b)
        if what:
            return f"step {step}: the {what} differs\n  oracle  {json.dumps(a)}\n  command {json.dumps(b)}"
    if len(ours) != len(theirs):
        step = min(len(ours), len(theirs))
        longer, pieces = ("oracle", ours) if len(ours) > len(theirs) else ("command", theirs)
        counts = f"{len(ours)} and {len(theirs)} pieces"
        return f"step {step}: only the {longer} goes on ({counts})\n  {json.dumps(pieces[step])}"
    return None


def tell(case, problem, found):
    settings = load_settings(case.kit, case.preset, case.seed, case.sets)
    print(f"case {case.number} differs: {case.kit.name} {' '.join(case.options())}")
    for section in ("kit", "connection", "generation", "selection"):
        print(f"  {section}: {json.dumps(settings[section])}")
    stop = json.dumps(found.get("stop")) if found else "none"
    print(f"  stop: oracle {case.expected['stop']!r}, command {stop}; near-ties {case.expected['near_ties']}")
    print("  " + problem.replace("\n", "\n  "), flush=True)


def keep_case(case, folder, keep):
    """The kit, both maps and the options, to look at later."""
    target = keep / f"case-{case.number}"
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(case.kit, target / "kit")
    (target / "options.json").write_text(json.dumps(case.options()), encoding="utf-8")
    (target / "oracle.json").write_text(json.dumps(case.expected, indent=1), encoding="utf-8")
    if (folder / "out.json").exists():
        shutil.copy(folder / "out.json", target / "command.json")
    print(f"  kept in {target}")


def run_case(number, folder, arguments):
    """(verdict, case)."""
    case = draw_case(number, folder, arguments.reference)
    found, problem = run_command(arguments.command, case, folder)
    if found is not None:
        problem = first_difference(case.expected, found)
    if problem is None:
        return "agree", case
    if found is not None and case.expected["near_ties"]:
        return "borderline", case
    tell(case, problem, found)
    if arguments.keep:
        keep_case(case, folder, arguments.keep)
    return "differ", case


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--command", required=True, help="the snapmesh program")
    parser.add_argument("--cases", type=int, default=100)
    parser.add_argument("--start", type=int, default=0, help="number of the first case")
    parser.add_argument("--keep", type=Path, help="folder for the kits of differing cases")
    parser.add_argument("--reference", type=Path, help="folder of ready kits to use instead of random ones")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    verdicts, sizes, refused, shy = Counter(), [], 0, 0
    with tempfile.TemporaryDirectory() as name:
        for number in range(arguments.start, arguments.start + arguments.cases):
            verdict, case = run_case(number, Path(name), arguments)
            verdicts[verdict] += 1
            sizes.append(len(case.expected["pieces"]))
            refused += case.expected["refused"] > 0
            shy += case.expected["near_ties"] > 0
    large = sum(size > 20 for size in sizes)
    print(f"maps of more than 20 pieces: {large}; with overlaps refused: {refused}; with near-ties: {shy}")
    mean = sum(sizes) / max(1, len(sizes))
    print(
        f"{len(sizes)} cases: {verdicts['agree']} agree, {verdicts['differ']} differ, "
        f"{verdicts['borderline']} borderline, {mean:.1f} mean pieces"
    )
    return 1 if verdicts["differ"] else 0


if __name__ == "__main__":
    sys.exit(main())
