/// An error during measuring, drawing, decoding or encoding.
public enum RasterError: Error, Hashable, Sendable {
  /// A C library reported a failure: the failed operation and the library's own message.
  case library(operation: String, reason: String)
  /// A value exceeds a limit of `Limits`.
  case limit(what: String, value: Double, limit: Double)
  /// A file could not be read or written.
  case file(path: String, reason: String)
  /// The bytes of an image are not valid.
  case image(reason: String)
  /// A picture cannot be drawn; `name` is `ImageSource.name`.
  case picture(name: String, reason: String)
  /// A font family is not in the library, with the nearest name if one is close.
  case unknownFamily(String, nearest: String?)
  /// Something that this build leaves out, with the package trait that includes it.
  case leftOut(String, trait: String)
  /// Rendering took longer than the caller allows, in seconds.
  case timeout(limit: Double)
  /// The task was cancelled.
  case cancelled

  /// Whether rendering was stopped from outside, whatever it was drawing.
  package var isStop: Bool { if case .timeout = self { true } else { self == .cancelled } }

  /// Throws an error if a value is more than a limit, or not a number.
  package static func checkLimit(
    _ what: @autoclosure () -> String, _ value: Double, most: Double
  ) throws(RasterError) {
    guard value <= most else { throw .limit(what: what(), value: value, limit: most) }
  }

  package static func checkLimit(
    _ what: @autoclosure () -> String, _ value: Int, most: Int
  ) throws(RasterError) {
    try checkLimit(what(), Double(value), most: Double(most))
  }

  /// One sentence for users, without a final full stop.
  public var message: String {
    switch self {
    case .library(let operation, let reason): "\(operation) failed: \(reason)"
    case .limit(let what, let value, _) where !value.isFinite:
      value.isNaN ? "\(what) is not a number" : "\(what) is not finite"
    case .limit(let what, let value, let limit):
      "\(what) is \(NumberText.format(value)), more than the limit of \(NumberText.format(limit))"
    case .file(let path, let reason): "cannot access '\(path)': \(reason)"
    case .image(let reason): reason
    case .picture(let name, let reason): "cannot draw the picture '\(name.prefix(80))': \(reason)"
    case .unknownFamily(let family, _): "no font family '\(family)'"
    case .leftOut(let what, _): "\(what) is not part of this build"
    case .timeout(let limit): "rendering takes more than the limit of \(NumberText.format(limit)) s"
    case .cancelled: "the task was cancelled"
    }
  }
}

extension RasterError: CustomStringConvertible {
  /// The same as `message`.
  public var description: String { message }
}
