/// A parser for PDF documents that cairo has written.
///
/// A document may come from a process that has read an untrusted picture. Whatever its bytes, parsing is
/// bounded in time and memory by its length, or fails. The cross-reference table at its end contains the
/// offset of each object; cairo 1.18 compresses it and most objects into streams (ISO 32000-1, sections
/// 7.5.4, 7.5.7 and 7.5.8).
struct PDFFile {
  /// An object: its value, and the bytes of its stream if it has one.
  struct Object {
    var value: PDFValue
    var stream: ArraySlice<UInt8>?
  }

  /// The remaining work that parsing may do.
  ///
  /// Without it, a document in which all objects refer to all others would take forever.
  private final class Allowance {
    /// Bytes that may be scanned: each object is scanned once, and a few are found by scanning others.
    private var looks: Int
    /// Bytes that streams may decompress to.
    private var room = 1 << 28
    /// Object streams, each decompressed once.
    var holders: [Int: (first: Int, contents: [UInt8])] = [:]

    init(for document: [UInt8]) { looks = 4 * document.count + 1 << 20 }

    func look(at bytes: Int) throws(RasterError) {
      looks -= bytes
      guard looks >= 0 else { throw unexpected }
    }

    /// The bytes of a stream.
    func contents(_ stream: ArraySlice<UInt8>, isCompressed: Bool) throws(RasterError) -> [UInt8] {
      guard isCompressed else {
        try take(stream.count)
        return Array(stream)
      }
      guard let contents = Inflate.zlib(Array(stream), most: room) else { throw unexpected }
      try take(contents.count)
      return contents
    }

    /// Stores an object stream; an object in it is found by scanning the offsets of those before it.
    func keep(_ holder: (first: Int, contents: [UInt8]), _ number: Int) {
      holders[number] = holder
      looks += 64 * holder.contents.count
    }

    private func take(_ bytes: Int) throws(RasterError) {
      room -= bytes
      guard room >= 0 else { throw unexpected }
    }
  }

  /// The number of the catalogue.
  private(set) var root = 0
  private let bytes: [UInt8]
  private let allowance: Allowance
  private var places: [Int: Place] = [:]

  private enum Place {
    case plain(start: Int)
    case packed(stream: Int, index: Int)
  }

  static var unexpected: RasterError {
    .library(operation: "reading a picture for a PDF document", reason: "cairo's file has an unknown format")
  }

  /// Reads the offsets of the objects of a document.
  ///
  /// - Throws: `RasterError.library` if the document does not have cairo's format.
  init(_ document: [UInt8]) throws(RasterError) {
    bytes = document
    allowance = Allowance(for: document)
    guard let end = PDFScanner.last("startxref", in: bytes.suffix(64)) else { throw Self.unexpected }
    var tail = PDFScanner(bytes[end...])
    guard tail.take("startxref"), let table = tail.count(), table < end else { throw Self.unexpected }
    var scanner = PDFScanner(bytes[table..<end])
    let trailer = try scanner.take("xref") ? readTable(&scanner) : readPackedTable(table..<end)
    guard let root = trailer["Root"]?.reference else { throw Self.unexpected }
    self.root = root
  }

  /// Reads a plain cross-reference table and its trailer.
  private mutating func readTable(_ scanner: inout PDFScanner) throws(RasterError) -> PDFValue {
    guard scanner.count() == 0, let count = scanner.count(), scanner.count() == 0, scanner.count() == 65535,
      scanner.take("f"), count > 1, count <= bytes.count
    else { throw Self.unexpected }
    for number in 1..<count {
      guard let start = scanner.count(), start < bytes.count, scanner.count() == 0, scanner.take("n") else {
        throw Self.unexpected
      }
      places[number] = .plain(start: start)
    }
    guard scanner.take("trailer"), let trailer = scanner.value() else { throw Self.unexpected }
    return trailer
  }

  /// Reads a cross-reference stream: each row has a type and two numbers.
  private mutating func readPackedTable(_ range: Range<Int>) throws(RasterError) -> PDFValue {
    let object = try object(in: bytes[range]) { _ in nil }
    let rows = try contents(of: object)
    let widths = (object.value["W"]?.values ?? []).compactMap(\.count)
    let width = widths.reduce(0, +)
    guard object.value["Type"] == .name("XRef"), widths.count == 3,
      widths.allSatisfy({ (1...6).contains($0) }),
      rows.count.isMultiple(of: width)
    else { throw Self.unexpected }
    for number in 1..<max(2, rows.count / width) where (number + 1) * width <= rows.count {
      var row = rows[(number * width)..<((number + 1) * width)]
      let fields = widths.map { width in
        defer { row = row.dropFirst(width) }
        return row.prefix(width).reduce(0) { $0 << 8 | Int($1) }
      }
      switch fields[0] {
      case 1 where fields[1] < bytes.count: places[number] = .plain(start: fields[1])
      case 2: places[number] = .packed(stream: fields[1], index: fields[2])
      case 0: break
      default: throw Self.unexpected
      }
    }
    return object.value
  }

  /// Reads an object.
  ///
  /// - Throws: `RasterError.library` if it is missing or not in cairo's format.
  func object(_ number: Int) throws(RasterError) -> Object {
    switch places[number] {
    case .plain(let start)?: return try plainObject(from: start)
    case .packed(let stream, let index)?:
      let (first, contents) = try holder(stream)
      var scanner = PDFScanner(contents[..<first])
      for _ in 0..<2 * index + 1 { guard scanner.count() != nil else { throw Self.unexpected } }
      guard let place = scanner.count(), place <= contents.count - first else { throw Self.unexpected }
      try allowance.look(at: first - scanner.rest.count)
      var value = PDFScanner(contents[(first + place)...])
      guard let found = value.value() else { throw Self.unexpected }
      try allowance.look(at: contents.count - first - place - value.rest.count)
      return Object(value: found)
    case nil: throw Self.unexpected
    }
  }

  private func plainObject(from start: Int) throws(RasterError) -> Object {
    try object(in: bytes[start...]) { (length) throws(RasterError) in
      // The length of a stream is a separate object, which cannot refer to others.
      guard case .plain(let start)? = places[length] else { return nil }
      var scanner = PDFScanner(bytes[start...])
      guard scanner.count() == length, scanner.count() == 0, scanner.take("obj") else { return nil }
      return scanner.count()
    }
  }

  /// An object stream and the offset of its first object.
  private func holder(_ number: Int) throws(RasterError) -> (first: Int, contents: [UInt8]) {
    if let known = allowance.holders[number] { return known }
    guard case .plain(let start)? = places[number] else { throw Self.unexpected }
    let object = try plainObject(from: start)
    let contents = try contents(of: object)
    guard let first = object.value["First"]?.count, first <= contents.count else { throw Self.unexpected }
    allowance.keep((first, contents), number)
    return (first, contents)
  }

  private func object(
    in bytes: ArraySlice<UInt8>, length: (Int) throws(RasterError) -> Int?
  ) throws(RasterError) -> Object {
    var scanner = PDFScanner(bytes)
    guard scanner.count() != nil, scanner.count() == 0, scanner.take("obj"), let value = scanner.value()
    else {
      throw Self.unexpected
    }
    try allowance.look(at: bytes.count - scanner.rest.count)
    guard scanner.take("stream") else { return Object(value: value) }
    guard let said = value["Length"] else { throw Self.unexpected }
    let count = try said.reference.map { (number) throws(RasterError) in try length(number) } ?? said.count
    // One line feed precedes the bytes.
    guard let count, count < scanner.rest.count else { throw Self.unexpected }
    return Object(value: value, stream: scanner.rest.dropFirst().prefix(count))
  }

  /// The bytes of a stream, decompressed if necessary.
  func contents(of object: Object) throws(RasterError) -> [UInt8] {
    guard let stream = object.stream else { throw Self.unexpected }
    return try allowance.contents(stream, isCompressed: object.value["Filter"] == .name("FlateDecode"))
  }
}
