/// Where the pieces of a page begin, in its contents.
///
/// How it works: cairo lets nobody write operators of his own into a page, and the tags that it offers are those of its version
/// (1.16 knows no artifacts, 1.18 marks nothing but text). So the painter fills a rectangle that nothing else is as small as before
/// each piece, and here it is found in what cairo wrote and becomes the mark: `EMC /Span << /MCID 3 >> BDC`, or
/// `EMC /Artifact BMC` for what is not read out (ISO 32000-1, sections 14.6 and 14.8.2.2).
enum PDFMarks {
  /// The rectangle: a few of the 256ths of a point in which cairo keeps coordinates.
  static let size = Size(width: 3.0 / 256, height: 7.0 / 256)

  /// How cairo writes the rectangle after its place, with three digits behind the point.
  private static let words = ["0.012", "0.027", "re", "f"].map { Array($0.utf8) }

  /// The contents of a page with marks in the place of rectangles.
  ///
  /// - Parameter pieces: the pieces of the page, one for each rectangle.
  /// - Throws: `RasterError.library` when there are more or fewer rectangles.
  static func write(_ pieces: [PDFStructure.Piece], into contents: [UInt8]) throws(RasterError) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(contents.count + pieces.count * 16)
    // Where the last six words start in `out`: the place of a rectangle and the four above.
    var starts: [Int] = []
    var (index, matched, count) = (0, 0, 0)
    while index < contents.count {
      if contents[index] <= 0x20 {
        out.append(contents[index])
        index += 1
        continue
      }
      let end = Self.end(ofWord: index, in: contents)
      let word = contents[index..<end]
      starts.append(out.count)
      if starts.count > 6 { starts.removeFirst() }
      out += word
      index = end
      // No word but the first is like the first, so a run that breaks off can only start anew with this one.
      matched = word.elementsEqual(words[matched]) ? matched + 1 : word.elementsEqual(words[0]) ? 1 : 0
      guard matched == words.count else { continue }
      guard count < pieces.count, starts.count == 6 else { throw PDFObjects.unexpected }
      out.removeSubrange(starts[0]...)
      if count > 0 { out += "EMC ".utf8 }
      out += (pieces[count].identifier.map { "/Span << /MCID \($0) >> BDC" } ?? "/Artifact BMC").utf8
      matched = 0
      count += 1
      starts = []
    }
    guard count == pieces.count else { throw PDFObjects.unexpected }
    if count > 0 { out += "\nEMC\n".utf8 }
    return out
  }

  /// The place behind a word, or behind a string, in which anything may stand.
  private static func end(ofWord start: Int, in contents: [UInt8]) -> Int {
    guard contents[start] == UInt8(ascii: "(") else {
      return contents[start...].firstIndex { $0 <= 0x20 || ($0 == UInt8(ascii: "(")) } ?? contents.count
    }
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
