"""Pieces go through Blender untouched, and stay the pieces that they were.

Imports every piece of a kit, exports it again with its custom properties, and changes nothing in between. The kit of these must
have the same fingerprint, and a map that was made before must still be taken. Blender writes what hangs on an object in the order
of names: where connectors of as many pins stand in another order, their numbers change, and then the fingerprint must differ and
`--accept-kit` must find every joint again. A map with `--connectors` goes the same way, and as a piece it must have the same
connectors in the same places.

Not part of CI, because Blender is large. With Python 3.11:

    python3 -m venv venv && venv/bin/pip install bpy==4.5.15
    PYTHON=venv/bin/python cargo xtask engines
"""

import json
import logging
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

import bpy

# Blender's readers and writers talk much.
logging.disable(logging.WARNING)
NEAR = 1e-4  # metres, and parts of a unit vector: Blender counts in 32 bits


def through_blender(source, target):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.gltf(filepath=str(source))
    bpy.ops.export_scene.gltf(
        filepath=str(target), export_format="GLB", export_extras=True, export_yup=True, export_apply=False
    )


def run(*args):
    return subprocess.run([snapmesh, *map(str, args)], capture_output=True, text=True, check=False)


def check(kit):
    """What snapmesh finds in a kit: its fingerprint, and the connectors of each piece in the order of their numbers."""
    told = json.loads(run("check", kit, "--json").stdout)
    if "fingerprint" not in told:
        sys.exit(f"{kit}: {told}")
    return told["fingerprint"], {piece["piece"]: piece["connectors"] for piece in told["pieces"]}


def same(one, other):
    numbers = [(a, b) for key in ("position", "heading") for a, b in zip(one[key], other[key])]
    return one["name"] == other["name"] and all(abs(a - b) < NEAR for a, b in numbers)


def renumbered(before, after):
    """The pieces whose connectors have other numbers now."""
    pairs = ((piece, zip(before[piece], after[piece])) for piece in before)
    return [piece for piece, pair in pairs if not all(same(one, other) for one, other in pair)]


def lost(before, after):
    """The connectors that are not where they were, whatever their numbers."""
    return [
        f"{piece}: {one['name']}"
        for piece in before
        for one in before[piece]
        if not any(same(one, other) for other in after[piece])
    ]


def try_pieces(kit, folder):
    """What is wrong with a kit whose pieces went through Blender."""
    copy, made = folder / "kit", folder / "map.json"
    run("generate", kit, "--seed", 3, "--no-validate", "-o", made)
    shutil.copytree(kit, copy)
    files = sorted(kit.rglob("*.glb"))
    for file in files:
        through_blender(file, copy / file.relative_to(kit))
    (print_before, before), (print_after, after) = check(kit), check(copy)
    others, fits = renumbered(before, after), print_before == print_after
    print(f"{kit.name}: {len(files)} pieces, other numbers in {others or 'none'}, same fingerprint: {fits}")
    failures = lost(before, after)
    taken, accepted = [run("validate", made, "--kit", copy, *flags) for flags in ([], ["--accept-kit"])]
    if fits != (not others) or fits != (taken.returncode == 0):
        failures.append(f"{kit.name}: same fingerprint: {fits}; validate says: {taken.stderr}")
    if accepted.returncode != 0 or not fits and "all that is joined still meets" not in accepted.stderr:
        failures.append(f"{kit.name}: with --accept-kit, validate says: {accepted.stderr}")
    return failures


def try_map(kit, folder):
    """What is wrong with a map that went through Blender as a piece."""
    plain, again = folder / "plain", folder / "again"
    for place in (plain, again):
        place.mkdir()
        # By its name: a pattern leaves out what snapmesh wrote itself.
        (place / "kit.toml").write_text('[kit]\npieces = ["Map.glb"]\n', encoding="utf-8")
    # A preset has no caps, so connectors stay free.
    presets = tomllib.loads((kit / "kit.toml").read_text(encoding="utf-8")).get("presets", {})
    preset = [f"--preset={name}" for name in list(presets)[:1]]
    run("generate", kit, *preset, "--seed", 3, "--no-validate", "--connectors", "-o", plain / "Map.glb")
    through_blender(plain / "Map.glb", again / "Map.glb")
    before, after = check(plain)[1], check(again)[1]
    gone = lost(before, after)
    print(f"{kit.name}: its map as a piece, {len(before['Map'])} connectors, {len(gone)} of them lost")
    return gone if len(before["Map"]) == len(after["Map"]) else [*gone, f"{kit.name}: {len(after['Map'])} connectors"]


snapmesh, *kits = sys.argv[1:]
failures = []
for kit in map(Path, kits):
    with tempfile.TemporaryDirectory() as folder:
        failures += try_pieces(kit, Path(folder)) + try_map(kit, Path(folder))
print("\n".join(failures))
print(f"Blender {bpy.app.version_string}: {len(kits)} kits, {len(failures)} failures")
sys.stdout.flush()
# Blender as a module may crash while it is taken down.
os._exit(bool(failures))
