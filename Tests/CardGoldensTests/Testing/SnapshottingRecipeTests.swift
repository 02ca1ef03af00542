import CardTesting
import Foundation
import Testing

/// A stand-in for an attachment of swift-snapshot-testing.
struct SnapshotAttachment {}

/// A stand-in for the type of that name in swift-snapshot-testing, with the members that the recipe needs.
struct Diffing<Value> {
  var toData: (Value) -> Data
  var fromData: (Data) -> Value
  var diff: (Value, Value) -> (String, [SnapshotAttachment])?

  init(
    toData: @escaping (_ value: Value) -> Data, fromData: @escaping (_ data: Data) -> Value,
    diff: @escaping (_ lhs: Value, _ rhs: Value) -> (String, [SnapshotAttachment])?
  ) {
    self.toData = toData
    self.fromData = fromData
    self.diff = diff
  }
}

/// A stand-in for the type of that name in swift-snapshot-testing, with the members that the recipe needs.
struct Snapshotting<Value, Format> {
  var pathExtension: String?
  var diffing: Diffing<Format>
  var snapshot: (Value) -> Format
}

extension Snapshotting where Value == Format {
  init(pathExtension: String?, diffing: Diffing<Format>) {
    self.init(pathExtension: pathExtension, diffing: diffing, snapshot: { $0 })
  }
}

extension Snapshotting where Value == [UInt8], Format == [UInt8] {
  static func png(comparing settings: Comparison.Settings = .exact) -> Snapshotting {
    let diffing = Diffing<[UInt8]>(
      toData: { Data($0) }, fromData: { [UInt8]($0) },
      diff: { expected, actual in
        pictureDifference(expected, actual, comparing: settings).map { ($0, []) }
      })
    return Snapshotting(pathExtension: "png", diffing: diffing)
  }
}

@Suite("The recipe for swift-snapshot-testing") struct SnapshottingRecipeTests {
  @Test("The recipe is the one on the page and has about ten lines")
  func isThePage() throws {
    let tests = URL(filePath: #filePath)
    let page = tests.appending(path: "../../../../Docs/golden-testing-swift.md").standardized
    let blocks = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```swift\n")
    let recipe = try #require(blocks.first { $0.contains("extension Snapshotting") })
      .components(separatedBy: "```")[0]
    #expect(try String(contentsOf: tests, encoding: .utf8).contains(recipe))
    #expect(recipe.split(separator: "\n").count <= 12)
  }

  @Test("The strategy keeps files unchanged and detects differences between pictures")
  func works() throws {
    let strategy = Snapshotting.png()
    let png = try PNGEncoder.encode(try Gallery.picture(), scale: 1)
    let other = try PNGEncoder.encode(try Gallery.picture(different: 1), scale: 1)
    #expect(strategy.pathExtension == "png")
    #expect(strategy.snapshot(png) == png)
    #expect(strategy.diffing.fromData(strategy.diffing.toData(png)) == png)
    #expect(strategy.diffing.diff(png, png) == nil)
    #expect(strategy.diffing.diff(png, other)?.0.contains("1 of 64 pixels differs") == true)
    let few = Comparison.Settings(
      tolerance: Tolerance(threshold: 0, amount: .pixels(1), countsAntialiasing: true))
    #expect(Snapshotting.png(comparing: few).diffing.diff(png, other) == nil)
  }
}
