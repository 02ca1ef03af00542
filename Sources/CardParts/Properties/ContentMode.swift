import CardRaster

/// UIKit's ways to put a picture into a box.
enum ContentMode: String, Sendable, CaseIterable {
  case scaleToFill, scaleAspectFit, scaleAspectFill, redraw, center, top, bottom, left, right, topLeft,
    topRight,
    bottomLeft, bottomRight

  /// The middle of a picture.
  static let middle = Point(x: 0.5, y: 0.5)
}

extension ContentMode {
  /// Whether the part keeps the picture's proportions where it has the choice.
  var keepsAspect: Bool { self == .scaleAspectFit || self == .scaleAspectFill }

  /// Where the whole picture goes in a box; what sticks out is cut off.
  ///
  /// - Parameter focus: the point of a filling picture that stays as near to the middle as the edges let it, in shares
  ///   of its sides.
  func frame(of picture: Size, in box: Size, focus: Point = ContentMode.middle) -> Rect {
    guard !picture.isEmpty else { return Rect(origin: .zero, size: .zero) }
    func placed(_ size: Size, _ x: Double, _ y: Double) -> Rect {
      Rect(
        x: (box.width - size.width) * x, y: (box.height - size.height) * y, width: size.width,
        height: size.height)
    }
    func scaled(_ factor: Double) -> Rect {
      placed(Size(width: picture.width * factor, height: picture.height * factor), 0.5, 0.5)
    }
    let (x, y) = (box.width / picture.width, box.height / picture.height)
    return switch self {
    case .scaleToFill, .redraw: Rect(origin: .zero, size: box)
    case .scaleAspectFit: scaled(min(x, y))
    case .scaleAspectFill: filling(picture, max(x, y), box, focus)
    case .center: placed(picture, 0.5, 0.5)
    case .top: placed(picture, 0.5, 0)
    case .bottom: placed(picture, 0.5, 1)
    case .left: placed(picture, 0, 0.5)
    case .right: placed(picture, 1, 0.5)
    case .topLeft: placed(picture, 0, 0)
    case .topRight: placed(picture, 1, 0)
    case .bottomLeft: placed(picture, 0, 1)
    case .bottomRight: placed(picture, 1, 1)
    }
  }

  /// A picture that fills a box, moved so that a point of it is near the middle.
  private func filling(_ picture: Size, _ factor: Double, _ box: Size, _ focus: Point) -> Rect {
    let size = Size(width: picture.width * factor, height: picture.height * factor)
    func start(_ length: Double, _ room: Double, _ share: Double) -> Double {
      // Exactly the middle where nobody asks for another point.
      share == 0.5 ? (room - length) * 0.5 : min(0, max(room - length, room / 2 - length * share))
    }
    return Rect(
      x: start(size.width, box.width, focus.x), y: start(size.height, box.height, focus.y),
      width: size.width, height: size.height)
  }
}

extension ValueKind where Value == Point {
  /// A point of a picture, in shares of its width and height.
  static var focalPoint: Self {
    let share = ValueKind<[Double]>.list(.fraction, 2...2)
    return ValueKind(
      "[x, y] in 0…1", schema: share.schema, show: ValueKind<Point>.offset.show,
      json: ValueKind<Point>.offset.json
    ) { node, path, context in
      share.parse(node, path, context).map { Point(x: $0[0], y: $0[1]) }
    }
  }
}
