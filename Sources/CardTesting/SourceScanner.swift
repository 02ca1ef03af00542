/// A position in a Swift source that can skip strings, comments and brackets.
struct SourceScanner {
  private let source: [UInt8]
  private(set) var place: Int

  init(_ source: [UInt8], at place: Int) {
    (self.source, self.place) = (source, place)
  }

  /// The byte at the position; nil at the end.
  var byte: UInt8? { source.indices.contains(place) ? source[place] : nil }

  /// Whether a string starts here: `"`, `"""` or `#"`.
  var isString: Bool {
    let hashes = source[place...].prefix { $0 == 0x23 }.count
    return source.indices.contains(place + hashes) && source[place + hashes] == 0x22
  }

  /// Skips spaces, line breaks and comments.
  mutating func skipBlanks() {
    while let byte {
      if byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
        place += 1
      } else if !skipComment() {
        return
      }
    }
  }

  /// Skips a bracket and everything up to its closing bracket.
  ///
  /// Returns false if it is not closed.
  mutating func skipGroup() -> Bool {
    var depth = 0
    while let byte {
      if isString {
        guard skipString() else { return false }
        continue
      }
      if skipComment() { continue }
      place += 1
      switch byte {
      case 0x28, 0x5B, 0x7B: depth += 1
      case 0x29, 0x5D, 0x7D: depth -= 1
      default: break
      }
      if depth == 0 { return true }
    }
    return false
  }

  /// Skips a string.
  ///
  /// Returns false if it is not terminated.
  mutating func skipString() -> Bool {
    let hashes = [UInt8](source[place...].prefix { $0 == 0x23 })
    place += hashes.count
    let quotes: [UInt8] = source[place...].starts(with: [0x22, 0x22, 0x22]) ? [0x22, 0x22, 0x22] : [0x22]
    place += quotes.count
    let (end, escape) = (quotes + hashes, [0x5C] + hashes)
    while place < source.count {
      if source[place...].starts(with: end) {
        place += end.count
        return true
      }
      guard source[place...].starts(with: escape) else {
        place += 1
        continue
      }
      place += escape.count
      if byte == 0x28 {
        guard skipGroup() else { return false }
      } else {
        place += 1
      }
    }
    return false
  }

  /// Skips a comment.
  ///
  /// Returns false if the position is not at a comment.
  private mutating func skipComment() -> Bool {
    let rest = source[place...]
    if rest.starts(with: [0x2F, 0x2F]) {
      place = rest.firstIndex(of: 0x0A) ?? source.count
      return true
    }
    guard rest.starts(with: [0x2F, 0x2A]) else { return false }
    var depth = 0
    while place < source.count {
      if source[place...].starts(with: [0x2F, 0x2A]) {
        depth += 1
        place += 2
      } else if source[place...].starts(with: [0x2A, 0x2F]) {
        depth -= 1
        place += 2
        if depth == 0 { return true }
      } else {
        place += 1
      }
    }
    return true
  }
}
