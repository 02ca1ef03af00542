import CardRaster

/// A pattern for areas in print: ink on a tint of itself.
struct ChartPattern: Hashable {
  /// Which one; 0 is solid.
  var number: Int
  var surface: Color

  /// The items that fill a shape.
  func items(_ shape: DisplayItem.Shape, _ frame: Rect, _ ink: Color) -> [DisplayItem] {
    let kind = number % 6
    guard kind > 0, frame.width > 0, frame.height > 0 else {
      return [.fill(shape, .solid(ink), bounds: frame)]
    }
    let tint = ChartScheme.mixed(surface, ink, share: 0.2)
    var items: [DisplayItem] = [.fill(shape, .solid(tint), bounds: frame)]
    let pitch = 6.0
    // Lines begin outside of the frame, so that its corners are full too.
    let (x0, y0) = ((frame.minX / pitch).rounded(.down) * pitch, (frame.minY / pitch).rounded(.down) * pitch)
    var path = Path()
    if kind == 2, frame.width * frame.height > ChartPattern.fewDots * pitch * pitch {
      return [
        .group(DisplayItem.Group(items + rows(of: frame, from: Point(x: x0, y: y0), pitch, ink), clip: shape))
      ]
    }
    if kind == 2 {
      var y = y0
      while y <= frame.maxY {
        var x = x0
        while x <= frame.maxX {
          let dot = Rect(x: x + 1.8, y: y + 1.8, width: 2.4, height: 2.4)
          items.append(.fill(.path(Path.ellipse(in: dot)), .solid(ink), bounds: dot))
          x += pitch
        }
        y += pitch
      }
      return [.group(DisplayItem.Group(items, clip: shape))]
    }
    func lines(_ rise: Double) {
      let diagonal = pitch * 2.0.squareRoot()
      var x = x0 - frame.height - diagonal
      while x <= frame.maxX + frame.height + diagonal {
        path.move(to: Point(x: x, y: rise > 0 ? frame.maxY : frame.minY))
        path.line(to: Point(x: x + frame.height, y: rise > 0 ? frame.minY : frame.maxY))
        x += diagonal
      }
    }
    if kind == 1 || kind == 4 { lines(1) }
    if kind == 3 || kind == 4 { lines(-1) }
    if kind == 5 {
      var y = y0
      while y <= frame.maxY + pitch {
        path.move(to: Point(x: frame.minX, y: y))
        path.line(to: Point(x: frame.maxX, y: y))
        y += pitch
      }
    }
    items.append(.stroke(path, Stroke(width: 2), ink))
    return [.group(DisplayItem.Group(items, clip: shape))]
  }

  /// How many dots are items of their own.
  private static let fewDots = 1_500.0

  /// The dots of a large frame, as lines of dashes without a length, each of which has round ends.
  private func rows(of frame: Rect, from start: Point, _ pitch: Double, _ ink: Color) -> [DisplayItem] {
    var items: [DisplayItem] = []
    var path = Path()
    func end() {
      if path.stepCount > 0 {
        items.append(.stroke(path, Stroke(width: 2.4, dashes: [0, pitch], cap: .round).fitting(path), ink))
      }
      path = Path()
    }
    for y in stride(from: start.y, through: frame.maxY, by: pitch) {
      // A painter counts two lengths for each dot.
      if Double(path.stepCount) * (frame.width / pitch + 2) > Double(Limits.pathPoints / 2) { end() }
      path.move(to: Point(x: start.x + pitch / 2, y: y + pitch / 2))
      path.line(to: Point(x: frame.maxX + pitch, y: y + pitch / 2))
    }
    end()
    return items
  }
}
