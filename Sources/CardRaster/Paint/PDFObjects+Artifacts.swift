/// What is not read out, in the contents of pages.
///
/// How it works: cairo 1.16 knows no artifacts, so these are marked as all other pieces, and the mark is written anew:
/// `/Span << /MCID 3 >> BDC` becomes `/Artifact BMC` (ISO 32000-1, section 14.8.2.2).
extension PDFObjects {
  /// Makes pieces of pages artifacts.
  ///
  /// - Throws: `RasterError.library` when a page has no such piece.
  mutating func writeArtifacts(_ pieces: [(page: Int, identifier: Int)]) throws(RasterError) {
    for (page, pieces) in Dictionary(grouping: pieces, by: \.page).sorted(by: { $0.key < $1.key }) {
      guard let contents = try scanner(ofObject: page).references(of: "/Contents").first else {
        throw Self.unexpected
      }
      let stream = try PDFStream(try bytes(ofObject: contents))
      let written = Self.withArtifacts(Set(pieces.map(\.identifier)), in: stream.contents)
      guard written.count == pieces.count else { throw Self.unexpected }
      replacements[contents] = try PDFStream(contents: written.contents).object
    }
  }

  /// Contents in which some of the marks are those of artifacts, and how many these were.
  private static func withArtifacts(
    _ identifiers: Set<Int>, in contents: [UInt8]
  ) -> (contents: [UInt8], count: Int) {
    let start = Array("/Span << /MCID ".utf8)
    var out: [UInt8] = []
    out.reserveCapacity(contents.count)
    var (index, count) = (0, 0)
    while index < contents.count {
      // Letters are strings, in which anything may stand.
      if contents[index] == UInt8(ascii: "(") {
        let end = Self.end(ofString: index, in: contents)
        out += contents[index..<end]
        index = end
        continue
      }
      if contents[index] == start[0], contents[index...].starts(with: start) {
        let rest = contents[(index + start.count)...]
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.prefix(9)
        let end = Array(" >> BDC".utf8)
        if let number = Int(String(decoding: digits, as: UTF8.self)), identifiers.contains(number),
          rest.dropFirst(digits.count).starts(with: end)
        {
          out += "/Artifact BMC".utf8
          index += start.count + digits.count + end.count
          count += 1
          continue
        }
      }
      out.append(contents[index])
      index += 1
    }
    return (out, count)
  }

  /// The place behind a string in parentheses.
  private static func end(ofString start: Int, in contents: [UInt8]) -> Int {
    var (index, depth) = (start, 0)
    while index < contents.count {
      switch contents[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      default: break
      }
      index += 1
      if depth == 0 { break }
    }
    return min(index, contents.count)
  }
}

/// The contents of a page as they stand in a document, compressed.
private struct PDFStream {
  let contents: [UInt8]

  init(contents: [UInt8]) { self.contents = contents }

  /// Reads an object.
  ///
  /// - Throws: `RasterError.library` when it is no stream as cairo writes it.
  init(_ object: ArraySlice<UInt8>) throws(RasterError) {
    guard PDFScanner(object).has("/FlateDecode"), let start = PDFScanner.first("stream\n", in: object),
      let end = PDFScanner.last("\nendstream", in: object), start + 7 <= end,
      let contents = Inflate.zlib(Array(object[(start + 7)..<end]))
    else { throw PDFObjects.unexpected }
    self.contents = contents
  }

  /// The object without its number.
  var object: [UInt8] {
    get throws(RasterError) {
      let packed = try Deflate.zlib(contents, level: 6)
      return Array("<< /Length \(packed.count)\n   /Filter /FlateDecode\n>>\nstream\n".utf8) + packed
        + Array("\nendstream".utf8)
    }
  }
}
