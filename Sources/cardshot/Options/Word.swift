import ArgumentParser

/// Parses a value of an enumeration.
func word<Word: RawRepresentable & CaseIterable>(_ text: String) throws -> Word
where Word.RawValue == String {
  guard let word = Word(rawValue: text) else {
    throw ValidationError("It must be \(Word.allCases.map(\.rawValue).joined(separator: ", ")).")
  }
  return word
}
