/// A font subset in the Compact Font Format (Adobe Technical Notes 5176 and 5177).
///
/// Glyphs are numbered from 1; 0 is the missing glyph. The font is built from outlines, whatever the format
/// of the source, so that its bytes depend on nothing else. An em has 1,000 units, as all viewers expect of
/// such a font.
struct CompactFont {
  static let unitsPerEm = 1000.0
  /// The largest coordinate of a glyph, in units: differences between points are stored in two bytes.
  private static let reach = 16_000

  /// The font name: letters, digits and hyphens.
  let name: String
  /// The charstrings of the glyphs from number 1.
  private var programs: [[UInt8]] = []
  /// The bounding box of all glyphs, in units.
  private(set) var box = (left: 0, bottom: 0, right: 0, top: 0)

  init(name: String) { self.name = name }

  /// Adds a glyph.
  ///
  /// - Parameters:
  ///   - outline: an em is 1, the pen is at the origin, y down.
  ///   - width: its advance in units.
  mutating func addGlyph(_ outline: Path, width: Int) {
    var program: [UInt8] = []
    Self.append(width, to: &program)
    var pen = (x: 0, y: 0)
    func units(_ value: Double) -> Int {
      Int(min(Double(Self.reach), max(-Double(Self.reach), (value * Self.unitsPerEm).rounded())))
    }
    /// The steps from the pen to a point.
    func step(to point: Point) -> [Int] {
      let end = (x: units(point.x), y: units(-point.y))
      defer { pen = end }
      box = (min(box.left, end.x), min(box.bottom, end.y), max(box.right, end.x), max(box.top, end.y))
      return [end.x - pen.x, end.y - pen.y]
    }
    for element in outline.steps {
      switch element {
      case .move(let p): Self.append(step(to: p), .moveTo, to: &program)
      case .line(let p): Self.append(step(to: p), .lineTo, to: &program)
      case .curve(let a, let b, let p):
        Self.append(step(to: a) + step(to: b) + step(to: p), .curveTo, to: &program)
      // An outline ends where the next one begins.
      case .close: break
      }
    }
    program.append(Operator.end.rawValue)
    programs.append(program)
  }

  /// Charstring operators.
  private enum Operator: UInt8 {
    case lineTo = 5
    case curveTo = 8
    case end = 14
    case moveTo = 21
  }

  private static func append(_ steps: [Int], _ operation: Operator, to program: inout [UInt8]) {
    for step in steps { append(step, to: &program) }
    program.append(operation.rawValue)
  }

  /// Appends an integer of at most two bytes and a sign, as encoded in dictionaries and charstrings.
  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    switch number {
    case -107...107: bytes.append(UInt8(number + 139))
    case 108...1131: bytes += [UInt8((number - 108) >> 8 + 247), UInt8((number - 108) & 255)]
    case -1131 ... -108: bytes += [UInt8((-number - 108) >> 8 + 251), UInt8((-number - 108) & 255)]
    default:
      let bits = UInt16(bitPattern: Int16(clamping: number))
      bytes += [28, UInt8(bits >> 8), UInt8(bits & 255)]
    }
  }
}

/// The file format.
extension CompactFont {
  /// The bytes of the font file.
  var bytes: [UInt8] {
    let head: [UInt8] = [1, 0, 4, 4] + Self.index([Array(name.utf8)])
    let strings = Self.index([Array("Adobe".utf8), Array("Identity".utf8)]) + Self.index([])
    let glyphs = Self.index([[139, 14]] + programs)
    // Glyph numbers are character codes, in one range from 1.
    let characters: [UInt8] = programs.isEmpty ? [0] : [2, 0, 1] + Self.bigEndian(programs.count - 1, 2)
    let choice: [UInt8] = [3, 0, 1, 0, 0, 0] + Self.bigEndian(programs.count + 1, 2)
    // Offsets have five bytes each, so that the dictionary has the same length for all values.
    let start = head.count + Self.index([dictionary(0, 0, 0, 0)]).count + strings.count
    let places = (
      characters: start, choice: start + characters.count, glyphs: start + characters.count + choice.count,
      fonts: start + characters.count + choice.count + glyphs.count
    )
    let fontDictionary = { (place: Int) in Self.index([[139] + Self.place(place) + [18]]) }
    let end = places.fonts + fontDictionary(0).count
    return head + Self.index([dictionary(places.characters, places.choice, places.glyphs, places.fonts)])
      + strings
      + characters + choice + glyphs + fontDictionary(end)
  }

  private func dictionary(_ characters: Int, _ choice: Int, _ glyphs: Int, _ fonts: Int) -> [UInt8] {
    // Registry and ordering are the first two custom strings of the file.
    var bytes: [UInt8] = []
    for number in [391, 392, 0] { Self.append(number, to: &bytes) }
    bytes += [12, 30]
    for number in [box.left, box.bottom, box.right, box.top] { Self.append(number, to: &bytes) }
    bytes.append(5)
    bytes += Self.place(programs.count + 1) + [12, 34]
    bytes += Self.place(characters) + [15] + Self.place(glyphs) + [17]
    return bytes + Self.place(fonts) + [12, 36] + Self.place(choice) + [12, 37]
  }

  /// An integer encoded in five bytes.
  private static func place(_ number: Int) -> [UInt8] { [29] + bigEndian(number, 4) }

  private static func bigEndian(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// An INDEX structure: items of any length.
  private static func index(_ things: [[UInt8]]) -> [UInt8] {
    guard !things.isEmpty else { return [0, 0] }
    var bytes = bigEndian(things.count, 2) + [4]
    var place = 1
    for thing in things {
      bytes += bigEndian(place, 4)
      place += thing.count
    }
    return bytes + bigEndian(place, 4) + things.joined()
  }
}
