"""Blender reads our map: shared meshes, properties and positions intact.

Not part of CI, because Blender is large. With Python 3.11:

    python3 -m venv venv && venv/bin/pip install bpy==4.5.15
    snapmesh generate kits/starter -o map.glb -o map.json
    venv/bin/python clients/blender_check.py map.glb map.json
"""

import json
import sys

import bpy
from mathutils import Vector

glb, map_file = sys.argv[1:3]
wanted = json.load(open(map_file, encoding="utf-8"))["pieces"]
bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.ops.import_scene.gltf(filepath=glb)

failures = []
found = sorted((o for o in bpy.data.objects if "index" in o), key=lambda o: o["index"])
if len(found) != len(wanted):
    failures.append(f"{len(found)} pieces, {len(wanted)} wanted")
for thing, want in zip(found, wanted):
    if thing["piece"] != want["piece"]:
        failures.append(f"{thing.name}: the property piece is {thing['piece']}, not {want['piece']}")
    # Blender's z is up: glTF (x, y, z) arrives as (x, -z, y).
    x, y, z = want["position"]
    if (thing.matrix_world.translation - Vector((x, -z, y))).length > 1e-3:
        failures.append(f"{thing.name}: is at {tuple(thing.matrix_world.translation)}, not {(x, -z, y)}")
kinds = {want["piece"] for want in wanted}
meshes = {thing.data.name for thing in found if thing.data}
if len(meshes) != len(kinds):
    failures.append(f"{len(meshes)} meshes for {len(kinds)} kinds of pieces: they are not shared")
roots = [o for o in bpy.data.objects if o.parent is None]
if len(roots) != 1 or "seed" not in roots[0]:
    failures.append(f"the root with the map's properties is missing: {[o.name for o in roots]}")

print("\n".join(failures))
print(f"Blender {bpy.app.version_string}: {len(found)} pieces, {len(meshes)} meshes, {len(failures)} failures")
sys.exit(bool(failures))
