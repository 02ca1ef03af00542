extension DisplayItem.Shape {
  /// Whether it is filled by the even-odd rule.
  var isRing: Bool {
    if case .ring = self { true } else { false }
  }
}

extension Rect {
  /// Whether all edges lie between two pixels, as exactly as cairo sees them.
  var isOnPixels: Bool {
    [minX, minY, maxX, maxY].allSatisfy { ($0 - $0.rounded()).magnitude < 1.0 / 512 }
  }
}

extension RoundedRect {
  /// The shape with edges far outside a picture brought near, so that cairo can count with them; the picture does
  /// not change.
  func trimmed(width: Int, height: Int) -> RoundedRect {
    let margin = radii.largest * reachPerRadius + 1000
    let (minX, minY) = (max(rect.minX, -margin), max(rect.minY, -margin))
    let (maxX, maxY) = (min(rect.maxX, Double(width) + margin), min(rect.maxY, Double(height) + margin))
    // Corners that no longer fit would change, so such a shape stays as it is.
    let reach = radii.largest * reachPerRadius
    guard maxX - minX >= min(rect.width, 2 * reach), maxY - minY >= min(rect.height, 2 * reach),
      maxX > minX, maxY > minY
    else { return self }
    guard minX > rect.minX || minY > rect.minY || maxX < rect.maxX || maxY < rect.maxY else { return self }
    return withRect(Rect(x: minX, y: minY, width: maxX - minX, height: maxY - minY))
  }
}

extension Path {
  /// The length of its lines and of its curves' control polygons, which is no less than the path's own.
  var length: Double {
    var (sum, start, last) = (0.0, Point.zero, Point.zero)
    func distance(_ a: Point, _ b: Point) -> Double {
      ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
    }
    for element in steps {
      switch element {
      case .move(let p): (start, last) = (p, p)
      case .line(let p):
        sum += distance(last, p)
        last = p
      case .curve(let a, let b, let p):
        sum += distance(last, a) + distance(a, b) + distance(b, p)
        last = p
      case .close:
        sum += distance(last, start)
        last = start
      }
    }
    return sum
  }
}
