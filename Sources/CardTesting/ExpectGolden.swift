public import CardGoldens
public import CardParts
public import CardRaster

/// Compares the picture of a deck with its golden.
///
/// It works in Swift Testing and in XCTest. The test fails at the line of the call if the picture differs,
/// the deck has errors or the golden is missing. It also fails when a golden was just written, because
/// someone has to look at it first. The failure describes the change in words; pictures of it are in the
/// folder `failures` of the goldens.
///
/// A report has one picture per page, and a deck with all states one picture per state. The first picture has
/// the name of the golden, each further one adds its own ending, such as `offer.card-page-2`. All pictures
/// are compared and reported.
///
/// ```swift
/// @Test func offer() {
///   expectGolden(of: Offer(title: "Tea", price: "$4").deck)
/// }
/// ```
///
/// - Parameters:
///   - deck: the deck; an error that it throws fails the test.
///   - name: the golden's name, a path below `goldens` without extension. By default the test's file and
///     function: `OfferTests/offer`.
///   - options: values that override the deck's: scale, theme, appearance, state, cards, data.
///   - settings: how pictures are compared. By default the settings of a trait, or else every bit counts.
///     `.perceptual` ignores differences that people do not see.
///   - record: which goldens are written. By default the environment variable `CARDSHOT_RECORD` decides
///     (`all`, `failed`, `missing` or `never`). Without it missing goldens are written, but none if `CI` is
///     set.
///   - isStrict: whether a warning of the deck also fails the test.
///   - keepsLayout: whether the deck's layout is stored next to the picture, so that a failure can be
///     described in words.
///   - goldens: the folder of goldens; a relative path starts at the folder of the test's file.
///   - fileID: the file of the call, as `Module/File.swift`. The compiler fills in this and the following
///     parameters.
///   - file: the path of the file of the call.
///   - line: the line of the call.
///   - column: the column of the call.
///   - function: the function of the call; the default name of the golden.
/// - Returns: the outcome, which has already been reported. With several pictures, the first one that is not
///   green.
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

/// Compares the picture of a deck in a JSON file with its golden.
///
/// It works like this function for a deck:
/// ``expectGolden(of:named:options:comparing:record:isStrict:keepsLayout:goldens:fileID:file:line:column:function:)``
///
/// - Parameters:
///   - path: the deck's file; a relative path starts at the folder of the test's file.
///   - name: the golden's name, a path below `goldens` without extension. By default the name of the deck's
///     file.
///   - options: values that override the deck's: scale, theme, appearance, state, cards, data.
///   - settings: how pictures are compared. By default the settings of a trait, or else every bit counts.
///   - record: which goldens are written; see the same parameter for decks.
///   - isStrict: whether a warning of the deck also fails the test.
///   - keepsLayout: whether the deck's layout is stored next to the picture, so that a failure can be
///     described in words.
///   - goldens: the folder of goldens; a relative path starts at the folder of the test's file.
///   - fileID: the file of the call, as `Module/File.swift`. The compiler fills in this and the following
///     parameters.
///   - file: the path of the file of the call.
///   - line: the line of the call.
///   - column: the column of the call.
///   - function: the function of the call; the default name of the golden.
/// - Returns: the outcome, which has already been reported. With several pictures, the first one that is not
///   green.
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

/// Compares a picture of any origin with its golden.
///
/// - Parameters:
///   - bitmap: the picture; an error that it throws fails the test.
///   - name: the golden's name, a path below `goldens` without extension. By default the test's file and
///     function.
///   - settings: how pictures are compared; by default every bit counts.
///   - record: which goldens are written; see the same parameter for decks.
///   - scale: the number of pixels per point, for the physical size in the file.
///   - goldens: the folder of goldens; a relative path starts at the folder of the test's file.
///   - fileID: the file of the call, as `Module/File.swift`. The compiler fills in this and the following
///     parameters.
///   - file: the path of the file of the call.
///   - line: the line of the call.
///   - column: the column of the call.
///   - function: the function of the call; the default name of the golden.
/// - Returns: the outcome, which has already been reported.
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

/// Compares a deck with several goldens: in several themes, scales and states, or with one picture per card.
///
/// ```swift
/// expectGoldens(of: deck, named: "offer", options: .combinations(themes: ["mint", "turbo"], scales: [1, 2]))
/// ```
///
/// compares `offer@1x.mint`, `offer@1x.turbo`, `offer@2x.mint` and `offer@2x.turbo`.
///
/// - Parameters:
///   - deck: the deck; an error that it throws fails the test.
///   - name: the start of the goldens' names. By default the test's file and function.
///   - options: values that override the deck's, one set per picture. The end of each name is made from them.
///   - eachCard: whether each card is a separate picture, `offer.card-advice`.
///   - settings: how pictures are compared; by default every bit counts.
///   - record: which goldens are written; see the same parameter for one golden.
///   - isStrict: whether a warning of the deck also fails the test.
///   - keepsLayout: whether layouts are stored next to the pictures, so that failures can be described in
///     words.
///   - goldens: the folder of goldens; a relative path starts at the folder of the test's file.
///   - fileID: the file of the call, as `Module/File.swift`. The compiler fills in this and the following
///     parameters.
///   - file: the path of the file of the call.
///   - line: the line of the call.
///   - column: the column of the call.
///   - function: the function of the call; the default name of the golden.
/// - Returns: the outcomes in the order of the options and cards, which have already been reported.
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

/// Compares a text form of a deck with its golden: SVG, layout or regions.
///
/// A report has one text per page.
///
/// ```swift
/// expectGolden(of: deck, as: .regions)
/// ```
///
/// compares `OfferTests/offer.regions.json`: every byte counts, and a failure quotes the first line that
/// differs.
///
/// - Parameters:
///   - deck: the deck; an error that it throws fails the test.
///   - form: the form of the text.
///   - name: the golden's name, a path below `goldens` without extension. By default the test's file and
///     function.
///   - options: values that override the deck's.
///   - record: which goldens are written; see the same parameter for pictures.
///   - isStrict: whether a warning of the deck also fails the test.
///   - goldens: the folder of goldens; a relative path starts at the folder of the test's file.
///   - fileID: the file of the call, as `Module/File.swift`. The compiler fills in this and the following
///     parameters.
///   - file: the path of the file of the call.
///   - line: the line of the call.
///   - column: the column of the call.
///   - function: the function of the call; the default name of the golden.
/// - Returns: the outcome, which has already been reported. With several texts, the first one that is not
///   green.
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
