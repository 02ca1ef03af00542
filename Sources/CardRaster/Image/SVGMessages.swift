/// What is asked of a process for SVG pictures.
///
/// In bytes: what is wanted and the length of what follows, 4 bytes each, then numbers of 8 bytes and the document. Both
/// sides are the same machine, and nearly always the same program.
enum SVGRequest: Equatable {
  /// To read a document, to draw it for trial in its natural size, and to tell that size.
  case check([UInt8])
  /// To draw a layer of so many pixels.
  case layer(SVGDrawing, width: Int, height: Int)
  /// To draw a PDF document whose only page is as large as the frame.
  case document(SVGDrawing)

  /// The bytes before the length is known to be right.
  static let headLength = 8
  /// The bytes of the numbers.
  private static let numbersLength = 14 * 8

  /// The bytes of the request.
  var bytes: [UInt8] {
    let (kind, drawing, extent) = parts
    let (size, frame, map) = (drawing.size, drawing.frame, drawing.map)
    let numbers = [
      extent.width, extent.height, size.width, size.height, frame.origin.x, frame.origin.y, frame.width,
      frame.height, map.a, map.b, map.c, map.d, map.tx, map.ty,
    ]
    var result = SVGFrame.head(kind, Self.numbersLength + drawing.svg.count)
    for number in numbers { result.append(bitsOf: number.bitPattern) }
    return result + drawing.svg
  }

  private var parts: (kind: UInt32, SVGDrawing, extent: Size) {
    switch self {
    case .check(let svg):
      (0, SVGDrawing(svg: svg, size: .zero, frame: Rect(origin: .zero, size: .zero), map: .identity), .zero)
    case .layer(let drawing, let width, let height):
      (1, drawing, Size(width: Double(width), height: Double(height)))
    case .document(let drawing): (2, drawing, .zero)
    }
  }

  /// The length of what follows a head, if it may be that long.
  static func length(afterHead head: [UInt8]) -> Int? {
    let length = Int(SVGFrame(head).length)
    return (numbersLength...numbersLength + Limits.svgBytes).contains(length) ? length : nil
  }

  /// Reads a request; nil for bytes that are none.
  init?(head: [UInt8], body: [UInt8]) {
    guard body.count >= Self.numbersLength else { return nil }
    let n = (0..<14).map { Double(bitPattern: body.bits(at: 8 * $0)) }
    guard n.allSatisfy({ $0.isFinite && abs($0) <= 1e15 }) else { return nil }
    let drawing = SVGDrawing(
      svg: Array(body[Self.numbersLength...]), size: Size(width: n[2], height: n[3]),
      frame: Rect(x: n[4], y: n[5], width: n[6], height: n[7]),
      map: Transform(a: n[8], b: n[9], c: n[10], d: n[11], tx: n[12], ty: n[13]))
    switch SVGFrame(head).kind {
    case 0: self = .check(drawing.svg)
    case 1: self = .layer(drawing, width: Int(n[0]), height: Int(n[1]))
    case 2: self = .document(drawing)
    default: return nil
    }
  }
}

/// What a process for SVG pictures answers.
///
/// Whoever reads it must expect anything: the process has read the document.
enum SVGAnswer: Equatable {
  /// The natural size of the document.
  case size(Size)
  /// Pixels, or a document.
  case bytes([UInt8])
  /// Why it cannot be drawn.
  case failure(RasterError)

  /// The longest sentence that is believed.
  static let longestReason = 2_000

  /// The bytes of the answer.
  var bytes: [UInt8] {
    switch self {
    case .size(let size):
      var result = SVGFrame.head(0, 16)
      result.append(bitsOf: size.width.bitPattern)
      result.append(bitsOf: size.height.bitPattern)
      return result
    case .bytes(let bytes): return SVGFrame.head(0, bytes.count) + bytes
    case .failure(.limit(let what, let value, let limit)):
      let text = Array(what.utf8.prefix(Self.longestReason - 16))
      var result = SVGFrame.head(2, 16 + text.count)
      result.append(bitsOf: value.bitPattern)
      result.append(bitsOf: limit.bitPattern)
      return result + text
    case .failure(let error):
      let text = Array(error.message.utf8.prefix(Self.longestReason))
      return SVGFrame.head(1, text.count) + text
    }
  }

  /// Reads the failure that a head announces; nil when it announces none.
  static func announcedError(_ kind: UInt32, _ body: [UInt8]) -> RasterError? {
    switch kind {
    case 1: return .image(reason: String(decoding: body, as: UTF8.self))
    case 2 where body.count >= 16:
      return .limit(
        what: String(decoding: body[16...], as: UTF8.self), value: Double(bitPattern: body.bits(at: 0)),
        limit: Double(bitPattern: body.bits(at: 8)))
    default: return nil
    }
  }

  /// Reads a natural size; nil when it is none.
  static func size(_ body: [UInt8]) -> Size? {
    guard body.count == 16 else { return nil }
    let size = Size(
      width: Double(bitPattern: body.bits(at: 0)), height: Double(bitPattern: body.bits(at: 8)))
    let sides = 0...Limits.number
    guard sides.contains(size.width), sides.contains(size.height), !size.isEmpty else { return nil }
    return size
  }
}

/// The head of a message: what it is, and how many bytes follow.
struct SVGFrame {
  let kind: UInt32
  let length: UInt32

  /// Reads a head of `SVGRequest.headLength` bytes.
  init(_ head: [UInt8]) {
    let bits = head.bits(at: 0)
    (kind, length) = (UInt32(truncatingIfNeeded: bits), UInt32(truncatingIfNeeded: bits >> 32))
  }

  /// Writes a head.
  static func head(_ kind: UInt32, _ length: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(bitsOf: UInt64(kind) | UInt64(UInt32(clamping: length)) << 32)
    return bytes
  }
}

/// An SVG document on its way to pixels: its natural size, the rectangle that it is stretched over, and the map from there.
struct SVGDrawing: Equatable, Sendable {
  /// The document.
  var svg: [UInt8]
  /// The size it is laid out for, in points.
  var size: Size
  /// Where it goes; nothing of it is drawn beyond.
  var frame: Rect
  /// From the coordinates of the frame to pixels.
  var map: Transform
}
