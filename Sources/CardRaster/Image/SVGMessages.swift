/// A request to a process that draws SVG pictures.
///
/// In binary form, a message contains the kind and the length of the rest, 4 bytes each, then numbers of 8
/// bytes and the document. Both processes are on the same machine, and nearly always run the same program.
enum SVGRequest: Equatable {
  /// Reads a document, draws it in its natural size as a trial, and returns that size.
  case check([UInt8])
  /// Draws a layer with a size in pixels.
  case layer(SVGDrawing, width: Int, height: Int)
  /// Draws a PDF document whose only page has the size of the frame.
  case document(SVGDrawing)

  /// The number of bytes of the head, which contains the length of the rest.
  static let headLength = 8
  /// The number of bytes of the numbers.
  private static let numbersLength = 14 * 8

  /// The binary form of the request.
  var bytes: [UInt8] {
    let (kind, drawing, extent) = parts
    let (size, frame, map) = (drawing.size, drawing.frame, drawing.map)
    let numbers = [
      extent.width, extent.height, size.width, size.height, frame.origin.x, frame.origin.y, frame.width,
      frame.height, map.a, map.b, map.c, map.d, map.tx, map.ty,
    ]
    return SVGFrame.message(kind, numbers, drawing.svg)
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

  /// The length of the rest after a head; nil if it is not allowed.
  static func length(afterHead head: [UInt8]) -> Int? {
    let length = Int(SVGFrame(head).length)
    return (numbersLength...numbersLength + Limits.svgBytes).contains(length) ? length : nil
  }

  /// Reads a request; nil for invalid bytes.
  init?(head: [UInt8], body: [UInt8]) {
    guard let (n, svg) = SVGFrame.numbers(14, of: body),
      n.allSatisfy({ $0.isFinite && abs($0) <= 1e15 })
    else { return nil }
    let drawing = SVGDrawing(
      svg: svg, size: Size(width: n[2], height: n[3]),
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

/// An answer of a process that draws SVG pictures.
///
/// The process has read an untrusted document, so the bytes must be checked.
enum SVGAnswer: Equatable {
  /// The natural size of the document.
  case size(Size)
  /// Pixels, or a PDF document.
  case bytes([UInt8])
  /// The reason why drawing failed.
  case failure(RasterError)

  /// The maximum length of a message in bytes; longer ones are truncated.
  static let longestReason = 2_000

  /// The binary form of the answer.
  var bytes: [UInt8] {
    switch self {
    case .size(let size): return SVGFrame.message(0, [size.width, size.height])
    case .bytes(let bytes): return SVGFrame.message(0, [], bytes)
    case .failure(.limit(let what, let value, let limit)):
      return SVGFrame.message(2, [value, limit], Array(what.utf8.prefix(Self.longestReason - 16)))
    case .failure(let error):
      return SVGFrame.message(1, [], Array(error.message.utf8.prefix(Self.longestReason)))
    }
  }

  /// Reads the failure in an answer; nil for other kinds of answers.
  static func announcedError(_ kind: UInt32, _ body: [UInt8]) -> RasterError? {
    switch kind {
    case 1: return .image(reason: String(decoding: body, as: UTF8.self))
    case 2:
      return SVGFrame.numbers(2, of: body).map { numbers, text in
        .limit(what: String(decoding: text, as: UTF8.self), value: numbers[0], limit: numbers[1])
      }
    default: return nil
    }
  }

  /// Reads a natural size; nil for invalid bytes.
  static func size(_ body: [UInt8]) -> Size? {
    guard let (numbers, rest) = SVGFrame.numbers(2, of: body), rest.isEmpty else { return nil }
    let size = Size(width: numbers[0], height: numbers[1])
    let sides = 0...Limits.number
    guard sides.contains(size.width), sides.contains(size.height), !size.isEmpty else { return nil }
    return size
  }
}

/// The head of a message: its kind, and the number of bytes that follow.
struct SVGFrame {
  let kind: UInt32
  let length: UInt32

  /// Reads a head of `SVGRequest.headLength` bytes.
  init(_ head: [UInt8]) {
    let bits = ByteReader.bits(of: head)
    (kind, length) = (UInt32(truncatingIfNeeded: bits), UInt32(truncatingIfNeeded: bits >> 32))
  }

  /// Writes a head.
  static func head(_ kind: UInt32, _ length: Int) -> [UInt8] {
    var writer = ByteWriter()
    writer.bits(UInt64(kind) | UInt64(UInt32(clamping: length)) << 32)
    return writer.bytes
  }

  /// Writes a message of numbers and bytes.
  static func message(_ kind: UInt32, _ numbers: [Double], _ bytes: [UInt8] = []) -> [UInt8] {
    var writer = ByteWriter()
    for number in numbers { writer.real(number) }
    return head(kind, writer.bytes.count + bytes.count) + writer.bytes + bytes
  }

  /// Reads a count of numbers and the bytes after them; nil for a message that is too short.
  static func numbers(_ count: Int, of body: [UInt8]) -> (numbers: [Double], rest: [UInt8])? {
    ByteReader.value(of: body) { reader in
      let numbers = (0..<count).map { _ in reader.real() }
      return (numbers, reader.rest())
    }
  }
}

/// An SVG document with its natural size, the rectangle that it fills, and a transform to pixels.
struct SVGDrawing: Equatable, Sendable {
  /// The document.
  var svg: [UInt8]
  /// The size for which it is laid out, in points.
  var size: Size
  /// The rectangle that it fills; nothing is drawn outside.
  var frame: Rect
  /// The transform from the coordinates of the frame to pixels.
  var map: Transform
}
