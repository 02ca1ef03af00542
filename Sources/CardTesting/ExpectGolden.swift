public import CardGoldens
public import CardParts
public import CardRaster

/// Expects that a deck gives the picture of its golden.
///
/// It works in a test of Swift Testing and in one of XCTest, and fails at the line that calls it: when the picture is
/// another one, when the deck has errors, when there is no golden, and also when it wrote one, because somebody has to look
/// at that. What changed is told in words; pictures of it lie in the folder `failures` of the goldens.
///
/// A report is a picture of each page, and so is a deck of which all states are drawn: the first has the golden's name, each
/// other one more at its end, `offer.card-page-2`. All are compared, and each is reported.
///
/// ```swift
/// @Test func offer() {
///   expectGolden(of: Offer(title: "Tea", price: "$4").deck)
/// }
/// ```
///
/// - Parameters:
///   - deck: the deck; what it throws fails the test.
///   - name: the golden's name, a path below `goldens` without ending. Without one it is that of the test's file and
///     function: `OfferTests/offer`.
///   - options: what is decided over the deck: scale, theme, appearance, state, cards, data.
///   - settings: how pictures are compared; without any as a trait says, or every bit counts. `.perceptual` lets pass what
///     nobody sees.
///   - record: which goldens are written. Without a mode the environment variable `CARDSHOT_RECORD` says it (`all`,
///     `failed`, `missing` or `never`), otherwise missing ones are written, and none where `CI` is set.
///   - isStrict: whether a warning of the deck fails the test too.
///   - keepsLayout: whether the deck's layout is kept beside the picture, so that a failure can be told in words.
///   - goldens: the folder of goldens; a path that is not absolute is seen from the folder of the test's file.
///   - fileID: the file of the call, as `Module/File.swift`; as `file`, `line`, `column` and `function` filled in by the
///     compiler.
///   - file: the path of the file of the call.
///   - line: the line of the call.
///   - column: the column of the call.
///   - function: the function of the call, that names a golden without a name.
/// - Returns: what was found, of several pictures that of the first which is not green; it was reported already.
@discardableResult
public func expectGolden(
  of deck: @autoclosure () throws -> Deck, named name: String? = nil, options: DeckOptions = DeckOptions(),
  comparing settings: Comparison.Settings? = nil, record: RecordMode? = nil, isStrict: Bool = false,
  keepsLayout: Bool = true, goldens: String = "Goldens", fileID: String = #fileID,
  file: StaticString = #filePath, line: UInt = #line, column: UInt = #column, function: String = #function
) -> GoldenOutcome {
  let site = CallSite(fileID: fileID, file: file, line: line, column: column, function: function)
  let expectation = Expectation(
    at: site, named: name, settings: settings, record: record, isStrict: isStrict, keepsLayout: keepsLayout,
    goldens: goldens)
  return expectation.outcome(of: deck, options)
}

/// Expects that a deck in a JSON file gives the picture of its golden.
///
/// As ``expectGolden(of:named:options:comparing:record:isStrict:keepsLayout:goldens:fileID:file:line:column:function:)``
/// with a deck.
///
/// - Parameters:
///   - path: the deck's file; a path that is not absolute is seen from the folder of the test's file.
///   - name: the golden's name, a path below `goldens` without ending; without one that of the deck's file.
///   - options: what is decided over the deck: scale, theme, appearance, state, cards, data.
///   - settings: how pictures are compared; without any as a trait says, or every bit counts.
///   - record: which goldens are written; see the same parameter for decks.
///   - isStrict: whether a warning of the deck fails the test too.
///   - keepsLayout: whether the deck's layout is kept beside the picture, so that a failure can be told in words.
///   - goldens: the folder of goldens; a path that is not absolute is seen from the folder of the test's file.
///   - fileID: the file of the call, as `Module/File.swift`; as `file`, `line`, `column` and `function` filled in by the
///     compiler.
///   - file: the path of the file of the call.
///   - line: the line of the call.
///   - column: the column of the call.
///   - function: the function of the call, that names a golden without a name.
/// - Returns: what was found, of several pictures that of the first which is not green; it was reported already.
@discardableResult
public func expectGolden(
  ofDeckAt path: String, named name: String? = nil, options: DeckOptions = DeckOptions(),
  comparing settings: Comparison.Settings? = nil, record: RecordMode? = nil, isStrict: Bool = false,
  keepsLayout: Bool = true, goldens: String = "Goldens", fileID: String = #fileID,
  file: StaticString = #filePath, line: UInt = #line, column: UInt = #column, function: String = #function
) -> GoldenOutcome {
  let site = CallSite(fileID: fileID, file: file, line: line, column: column, function: function)
  let expectation = Expectation(
    at: site, named: name ?? Expectation.name(ofDeckAt: path), settings: settings, record: record,
    isStrict: isStrict, keepsLayout: keepsLayout, goldens: goldens, deck: site.resolve(path))
  return expectation.outcome(of: { try Deck(contentsOf: site.resolve(path)) }, options)
}

/// Expects that a picture of any origin is its golden.
///
/// - Parameters:
///   - bitmap: the picture; what it throws fails the test.
///   - name: the golden's name, a path below `goldens` without ending; without one that of the test's file and function.
///   - settings: how pictures are compared; by default every bit counts.
///   - record: which goldens are written; see the same parameter for decks.
///   - scale: the number of pixels in a point, for the physical size that the file tells.
///   - goldens: the folder of goldens; a path that is not absolute is seen from the folder of the test's file.
///   - fileID: the file of the call, as `Module/File.swift`; as `file`, `line`, `column` and `function` filled in by the
///     compiler.
///   - file: the path of the file of the call.
///   - line: the line of the call.
///   - column: the column of the call.
///   - function: the function of the call, that names a golden without a name.
/// - Returns: what was found; it was reported already.
@discardableResult
public func expectGolden(
  bitmap: @autoclosure () throws -> Bitmap, named name: String? = nil,
  comparing settings: Comparison.Settings? = nil, record: RecordMode? = nil, scale: Double = 1,
  goldens: String = "Goldens", fileID: String = #fileID, file: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, function: String = #function
) -> GoldenOutcome {
  let site = CallSite(fileID: fileID, file: file, line: line, column: column, function: function)
  let expectation = Expectation(
    at: site, named: name, settings: settings, record: record, goldens: goldens)
  return expectation.outcome(ofBitmap: bitmap, scale: scale)
}

/// Expects that a deck gives the pictures of several goldens: in several themes, scales and states, or each card alone.
///
/// ```swift
/// expectGoldens(of: deck, named: "offer", options: .combinations(themes: ["mint", "turbo"], scales: [1, 2]))
/// ```
///
/// compares `offer@1x.mint`, `offer@1x.turbo`, `offer@2x.mint` and `offer@2x.turbo`.
///
/// - Parameters:
///   - deck: the deck; what it throws fails the test.
///   - name: where the goldens' names begin; without one, the test's file and function.
///   - options: what is decided over the deck, once for each picture; what sets them apart becomes the end of the names.
///   - eachCard: whether each card is a picture of its own, `offer.card-advice`.
///   - settings: how pictures are compared; by default every bit counts.
///   - record: which goldens are written; see the same parameter for one golden.
///   - isStrict: whether a warning of the deck fails the test too.
///   - keepsLayout: whether layouts are kept beside the pictures, so that failures can be told in words.
///   - goldens: the folder of goldens; a path that is not absolute is seen from the folder of the test's file.
///   - fileID: the file of the call, as `Module/File.swift`; as `file`, `line`, `column` and `function` filled in by the
///     compiler.
///   - file: the path of the file of the call.
///   - line: the line of the call.
///   - column: the column of the call.
///   - function: the function of the call, that names a golden without a name.
/// - Returns: what was found, in order of the options and cards; it was reported already.
@discardableResult
public func expectGoldens(
  of deck: @autoclosure () throws -> Deck, named name: String? = nil,
  options: [DeckOptions] = [DeckOptions()],
  eachCard: Bool = false, comparing settings: Comparison.Settings? = nil, record: RecordMode? = nil,
  isStrict: Bool = false, keepsLayout: Bool = true, goldens: String = "Goldens", fileID: String = #fileID,
  file: StaticString = #filePath, line: UInt = #line, column: UInt = #column, function: String = #function
) -> [GoldenOutcome] {
  let site = CallSite(fileID: fileID, file: file, line: line, column: column, function: function)
  let expectation = Expectation(
    at: site, named: name, settings: settings, record: record, isStrict: isStrict, keepsLayout: keepsLayout,
    goldens: goldens)
  return expectation.outcomes(of: deck, options, eachCard: eachCard)
}

/// Expects that a deck gives the text of its golden: SVG, layout or regions; of each page, where it is a report.
///
/// ```swift
/// expectGolden(of: deck, as: .regions)
/// ```
///
/// compares `OfferTests/offer.regions.json`: every byte counts, and a failure quotes the first line that differs.
///
/// - Parameters:
///   - deck: the deck; what it throws fails the test.
///   - form: what is kept.
///   - name: the golden's name, a path below `goldens` without ending; without one that of the test's file and function.
///   - options: what is decided over the deck.
///   - record: which goldens are written; see the same parameter for pictures.
///   - isStrict: whether a warning of the deck fails the test too.
///   - goldens: the folder of goldens; a path that is not absolute is seen from the folder of the test's file.
///   - fileID: the file of the call, as `Module/File.swift`; as `file`, `line`, `column` and `function` filled in by the
///     compiler.
///   - file: the path of the file of the call.
///   - line: the line of the call.
///   - column: the column of the call.
///   - function: the function of the call, that names a golden without a name.
/// - Returns: what was found, of several pictures that of the first which is not green; it was reported already.
@discardableResult
public func expectGolden(
  of deck: @autoclosure () throws -> Deck, as form: GoldenForm, named name: String? = nil,
  options: DeckOptions = DeckOptions(), record: RecordMode? = nil, isStrict: Bool = false,
  goldens: String = "Goldens", fileID: String = #fileID, file: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, function: String = #function
) -> GoldenOutcome {
  let site = CallSite(fileID: fileID, file: file, line: line, column: column, function: function)
  let expectation = Expectation(
    at: site, named: name, record: record, isStrict: isStrict, goldens: goldens)
  return expectation.outcome(of: deck, as: form, options)
}
