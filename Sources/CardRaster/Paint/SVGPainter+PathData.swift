extension SVGPainter {
  /// The text of a `d` attribute: on a grid of decimal places, each step relative or absolute, whichever is shorter.
  ///
  /// Points are rounded to the grid before differences are taken, so rounding never adds up along a path.
  struct PathData {
    /// What was written.
    private(set) var bytes: [UInt8] = []
    private let digits: Int
    private let unit: Double
    private var current = GridPoint(x: 0, y: 0)
    private var start = GridPoint(x: 0, y: 0)
    private var lastLetter: UInt8 = 0

    private struct GridPoint: Equatable {
      var x: Int64
      var y: Int64
    }

    /// Starts empty data with a number of decimals.
    init(digits: Int = 3) {
      self.digits = digits
      unit = (0..<digits).reduce(1.0) { unit, _ in unit * 10 }
    }

    /// The data of one path.
    init(_ path: Path, digits: Int = 3) {
      self.init(digits: digits)
      add(path)
    }

    /// Adds the outlines of a path.
    mutating func add(_ path: Path) {
      let steps = path.elements
      for (index, element) in steps.enumerated() {
        switch element {
        case .move(let p):
          write("m", [grid(p)])
          start = current
        case .line(let p):
          let to = grid(p)
          // A line to where it starts shows nothing, unless it is all there is: then a round end makes it a dot.
          let isSpare = to == current && index + 1 < steps.count && steps[index + 1].isDrawn
          if isSpare { continue }
          if to.y == current.y {
            write("h", values: [to.x], relative: [to.x - current.x], end: to)
          } else if to.x == current.x {
            write("v", values: [to.y], relative: [to.y - current.y], end: to)
          } else {
            write("l", [to])
          }
        case .curve(let a, let b, let p): write("c", [grid(a), grid(b), grid(p)])
        case .close:
          bytes.append(UInt8(ascii: "z"))
          lastLetter = 0
          current = start
        }
      }
    }

    private func grid(_ point: Point) -> GridPoint {
      func round(_ value: Double) -> Int64 {
        let limit = 1e12
        return Int64(((value.isNaN ? 0 : min(limit, max(-limit, value))) * unit).rounded())
      }
      return GridPoint(x: round(point.x), y: round(point.y))
    }

    private mutating func write(_ letter: Unicode.Scalar, _ points: [GridPoint]) {
      write(
        letter, values: points.flatMap { [$0.x, $0.y] },
        relative: points.flatMap { [$0.x - current.x, $0.y - current.y] }, end: points[points.count - 1])
    }

    private mutating func write(
      _ letter: Unicode.Scalar, values: [Int64], relative: [Int64], end: GridPoint
    ) {
      let lower = UInt8(ascii: letter)
      let upper = lower - 32
      let absoluteText = text(upper, values)
      let relativeText = text(lower, relative)
      let isRelative = !bytes.isEmpty && relativeText.count <= absoluteText.count
      bytes += isRelative ? relativeText : absoluteText
      lastLetter = isRelative ? lower : upper
      current = end
    }

    /// A letter, unless it repeats the last one, and numbers with no more space than they need.
    private func text(_ letter: UInt8, _ values: [Int64]) -> [UInt8] {
      // Numbers behind those of a move would be read as lines, so its letter is always written.
      let repeats = letter == lastLetter && letter | 32 != UInt8(ascii: "m")
      var out: [UInt8] = repeats ? [] : [letter]
      for (index, value) in values.enumerated() {
        if value >= 0, repeats || index > 0 { out.append(UInt8(ascii: " ")) }
        NumberText.append(Double(value) / unit, digits: digits, to: &out)
      }
      return out
    }
  }
}

extension Path.Element {
  /// Whether it leads somewhere.
  fileprivate var isDrawn: Bool {
    switch self {
    case .line, .curve: true
    case .move, .close: false
    }
  }
}
