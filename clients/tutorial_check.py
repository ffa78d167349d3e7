"""The tutorial, followed to the letter in Blender: `check` and `generate` must have nothing to warn of.

Every step names the words of docs/tutorial.md that it follows, and fails when they are no longer there; `kit.toml` and the
commands are taken from its text. Not part of CI, because Blender is large. With Python 3.11:

    python3 -m venv venv && venv/bin/pip install bpy==4.5.15
    PYTHON=venv/bin/python cargo xtask tutorial
"""

import os
import re
import subprocess
import sys
import tempfile
from math import radians
from pathlib import Path

try:
    import bpy
except ImportError:
    sys.exit("Blender's Python module is missing: pip install bpy==4.5.15, with Python 3.11")

TUTORIAL = (Path(__file__).parent.parent / "docs" / "tutorial.md").read_text(encoding="utf-8")
WORDS = " ".join(TUTORIAL.split())


def follow(*words):
    """Whoever changes the tutorial changes what is done here."""
    for part in words:
        if part not in WORDS:
            sys.exit(f"docs/tutorial.md does not say any more: {part}")


def cube(name, dimensions, location):
    bpy.ops.mesh.primitive_cube_add()
    thing = bpy.context.object
    thing.name, thing.dimensions, thing.location = name, dimensions, location
    return thing


def empty_scene():
    follow("press A and Delete: an empty scene")
    bpy.ops.wm.read_factory_settings()
    bpy.ops.object.select_all(action="SELECT")
    bpy.ops.object.delete()


def floor(width, tag):
    follow("set its dimensions to 6 x 6 x 0.4 and its location to (0, 0, -0.2)", "Name it `floor`")
    follow("a corridor of 2 x 6 m", "a String named `tags`", "type `room` as its value", "tagged `corridor`")
    cube("floor", (width, 6, 0.4), (0, 0, -0.2))["tags"] = tag


def walls(width, openings):
    """Walls along the four edges, with openings of two metres in the middle of some sides."""
    follow("Leave an opening of 2 m in the middle of three sides")
    thick, high = 0.2, 2.5
    for side, length, across in (("far", width, 6), ("near", width, 6), ("right", 6, width), ("left", 6, width)):
        sign = 1 if side in ("far", "right") else -1
        away = sign * (across - thick) / 2
        parts = [(0, length)] if side not in openings else [
            (end * (length + 2) / 4, (length - 2) / 2) for end in (1, -1) if length > 2
        ]
        for middle, long in parts:
            level = (long, thick) if side in ("far", "near") else (thick, long)
            place = (middle, away) if side in ("far", "near") else (away, middle)
            cube(f"wall_{side}", (*level, high), (*place, high / 2))


def doorways(places):
    follow("Empty, **Arrows**", "(0, 3, 0) for the far side", "R, Z, then the angle; -90 for the right side")
    follow("F2, `connector_2_white`")
    for location, angle in places:
        bpy.ops.object.empty_add(type="ARROWS", location=location)
        empty = bpy.context.object
        empty.name = "connector_2_white"
        empty.rotation_euler.z = radians(angle)


def box(width):
    follow("ending 5 cm before the doorways; name it `UBX_room`")
    cube("UBX_room", (width, 5.9, 2.9), (0, 0, 1.1))


def apply_transforms():
    follow("Apply what you scaled: A, Ctrl-A, All Transforms")
    bpy.ops.object.select_all(action="DESELECT")
    for thing in bpy.data.objects:
        thing.select_set(thing.type == "MESH")
    bpy.ops.object.transform_apply()


def export(path):
    follow("format glTF Binary, and tick Include > Custom Properties")
    bpy.ops.export_scene.gltf(filepath=str(path), export_format="GLB", export_extras=True)


def piece(path, width, tag, openings, places):
    empty_scene()
    floor(width, tag)
    walls(width, openings)
    box(width - 0.1)
    apply_transforms()
    doorways(places)
    export(path)


def commands():
    """The lines of the tutorial that are to be typed about this kit: a `check`, then a `generate`."""
    typed = re.findall(r"^    snapmesh (.*mykit.*)$", TUTORIAL, flags=re.MULTILINE)
    return [next(line for line in typed if line.startswith(verb)) for verb in ("check", "generate")]


def main(snapmesh):
    folder = Path(tempfile.mkdtemp(prefix="tutorial"))
    kit = folder / "mykit"
    kit.mkdir()
    follow("into a new folder `mykit` as `Room.glb`", "`Corridor.glb`")
    far, near, right = ((0, 3, 0), 0), ((0, -3, 0), 180), ((3, 0, 0), -90)
    piece(kit / "Room.glb", 6, "room", ("far", "near", "right"), (far, near, right))
    piece(kit / "Corridor.glb", 2, "corridor", ("far", "near"), (far, near))
    toml = re.search(r"```toml\n(\[kit\].*?)```", TUTORIAL, flags=re.DOTALL).group(1)
    (kit / "kit.toml").write_text(toml, encoding="utf-8")
    failures = []
    for command in commands():
        done = subprocess.run([snapmesh, *command.split()], cwd=folder, capture_output=True, text=True, check=False)
        print(f"snapmesh {command}\n{done.stdout}{done.stderr}")
        told = done.stdout + done.stderr
        if done.returncode != 0 or any(word in told for word in ("warning", "error", "note:")):
            failures.append(f"snapmesh {command}: exit code {done.returncode}, or something was told")
    print("\n".join(failures))
    print(f"Blender {bpy.app.version_string}: the tutorial was followed in {folder}, {len(failures)} failures")
    return bool(failures)


failed = main(os.path.abspath(sys.argv[1]))
sys.stdout.flush()
# Blender's module does not always come to an end by itself.
os._exit(failed)
