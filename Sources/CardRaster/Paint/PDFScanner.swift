/// Reads words and numbers from the bytes of a PDF document.
struct PDFScanner {
  /// What is not read yet; its indices are those of the document.
  private var rest: ArraySlice<UInt8>

  /// Starts with some bytes of a document.
  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// Where a word stands for the last time; nil when it is not there.
  static func last(_ word: String, in bytes: ArraySlice<UInt8>) -> Int? {
    let word = Array(word.utf8)
    return bytes.indices.dropLast(word.count - 1).last { bytes[$0...].starts(with: word) }
  }

  /// Where a word stands for the first time; nil when it is not there.
  static func first(_ word: String, in bytes: ArraySlice<UInt8>) -> Int? {
    let word = Array(word.utf8)
    return bytes.indices.first { bytes[$0...].starts(with: word) }
  }

  /// The place behind `startxref`, which stands at the beginning.
  var table: Int? {
    var scanner = self
    return scanner.take("startxref") ? scanner.number() : nil
  }

  /// Where the objects of a table start, from number 1; nil when it is no table, or not one of all objects.
  var starts: [Int]? {
    var scanner = self
    guard scanner.take("xref"), scanner.number() == 0, let count = scanner.number(), count > 0,
      count <= rest.count, scanner.number() == 0, scanner.number() == 65535, scanner.take("f")
    else { return nil }
    var starts: [Int] = []
    for _ in 1..<count {
      guard let start = scanner.number(), scanner.number() == 0, scanner.take("n") else { return nil }
      starts.append(start)
    }
    return starts
  }

  /// The objects that a key of a dictionary refers to, one or a list of them; empty when it is not there.
  func references(of key: String) -> [Int] {
    guard let place = place(of: key) else { return [] }
    var scanner = PDFScanner(rest[place...])
    let isList = scanner.take("[")
    var numbers: [Int] = []
    while let number = scanner.number(), scanner.number() == 0, scanner.take("R") {
      numbers.append(number)
      if !isList { break }
    }
    return numbers
  }

  /// Whether there is such a key.
  func has(_ key: String) -> Bool { place(of: key) != nil }

  /// The whole number that a key of a dictionary has; nil when it is not there.
  func number(of key: String) -> Int? {
    guard let place = place(of: key) else { return nil }
    var scanner = PDFScanner(rest[place...])
    return scanner.number()
  }

  /// The whole numbers of the list that a key of a dictionary has; empty when it is not there.
  func numbers(of key: String) -> [Int] {
    guard let place = place(of: key) else { return [] }
    var scanner = PDFScanner(rest[place...])
    return scanner.take("[") ? scanner.numbers() : []
  }

  /// The whole numbers that come next.
  mutating func numbers() -> [Int] {
    var numbers: [Int] = []
    while let number = number() { numbers.append(number) }
    return numbers
  }

  /// Where the dictionary that the bytes are ends, its closing brackets not included; nil when it is of another type.
  func end(ofDictionary type: String) -> Int? {
    guard let place = place(of: "/Type") else { return nil }
    var scanner = PDFScanner(rest[place...])
    guard scanner.take(type), scanner.endsWord else { return nil }
    return Self.last(">>", in: rest)
  }

  /// The place behind a key.
  private func place(of key: String) -> Int? {
    let word = Array(key.utf8)
    let start = rest.indices.first { index in
      rest[index...].starts(with: word) && PDFScanner(rest[(index + word.count)...]).endsWord
    }
    return start.map { $0 + word.count }
  }

  /// Whether no name goes on here.
  private var endsWord: Bool { rest.first.map { $0 <= 0x20 || "[]<>()/%".utf8.contains($0) } ?? true }

  private mutating func take(_ word: String) -> Bool {
    rest = rest.drop { $0 <= 0x20 }
    guard rest.starts(with: word.utf8) else { return false }
    rest = rest.dropFirst(word.utf8.count)
    return true
  }

  /// A whole number of at most 15 digits.
  private mutating func number() -> Int? {
    rest = rest.drop { $0 <= 0x20 }
    let digits = rest.prefix(while: (UInt8(ascii: "0")...UInt8(ascii: "9")).contains).prefix(15)
    rest = rest.dropFirst(digits.count)
    return Int(String(decoding: digits, as: UTF8.self))
  }
}
