/// Documents whose objects lie in streams, as cairo 1.18 packs them, with one after the other and a plain table.
///
/// How it works: such a document ends with a stream in which each object has a row: the place where it starts, or the stream
/// of objects that holds it and its place there (ISO 32000-1, sections 7.5.7 and 7.5.8).
struct PDFUnpacking {
  private let bytes: [UInt8]
  /// Where the rows start, and with them the last object.
  private let table: Int
  /// The rows of all objects but number 0.
  private let rows: [Row]

  fileprivate enum Row {
    case free
    case plain(start: Int)
    case packed(stream: Int, index: Int)
  }

  /// The document with a plain table; one that has it is given back as it is.
  ///
  /// - Throws: `RasterError.library` when it is none that cairo writes.
  static func plain(_ bytes: [UInt8]) throws(RasterError) -> [UInt8] {
    guard let end = PDFScanner.last("startxref", in: bytes[...]), let table = PDFScanner(bytes[end...]).table,
      table < end, PDFScanner(bytes[table..<end]).end(ofDictionary: "/XRef") != nil
    else { return bytes }
    return try PDFUnpacking(bytes, table: table, end: end).document(root: table..<end)
  }

  private init(_ bytes: [UInt8], table: Int, end: Int) throws(RasterError) {
    self.bytes = bytes
    self.table = table
    let widths = PDFScanner(bytes[table..<end]).numbers(of: "/W")
    let contents = try PDFStream(bytes[table..<end]).contents
    let width = widths.reduce(0, +)
    guard widths.count == 3, widths.allSatisfy({ (1...6).contains($0) }),
      contents.count.isMultiple(of: width),
      contents.count >= 2 * width
    else { throw PDFObjects.unexpected }
    rows = try stride(from: width, to: contents.count, by: width).map { (start) throws(RasterError) in
      var fields: [Int] = []
      var rest = contents[start..<start + width]
      for width in widths {
        fields.append(rest.prefix(width).reduce(0) { $0 << 8 | Int($1) })
        rest = rest.dropFirst(width)
      }
      switch fields[0] {
      case 0: return .free
      case 1 where fields[1] > 0 && fields[1] <= table: return .plain(start: fields[1])
      case 2: return .packed(stream: fields[1], index: fields[2])
      default: throw PDFObjects.unexpected
      }
    }
  }

  /// All objects by their numbers; the streams that held others, and the rows, are empty.
  private func document(root rows: Range<Int>) throws(RasterError) -> [UInt8] {
    let scanner = PDFScanner(bytes[rows])
    guard let root = scanner.references(of: "/Root").first else { throw PDFObjects.unexpected }
    var starts: [Int] = []
    var out = Array(bytes[..<(self.rows.compactMap(\.start).min() ?? table)])
    var streams: [Int: [ArraySlice<UInt8>]] = [:]
    let ends = self.rows.compactMap(\.start).sorted()
    for (index, row) in self.rows.enumerated() {
      starts.append(out.count)
      switch row {
      case .plain(let start) where start < table:
        let object = try plainObject(from: start, ends)
        if PDFScanner(object).end(ofDictionary: "/ObjStm") == nil {
          out += object
          continue
        }
        out += "\(index + 1) 0 obj\nnull\nendobj\n".utf8
      case .packed(let stream, let place):
        if streams[stream] == nil { streams[stream] = try packedObjects(in: stream, ends) }
        guard let objects = streams[stream], objects.indices.contains(place) else {
          throw PDFObjects.unexpected
        }
        out += "\(index + 1) 0 obj\n".utf8
        out += objects[place]
        out += "\nendobj\n".utf8
      case .plain, .free: out += "\(index + 1) 0 obj\nnull\nendobj\n".utf8
      }
    }
    out.appendTable(starts, root: root, info: scanner.references(of: "/Info").first)
    return out
  }

  /// The bytes of an object with its number, up to the next one.
  private func plainObject(from start: Int, _ starts: [Int]) throws(RasterError) -> ArraySlice<UInt8> {
    // The places are sorted, and the last is that of the rows.
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] > start { high = middle } else { low = middle + 1 }
    }
    guard low < starts.count else { throw PDFObjects.unexpected }
    return bytes[start..<starts[low]]
  }

  /// The objects that a stream holds.
  private func packedObjects(in number: Int, _ starts: [Int]) throws(RasterError) -> [ArraySlice<UInt8>] {
    guard rows.indices.contains(number - 1), let start = rows[number - 1].start else {
      throw PDFObjects.unexpected
    }
    let object = try plainObject(from: start, starts)
    let scanner = PDFScanner(object)
    let contents = try PDFStream(object).contents
    guard let count = scanner.number(of: "/N"), let first = scanner.number(of: "/First"),
      first <= contents.count
    else { throw PDFObjects.unexpected }
    var index = PDFScanner(contents[..<first])
    let numbers = index.numbers()
    guard numbers.count == 2 * count else { throw PDFObjects.unexpected }
    let places = stride(from: 1, to: numbers.count, by: 2).map { first + numbers[$0] } + [contents.count]
    return try places.indices.dropLast().map { (place) throws(RasterError) in
      guard places[place] <= places[place + 1], places[place + 1] <= contents.count else {
        throw PDFObjects.unexpected
      }
      return contents[places[place]..<places[place + 1]]
    }
  }
}

extension PDFUnpacking.Row {
  /// Where an object starts that lies in no stream.
  fileprivate var start: Int? {
    if case .plain(let start) = self { start } else { nil }
  }
}
