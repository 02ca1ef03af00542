import CardRaster
import Testing
import XCTest

/// Reports failures to the test framework that runs the test.
enum TestReporter {
  private enum Framework {
    case swiftTesting
    case xctest
  }

  /// The framework of the running test.
  ///
  /// A detached task has no current test, and XCTest ignores failures outside its own tests. So the command
  /// line of the process decides, because a failure must not go to the wrong framework.
  private static var framework: Framework {
    if Test.current != nil { return .swiftTesting }
    let words = CommandLine.arguments
    let isSwiftTesting =
      words.contains("--testing-library=swift-testing")
      || zip(words, words.dropFirst()).contains { $0 == "--testing-library" && $1 == "swift-testing" }
    return isSwiftTesting ? .swiftTesting : .xctest
  }

  /// Whether the running test has arguments.
  static var hasArguments: Bool { Test.current?.isParameterized == true }

  /// The names of the suites around the running test, outermost first; empty with XCTest.
  static var suites: [String] { Test.current.map { Array($0.id.nameComponents.dropLast()) } ?? [] }

  /// Fails the test at a place in its source.
  static func fail(_ text: String, at site: CallSite) {
    switch framework {
    case .swiftTesting: Issue.record(Comment(rawValue: text), sourceLocation: location(site))
    case .xctest: XCTFail(text, file: site.file, line: site.line)
    }
  }

  /// Attaches picture files to the test if the framework supports attachments.
  static func attach(_ pictures: [(name: String, path: String)], at site: CallSite) {
    guard framework == .swiftTesting else { return }
    for picture in pictures {
      // If the file cannot be read, the failure message still contains its path.
      guard let bytes = try? FileReading.read(path: picture.path, limit: Limits.imageBytes) else { continue }
      Attachment.record(bytes, named: picture.name, sourceLocation: location(site))
    }
  }

  private static func location(_ site: CallSite) -> SourceLocation {
    SourceLocation(
      fileID: site.fileID, filePath: site.path, line: Int(site.line), column: Int(site.column))
  }
}
