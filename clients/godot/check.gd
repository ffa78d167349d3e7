extends SceneTree
## Opens every map of a manifest as Godot imported it, and looks whether it is what `map.json` and the contract say:
## `godot --headless --path PROJECT --import`, then `--script res://check.gd -- MANIFEST`. `cargo xtask engines` does both.

const CHECKS := [
	preload("res://nodes.gd"), preload("res://things.gd"), preload("res://bodies.gd"), preload("res://paths.gd"),
]

var passed := 0
var failures: PackedStringArray = []
var where := ""


func check(what: String, holds: bool, seen: Variant = null) -> void:
	if holds:
		passed += 1
	else:
		failures.append("%s: %s%s" % [where, what, "" if seen == null else ", found %s" % [seen]])


func _initialize() -> void:
	var manifest: Array = JSON.parse_string(FileAccess.get_file_as_string(OS.get_cmdline_user_args()[0]))
	for entry: Dictionary in manifest:
		# Godot draws a single copy of what is instanced.
		if not entry["instancing"]:
			await look(entry)
	for failure in failures.slice(0, 60):
		printerr(failure)
	print("%d passed, %d failed" % [passed, failures.size()])
	quit(1 if failures else 0)


func look(entry: Dictionary) -> void:
	where = entry["name"]
	var map: Dictionary = JSON.parse_string(FileAccess.get_file_as_string(entry["map"]))
	var packed: PackedScene = load("res://maps/%s.glb" % where)
	check("the scene opens", packed != null)
	if packed == null:
		return
	var scene: Node3D = packed.instantiate()
	root.add_child(scene)
	await physics_frame
	await physics_frame
	var told: PackedStringArray = ["%d pieces" % map["pieces"].size()]
	for script: GDScript in CHECKS:
		told.append(await script.new().look(self, scene, entry, map))
	print("  %s: %s" % [where, ", ".join(Array(told).filter(func(word: String) -> bool: return word != ""))])
	scene.free()
	await physics_frame


## A node and all below it.
static func all(node: Node) -> Array[Node]:
	var nodes: Array[Node] = [node]
	nodes.append_array(node.find_children("*", "", true, false))
	return nodes


static func extras(node: Node) -> Dictionary:
	return node.get_meta("extras", {})


static func vector(numbers: Array) -> Vector3:
	return Vector3(numbers[0], numbers[1], numbers[2])


static func pose(placed: Dictionary) -> Transform3D:
	var turn: Array = placed["rotation"]
	return Transform3D(Basis(Quaternion(turn[0], turn[1], turn[2], turn[3])), vector(placed["position"]))


## The same place and turn, whatever the scale.
static func near(a: Transform3D, b: Transform3D) -> bool:
	var turned := a.basis.get_rotation_quaternion().angle_to(b.basis.get_rotation_quaternion())
	return a.origin.distance_to(b.origin) < 2e-3 and turned < 2e-3
