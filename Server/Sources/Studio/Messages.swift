import DrawingProgram
import Foundation
import HTTPTypes

/// An error that a request is answered with.
struct StudioError: Error {
  let status: HTTPResponse.Status
  let message: String

  init(_ status: HTTPResponse.Status, _ message: String) { (self.status, self.message) = (status, message) }
}

/// A problem as `cardshot --json` prints it, with the file and the line for the page and for editors.
struct StudioIssue: Codable, Sendable {
  var severity: String
  var code: String
  var file: String?
  var line: Int?
  var column: Int?
  var path: String?
  var message: String
  var hint: String?
  /// The text of the line.
  var source: String?
  /// The absolute path of the file.
  var absolute: String?
}

/// A written file as `cardshot --json` prints it.
struct WrittenFile: Codable, Sendable {
  var path: String
  var width: Int?
  var height: Int?
  var bytes: Int
}

/// The answer of `cardshot render --json` and a line of `cardshot watch --events`.
struct RenderAnswer: Codable, Sendable {
  var ok: Bool
  var issues: [StudioIssue]
  var outputs: [WrittenFile]?
  var reads: [String]?
  var milliseconds: Double?
  var failure: String?
}

/// A picture that the page can load.
struct StudioPicture: Codable, Sendable {
  var url: String
  var width: Int?
  var height: Int?
  var bytes: Int
  var page: Int
}

/// The answer to a request for pictures.
struct PicturesAnswer: Codable, Sendable {
  var ok: Bool
  var milliseconds: Double
  var issues: [StudioIssue]
  var pictures: [StudioPicture]
}

/// One run of `cardshot watch`, as the page receives it.
struct StudioRun: Codable, Sendable {
  var run: Int
  var deck: String
  var ok: Bool
  var milliseconds: Double
  var issues: [StudioIssue]
  var failure: String?
  /// The pictures with the deck's own data and options.
  var pictures: [StudioPicture]
}

/// A request for a picture.
struct DrawingRequest: Codable, Sendable {
  var deck: String
  /// The values of the form, which override the deck's data.
  var data: JSONValue?
  /// Whether the values are cells of a table, so that texts become numbers where the deck expects them.
  var cells: Bool?
  var options: Options?
  var format: String?
  var frames: Int?
  var duration: Double?

  struct Options: Codable, Sendable {
    var scale: Double?
    var appearance: String?
    var locale: String?
    var state: String?
    var theme: String?
    var width: Double?
    var card: String?
    var date: String?
    var at: Double?
  }
}

extension DrawingRequest.Options {
  /// The options as words of a command line.
  ///
  /// A word contains the option and its value, so that no value is taken for an option.
  func words(canMove: Bool = true) -> [String] {
    let texts = [
      ("appearance", appearance), ("locale", locale), ("state", state), ("theme", theme), ("card", card),
      ("date", date),
    ]
    let numbers = [("scale", scale), ("width", width), ("at", canMove ? at : nil)]
    return texts.compactMap { name, value in value.map { "--\(name)=\($0)" } }
      + numbers.compactMap { name, value in value.map { "--\(name)=\($0)" } }
  }
}

extension JSONEncoder {
  /// The same value gives the same text.
  static var stable: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}
