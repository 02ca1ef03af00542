import ArgumentParser

/// Reports wrong usage if a condition is true.
func refuse(_ isWrong: Bool, _ message: @autoclosure () -> String) throws {
  if isWrong { throw ValidationError(message()) }
}

/// Parses a value of an enumeration.
func word<Word: RawRepresentable & CaseIterable>(_ text: String) throws -> Word
where Word.RawValue == String {
  guard let word = Word(rawValue: text) else {
    throw ValidationError("It must be \(Word.allCases.map(\.rawValue).joined(separator: ", ")).")
  }
  return word
}
