import CardRaster

/// What is taken of a plot, in squares so that looking is quick where there is much.
struct ChartRoom {
  /// What lies there: words, points that words would hide, points that are seen around words.
  enum Kind { case text, small, large }

  private struct Cell: Hashable {
    let column: Int
    let row: Int
  }

  /// Something that lies there: words as they are, points as the circle in their frame.
  private struct Thing {
    let frame: Rect
    let kind: Kind

    func touches(_ other: Rect) -> Bool {
      guard kind != .text else { return frame.intersection(other) != nil }
      let x = max(other.minX, min(other.maxX, frame.midX)) - frame.midX
      let y = max(other.minY, min(other.maxY, frame.midY)) - frame.midY
      let radius = frame.width / 2
      return x * x + y * y < radius * radius
    }
  }

  private var things: [Thing] = []
  /// The things in each square, by their numbers.
  private var cells: [Cell: [Int32]] = [:]
  private static let side = 32.0

  private func cells(of frame: Rect) -> [Cell] {
    func number(_ place: Double) -> Int {
      Int(clamping: max(-1e6, min(1e6, (place / ChartRoom.side).rounded(.down))))
    }
    let (left, right) = (number(frame.minX), number(frame.maxX))
    let (top, bottom) = (number(frame.minY), number(frame.maxY))
    guard left <= right, top <= bottom else { return [] }
    return (left...right).flatMap { column in (top...bottom).map { Cell(column: column, row: $0) } }
  }

  /// Notes that something lies at a place.
  mutating func take(_ frame: Rect, as kind: Kind = .text) {
    let number = Int32(clamping: things.count)
    things.append(Thing(frame: frame, kind: kind))
    for cell in cells(of: frame) { cells[cell, default: []].append(number) }
  }

  /// Whether nothing of some kinds touches a place.
  func isFree(_ frame: Rect, from kinds: Set<Kind>) -> Bool {
    !cells(of: frame).contains { cell in
      cells[cell]?.contains { number in
        let thing = things[Int(number)]
        return kinds.contains(thing.kind) && thing.touches(frame)
      } ?? false
    }
  }
}
