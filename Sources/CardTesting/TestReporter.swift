import CardRaster
import Testing
import XCTest

/// Tells the test framework that runs.
enum TestReporter {
  private enum Framework {
    case swiftTesting
    case xctest
  }

  /// The framework of the running test.
  ///
  /// A task that a test has detached has no current test, and XCTest keeps silent about failures outside of its own
  /// tests. So the words with which the process was started decide: a failure must not go to the framework that does not
  /// listen.
  private static var framework: Framework {
    if Test.current != nil { return .swiftTesting }
    let words = CommandLine.arguments
    let isSwiftTesting =
      words.contains("--testing-library=swift-testing")
      || zip(words, words.dropFirst()).contains { $0 == "--testing-library" && $1 == "swift-testing" }
    return isSwiftTesting ? .swiftTesting : .xctest
  }

  /// Fails the test at a place in its source.
  static func fail(_ text: String, at site: CallSite) {
    switch framework {
    case .swiftTesting: Issue.record(Comment(rawValue: text), sourceLocation: location(site))
    case .xctest: XCTFail(text, file: site.file, line: site.line)
    }
  }

  /// Attaches picture files to the test, where the framework has attachments.
  static func attach(_ pictures: [(name: String, path: String)], at site: CallSite) {
    guard framework == .swiftTesting else { return }
    for picture in pictures {
      // The picture is there as a file anyway, whose path the failure tells.
      guard let bytes = try? FileReading.read(path: picture.path, limit: Limits.imageBytes) else { continue }
      Attachment.record(bytes, named: picture.name, sourceLocation: location(site))
    }
  }

  private static func location(_ site: CallSite) -> SourceLocation {
    SourceLocation(
      fileID: site.fileID, filePath: site.path, line: Int(site.line), column: Int(site.column))
  }
}
