/// A value in a PDF document, limited to those that cairo writes: no strings.
indirect enum PDFValue: Equatable {
  case number(Double)
  /// Without its slash.
  case name(String)
  /// `true`, `false` or `null`.
  case word(String)
  /// A reference to an object, by its number.
  case reference(Int)
  case list([PDFValue])
  /// In the order of the file.
  case dictionary([Entry])

  /// A key and its value.
  struct Entry: Equatable {
    var key: String
    var value: PDFValue
  }

  /// The value of a dictionary key.
  subscript(key: String) -> PDFValue? {
    guard case .dictionary(let entries) = self else { return nil }
    return entries.first { $0.key == key }?.value
  }

  /// An integer that is not negative.
  var count: Int? {
    guard case .number(let number) = self, number >= 0, number < 1e12, number == number.rounded() else {
      return nil
    }
    return Int(number)
  }

  /// The number of the object that is referred to.
  var reference: Int? {
    if case .reference(let number) = self { number } else { nil }
  }

  /// The values of an array; empty for everything else.
  var values: [PDFValue] {
    if case .list(let values) = self { values } else { [] }
  }

  /// The numbers of all objects referred to, in order.
  var references: [Int] {
    switch self {
    case .reference(let number): [number]
    case .list(let values): values.flatMap(\.references)
    case .dictionary(let entries): entries.flatMap(\.value.references)
    case .number, .name, .word: []
    }
  }

  /// The value as text, with renumbered references.
  func serialized(_ numbers: [Int: Int]) -> String {
    switch self {
    case .number(let number): NumberText.format(number, digits: 6)
    case .name(let name): "/" + name
    case .word(let word): word
    case .reference(let number): numbers[number].map { "\($0) 0 R" } ?? "null"
    case .list(let values): "[ " + values.map { $0.serialized(numbers) }.joined(separator: " ") + " ]"
    case .dictionary(let entries):
      "<< " + entries.map { "/\($0.key) \($0.value.serialized(numbers))" }.joined(separator: " ") + " >>"
    }
  }
}

/// Parses values from the bytes of a document (ISO 32000-1, section 7.3).
struct PDFScanner {
  /// The unread bytes; their indices are those of the document.
  private(set) var rest: ArraySlice<UInt8>
  /// The maximum nesting depth of values.
  private static let nesting = 16

  /// Starts with some bytes of a document.
  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// The next value; nil if it is not one that cairo writes.
  mutating func value() -> PDFValue? { value(Self.nesting) }

  private mutating func value(_ room: Int) -> PDFValue? {
    guard room > 0 else { return nil }
    skipSpace()
    if take("<<") {
      var entries: [PDFValue.Entry] = []
      while !take(">>") {
        guard case .name(let key)? = value(1), let value = value(room - 1) else { return nil }
        entries.append(.init(key: key, value: value))
      }
      return .dictionary(entries)
    }
    if take("[") {
      var values: [PDFValue] = []
      while !take("]") {
        guard let value = value(room - 1) else { return nil }
        values.append(value)
      }
      return .list(values)
    }
    if take("/") {
      let name = word()
      return name.isEmpty ? nil : .name(name)
    }
    let start = self
    let word = word()
    if ["true", "false", "null"].contains(word) { return .word(word) }
    guard let number = Double(word), number.isFinite, word.utf8.allSatisfy(Self.isNumeric) else {
      self = start
      return nil
    }
    // Two integers and an `R` are a reference.
    let behind = self
    if word.utf8.allSatisfy({ $0 != UInt8(ascii: ".") }), take("0"), take("R"),
      let object = PDFValue.number(number).count
    {
      return .reference(object)
    }
    self = behind
    return .number(number)
  }

  private static func isNumeric(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ".")
      || byte == UInt8(ascii: "-")
  }

  /// The next integer.
  mutating func count() -> Int? {
    guard case .number(let number)? = value() else { return nil }
    return PDFValue.number(number).count
  }

  /// Consumes a word or punctuation if it comes next after spaces.
  mutating func take(_ word: String) -> Bool {
    skipSpace()
    guard rest.starts(with: word.utf8) else { return false }
    let behind = rest.dropFirst(word.utf8.count)
    let isWord = word.utf8.allSatisfy { !Self.isSign($0) }
    if isWord, let next = behind.first, !Self.isSign(next), !Self.isSpace(next) { return false }
    rest = behind
    return true
  }

  /// Consumes a word; only characters that need no escape.
  private mutating func word() -> String {
    let word = rest.prefix {
      !Self.isSign($0) && !Self.isSpace($0) && (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#")
    }
    rest = rest.dropFirst(word.count)
    return String(decoding: word, as: UTF8.self)
  }

  /// Skips spaces and comments, which end with their line.
  private mutating func skipSpace() {
    rest = rest.drop(while: Self.isSpace)
    while rest.first == UInt8(ascii: "%") {
      rest = rest.drop { $0 != 0x0A && $0 != 0x0D }.drop(while: Self.isSpace)
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 }

  private static func isSign(_ byte: UInt8) -> Bool { "[]<>()/%{}".utf8.contains(byte) }

  /// The position of the last occurrence of a word; nil if it does not occur.
  static func last(_ word: String, in bytes: ArraySlice<UInt8>) -> Int? {
    let word = Array(word.utf8)
    return bytes.indices.dropLast(max(0, word.count - 1)).last { bytes[$0...].starts(with: word) }
  }
}
