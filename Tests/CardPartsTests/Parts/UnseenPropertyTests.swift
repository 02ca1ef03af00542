import TestSupport
import Testing

@testable import CardParts

/// A given value that is not visible causes a warning.
@Suite("Values without a visible effect") struct UnseenPropertyTests {
  private static let picture =
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/%3E"

  @Test(
    "The warning about a part that is too small names the property for the size of the bar or the track",
    arguments: [
      (
        #"{"type":"histogram","width":8,"dataEntries":[{"height":0.4},{"height":0.5}]}"#,
        "'width' 8 is that of the whole histogram, which has 2 bars", "the width of a bar is 'barWidth'"
      ),
      (
        #"{"type":"slider","height":8}"#, "the thumb of 28 points sticks out of 'height' 8",
        "the thickness of the track is 'trackHeight'"
      ),
    ])
  func sizesOfCardParts(_ part: String, _ message: String, _ hint: String) throws {
    for theme in ["soft", "mint"] {
      let found = try LaidOut(parts: part, theme: theme).deck.warnings.filter { $0.message == message }
      #expect(found.map(\.hint) == [hint])
    }
    #expect(try warnings(#"{"type":"slider","height":40}"#) == [])
  }

  @Test func anErrorInHistogramLinesIsReportedAlone() throws {
    let part =
      #"{"type":"histogram","dataEntries":[{"height":0.5}],"lineColor":"red","histogramLines":{"midle":true}}"#
    let issues = try LaidOut.issues(of: #"{"cards":[{"parts":[\#(part)]}]}"#)
    #expect(issues.count == 1 && issues[0].contains("unknown key 'midle'"), "\(issues)")
  }

  private func warnings(_ part: String) throws -> [String] {
    try LaidOut(parts: part, theme: "soft").deck.warnings.map(\.message)
  }

  @Test(
    "A property without effect is named in a warning, but not once it has an effect",
    arguments: [
      (
        ##"{"type":"bar","percent":0.5,"todayLineColor":"#F00"}"##, #","showTodayLine":true"#,
        "'todayLineColor' has no effect without that line"
      ),
      (
        #"{"type":"button","buttonTitle":"Go","imagePadding":3}"#, #","image":"\#(picture)""#,
        "'imagePadding' has no effect on a button without a picture"
      ),
      (
        ##"{"type":"progressBar","barColors":["#F00","#0F0"],"barValueColor":"#00F"}"##,
        #","barValues":["1","2","3"]"#, "'barValueColor' has no effect without values"
      ),
      (
        #"{"type":"histogram","dataEntries":[{"height":0.5}],"histogramLines":{},"shouldShowHorizontalLines":false}"#,
        "", "'histogramLines' has no effect with 'shouldShowHorizontalLines' false"
      ),
    ])
  func told(part: String, cure: String, message: String) throws {
    #expect(try warnings(part) == [message])
    guard !cure.isEmpty else { return }
    #expect(try warnings(String(part.dropLast()) + cure + "}") == [])
  }

  @Test("A word of 'alignSelf' for the other axis causes a warning that says so")
  func alignSelf() throws {
    func warnings(_ axis: String, _ word: String) throws -> [String] {
      try self.warnings(
        #"{"type":"stack","axis":"\#(axis)","arrangedSubviews":[{"type":"text","text":"a"},{"type":"pillLabel","labelText":"b","alignSelf":"\#(word)"}]}"#
      )
    }
    #expect(try warnings("vertical", "right") == [] && warnings("horizontal", "bottom") == [])
    #expect(try warnings("vertical", "top") == ["'alignSelf' top of part 2 is a value for rows"])
    #expect(try warnings("horizontal", "right") == ["'alignSelf' right of part 2 is a value for columns"])
  }

  @Test("The format of a text field warns about dropped characters, but not about separators between digits")
  func formats() {
    func loss(_ format: TextFieldPart.Format, _ text: String) -> String? {
      var part = TextFieldPart()
      part.format = format
      part.text = text
      return part.loss
    }
    #expect(loss(.phone, "555-010-4477") == nil && loss(.ssn, "123-45-6789") == nil)
    #expect(loss(.currency, "$1,234") == nil && loss(.none, "12 abc") == nil)
    #expect(loss(.zipcode, "SW1A 1AA")?.contains("letters") == true)
    #expect(loss(.phone, "٥٥٥")?.contains("letters") == true)
    #expect(loss(.currency, "12.50")?.contains("ignores '.'") == true)
    #expect(loss(.phone, "+1 555-010-4477")?.contains("the first 12 characters of 15") == true)
  }

  @Test("Avatars without room are a number, with a warning if the deck asked for more")
  func avatars() throws {
    func laidOut(_ more: String) throws -> (lines: [String], warnings: [String]) {
      let people = (0..<9).map { #"{"name":"P \#($0)"}"# }.joined(separator: ",")
      let laidOut = try LaidOut(
        parts:
          #"{"type":"avatars","size":40,"overlap":0,"maxWidth":170,"avatars":[\#(people)]\#(more)}"#,
        theme: "soft")
      return (try laidOut.lines(), laidOut.deck.warnings.map(\.message))
    }
    let narrow = try laidOut("")
    #expect(narrow.lines.count == 4 && narrow.lines.last == "+6" && narrow.warnings == [])
    #expect(try laidOut(#","most":2"#).warnings == [])
    #expect(
      try laidOut(#","most":5"#).warnings == ["there is room for 3 of 5 avatars; the rest is a number"])
  }
}
