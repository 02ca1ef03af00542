public import CardGoldens
public import CardParts
import CardRaster

/// Compares a text form of a deck with the text in the closure after the call.
///
/// ```swift
/// expectInlineGolden(of: deck, as: .regions)
/// ```
///
/// The first run writes the closure with the text into the source and fails. Look at the text and run the
/// test again. Recording a text again replaces the closure. The environment sets the record mode as for other
/// goldens; nothing is written if `CI` is set. A deck with several pictures, such as a report of two pages,
/// is an error.
///
/// - Parameters:
///   - deck: the deck; an error that it throws fails the test.
///   - form: the form of the text.
///   - options: values that override the deck's.
///   - record: whether the text is written; see the same parameter for pictures.
///   - isStrict: whether a warning of the deck also fails the test.
///   - fileID: the file of the call, as `Module/File.swift`. The compiler fills in this and the following
///     parameters.
///   - file: the path of the file of the call.
///   - line: the line of the call.
///   - column: the column of the call.
///   - function: the function of the call.
///   - expected: the text; a final line break does not count.
/// - Returns: the outcome, which has already been reported.
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
