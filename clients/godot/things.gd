extends RefCounted
## What stands in the sample's pieces: lights, markers, moving nodes and their animations, materials. Once per copy.

const Check := preload("res://check.gd")

var to: Check
var scene: Node3D
var copies := 0
## Where all nodes stand before anything moves.
var rest := {}


func look(check: Check, map_scene: Node3D, entry: Dictionary, map: Dictionary) -> String:
	to = check
	scene = map_scene
	if entry["wanted"] == null:
		return ""
	rest = poses()
	var counts := {"lights": 0, "markers": 0, "moving": 0}
	for index: int in map["pieces"].size():
		var placed: Dictionary = map["pieces"][index]
		var wanted: Variant = entry["wanted"].get(placed["piece"])
		if wanted == null:
			continue
		copies += 1
		var draws: int = find(index, placed["piece"]).mesh.get_surface_count()
		to.check("a copy takes %d draw calls" % wanted["draws"], draws == int(wanted["draws"]), draws)
		for kind: String in counts:
			for thing: Dictionary in wanted[kind]:
				counts[kind] += int(call(kind, find(index, thing["name"]), Check.pose(placed), thing))
		for thing: Dictionary in wanted["absent"]:
			to.check("there is no %s" % thing["name"], find(index, thing["name"]) == null)
		await open(index, placed, wanted, entry)
	await open_all(entry, map)
	for wanted: Dictionary in entry["wanted"].values():
		materials(wanted)
	return "%d copies with %d lights, %d markers, %d moving nodes" % ([copies] + counts.values())


## The node of a thing in a copy: the piece's number and the name in the piece, which has something behind it if Godot acts on it.
func find(index: int, name: String) -> Node3D:
	var label := "p%d_%s" % [index, name]
	var found := scene.find_child(label, true, false)
	return found if found else scene.find_child(label + "*", true, false)


func has_extras(node: Node, thing: Dictionary) -> bool:
	if thing["extras"] == null:
		return true
	var found := Check.extras(node)
	return thing["extras"].keys().all(func(key: String) -> bool: return found.get(key) == thing["extras"][key])


func stands(node: Node3D, piece: Transform3D, thing: Dictionary) -> bool:
	var there := node != null and Check.near(node.global_transform, piece * Check.pose(thing))
	to.check("%s stands in its piece" % thing["name"], there, node)
	if node != null:
		to.check("%s has its extras" % thing["name"], has_extras(node, thing), Check.extras(node))
	return there


func lights(node: Node3D, piece: Transform3D, thing: Dictionary) -> bool:
	if not stands(node, piece, thing):
		return false
	var light: Dictionary = thing["light"]
	var kind: String = {"point": "OmniLight3D", "spot": "SpotLight3D"}[light["type"]]
	to.check("%s is an %s" % [thing["name"], kind], node.is_class(kind), node.get_class())
	if not node.is_class(kind):
		return false
	# Godot keeps colors as a screen shows them, and takes candela as energy.
	var color := Check.vector(light["color"])
	var seen: Color = node.light_color.srgb_to_linear()
	to.check("%s has its color" % thing["name"], Vector3(seen.r, seen.g, seen.b).distance_to(color) < 0.01, seen)
	to.check("%s has its energy" % thing["name"], is_equal_approx(node.light_energy, light["intensity"]), node.light_energy)
	var reach: float = node.get("omni_range" if light["type"] == "point" else "spot_range")
	to.check("%s has its range" % thing["name"], is_equal_approx(reach, light["range"]), reach)
	if light["type"] == "spot":
		var outer := rad_to_deg(light["spot"]["outerConeAngle"])
		to.check("%s has its cone" % thing["name"], absf(node.spot_angle - outer) < 0.1, node.spot_angle)
	return true


func markers(node: Node3D, piece: Transform3D, thing: Dictionary) -> bool:
	return stands(node, piece, thing)


func moving(node: Node3D, piece: Transform3D, thing: Dictionary) -> bool:
	if not stands(node, piece, thing):
		return false
	var scale := Check.vector(thing["scale"])
	to.check("%s has its size" % thing["name"], node.scale.distance_to(scale) < 1e-3, node.scale)
	var drawn := Check.all(node).any(func(part: Node) -> bool: return part is MeshInstance3D and part.mesh != null)
	to.check("%s is drawn" % thing["name"], drawn)
	return true


## Plays the animation of a copy: its own leaf turns, and so does its body, and no other leaf.
func open(index: int, placed: Dictionary, wanted: Dictionary, entry: Dictionary) -> void:
	var players := scene.find_children("*", "AnimationPlayer", true, false)
	for thing: Dictionary in wanted["moving"]:
		if thing["opened"] == null or players.is_empty():
			continue
		var name := "p%d_%s" % [index, wanted["animation"]]
		to.check("the animation %s is there" % name, players[0].has_animation(name), players[0].get_animation_list())
		var leaf := find(index, thing["name"])
		if leaf == null or not players[0].has_animation(name):
			continue
		players[0].play(name)
		for frame in 80:
			await to.physics_frame
		var opened := Check.pose({"position": thing["position"], "rotation": thing["opened"]})
		to.check("%s turns the leaf" % name, Check.near(leaf.global_transform, Check.pose(placed) * opened), leaf.global_transform)
		to.check("%s turns nothing else" % name, moved_since(rest, leaf).is_empty(), moved_since(rest, leaf))
		if entry["colliders"]:
			body_turns(leaf, thing)


## With players of their own, all leaves open together.
func open_all(entry: Dictionary, map: Dictionary) -> void:
	preload("res://own_players.gd").split(scene.find_children("*", "AnimationPlayer", true, false)[0])
	for player: AnimationPlayer in scene.find_children("*", "AnimationPlayer", true, false):
		player.play(player.get_animation_list()[0])
	for frame in 80:
		await to.physics_frame
	for index: int in map["pieces"].size():
		var placed: Dictionary = map["pieces"][index]
		for thing: Dictionary in entry["wanted"].get(placed["piece"], {"moving": []})["moving"]:
			if thing["opened"] != null:
				var opened := Check.pose({"position": thing["position"], "rotation": thing["opened"]})
				var leaf := find(index, thing["name"])
				to.check("%s opens with the others" % leaf.name, Check.near(leaf.global_transform, Check.pose(placed) * opened))
	# Who walks the map finds it as it was.
	for player: AnimationPlayer in scene.find_children("*", "AnimationPlayer", true, false):
		player.play_backwards(player.get_animation_list()[0])
	for frame in 80:
		await to.physics_frame


func poses() -> Dictionary:
	var found := {}
	for node: Node3D in scene.find_children("*", "Node3D", true, false):
		found[node] = node.global_transform
	return found


## What stands elsewhere than before, but for a leaf and what hangs on it. A player of Godot puts back what it does not play.
func moved_since(before: Dictionary, leaf: Node3D) -> Array:
	return before.keys().filter(func(node: Node3D) -> bool:
		var with_leaf := node == leaf or leaf.is_ancestor_of(node)
		return not (with_leaf or Check.near(node.global_transform, before[node])))


func body_turns(leaf: Node3D, thing: Dictionary) -> void:
	var bodies := Check.all(leaf).filter(func(node: Node) -> bool: return node is PhysicsBody3D)
	to.check("%s has a body" % thing["name"], bodies.size() == 1, bodies)
	for body: PhysicsBody3D in bodies:
		var there: Transform3D = PhysicsServer3D.body_get_state(body.get_rid(), PhysicsServer3D.BODY_STATE_TRANSFORM)
		to.check("the body of %s turns with it" % thing["name"], Check.near(there, leaf.global_transform), there)


func materials(wanted: Dictionary) -> void:
	var found := {}
	for node: MeshInstance3D in scene.find_children("*", "MeshInstance3D", true, false):
		for surface in node.mesh.get_surface_count():
			var material := node.mesh.surface_get_material(surface)
			if material != null:
				found[material.resource_name] = material
	for material: Dictionary in wanted["materials"]:
		var name: String = material["name"]
		to.check("the material %s is there" % name, found.has(name), found.keys())
		if found.has(name):
			looks(found[name], material, wanted["pictures"])


func looks(material: BaseMaterial3D, wanted: Dictionary, pictures: Array) -> void:
	var name: String = wanted["name"]
	var base: Dictionary = wanted["pbrMetallicRoughness"]
	var seen := material.albedo_color.srgb_to_linear()
	var color := Check.vector(base["baseColorFactor"])
	to.check("%s has its color" % name, Vector3(seen.r, seen.g, seen.b).distance_to(color) < 0.01, seen)
	var rough := absf(material.roughness - base["roughnessFactor"]) < 0.01
	to.check("%s is as rough as said" % name, rough or wanted.get("extensions", {}).has("KHR_materials_unlit"))
	var texture: Variant = base.get("baseColorTexture")
	to.check("%s has a texture or none" % name, (material.albedo_texture != null) == (texture != null))
	if texture != null and material.albedo_texture != null:
		var size := material.albedo_texture.get_width()
		to.check("%s has its own texture" % name, size == int(pictures[texture["index"]]), size)
		to.check("%s repeats it" % name, material.texture_repeat)
		var laid: Dictionary = texture.get("extensions", {}).get("KHR_texture_transform", {"scale": [1, 1], "offset": [0, 0]})
		var scale := Vector3(laid["scale"][0], laid["scale"][1], 1)
		var offset := Vector3(laid["offset"][0], laid["offset"][1], 0)
		to.check("%s is laid as said" % name, material.uv1_scale == scale and material.uv1_offset == offset, [material.uv1_scale, material.uv1_offset])
	var extensions: Dictionary = wanted.get("extensions", {})
	var unlit := material.shading_mode == BaseMaterial3D.SHADING_MODE_UNSHADED
	to.check("%s is lit or not" % name, unlit == extensions.has("KHR_materials_unlit"))
	var cut := material.transparency == BaseMaterial3D.TRANSPARENCY_ALPHA_SCISSOR
	to.check("%s is cut out or not" % name, cut == (wanted.get("alphaMode") == "MASK"), material.transparency)
	to.check("%s glows or not" % name, material.emission_enabled == wanted.has("emissiveFactor"))
	if wanted.has("emissiveFactor"):
		var strength: float = extensions["KHR_materials_emissive_strength"]["emissiveStrength"]
		to.check("%s glows so strongly" % name, is_equal_approx(material.emission_energy_multiplier, strength), material.emission_energy_multiplier)
