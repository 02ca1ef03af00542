import ArgumentParser

/// Reports wrong usage if a condition is true.
func refuse(_ isWrong: Bool, _ message: @autoclosure () -> String) throws {
  if isWrong { throw ValidationError(message()) }
}

/// Reports wrong usage of the first of several options that is given.
func refuse(_ options: KeyValuePairs<String, Bool>, _ reason: String) throws {
  if let name = options.first(where: \.value)?.key { throw ValidationError("--\(name) \(reason)") }
}

/// Reports wrong usage if a number is not in a range.
func refuse<Number: Comparable>(
  _ number: Number?, outside range: ClosedRange<Number>, _ message: @autoclosure () -> String
) throws {
  if let number { try refuse(!range.contains(number), message()) }
}

/// A parsed value; a missing one is wrong usage.
func parsed<Value>(_ value: Value?, or message: @autoclosure () -> String) throws -> Value {
  guard let value else { throw ValidationError(message()) }
  return value
}

/// Parses a value of an enumeration.
func word<Word: RawRepresentable & CaseIterable>(_ text: String) throws -> Word
where Word.RawValue == String {
  try parsed(
    Word(rawValue: text), or: "It must be \(Word.allCases.map(\.rawValue).joined(separator: ", ")).")
}
