extends RefCounted
## Navigation: a region with a path exactly where snapmesh says that there is one.

const Check := preload("res://check.gd")
## Godot's search gives up on larger ones.
const POLYGONS := 4096
const PAIRS := 400
const WALKS := 4


func look(to: Check, scene: Node3D, entry: Dictionary, _map: Dictionary) -> String:
	var regions := scene.find_children("*", "NavigationRegion3D", true, false)
	if entry["points"] == null:
		to.check("there is no navigation region", regions.is_empty())
		return ""
	to.check("there is one navigation region", regions.size() == 1, regions.size())
	if regions.size() != 1:
		return ""
	var region: NavigationRegion3D = regions[0]
	var polygons := region.navigation_mesh.get_polygon_count()
	to.check("it has less than %d polygons" % POLYGONS, polygons < POLYGONS, polygons)
	var about := Check.extras(region)
	to.check("it says who walks there", about.get("agent_radius") == entry["agent"]["radius"] and about.get("agent_height") == entry["agent"]["height"], about)
	var map := region.get_navigation_map()
	await synced(to, region, Check.vector(entry["points"][0]["at"]))
	var told := "%d polygons, %s" % [polygons, pairs(to, map, entry["points"])]
	return "%s, %s" % [told, walks(to, map, entry)] if entry["colliders"] else told


## The server takes its time beside the frames, which here are shorter than a real one's.
func synced(to: Check, region: NavigationRegion3D, point: Vector3) -> void:
	for frame in 1000:
		await to.physics_frame
		if NavigationServer3D.map_get_closest_point_owner(region.get_navigation_map(), point) == region.get_rid():
			return
		OS.delay_msec(2)
	to.check("the navigation region is ready", false)


## Points of one region, and points of two, in turn as far as there are any.
func pairs(to: Check, map: RID, points: Array) -> String:
	var rng := RandomNumberGenerator.new()
	rng.seed = 7
	var right := {true: 0, false: 0}
	var all := {true: 0, false: 0}
	var wrong := []
	for i in PAIRS:
		var a: Dictionary = points[rng.randi() % points.size()]
		var others := points.filter(func(b: Dictionary) -> bool: return (b["region"] == a["region"]) == (i % 2 == 0))
		if others.is_empty():
			continue
		var b: Dictionary = others[rng.randi() % others.size()]
		var together: bool = a["region"] == b["region"]
		all[together] += 1
		if arrives(map, Check.vector(a["at"]), Check.vector(b["at"])) == together:
			right[together] += 1
		else:
			wrong.append([a, b])
	to.check("paths within a region arrive", right[true] == all[true], wrong.slice(0, 3))
	to.check("paths between regions do not", right[false] == all[false], wrong.slice(0, 3))
	return "%d of %d paths within regions, none of %d between" % [right[true], all[true], all[false]] if right[false] == all[false] \
			else "%d of %d paths within regions, %d of %d between" % [right[true], all[true], all[false] - right[false], all[false]]


## Where there is no path, Godot leads to the nearest place that can be reached.
func arrives(map: RID, from: Vector3, to: Vector3) -> bool:
	var path := NavigationServer3D.map_get_path(map, from, to, true)
	return path.size() > 0 and path[-1].distance_to(NavigationServer3D.map_get_closest_point(map, to)) < 0.01


## Somebody with a body walks some paths from end to end, over the bodies of the map.
func walks(to: Check, map: RID, entry: Dictionary) -> String:
	var walker := preload("res://walker.gd").new()
	walker.prepare(entry["agent"])
	to.root.add_child(walker)
	var rng := RandomNumberGenerator.new()
	rng.seed = 11
	var points: Array = entry["points"].filter(func(point: Dictionary) -> bool: return point["region"] == 0)
	var arrived := 0
	var stuck := []
	for i in WALKS:
		var ends := [0, 1].map(func(_end: int) -> Vector3: return Check.vector(points[rng.randi() % points.size()]["at"]))
		var path := NavigationServer3D.map_get_path(map, ends[0], ends[1], true)
		if walker.walk(path):
			arrived += 1
		else:
			stuck.append("at %s of %s" % [walker.position, path[-1]])
	walker.free()
	to.check("walkers arrive", arrived == WALKS, stuck)
	return "%d of %d walks arrive" % [arrived, WALKS]
