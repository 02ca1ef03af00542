public import CardGoldens
public import CardParts
public import CardRaster
public import Testing

/// What the expectations of a suite or test have in common: which goldens are written, and how pictures are compared.
///
/// ```swift
/// @Suite(.goldens(record: .failed, comparing: .perceptual)) struct OfferTests { … }
/// ```
///
/// An argument of an expectation counts more, an inner trait more than an outer one. Methods of an `XCTestCase` have none.
public struct GoldensTrait: SuiteTrait, TestTrait, TestScoping {
  var record: RecordMode?
  var settings: Comparison.Settings?
  var layout: LayoutRule?

  /// Whether the tests of a suite inherit it.
  public var isRecursive: Bool { true }

  /// What holds in the running test.
  @TaskLocal static var current = GoldensTrait()

  /// Runs a test in which it holds.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let outer = Self.current
    let inner = GoldensTrait(
      record: record ?? outer.record, settings: settings ?? outer.settings, layout: layout ?? outer.layout)
    try await Self.$current.withValue(inner) { try await function() }
  }
}

extension Trait where Self == GoldensTrait {
  /// What the expectations of a suite or test have in common.
  ///
  /// - Parameters:
  ///   - record: which goldens are written; nil leaves that to the environment.
  ///   - settings: how pictures are compared; nil for every bit.
  ///   - layout: what becomes of a layout that is not the golden's; nil for telling it.
  public static func goldens(
    record: RecordMode? = nil, comparing settings: Comparison.Settings? = nil, layout: LayoutRule? = nil
  ) -> GoldensTrait {
    GoldensTrait(record: record, settings: settings, layout: layout)
  }
}
