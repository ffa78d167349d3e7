"""Blender reads our maps: nodes, places, shared meshes, materials, lights, markers, moving parts, and writes them again.

Not part of CI, because Blender is large. With Python 3.11:

    python3 -m venv venv && venv/bin/pip install bpy==4.5.15
    PYTHON=venv/bin/python cargo xtask engines

The first argument is the manifest of that chore. Into the folder of the second one it puts maps with connectors and boxes as
they are, and as Blender writes them again, for the chore to compare.
"""

import json
import logging
import math
import os
import shutil
import sys
from pathlib import Path

try:
    import bpy
    from mathutils import Quaternion, Vector
except ImportError:
    sys.exit("Blender's Python module is missing: pip install bpy==4.5.15, with Python 3.11")

passed, failures, where = 0, [], ""
# Blender's readers and writers talk much.
logging.disable(logging.WARNING)


def check(what, holds, seen=None):
    global passed
    if holds:
        passed += 1
    else:
        failures.append(f"{where}: {what}" + ("" if seen is None else f", found {seen}"))


def vector(numbers):
    """Blender's z is up: (x, y, z) arrives as (x, -z, y)."""
    x, y, z = numbers
    return Vector((x, -z, y))


def quaternion(numbers):
    """The axis arrives as positions do; Blender writes w first."""
    x, y, z, w = numbers
    return Quaternion((w, x, -z, y))


def near(thing, place, turn):
    """Whether an object stands at a place with a turn, whatever its scale."""
    turned = thing.matrix_world.to_quaternion().rotation_difference(turn).angle
    return (thing.matrix_world.translation - place).length < 2e-3 and min(turned, 2 * math.pi - turned) < 2e-3


def in_piece(placed, thing):
    """Place and turn on the map of what stands in a piece."""
    piece = quaternion(placed["rotation"])
    return vector(placed["position"]) + piece @ vector(thing["position"]), piece @ quaternion(thing["rotation"])


def find(index, name):
    """A thing in a copy: the piece's number and the name in the piece, which has something behind it if an engine acts on it."""
    names = sorted(o.name for o in bpy.data.objects if o.name.startswith(f"p{index}_{name}"))
    return bpy.data.objects[names[0]] if names else None


def look_at_pieces(wanted):
    """Every piece and door where the map has it, its mesh shared with all copies; the map's properties on the root."""
    for key, name in (("index", "pieces"), ("door", "doors")):
        found = {o[key]: o for o in bpy.data.objects if key in o and "piece" in o}
        check(f"all {name} are there", len(found) == len(wanted.get(name, [])), len(found))
        for number, want in enumerate(wanted.get(name, [])):
            thing = found.get(number)
            right = thing and thing["piece"] == want["piece"]
            if not (right and near(thing, vector(want["position"]), quaternion(want["rotation"]))):
                return check(f"all {name} are where map.json says", False, thing)
        check(f"all {name} are where map.json says", True)
    drawn = {(o["piece"], o.data.name) for o in bpy.data.objects if "piece" in o and o.data}
    check("copies share their meshes", len(drawn) == len({piece for piece, _ in drawn}), drawn)
    roots = [o for o in bpy.data.objects if o.parent is None]
    check("the root has the map's properties", len(roots) == 1 and roots[0].get("digest") == wanted["digest"], roots)
    return drawn


def look_at_marks(entry):
    """Connectors and boxes are empties with properties."""
    connectors = [o for o in bpy.data.objects if "pins" in o]
    boxes = [o for o in bpy.data.objects if o.get("collider") == "box"]
    check("connectors are there or not", bool(connectors) == entry["connectors"], len(connectors))
    check("boxes are there or not", bool(boxes) == entry["boxes"], len(boxes))
    check("connectors and boxes are empties", all(o.type == "EMPTY" for o in connectors + boxes))
    check("connectors have colors", all("color" in o and "used" in o for o in connectors))
    check("boxes have sizes", all(len(o["size"]) == 3 for o in boxes))


def look_at_joints(wanted):
    """Connectors that were joined lie on one spot and look at each other; the heading is the green arrow."""
    for index, placed in enumerate(wanted["pieces"]):
        joint = placed["joint"]
        if joint is None:
            continue
        ours, theirs = find(index, f"c{joint['connector']}_"), find(joint["guide"], f"c{joint['guide_connector']}_")
        apart = (ours.matrix_world.translation - theirs.matrix_world.translation).length
        headings = [o.matrix_world.to_quaternion() @ Vector((0, 1, 0)) for o in (ours, theirs)]
        if apart > wanted["settings"]["generation"]["piece_distance"] + 1e-3 or headings[0].dot(headings[1]) > -0.999:
            return check("joined connectors meet", False, (ours.name, theirs.name, apart, headings))
    check("joined connectors meet", True)


def stands(thing, placed, want):
    name = want["name"]
    check(f"{name} stands in its piece", thing is not None and near_place(thing, placed, want), thing and thing.matrix_world)
    if thing is None:
        return False
    for key, value in (want["extras"] or {}).items():
        check(f"{name} has its property {key}", thing.get(key) == value, dict(thing))
    return True


def near_place(thing, placed, want):
    place, turn = in_piece(placed, want)
    if thing.type == "LIGHT":
        # A light shines along its own -Z here and there, so that Blender's importer turns it.
        turn = turn @ Quaternion((1, 0, 0), math.radians(90))
    return near(thing, place, turn)


def look_at_light(thing, want):
    light, name = want["light"], want["name"]
    kind = {"point": "POINT", "spot": "SPOT"}[light["type"]]
    check(f"{name} is a light", thing.type == "LIGHT" and thing.data.type == kind, thing.type)
    if thing.type == "LIGHT":
        far = (Vector(thing.data.color) - Vector(light["color"])).length
        check(f"{name} has its color", far < 0.01, thing.data.color)


def look_at_moving(thing, want, animation):
    name = want["name"]
    check(f"{name} is drawn", thing.type == "MESH" or any(o.type == "MESH" for o in thing.children_recursive))
    scale = vector(want["scale"])
    check(f"{name} has its size", (thing.scale - Vector((scale.x, -scale.y, scale.z))).length < 1e-3, thing.scale)
    if want["opened"] is None:
        return
    curves = [c for action in actions_of(thing, animation) for c in curves_of(action) if "rotation" in c.data_path]
    check(f"{name} has the animation {animation}", len(curves) == 4, len(curves))
    if len(curves) == 4:
        first, last = (Quaternion([c.evaluate(c.range()[end]) for c in curves]) for end in (0, 1))
        turned = math.degrees(first.rotation_difference(last).angle)
        wanted = math.degrees(quaternion(want["rotation"]).rotation_difference(quaternion(want["opened"])).angle)
        check(f"{animation} turns {name}", abs(turned - wanted) < 0.1, turned)


def actions_of(thing, animation):
    data = thing.animation_data
    strips = [s for track in data.nla_tracks for s in track.strips] if data else []
    actions = {s.action for s in strips} | ({data.action} if data and data.action else set())
    return [a for a in actions if a.name.startswith(animation)]


def curves_of(action):
    bags = (bag for layer in action.layers for strip in layer.strips for bag in strip.channelbags)
    return sorted((c for bag in bags for c in bag.fcurves), key=lambda c: c.array_index)


def look_at_things(entry, wanted):
    """What stands in the sample's pieces, in every copy."""
    counts = {"lights": 0, "markers": 0, "moving": 0}
    for index, placed in enumerate(wanted["pieces"]):
        things = entry["wanted"].get(placed["piece"])
        if things is None:
            continue
        slots = len(find(index, placed["piece"]).data.materials)
        check(f"a copy takes {things['draws']} draw calls", slots == things["draws"], slots)
        for kind in counts:
            for want in things[kind]:
                thing = find(index, want["name"])
                if stands(thing, placed, want):
                    counts[kind] += 1
                    if kind == "lights":
                        look_at_light(thing, want)
                    if kind == "moving":
                        look_at_moving(thing, want, f"p{index}_{things['animation']}")
        lamp, spot = (find(index, want["name"]) for want in things["lights"])
        if lamp and spot and lamp.type == spot.type == "LIGHT":
            strong = [want["light"]["intensity"] for want in things["lights"]]
            check("lights are as strong as each other's share", abs(spot.data.energy / lamp.data.energy - strong[1] / strong[0]) < 0.01)
        for want in things["absent"]:
            check(f"there is no {want['name']}", find(index, want["name"]) is None)
    for things in entry["wanted"].values():
        for material in things["materials"]:
            look_at_material(material, things["pictures"])
    return ", ".join(f"{count} {kind}" for kind, count in counts.items())


def look_at_material(want, pictures):
    name = want["name"]
    material = bpy.data.materials.get(name)
    check(f"the material {name} is there", material is not None, [m.name for m in bpy.data.materials])
    if material is None:
        return
    nodes = material.node_tree.nodes
    extensions = want.get("extensions", {})
    principled = next((n for n in nodes if n.type == "BSDF_PRINCIPLED"), None)
    check(f"{name} is lit or not", (principled is None) == ("KHR_materials_unlit" in extensions))
    images = {n.image.size[0] for n in nodes if n.type == "TEX_IMAGE" and n.image}
    base = want["pbrMetallicRoughness"].get("baseColorTexture")
    coat = extensions.get("KHR_materials_clearcoat")
    textures = {t["index"] for t in (base, coat and coat["clearcoatTexture"]) if t}
    check(f"{name} has its textures", images == {pictures[i] for i in textures}, images)
    if base and "extensions" in base:
        laid = base["extensions"]["KHR_texture_transform"]["scale"]
        mapping = next((n for n in nodes if n.type == "MAPPING"), None)
        seen = mapping and list(mapping.inputs["Scale"].default_value)[:2]
        check(f"{name} is laid as said", seen == laid, seen)
    if principled is None:
        return
    if not base:
        color = list(principled.inputs["Base Color"].default_value)
        check(f"{name} has its color", math.dist(color, want["pbrMetallicRoughness"]["baseColorFactor"]) < 0.01, color)
    if "emissiveFactor" in want:
        strength = extensions["KHR_materials_emissive_strength"]["emissiveStrength"]
        seen = principled.inputs["Emission Strength"].default_value
        check(f"{name} glows so strongly", abs(seen - strength) < 0.01, seen)
    if coat:
        seen = principled.inputs["Coat Roughness"].default_value
        check(f"{name} has a coat", principled.inputs["Coat Weight"].is_linked and abs(seen - coat["clearcoatRoughnessFactor"]) < 0.01, seen)


def write_again(entry, folder):
    """The map as it is, and as Blender writes it with custom properties, each a piece of a kit."""
    ours, theirs = (folder / entry["name"] / which for which in ("ours", "theirs"))
    for place in (ours, theirs):
        place.mkdir(parents=True, exist_ok=True)
    shutil.copy(entry["file"], ours / "Map.glb")
    bpy.ops.export_scene.gltf(filepath=str(theirs / "Map.glb"), export_format="GLB", export_extras=True, export_lights=True)


def main(manifest, folder):
    global where
    for entry in json.loads(Path(manifest).read_text(encoding="utf-8")):
        where = entry["name"]
        # Blender draws a single copy of what is instanced.
        if entry["instancing"]:
            continue
        wanted = json.loads(Path(entry["map"]).read_text(encoding="utf-8"))
        bpy.ops.wm.read_factory_settings(use_empty=True)
        bpy.ops.import_scene.gltf(filepath=entry["file"])
        # Before anything moves.
        bpy.context.scene.frame_set(0)
        drawn = look_at_pieces(wanted)
        look_at_marks(entry)
        if entry["connectors"]:
            look_at_joints(wanted)
        told = look_at_things(entry, wanted) if entry["wanted"] else ""
        # A map without a free doorway cannot be a piece.
        if entry["boxes"] and any(o.get("connector") and not o["used"] for o in bpy.data.objects):
            write_again(entry, folder)
        print(f"  {where}: {len(wanted['pieces'])} pieces, {len(drawn or [])} meshes{told and ', '}{told}", flush=True)
    for failure in failures[:60]:
        print(failure, file=sys.stderr)
    print(f"Blender {bpy.app.version_string}\n{passed} passed, {len(failures)} failed", flush=True)


main(sys.argv[1], Path(sys.argv[2]))
sys.stderr.flush()
# Blender's module does not always come to an end by itself.
os._exit(bool(failures))
