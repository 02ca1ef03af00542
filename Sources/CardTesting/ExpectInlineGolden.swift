public import CardGoldens
public import CardParts
import CardRaster

/// Expects that a deck gives the text that stands behind the call.
///
/// ```swift
/// expectInlineGolden(of: deck, as: .regions)
/// ```
///
/// The first run writes the text behind the call, in a closure, and is red; look at it and run again. Where a text is recorded
/// anew the closure is replaced. The mode of recording comes from the environment as for other goldens, and nothing is written
/// where `CI` is set. A deck of several pictures, such as a report of two pages, is an error.
///
/// - Parameters:
///   - deck: the deck; what it throws fails the test.
///   - form: what is compared.
///   - options: what is decided over the deck.
///   - record: whether the text is written; see the same parameter for pictures.
///   - isStrict: whether a warning of the deck fails the test too.
///   - fileID: the file of the call, as `Module/File.swift`; as `file`, `line`, `column` and `function` filled in by the
///     compiler.
///   - file: the path of the file of the call.
///   - line: the line of the call.
///   - column: the column of the call.
///   - function: the function of the call.
///   - expected: the text; the end of its last line does not count.
/// - Returns: what was found; it was reported already.
@discardableResult
public func expectInlineGolden(
  of deck: @autoclosure () throws -> Deck, as form: GoldenForm, options: DeckOptions = DeckOptions(),
  record: RecordMode? = nil, isStrict: Bool = false, fileID: String = #fileID,
  file: StaticString = #filePath, line: UInt = #line, column: UInt = #column, function: String = #function,
  expected: (() -> String)? = nil
) -> GoldenOutcome {
  let site = CallSite(fileID: fileID, file: file, line: line, column: column, function: function)
  let expectation = Expectation(
    at: site, named: nil, record: record, isStrict: isStrict, goldens: "")
  return expectation.outcome(of: deck, as: form, options, inline: expected?())
}
