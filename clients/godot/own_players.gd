extends RefCounted
## Godot gives every animation of a file tracks for all nodes that the others move, so that one door closes when another opens.
## This gives each animation a player of its own, named after it, with its own tracks alone.


static func split(all: AnimationPlayer) -> void:
	for label in all.get_animation_list():
		var own: Animation = all.get_animation(label).duplicate()
		for track in range(own.get_track_count() - 1, -1, -1):
			if own.track_get_key_count(track) == 1:    # where another's node rests
				own.remove_track(track)
		var library := AnimationLibrary.new()
		library.add_animation(label, own)
		var player := AnimationPlayer.new()
		player.name = label
		player.add_animation_library("", library)
		all.add_sibling(player)
	all.free()
