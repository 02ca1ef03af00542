import Foundation

/// Which goldens a run draws anew.
enum RecordMode: Equatable {
  /// None: what is missing fails.
  case never
  /// Those whose name contains a text.
  case matching(String)
  /// All of them.
  case all

  /// Reads `CARDSHOT_RECORD`; recording under CI, or for no name at all, is an error.
  init(_ environment: [String: String]) throws {
    guard let wish = environment["CARDSHOT_RECORD"] else {
      self = .never
      return
    }
    if wish.isEmpty { throw RecordError.noName }
    if environment["CI"] != nil { throw RecordError.onServer }
    self = wish == "all" ? .all : .matching(wish)
  }

  /// The mode of this run.
  static func current() throws -> RecordMode { try RecordMode(ProcessInfo.processInfo.environment) }

  /// Whether a golden is drawn anew.
  func includes(_ name: String) -> Bool {
    switch self {
    case .never: false
    case .matching(let text): name.contains(text)
    case .all: true
    }
  }
}

/// Why nothing is recorded.
enum RecordError: Error, CustomStringConvertible {
  case noName
  case onServer

  var description: String {
    switch self {
    case .noName: "CARDSHOT_RECORD is empty; give a part of the goldens' names, or 'all'"
    case .onServer: "CARDSHOT_RECORD is set under CI, where nothing is recorded"
    }
  }
}
