/// The smallest upright rectangle around points, which come one by one.
struct Extent {
  private var least = Point(x: Double.infinity, y: Double.infinity)
  private var most = Point(x: -Double.infinity, y: -Double.infinity)
  private var isEndless = false

  /// Takes a point in; one that is no number makes the rectangle endless.
  mutating func add(_ point: Point) {
    guard point.x.isFinite, point.y.isFinite else { return isEndless = true }
    least = Point(x: min(least.x, point.x), y: min(least.y, point.y))
    most = Point(x: max(most.x, point.x), y: max(most.y, point.y))
  }

  /// The rectangle; nil when there was no point.
  var rect: Rect? {
    if isEndless { return Rect(x: -1e9, y: -1e9, width: 2e9, height: 2e9) }
    guard least.x <= most.x else { return nil }
    return Rect(x: least.x, y: least.y, width: most.x - least.x, height: most.y - least.y)
  }
}
