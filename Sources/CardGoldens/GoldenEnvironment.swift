import Glibc

/// What the environment says about recording.
///
/// `CARDSHOT_RECORD` is a record mode, `CARDSHOT_RECORD_NAME` a part of the names of the goldens that it holds for, and
/// `CI` tells a build server, where nothing is recorded.
package struct GoldenEnvironment: Hashable, Sendable {
  /// The variable that holds a record mode.
  package static let modeVariable = "CARDSHOT_RECORD"
  /// The variable that holds a part of the names of the goldens that are recorded.
  package static let nameVariable = "CARDSHOT_RECORD_NAME"

  /// The word in `CARDSHOT_RECORD`; nil when it is not set.
  package var record: String?
  /// The text in `CARDSHOT_RECORD_NAME`; nil when it is not set.
  package var name: String?
  /// The text in `CI`; nil when it is not set.
  package var ci: String?

  /// Makes an environment.
  package init(record: String? = nil, name: String? = nil, ci: String? = nil) {
    self.record = record
    self.name = name
    self.ci = ci
  }

  /// Takes the three variables out of others.
  package init(_ variables: [String: String]) {
    self.init(
      record: variables[Self.modeVariable], name: variables[Self.nameVariable], ci: variables["CI"])
  }

  /// That of the running process.
  package static var current: GoldenEnvironment {
    GoldenEnvironment(record: variable(modeVariable), name: variable(nameVariable), ci: variable("CI"))
  }

  /// Whether this is a build server: `CI` is set, and neither empty nor `0` nor `false`.
  package var isServer: Bool {
    guard let ci else { return false }
    return !["", "0", "false"].contains(ci.lowercased())
  }

  /// Which goldens a run writes.
  ///
  /// - Parameters:
  ///   - wish: the mode that a caller asks for; it counts more than the environment.
  ///   - source: how that wish is called in a message, such as `--record`.
  ///   - otherwise: the mode when nobody asks for one and this is no build server.
  /// - Throws: `GoldenError` for a word that is no mode, for a wish to record on a build server, and for a filter of
  ///   names without a mode.
  package func mode(
    _ wish: RecordMode? = nil, source: String = "the argument 'record'", otherwise: RecordMode = .missing
  ) throws(GoldenError) -> RecordMode {
    var given = wish
    var source = source
    if let record {
      guard let mode = RecordMode(rawValue: record) else {
        throw .recordWord(record, source: Self.modeVariable)
      }
      if given == nil { (given, source) = (mode, Self.modeVariable) }
    }
    if let name {
      guard record != nil else {
        throw .filter("\(Self.nameVariable) is set without \(Self.modeVariable), which says what to record")
      }
      guard !name.isEmpty else {
        throw .filter("\(Self.nameVariable) is empty; give a part of the goldens' names, or unset it")
      }
    }
    if isServer {
      guard given == nil || given == .never else { throw .recordingOnServer(source: source) }
      return .never
    }
    return given ?? otherwise
  }

  /// Which goldens a run writes, for one of them: none when the environment's filter leaves it out.
  ///
  /// - Throws: as `mode(_:source:otherwise:)` does.
  package func mode(
    for name: GoldenName, _ wish: RecordMode? = nil, source: String = "the argument 'record'",
    otherwise: RecordMode = .missing
  ) throws(GoldenError) -> RecordMode {
    let mode = try mode(wish, source: source, otherwise: otherwise)
    guard wish == nil, let part = self.name else { return mode }
    return name.text.contains(part) ? mode : .never
  }

  private static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }
}
