import CardGoldens
import CardRaster

/// The place of an expectation in a test.
struct CallSite: Sendable {
  var fileID: String
  /// The path of the test file.
  ///
  /// XCTest needs the compiler's static string.
  var file: StaticString
  var line: UInt
  var column: UInt
  var function: String

  /// The path of the test file, if it differs from the compiler's.
  var source: String?

  /// The path of the test file.
  var path: String { source ?? file.description }

  /// The folder of the test file.
  var folder: String { FilePath.directory(of: path) }

  /// The suites around the test, outermost first; empty with XCTest.
  var suites: [String] = TestReporter.suites

  /// The default name of a golden: the test file and the test's function, `OfferTests/looksAlike`.
  ///
  /// Suites whose names differ from the file's are between them, because each of them may have a test of the same name.
  var name: String {
    let file = FilePath.name(of: path)
    let stem = file.hasSuffix(".swift") ? String(file.dropLast(6)) : file
    // A function's name ends with its labels. A raw identifier is enclosed in backticks.
    var test = function.replacing("`", with: "")
    if test.last == ")", let bracket = test.lastIndex(of: "(") { test = String(test[..<bracket]) }
    let steps = suites.map { $0.replacing("`", with: "") }.filter { $0 != stem } + [test]
    return stem + steps.map { "/" + $0.replacing("/", with: "-") }.joined()
  }

  /// A path relative to the folder of the test file.
  func resolve(_ path: String) -> String { FilePath.join(folder, path) }
}
