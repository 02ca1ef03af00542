/// A stream of a document as cairo writes it, compressed.
struct PDFStream {
  /// What it holds.
  let contents: [UInt8]

  /// A stream with contents.
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
