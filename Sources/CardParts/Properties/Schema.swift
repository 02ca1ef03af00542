/// The shape of a value as JSON Schema sees it; `SchemaDocument` writes it out.
public indirect enum Schema: Hashable, Sendable {
  /// Any text.
  case string
  /// A number between two bounds, both included.
  case number(ClosedRange<Double>)
  /// A whole number between two bounds, both included.
  case integer(ClosedRange<Int>)
  /// `true` or `false`.
  case boolean
  /// One of some words.
  case word([String])
  /// A list of one kind of value, with the least and the most entries.
  case list(Schema, ClosedRange<Int>)
  /// A fixed number of numbers.
  case numbers(Int)
  /// An object whose members are named in the document's definitions.
  case reference(String)
  /// One of several shapes.
  case any([Schema])
  /// An object with any members.
  case freeObject
  /// Anything.
  case anything
}
