/// What a stretch of text was found to be: a telephone number, a date.
public struct TextFinding: Hashable, Sendable {
  /// What sort of thing.
  public var kind: String
  /// The thing in a form that programs read, such as `2026-03-12`.
  public var value: String

  /// Makes a finding.
  public init(kind: String, value: String) {
    self.kind = kind
    self.value = value
  }
}
