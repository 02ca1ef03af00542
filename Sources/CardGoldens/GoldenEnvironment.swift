import Glibc

/// The environment variables that control recording.
///
/// `CARDSHOT_RECORD` is a record mode. `CARDSHOT_RECORD_NAME` limits it to goldens whose name contains this
/// text. `CI` marks a CI server, where nothing is recorded.
package struct GoldenEnvironment: Hashable, Sendable {
  /// The name of the variable for the record mode.
  package static let modeVariable = "CARDSHOT_RECORD"
  /// The name of the variable for the name filter.
  package static let nameVariable = "CARDSHOT_RECORD_NAME"

  /// The value of `CARDSHOT_RECORD`; nil if it is not set.
  package var record: String?
  /// The value of `CARDSHOT_RECORD_NAME`; nil if it is not set.
  package var name: String?
  /// The value of `CI`; nil if it is not set.
  package var ci: String?

  package init(record: String? = nil, name: String? = nil, ci: String? = nil) {
    self.record = record
    self.name = name
    self.ci = ci
  }

  /// Takes the three variables from a dictionary of environment variables.
  package init(_ variables: [String: String]) {
    self.init(
      record: variables[Self.modeVariable], name: variables[Self.nameVariable], ci: variables["CI"])
  }

  /// The environment of this process.
  package static var current: GoldenEnvironment {
    GoldenEnvironment(record: variable(modeVariable), name: variable(nameVariable), ci: variable("CI"))
  }

  /// Whether this is a CI server: `CI` is set, and not empty, `0` or `false`.
  package var isServer: Bool {
    guard let ci else { return false }
    return !["", "0", "false"].contains(ci.lowercased())
  }

  /// The record mode of a run.
  ///
  /// - Parameters:
  ///   - wish: the mode that the caller sets; it overrides the environment.
  ///   - source: the origin of that mode in messages, such as `--record`.
  ///   - otherwise: the mode if none is set and this is not a CI server.
  /// - Throws: `GoldenError` for an unknown mode, for recording on a CI server, and for a name filter without
  ///   a mode.
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
        throw .filter("\(Self.nameVariable) is set without \(Self.modeVariable); set both to record")
      }
      guard !name.isEmpty else {
        throw .filter("\(Self.nameVariable) is empty; set it to a part of the goldens' names, or unset it")
      }
    }
    if isServer {
      guard given == nil || given == .never else { throw .recordingOnServer(source: source) }
      return .never
    }
    return given ?? otherwise
  }

  /// The record mode for one golden: `never` if the name filter excludes it.
  ///
  /// - Throws: the same errors as `mode(_:source:otherwise:)`.
  package func mode(
    for name: GoldenName, _ wish: RecordMode? = nil, source: String = "the argument 'record'",
    otherwise: RecordMode = .missing
  ) throws(GoldenError) -> RecordMode {
    let mode = try mode(wish, source: source, otherwise: otherwise)
    guard wish == nil, let part = self.name else { return mode }
    return name.text.contains(part) ? mode : .never
  }

  /// Whether the variables ask for the recording of goldens whose name contains a text, and this is one of them.
  ///
  /// Failures print such a command, so it is the decision of a person about this golden.
  package func asks(for name: GoldenName) -> Bool {
    record != nil && self.name.map { !$0.isEmpty && name.text.contains($0) } == true
  }

  private static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }
}
