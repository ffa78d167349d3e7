extends RefCounted
## Bodies: every drawn piece is one, doors are in nobody's way, and who walks the map can stand where snapmesh says.

const Check := preload("res://check.gd")
## Of the walkable points, at least this share must have room for whoever walks there.
const SHARE := 0.95


func look(to: Check, scene: Node3D, entry: Dictionary, _map: Dictionary) -> String:
	var bodies := scene.find_children("*", "PhysicsBody3D", true, false)
	boxes(to, scene, entry)
	if not entry["colliders"]:
		to.check("there are no bodies", bodies.is_empty(), bodies.size())
		return ""
	var of_pieces := {}
	for body: Node in bodies:
		var piece := Check.extras(body.get_parent())
		if piece.has("piece"):
			for shape: CollisionShape3D in body.find_children("*", "CollisionShape3D", true, false):
				of_pieces.get_or_add(piece["piece"], []).append(shape.shape)
	var count := 0
	for piece: String in of_pieces:
		count += of_pieces[piece].size()
		var first: Shape3D = of_pieces[piece][0]
		var shared: bool = of_pieces[piece].all(func(shape: Shape3D) -> bool: return shape == first)
		to.check("bodies of %s share a trimesh" % piece, shared and first is ConcavePolygonShape3D, first)
	to.check("every drawn piece is a body", count == int(entry["drawn"]), count)
	if entry["points"] == null:
		return "%d bodies" % bodies.size()
	return "%d bodies, %s" % [bodies.size(), stand(to, entry)]


func boxes(to: Check, scene: Node3D, entry: Dictionary) -> void:
	var boxes := Check.all(scene).filter(func(node: Node) -> bool: return Check.extras(node).get("collider") == "box")
	to.check("boxes are there or not", (boxes.size() > 0) == entry["boxes"], boxes.size())
	var plain := boxes.all(func(node: Node) -> bool: return node.get_class() == "Node3D" and Check.extras(node)["size"].size() == 3)
	to.check("boxes are empties with a size", plain)


## A capsule as tall and wide as who walks there, above what it may step onto, and a ray down to the floor.
func stand(to: Check, entry: Dictionary) -> String:
	var agent: Dictionary = entry["agent"]
	var capsule := CapsuleShape3D.new()
	capsule.radius = agent["radius"] * 0.98
	capsule.height = maxf(agent["height"] - agent["climb"], 2.0 * capsule.radius)
	var space := to.root.world_3d.direct_space_state
	var query := PhysicsShapeQueryParameters3D.new()
	query.shape = capsule
	var room := 0
	var floors := 0
	for point: Dictionary in entry["points"]:
		var at := Check.vector(point["at"])
		query.transform = Transform3D(Basis.IDENTITY, at + Vector3.UP * (agent["climb"] + capsule.height / 2.0))
		room += int(space.intersect_shape(query, 1).is_empty())
		var ray := PhysicsRayQueryParameters3D.create(at + Vector3.UP * agent["height"] / 2.0, at + Vector3.DOWN * agent["climb"])
		floors += int(not space.intersect_ray(ray).is_empty())
	var all: int = entry["points"].size()
	to.check("a capsule has room at walkable points", room >= SHARE * all, "%d of %d" % [room, all])
	to.check("there is a floor under walkable points", floors >= SHARE * all, "%d of %d" % [floors, all])
	return "room for a capsule at %d and a floor at %d of %d points" % [room, floors, all]
