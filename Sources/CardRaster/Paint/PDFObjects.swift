/// The objects of a PDF document that is being written, and the file that they make (ISO 32000-1, section 7.5).
struct PDFObjects {
  /// What each object holds, by its number from 1; nothing for those whose contents are told later.
  private var objects: [[UInt8]] = []

  /// Takes a number for an object, whose contents are told later by `fill`.
  mutating func reserve() -> Int {
    objects.append([])
    return objects.count
  }

  /// Says what an object holds.
  mutating func fill(_ number: Int, _ text: String) { objects[number - 1] = Array(text.utf8) }

  /// Adds an object; gives its number.
  mutating func add(_ text: String) -> Int {
    objects.append(Array(text.utf8))
    return objects.count
  }

  /// Adds a stream, which is compressed unless it is short; gives its number.
  ///
  /// - Parameter entries: what its dictionary says beside its length and its compression.
  mutating func addStream(_ entries: String, _ contents: [UInt8]) throws(RasterError) -> Int {
    let number = reserve()
    try fillStream(number, entries, contents)
    return number
  }

  /// The fewest bytes that are compressed: releases of libdeflate pack fewer than 512 in different ways (1.14 and 1.23).
  static let leastPacked = 1024

  /// Says what a stream holds, which is compressed unless it is short.
  ///
  /// The bytes of level 6 are the same on every processor (`Deflate`).
  mutating func fillStream(_ number: Int, _ entries: String, _ contents: [UInt8]) throws(RasterError) {
    guard contents.count >= Self.leastPacked else { return fillStream(number, entries, as: contents) }
    let head = entries.isEmpty ? "" : entries + "\n   "
    fillStream(number, head + "/Filter /FlateDecode", as: try Deflate.zlib(contents, level: 6))
  }

  /// Says what a stream holds, as it is.
  mutating func fillStream(_ number: Int, _ entries: String, as bytes: [UInt8]) {
    objects[number - 1] =
      Array("<< \(entries)\n   /Length \(bytes.count)\n>>\nstream\n".utf8) + bytes + Array("\nendstream".utf8)
  }

  /// The file: its objects in their order, and the table that says where each starts.
  ///
  /// - Parameters:
  ///   - root: the number of the catalogue.
  ///   - info: the number of the dictionary that describes the document.
  func document(root: Int, info: Int) -> [UInt8] {
    // Bytes above 127 in the second line tell programs that the file is not text.
    var out: [UInt8] = Array("%PDF-1.7\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 0x0A]
    out.reserveCapacity(objects.reduce(0) { $0 + $1.count + 40 } + 1024)
    var starts: [Int] = []
    for (index, object) in objects.enumerated() {
      starts.append(out.count)
      out += "\(index + 1) 0 obj\n".utf8
      out += object
      out += "\nendobj\n".utf8
    }
    let table = out.count
    out += "xref\n0 \(starts.count + 1)\n0000000000 65535 f \n".utf8
    for start in starts {
      let digits = "\(start)"
      out += (String(repeating: "0", count: max(0, 10 - digits.count)) + digits + " 00000 n \n").utf8
    }
    out += "trailer\n<< /Size \(starts.count + 1)\n   /Root \(root) 0 R\n   /Info \(info) 0 R\n>>\n".utf8
    out += "startxref\n\(table)\n%%EOF\n".utf8
    return out
  }
}

/// Text in a PDF document.
enum PDFText {
  /// The text in UTF-16 as digits, which no character of it can end (ISO 32000-1, section 7.9.2.2).
  static func hexadecimal(_ text: String) -> String { "<FEFF\(digits(text))>" }

  /// The text in UTF-16, four digits a unit.
  static func digits(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var result: [UInt8] = []
    for unit in text.withoutNoncharacters.utf16 {
      for shift in [12, 8, 4, 0] as [UInt16] { result.append(digits[Int(unit >> shift) & 15]) }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
