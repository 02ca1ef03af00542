/// What can go wrong while measuring, drawing, decoding or encoding.
public enum RasterError: Error, Hashable, Sendable {
  /// A C library reported a failure: which call was made for what, and the library's own sentence.
  case library(operation: String, reason: String)
  /// A value is larger than `Limits` allows.
  case limit(what: String, value: Double, limit: Double)
  /// A file could not be read or written.
  case file(path: String, reason: String)
  /// A picture's bytes are not what they should be.
  case image(reason: String)
  /// A picture cannot be drawn: its name, as in `ImageSource.name`.
  case picture(name: String, reason: String)
  /// A font family is not in the library; the nearest name, when one is near.
  case unknownFamily(String, nearest: String?)

  /// One sentence for people, without a final full stop.
  public var message: String {
    switch self {
    case .library(let operation, let reason): "\(operation) failed: \(reason)"
    case .limit(let what, let value, _) where !value.isFinite:
      value.isNaN ? "\(what) is not a number" : "\(what) is not finite"
    case .limit(let what, let value, let limit):
      "\(what) is \(NumberText.text(value)), more than the limit of \(NumberText.text(limit))"
    case .file(let path, let reason): "cannot access '\(path)': \(reason)"
    case .image(let reason): reason
    case .picture(let name, let reason): "cannot draw the picture '\(name.prefix(80))': \(reason)"
    case .unknownFamily(let family, _): "no font family '\(family)'"
    }
  }
}

extension RasterError: CustomStringConvertible {
  /// The sentence for people.
  public var description: String { message }
}
