extends Node3D
## Spawns a scene for every piece of a snapmesh map: `map.json` has Godot's axes and units, nothing is converted.

@export_file("*.json") var map_file: String
## A scene for each piece, named as the piece is: `Hall.glb`, or `Hall.tscn` if you made more of it.
@export_dir var scenes: String = "res://pieces"


func _ready() -> void:
	var map: Dictionary = JSON.parse_string(FileAccess.get_file_as_string(map_file))
	for index: int in map["pieces"].size():
		spawn("p%d" % index, map["pieces"][index])
	for index: int in map.get("doors", []).size():
		spawn("d%d" % index, map["doors"][index])


func spawn(label: String, placed: Dictionary) -> void:
	var file := "%s/%s.tscn" % [scenes, placed["piece"]]
	if not ResourceLoader.exists(file):
		file = file.replace(".tscn", ".glb")
	var node: Node3D = load(file).instantiate()
	node.name = label
	var at: Array = placed["position"]
	var turn: Array = placed["rotation"]
	node.quaternion = Quaternion(turn[0], turn[1], turn[2], turn[3])
	node.position = Vector3(at[0], at[1], at[2])
	add_child(node)
