import CardGoldens
import CardRaster

/// Where in a test something is expected.
struct CallSite: Sendable {
  var fileID: String
  /// The path of the test file; XCTest wants it as it stands in the program.
  var file: StaticString
  var line: UInt
  var column: UInt
  var function: String

  /// The path of the test file where it is another one than that in the program.
  var source: String?

  /// The path of the test file.
  var path: String { source ?? file.description }

  /// The folder of the test file.
  var folder: String { FilePath.directory(of: path) }

  /// The name of a golden that has none: the test file and the test's function, `OfferTests/looksAlike`.
  var name: String {
    let file = FilePath.name(of: path)
    let stem = file.hasSuffix(".swift") ? String(file.dropLast(6)) : file
    // A function's name ends with its labels; one that is a sentence stands in backticks.
    var test = function.replacing("`", with: "")
    if test.last == ")", let bracket = test.lastIndex(of: "(") { test = String(test[..<bracket]) }
    return "\(stem)/\(test.replacing("/", with: "-"))"
  }

  /// A path as the test means it: from the folder of its file.
  func resolve(_ path: String) -> String { FilePath.join(folder, path) }
}
