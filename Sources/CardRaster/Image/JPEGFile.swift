/// The segments of a JPEG file (ITU-T T.81, annex B).
struct JPEGFile {
  /// Segments up to the first scan: the marker and the range of its data.
  private(set) var head: [(marker: UInt8, body: Range<Int>)] = []
  /// The frame segment, with a marker of 0xC0 to 0xCF; nil if there is none before the first scan.
  private(set) var frame: (marker: UInt8, body: Range<Int>)?
  private let bytes: [UInt8]

  /// Reads the segments up to the first scan.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var offset = 2
    while let segment = Self.segment(bytes, from: &offset), segment.marker != Marker.scan {
      head.append(segment)
      if Self.isFrame(segment.marker) { frame = frame ?? segment }
    }
  }

  private enum Marker {
    static let restarts: ClosedRange<UInt8> = 0xD0...0xD7
    static let end: UInt8 = 0xD9
    static let scan: UInt8 = 0xDA
    static let restartInterval: UInt8 = 0xDD
  }

  private static func isFrame(_ marker: UInt8) -> Bool {
    (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
  }

  /// The next segment with a length; nil at the end of the picture or of a truncated file.
  ///
  /// Bytes between two segments are skipped, as decoders do.
  private static func segment(
    _ bytes: [UInt8], from offset: inout Int
  ) -> (marker: UInt8, body: Range<Int>)? {
    while offset + 4 <= bytes.count {
      let marker = bytes[offset + 1]
      if bytes[offset] != 0xFF || marker == 0xFF || marker == 0 {
        offset += 1
        continue
      }
      if marker == Marker.end { return nil }
      if marker == 0x01 || (0xD0...0xD8).contains(marker) {
        offset += 2
        continue
      }
      let length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
      guard length >= 2, offset + 2 + length <= bytes.count else { return nil }
      let body = offset + 4..<offset + 2 + length
      offset += 2 + length
      return (marker, body)
    }
    return nil
  }

  /// The orientation of the camera.
  var orientation: ImageOrientation {
    let exif = head.first { $0.marker == 0xE1 && bytes[$0.body].starts(with: ImageOrientation.head) }
    return exif.map { ImageOrientation(exif: Array(bytes[$0.body])) } ?? .upright
  }

  /// Whether CMYK values are inverted, as Adobe's programs write them.
  var isFromAdobe: Bool { head.contains { $0.marker == 0xEE && bytes[$0.body].starts(with: "Adobe".utf8) } }

  /// Whether pixels have a single channel.
  var isGrey: Bool { components.count == 1 }

  /// Whether it uses arithmetic coding, which browsers do not support.
  var isArithmetic: Bool { (frame?.marker ?? 0) >= 0xC9 }

  /// A sentence about an unsupported kind of JPEG file; nil for supported ones.
  var unsupportedReason: String? {
    guard let frame, let precision = bytes[frame.body].first else { return nil }
    switch frame.marker {
    case 0xC3, 0xC5, 0xC6, 0xC7, 0xCB, 0xCD, 0xCE, 0xCF:
      return "lossless and hierarchical JPEG pictures are not supported; save it as a baseline JPEG picture"
    default:
      return precision == 8
        ? nil : "JPEG pictures of \(precision) bits are not supported; save it with 8 bits"
    }
  }

  /// The colour space of the pixels, from the profile in its segments (ICC.1, annex B.4).
  var colors: PictureColors {
    let name = Array("ICC_PROFILE\0".utf8)
    let parts = head.filter {
      $0.marker == 0xE2 && $0.body.count > name.count + 2 && bytes[$0.body].starts(with: name)
    }.map { $0.body.dropFirst(name.count) }
    guard let first = parts.first, let start = first.first else { return .sRGB }
    let count = Int(bytes[start + 1])
    var profile: [UInt8] = []
    for number in 1...max(1, count) {
      guard let part = parts.first(where: { Int(bytes[$0.lowerBound]) == number }),
        parts.count == count
      else { return .unknown("its parts are not all there") }
      profile += bytes[part.dropFirst(2)]
    }
    return PictureColors(profile: profile)
  }

  /// The identifier and sampling factors of each component of the frame.
  private var components: [(id: UInt8, across: Int, down: Int)] {
    guard let body = frame?.body, body.count >= 6, body.count >= 6 + 3 * Int(bytes[body.lowerBound + 5])
    else {
      return []
    }
    return (0..<Int(bytes[body.lowerBound + 5])).map {
      let place = body.lowerBound + 6 + 3 * $0
      return (bytes[place], Int(bytes[place + 1] >> 4), Int(bytes[place + 1] & 15))
    }
  }
}

/// Repairs files in which all pixels are present.
extension JPEGFile {
  /// The file without errors that do not affect its pixels; nil if parts of it are missing.
  ///
  /// How it works: the decoder reports only its first warning, which may hide that pixels are missing.
  /// Harmless errors are therefore repaired first: the version of JFIF, Adobe's transform, the parameters of
  /// sequential scans, bytes between segments, the numbers of restart markers if their count is right, and
  /// the end marker. If the decoder still warns, pixels are missing.
  func mended() -> [UInt8]? {
    guard let frame, !isArithmetic else { return nil }
    var out: [UInt8] = [0xFF, 0xD8]
    out.reserveCapacity(bytes.count + 2)
    var progress = Progress(components: components.map(\.id))
    var offset = 2
    var interval = 0
    while let segment = Self.segment(bytes, from: &offset) {
      var body = Array(bytes[segment.body])
      mend(&body, segment.marker)
      out += [0xFF, segment.marker, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 255)]
      if segment.marker == Marker.restartInterval, body.count >= 2 {
        interval = Int(body[0]) << 8 | Int(body[1])
      }
      guard segment.marker == Marker.scan else {
        out += body
        continue
      }
      guard let first = body.first, body.count >= 4 + 2 * Int(first) else { return nil }
      let numbers = (0..<Int(first)).map { body[1 + 2 * $0] }
      if frame.marker != 0xC2 { body.replaceSubrange((body.count - 3)..., with: [0, 63, 0]) }
      progress.recordScan(numbers, Array(body.suffix(3)))
      out += body
      let start = out.count
      let end = Self.endOfScan(bytes, from: offset)
      out += bytes[offset..<end]
      if interval > 0, let units = units(of: numbers) {
        Self.number(&out, from: start, expected: (units + interval - 1) / interval - 1)
      }
      offset = end
    }
    let hasEnd = offset + 2 <= bytes.count && bytes[offset] == 0xFF && bytes[offset + 1] == Marker.end
    guard hasEnd || (offset + 1 >= bytes.count && progress.isWhole) else { return nil }
    out += [0xFF, Marker.end]
    return out
  }

  private func mend(_ body: inout [UInt8], _ marker: UInt8) {
    if marker == 0xE0, body.count >= 7, body.starts(with: "JFIF\0".utf8) { body[5] = 1 }
    // The last byte is the colour transform. Decoders treat unknown values as 1 for three channels and 2 for
    // four.
    if marker == 0xEE, body.count >= 12, body.starts(with: "Adobe".utf8), body[11] > 2 {
      body[11] = components.count == 4 ? 2 : 1
    }
  }

  /// The end of a scan's entropy-coded data: the next marker that is not a restart marker.
  private static func endOfScan(_ bytes: [UInt8], from offset: Int) -> Int {
    var place = offset
    while place + 1 < bytes.count {
      if bytes[place] == 0xFF, bytes[place + 1] != 0, bytes[place + 1] != 0xFF,
        !Marker.restarts.contains(bytes[place + 1])
      {
        return place
      }
      place += 1
    }
    return bytes.count
  }

  /// Renumbers the restart markers consecutively, if none is missing.
  private static func number(_ bytes: inout [UInt8], from start: Int, expected: Int) {
    let places = (start..<max(start, bytes.count - 1)).filter {
      bytes[$0] == 0xFF && Marker.restarts.contains(bytes[$0 + 1])
    }
    guard places.count == expected else { return }
    for (index, place) in places.enumerated() {
      bytes[place + 1] = Marker.restarts.lowerBound + UInt8(index & 7)
    }
  }

  /// The number of coded units (MCUs) of a scan of some components (ITU-T T.81, section A.2).
  private func units(of numbers: [UInt8]) -> Int? {
    guard let body = frame?.body, body.count >= 6 else { return nil }
    let (all, place) = (components, body.lowerBound)
    let height = Int(bytes[place + 1]) << 8 | Int(bytes[place + 2])
    let width = Int(bytes[place + 3]) << 8 | Int(bytes[place + 4])
    guard let across = all.map(\.across).max(), let down = all.map(\.down).max(), across > 0, down > 0 else {
      return nil
    }
    func ceiling(_ a: Int, _ b: Int) -> Int { (a + b - 1) / b }
    guard numbers.count == 1 else { return ceiling(width, 8 * across) * ceiling(height, 8 * down) }
    guard let only = all.first(where: { $0.id == numbers[0] }) else { return nil }
    return ceiling(ceiling(width * only.across, across), 8) * ceiling(ceiling(height * only.down, down), 8)
  }

  /// The coefficients that the scans have completed to their last bit.
  private struct Progress {
    /// For each component, the complete coefficients, one bit each.
    private var whole: [UInt8: UInt64] = [:]

    init(components: [UInt8]) {
      for id in components { whole[id] = 0 }
    }

    /// Records the first and last coefficient of a scan.
    ///
    /// The last four bits hold the number of bits still to come.
    mutating func recordScan(_ components: [UInt8], _ parameters: [UInt8]) {
      guard parameters[0] <= parameters[1], parameters[1] < 64, parameters[2] & 15 == 0 else { return }
      let bits = UInt64.max << UInt64(parameters[0]) & UInt64.max >> UInt64(63 - parameters[1])
      for id in components { whole[id, default: 0] |= bits }
    }

    /// Whether all coefficients are complete.
    var isWhole: Bool { whole.values.allSatisfy { $0 == UInt64.max } && !whole.isEmpty }
  }
}
