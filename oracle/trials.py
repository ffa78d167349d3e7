"""Trials of section 6: a copied kit with a kit.toml of its own, runs of the command, and what it says is impossible."""
import argparse
import copy
import json
import re
import shutil
import subprocess
import tomllib
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from glbfile import glb
from gltf import File, split_glb
from kittoml import toml
from rulebook import plain_selector

ROOT = Path(__file__).resolve().parent.parent
THIRD_PARTY = ROOT.parent / "shared" / "third-party" / "kaykit-dungeon"
TIMEOUT = 60  # seconds
PANIC = ("panicked", "RUST_BACKTRACE", "stack overflow", "has a bug at")
SHOWN = ("kit", "growth", "rules", "ends", "pieces", "selection", "generation", "connection")


@dataclass
class Case:
    """A kit and what is changed in it. `extras` are for the root nodes of its files, by file name."""

    kit: Path
    tables: dict
    extras: dict = field(default_factory=dict)

    def copy(self):
        return copy.deepcopy(self)

    def rules(self):
        return self.tables.setdefault("rules", {})

    def __str__(self):
        """What is needed to do it again."""
        shown = {section: self.tables[section] for section in SHOWN if self.tables.get(section)}
        files = "".join(f"# {name}: extras {json.dumps(extras)}\n" for name, extras in self.extras.items())
        return f"# {self.kit}\n{toml(shown)}{files}"


@dataclass
class Run:
    code: int | None  # None: no answer in time
    errors: str
    printed: str
    written: bytes | None

    def problems(self):
        """What must never happen, whatever the settings."""
        if self.code is None:
            return [f"no answer within {TIMEOUT} s"]
        found = [f"a panic: {self.errors[:2000]}"] if any(word in self.errors for word in PANIC) else []
        if self.code not in (0, 1, 2):
            found.append(f"exit code {self.code}: {self.errors[:2000]}")
        if self.code == 2 and self.written is not None:
            found.append("exit code 2, and a map was written")
        if self.code == 2 and not self.errors.strip():
            found.append("exit code 2 without a word on stderr")
        if self.code in (0, 1) and self.written is None:
            found.append(f"exit code {self.code}, and no map was written: {self.errors[:2000]}")
        return found


# Kits -------------------------------------------------------------------------------------------------


def find_kits(third_party):
    kits = sorted(path.parent for path in (ROOT / "kits").glob("*/kit.toml"))
    return kits + ([THIRD_PARTY] if third_party else [])


def new_case(kit):
    """The kit as it is, but without its presets: they are not tried, and would have to be kept in step."""
    tables = tomllib.loads((kit / "kit.toml").read_text(encoding="utf-8"))
    tables.pop("presets", None)
    return Case(kit, tables)


@lru_cache(maxsize=1000)
def has_one_root(path):
    """Where several nodes are roots, the contract does not say which speaks for the piece."""
    document = File(path).document
    return len(document["scenes"][document.get("scene", 0)]["nodes"]) == 1


def set_extras(path, extras):
    """Writes extras onto the root of a .glb, and leaves the rest of it alone."""
    text, binary = split_glb(path.read_bytes(), path)
    document = json.loads(text)
    root = document["scenes"][document.get("scene", 0)]["nodes"][0]
    document["nodes"][root].setdefault("extras", {}).update(extras)
    path.write_bytes(glb(document, binary or b""))


def write_case(case, folder):
    """The kit's folder with the case's settings; returns it."""
    target = folder / "kit"
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(case.kit, target, copy_function=shutil.copyfile)
    for name, extras in case.extras.items():
        set_extras(target / name, extras)
    target.chmod(0o755)  # kits from elsewhere may be read-only
    (target / "kit.toml").write_text(toml(case.tables), encoding="utf-8")
    return target


# Runs -------------------------------------------------------------------------------------------------


def run_case(binary, case, folder, options=("--json",)):
    """Grows the case's map once, in a fresh copy of its kit."""
    return run_again(binary, write_case(case, folder), folder, options)


def run_again(binary, kit, folder, options=("--json",)):
    out = folder / "map.json"
    out.unlink(missing_ok=True)
    words = [str(binary), "generate", str(kit), "-o", str(out), "--no-validate", "--quiet", *options]
    try:
        done = subprocess.run(words, capture_output=True, timeout=TIMEOUT, check=False)
    except subprocess.TimeoutExpired:
        return Run(None, "", "", None)
    written = out.read_bytes() if out.exists() else None
    return Run(done.returncode, done.stderr.decode("utf-8", "replace"), done.stdout.decode("utf-8", "replace"), written)


# What cannot hold together ----------------------------------------------------------------------------

WORD = r"""(?:"(?P<{0}q>(?:[^"\\]|\\.)*)"|'(?P<{0}l>[^']*)'|(?P<{0}>[\w#*?-]+))"""
RULE = re.compile(rf"rules\.{WORD.format('selector')}\.(?P<key>\w+) =")
FILE = re.compile(r"(?P<file>[^:=]+\.(?:glb|gltf)): (?P<key>\w+) =")
SETTING = re.compile(r"(?P<path>[\w.\"'#*?-]+) =")


def read_member(line):
    """A line of the set as (section, name, key): ("rules", selector, key), ("file", name, key), ("growth", "", key)."""
    rule = RULE.match(line)
    if rule:
        quoted = rule["selectorq"]
        selector = json.loads(f'"{quoted}"') if quoted is not None else rule["selectorl"] or rule["selector"]
        return "rules", selector, rule["key"]
    file = FILE.match(line)
    if file:
        return "file", Path(file["file"]).name, file["key"]
    setting = SETTING.match(line)
    if setting:
        section, _, key = setting["path"].partition(".")
        return section, "", key
    return "unknown", line, ""


def named_set(errors):
    """The settings that a message says cannot hold together."""
    return [read_member(line[4:]) for line in errors.splitlines() if line.startswith("  - ")]


def without(case, member):
    """The case without one setting, or None if it is none that can be left out."""
    section, name, key = member
    less = case.copy()
    table = {
        "rules": less.rules().get(name), "growth": less.tables.get("growth"), "file": less.extras.get(name),
    }.get(section)
    if table is None or key not in table:
        return None
    del table[key]
    if section == "rules" and not table:
        del less.rules()[name]
    return less


def only(case, members):
    """The case without the rules that are not in the set."""
    less = case.copy()
    for selector, table in case.rules().items():
        for key in table:
            if ("rules", selector, key) not in members:
                less = without(less, ("rules", selector, key))
    return less


def made_up(case, members):
    """Members that are no settings of the case at all."""
    known = {("rules", selector, key) for selector, table in case.rules().items() for key in table}
    known |= {("file", name, key) for name, extras in case.extras.items() for key in extras}
    return [member for member in members if member[0] in ("rules", "file", "unknown") and member not in known]


def as_written(case, members):
    """The members with their selectors as the kit spells them: tags may be told in another case."""
    spelled = {plain_selector(selector): selector for selector in case.rules()}
    return [
        (section, spelled.get(plain_selector(name), name), key) if section == "rules" else (section, name, key)
        for section, name, key in members
    ]


def set_problems(binary, case, members, folder):
    """Whether a set stands by itself, and falls when any one of its members is left out."""
    members = as_written(case, members)
    problems = [f"the set names {member}, which is no setting of the kit" for member in made_up(case, members)]
    alone = run_case(binary, only(case, members), folder, ())
    if alone.code != 2:
        problems.append(f"the set alone is possible (exit code {alone.code}): {members}")
    for member in members:
        less = without(case, member)
        if less is None:
            continue
        run = run_case(binary, less, folder, ())
        problems += [f"without {member}: {problem}" for problem in run.problems()]
        again = as_written(case, named_set(run.errors))
        if run.code == 2 and again and set(again) <= set(members):
            problems.append(f"not the smallest set: without {member}, it still is {again}")
    return problems


def argument_parser(doc, cases):
    """What both programs take; `doc` is that of the program."""
    parser = argparse.ArgumentParser(description=doc.splitlines()[0])
    parser.add_argument("--binary", required=True, type=Path, help="the snapmesh program")
    parser.add_argument("--cases", type=int, default=cases)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="the number of one case to run")
    parser.add_argument("--third-party", action="store_true", help="use the KayKit dungeon as well")
    return parser
