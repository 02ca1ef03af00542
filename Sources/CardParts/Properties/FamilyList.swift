import CardRaster

/// The font families that a deck may name.
final class FamilyList {
  private let find: (String) -> Result<String, RasterError>
  private var known: [String: Result<String, RasterError>] = [:]

  /// The way out of a family that is not there.
  static func hint(_ nearest: String?) -> String {
    nearest.map { "did you mean '\($0)'?" }
      ?? "name its file in the deck's 'fonts', or choose one of 'cardshot list fonts'"
  }

  init(_ find: @escaping (String) -> Result<String, RasterError>) { self.find = find }

  /// The family's own name for a name in a deck.
  func resolve(_ name: String) -> Result<String, RasterError> {
    if let result = known[name] { return result }
    let result = find(name)
    known[name] = result
    return result
  }

  /// Whether there is a family of a name.
  func has(_ name: String) -> Bool { if case .success = resolve(name) { true } else { false } }
}
