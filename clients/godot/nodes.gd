extends RefCounted
## Nodes: each is there, where it should be, and was made what it is by what it holds, never by its name.

const Check := preload("res://check.gd")


func look(to: Check, scene: Node3D, entry: Dictionary, map: Dictionary) -> String:
	var extras := Check.extras(scene)
	to.check("the root has the map's extras", extras.get("digest") == map["digest"], extras)
	to.check("the seed is a text on the root", extras.get("seed") is String, extras)
	places(to, scene, map)
	var shared := meshes(to, scene)
	kinds(to, scene, entry)
	if entry["connectors"]:
		joints(to, scene, map)
	spawned(to, scene, entry, map)
	return shared


## Every piece and door where `map.json` says.
func places(to: Check, scene: Node3D, map: Dictionary) -> void:
	for list: String in ["pieces", "doors"]:
		var key: String = {"pieces": "index", "doors": "door"}[list]
		var found := {}
		for node in scene.get_children():
			if Check.extras(node).has(key):
				found[int(Check.extras(node)[key])] = node
		var wanted: Array = map.get(list, [])
		to.check("all %s are there" % list, found.size() == wanted.size(), found.size())
		var lost := range(wanted.size()).filter(func(i: int) -> bool:
			var node: Node3D = found.get(i)
			var there: bool = node != null and Check.extras(node)["piece"] == wanted[i]["piece"]
			return not (there and Check.near(node.global_transform, Check.pose(wanted[i]))))
		to.check("all %s are where map.json says" % list, lost.is_empty(), lost)


## Copies of a piece share its mesh.
func meshes(to: Check, scene: Node3D) -> String:
	var by_piece := {}
	var surfaces := 0
	for node in scene.get_children():
		if node is MeshInstance3D and Check.extras(node).has("piece"):
			by_piece.get_or_add(Check.extras(node)["piece"], {})[node.mesh] = true
			surfaces += node.mesh.get_surface_count()
	var twice := by_piece.keys().filter(func(piece: String) -> bool: return by_piece[piece].size() != 1)
	to.check("copies share their meshes", twice.is_empty(), twice)
	return "%d meshes, %d draw calls" % [by_piece.size(), surfaces]


## Connectors that were joined lie on one spot and look at each other.
func joints(to: Check, scene: Node3D, map: Dictionary) -> void:
	var apart: float = map["settings"]["generation"]["piece_distance"] + 1e-3
	for index: int in map["pieces"].size():
		var joint: Variant = map["pieces"][index]["joint"]
		if joint == null:
			continue
		var ours: Node3D = scene.find_child("p%d_c%d_*" % [index, joint["connector"]], true, false)
		var theirs: Node3D = scene.find_child("p%d_c%d_*" % [joint["guide"], joint["guide_connector"]], true, false)
		var together := ours.global_position.distance_to(theirs.global_position) < apart
		if not (together and ours.global_basis.z.dot(theirs.global_basis.z) < -0.999):
			return to.check("joined connectors meet", false, [ours.name, theirs.name])
	to.check("joined connectors meet", true)


## The file's own nodes, by what they hold. Godot writes `_` for what it does not allow in names.
func kinds(to: Check, scene: Node3D, entry: Dictionary) -> void:
	var bytes := FileAccess.get_file_as_bytes(entry["file"])
	var file: Dictionary = JSON.parse_string(bytes.slice(20, 20 + bytes.decode_u32(12)).get_string_from_utf8())
	var found := {}
	for node in Check.all(scene):
		found[String(node.name)] = node
	var wrong := []
	for node: Dictionary in file["nodes"]:
		var name: String = node["name"]
		if name.ends_with("-noimp"):
			if found.has(name):
				wrong.append("%s is there" % name)
			continue
		var kind := kind_of(node)
		var there: Node = found.get(name.trim_suffix("-navmesh") if kind == "NavigationRegion3D" else name)
		if there == null or not there.is_class(kind):
			wrong.append("%s is %s, not %s" % [name, there, kind])
	to.check("every node is what it holds", wrong.is_empty(), wrong.slice(0, 5))
	# What else is there belongs to bodies and animations.
	var names := {}
	for node: Dictionary in file["nodes"]:
		names[node["name"].trim_suffix("-navmesh")] = true
	var added := Check.all(scene).filter(func(node: Node) -> bool:
		return not (names.has(String(node.name)) or node is CollisionShape3D or node is AnimationPlayer))
	to.check("Godot makes no node of its own", added.is_empty(), added)


func kind_of(node: Dictionary) -> String:
	var extensions: Dictionary = node.get("extensions", {})
	if extensions.has("OMI_physics_body"):
		return "PhysicsBody3D"
	if extensions.has("KHR_lights_punctual"):
		return "Light3D"
	if node["name"] == "navmesh-navmesh":
		return "NavigationRegion3D"
	return "MeshInstance3D" if node.has("mesh") else "Node3D"


## The script of docs/engines.md puts scenes of the pieces where the map has them.
func spawned(to: Check, scene: Node3D, entry: Dictionary, map: Dictionary) -> void:
	if entry["wanted"] == null:
		return
	var spawner: Node3D = preload("res://spawn_map.gd").new()
	spawner.map_file = entry["map"]
	to.root.add_child(spawner)
	to.check("spawn_map.gd spawns every piece", spawner.get_child_count() == map["pieces"].size())
	var astray := scene.get_children().filter(func(node: Node) -> bool:
		var index: Variant = Check.extras(node).get("index")
		return index != null and not Check.near(spawner.get_node("p%d" % index).global_transform, node.global_transform))
	to.check("spawn_map.gd puts pieces where the GLB has them", astray.is_empty(), astray)
	spawner.free()
