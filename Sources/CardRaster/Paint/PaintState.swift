/// What holds for all items of a group: the map to pixels and what is to be seen.
///
/// It goes down by value, so nothing has to be restored.
struct PaintState {
  /// From points to the pixels of the surface that is drawn on.
  var map: Transform
  /// What is to be seen.
  var clip: PaintClip

  /// Whether the map only scales evenly and moves, so that rectangles stay upright and circles round.
  var isUpright: Bool {
    map.b == 0 && map.c == 0 && map.a > 0 && (map.a - map.d).magnitude <= 1e-9 * map.a
  }

  /// Pixels in a point; of an uneven map, the mean.
  var scale: Double { (map.a * map.d - map.b * map.c).magnitude.squareRoot() }
}
