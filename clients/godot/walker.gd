extends CharacterBody3D
## Who walks a map: a capsule that climbs steps as high as it may, and slides along what is in its way.

## Metres at a time.
const PACE := 0.05

var climb := 0.0
var middle := 0.0


func prepare(agent: Dictionary) -> void:
	climb = agent["climb"]
	middle = agent["height"] / 2.0
	var capsule := CapsuleShape3D.new()
	capsule.radius = agent["radius"] * 0.9
	capsule.height = agent["height"]
	var shape := CollisionShape3D.new()
	shape.shape = capsule
	add_child(shape)


## Whether it comes to the end of a path.
func walk(path: PackedVector3Array) -> bool:
	position = path[0] + Vector3.UP * (middle + climb)
	move_and_collide(Vector3.DOWN * 2.0 * climb)
	var goal := 1
	var steps := int(40.0 + 3.0 * length(path) / PACE)
	for step in steps:
		if goal == path.size():
			return true
		var away := path[goal] - position
		var level := Vector3(away.x, 0.0, away.z)
		if level.length() < 2.0 * PACE and absf(away.y + middle) < climb + 0.5:
			goal += 1
			continue
		stride(level.limit_length(PACE))
	return false


## Up as far as it may climb, forward, and down onto what is there.
func stride(motion: Vector3) -> void:
	move_and_collide(Vector3.UP * climb)
	var hit := move_and_collide(motion)
	if hit:
		move_and_collide(hit.get_remainder().slide(hit.get_normal()))
	move_and_collide(Vector3.DOWN * 2.0 * climb)


func length(path: PackedVector3Array) -> float:
	var sum := 0.0
	for i in path.size() - 1:
		sum += path[i].distance_to(path[i + 1])
	return sum
