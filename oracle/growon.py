"""Growing on from a map: what is kept, how that is said on the command line, and what must hold afterwards."""
from dataclasses import dataclass, field

from kittoml import toml_value
from rules_fuzz import random_selection

PLANS = ["all", "all", "regrow", "regrow", "regrow", "prefix", "closed", "closed", "subtree",
         "orphan", "beyond", "regrow 0", "no map"]


@dataclass
class Plan:
    name: str
    kept: list  # old indices, in their order
    words: list  # of the command line
    refused: list | None = None  # numbers of which the message names one; empty: any message will do
    tables: dict = field(default_factory=dict)  # settings that are changed

    @property
    def same_settings(self):
        return not self.tables


def grown(found):
    """How many pieces are no caps; these come first."""
    return sum(entry.get("role") != "cap" for entry in found["pieces"])


def guides(found):
    return [entry["joint"]["guide"] if entry["joint"] else None for entry in found["pieces"]]


def below(found, index):
    """A piece and all that was grown from it."""
    chosen, above = {index}, guides(found)
    for later in range(index + 1, grown(found)):
        if above[later] in chosen:
            chosen.add(later)
    return chosen


def closed_part(rng, found, start, share):
    """A random part of what was grown from a piece, of which each has its guide in it."""
    chosen, above = {start}, guides(found)
    for index in sorted(below(found, start) - {start}):
        if above[index] in chosen and rng.random() < share:
            chosen.add(index)
    return sorted(chosen)


def spelled(rng, indices):
    """A list of numbers as `--keep` takes it: numbers and ranges, in any order."""
    runs = []
    for index in indices:
        if runs and runs[-1][1] == index - 1 and rng.random() < 0.9:
            runs[-1][1] = index
        else:
            runs.append([index, index])
    rng.shuffle(runs)
    return ",".join(str(low) if low == high and rng.random() < 0.8 else f"{low}-{high}" for low, high in runs)


# Plans ------------------------------------------------------------------------------------------------


def changed_settings(rng, count):
    """Other settings for what grows on, by section."""
    tables = {}
    if rng.random() < 0.6:
        tables["generation"] = {"seed": rng.randint(-(2**63), 2**63 - 1)}
    if rng.random() < 0.4:
        tables["selection"] = random_selection(rng)
    if rng.random() < 0.4:
        tables.setdefault("selection", {})["max_pieces"] = max(1, count + rng.randint(-3, 12))
    if rng.random() < 0.2:
        tables["growth"] = {"when_blocked": rng.choice(["stop", "skip", "undo"])}
    return tables


def set_words(rng, tables):
    """`--seed` or `--set` for settings."""
    words = []
    for section, table in tables.items():
        for key, value in table.items():
            if key == "seed" and rng.random() < 0.7:
                words += [f"--seed={value}"]
            else:
                words += ["--set", f"{section}.{key}={toml_value(value)}"]
    return words


def refused_plan(rng, name, found, map_path):
    """A plan that must end with exit code 2, or None if this map has none such."""
    count, above = grown(found), guides(found)
    source = ["--from", str(map_path)]
    if name == "regrow 0":
        return Plan(name, [], [*source, "--regrow", "0"], [])
    if name == "no map":
        return Plan(name, [], ["--keep", "0"], [])
    if name == "beyond":
        beyond = len(found["pieces"]) + rng.randint(0, 5)
        return Plan(name, [], [*source, "--keep", f"0,{beyond}"], [beyond])
    orphans = [index for index in range(1, count) if above[index] != 0]
    if not orphans:
        return None
    orphan = rng.choice(orphans)
    return Plan(name, [], [*source, "--keep", spelled(rng, [0, orphan])], [orphan, above[orphan]])


def kept_of(rng, name, found):
    """The old indices that a plan keeps, and the piece that is grown anew, if it is one."""
    count = grown(found)
    if name == "regrow":
        again = rng.randrange(1, count)
        return [index for index in range(count) if index not in below(found, again)], again
    if name == "prefix":
        return list(range(rng.randint(1, count))), None
    if name == "closed":
        return closed_part(rng, found, 0, rng.choice([0.5, 0.8, 0.95])), None
    if name == "subtree":
        return closed_part(rng, found, rng.randrange(count), 0.9), None
    return list(range(count)), None


def random_plan(rng, found, map_path):
    """How to grow on from a map; None if it has too few pieces for what was drawn."""
    name = rng.choice(PLANS)
    if name in ("orphan", "beyond", "regrow 0", "no map"):
        return refused_plan(rng, name, found, map_path)
    if grown(found) < 2:
        return None
    kept, again = kept_of(rng, name, found)
    tables = changed_settings(rng, len(kept)) if rng.random() < (0.3 if name == "all" else 0.7) else {}
    choice = ["--regrow", str(again)] if again is not None else ["--keep", spelled(rng, kept)]
    return Plan(name, kept, ["--from", str(map_path), *choice, *set_words(rng, tables)], None, tables)


# What must hold ---------------------------------------------------------------------------------------


def moved_in(entry, place):
    """A kept piece as the new map must have it: the same, by new numbers."""
    joint = entry["joint"]
    if joint is not None:
        joint = joint | {"guide": place[joint["guide"]]} if joint["guide"] in place else None
    return {key: entry[key] for key in ("piece", "position", "rotation")} | {"joint": joint}


def kept_links(found, place):
    """The ends of links between kept pieces, by new numbers."""
    ends = [(tuple(link["from"]), tuple(link["to"])) for link in found.get("links", [])]
    return {((place[a[0]], a[1]), (place[b[0]], b[1])) for a, b in ends if a[0] in place and b[0] in place}


def kept_problems(plan, old, new):
    """Whether what was kept is first, in its old order, at its old place, with its joints and links."""
    place = {index: number for number, index in enumerate(plan.kept)}
    problems = []
    if new.get("kept") != len(plan.kept):
        problems.append(f"{len(plan.kept)} pieces kept, and the map says {new.get('kept')!r}")
    for index, number in place.items():
        wanted = moved_in(old["pieces"][index], place)
        found = new["pieces"][number] if number < len(new["pieces"]) else {}
        if {key: found.get(key) for key in wanted} != wanted:
            problems.append(f"piece {index} was kept as {number}, but is {found}, not {wanted}")
    links = {(tuple(link["from"]), tuple(link["to"])) for link in new.get("links", [])}
    lost = kept_links(old, place) - links - {(b, a) for a, b in links}
    return problems + ([f"links that were kept are gone: {sorted(lost)}"] if lost else [])


def complete(found):
    """Whether an arena or a corridor has its size, so that nothing is left to grow."""
    selection = found["settings"]["selection"]
    return selection["method"] in ("arena", "corridor") and grown(found) >= selection["max_pieces"]


def same_problems(plan, old, new, may_only):
    """A whole map kept under the same settings is the same map, as far as there is nothing left to grow."""
    if plan.name != "all" or not plan.same_settings or not complete(old):
        return []
    if grown(new) != grown(old):
        return [f"all {grown(old)} pieces were kept, and there are {grown(new)}"]
    # The chance of caps has a stream of its own: seed and tree are the same, and so are the caps.
    if may_only and new["pieces"] != old["pieces"]:
        return ["everything was kept, and the caps are others"]
    return []


def message_problems(plan, errors):
    """Whether a refusal names the piece."""
    words = "".join(mark if mark.isdigit() else " " for mark in errors).split()
    if plan.refused and not {str(number) for number in plan.refused} & set(words):
        return [f"exit code 2 names none of {plan.refused}: {errors[:500]}"]
    return []
