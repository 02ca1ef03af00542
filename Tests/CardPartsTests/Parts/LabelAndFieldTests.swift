import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// The positions of the icon and the text of an icon label.
@Suite struct IconLabelTests {
  private static let icon =
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='25' height='25'%3E%3Crect width='25' height='25'/%3E%3C/svg%3E"

  /// The frames of the icon and the text in a label 300 points wide.
  private static func place(_ more: String, text: String = "Label") throws -> (
    icon: Rect, text: Rect, box: Rect, warnings: [String]
  ) {
    let laidOut = try LaidOut(
      part:
        #"{"type":"iconLabel","text":"\#(text)","font":"Inter 12","icon":"\#(icon)","iconPadding":5\#(more)}"#
    )
    let box = try #require(laidOut.deck.pages.first?.display.items.compactMap(Self.image).first)
    return (box, try laidOut.line(), try laidOut.frame(0), laidOut.warnings)
  }

  private static func image(_ item: DisplayItem) -> Rect? {
    switch item {
    case .image(let image): image.frame
    case .group(let group): group.items.compactMap(image).first
    default: nil
    }
  }

  @Test func iconAndTextArePlacedByTheTable() throws {
    let left = try Self.place(#","iconPosition":["left","center"],"textAlignment":"left""#)
    #expect(left.icon.minX == 10 && isNear(left.text.minX, 40))
    let leftRight = try Self.place(#","iconPosition":["left","center"],"textAlignment":"right""#)
    #expect(isNear(leftRight.text.maxX, 290, within: 1))
    #expect(isNear(leftRight.icon.maxX, leftRight.text.minX - 5, within: 1))
    let leftCenter = try Self.place(#","iconPosition":["left","center"],"textAlignment":"center""#)
    #expect(isNear(leftCenter.text.midX, 150, within: 1))
    #expect(isNear(leftCenter.icon.maxX, leftCenter.text.minX - 5, within: 1))
    let right = try Self.place(#","iconPosition":["right","center"],"textAlignment":"left""#)
    #expect(isNear(right.text.minX, 10) && isNear(right.icon.minX, right.text.maxX + 5, within: 1))
    let rightRight = try Self.place(#","iconPosition":["right","center"],"textAlignment":"right""#)
    #expect(rightRight.icon.maxX == 290 && isNear(rightRight.text.maxX, 260, within: 1))
    let rightCenter = try Self.place(#","iconPosition":["right","center"],"textAlignment":"center""#)
    #expect(isNear(rightCenter.text.midX, 150, within: 1))
    #expect(isNear(rightCenter.icon.minX, rightCenter.text.maxX + 5, within: 1))
  }

  @Test func naturalFollowsTheTextsDirection() throws {
    let english = try Self.place("")
    #expect(english.icon.minX == 10 && isNear(english.text.minX, 40))
    let hebrew = try Self.place("", text: "שלום")
    #expect(hebrew.icon.maxX == 290 && isNear(hebrew.text.maxX, 260, within: 1))
    let left = try Self.place(#","iconPosition":["left","top"]"#, text: "שלום")
    #expect(isNear(left.text.maxX, 290, within: 1) && left.icon.maxX < left.text.minX)
  }

  @Test func theHeightOfAnIcon() throws {
    let text = #","numberOfLines":0,"width":90,"verticalPadding":3,"iconPosition":["left","#
    let long = "Some words that wrap onto many lines"
    for (word, place) in [("top", 0.0), ("center", 0.5), ("bottom", 1.0)] {
      let label = try Self.place(text + #""\#(word)"]"#, text: long)
      let block = label.box.height - 6
      #expect(isNear(label.icon.minY, 3 + (block - 25) * place, within: 0.6), "\(word)")
      #expect(block > 50)
    }
    // An icon taller than the text sets the height, and the text is centred next to it.
    let short = try Self.place(#","verticalPadding":3,"iconPosition":["left","bottom"]"#)
    #expect(short.box.height == 25 && short.icon.minY == 0)
    #expect(isNear(short.text.midY, 12.5))
  }

  @Test func textWrapsNextToTheIconAndNeverBelowIt() throws {
    let long = "Some words that wrap onto many lines of a label that is rather narrow"
    for side in ["left", "right"] {
      for alignment in ["left", "center", "right", "natural"] {
        let label = try Self.place(
          #","numberOfLines":0,"width":120,"textAlignment":"\#(alignment)","iconPosition":["\#(side)","center"]"#,
          text: long)
        #expect(label.icon.minX >= 9.5 && label.icon.maxX <= 110.5)
        #expect(
          side == "left" ? label.text.minX >= label.icon.maxX + 4 : label.text.maxX <= label.icon.minX - 4)
        #expect(label.warnings == [])
      }
    }
  }

  @Test func itsNaturalSizeInAStack() throws {
    let laidOut = try LaidOut(
      part:
        #"{"type":"stack","alignment":"leading","axis":"vertical","arrangedSubviews":[{"type":"iconLabel","text":"Label","font":"Inter 12","icon":"\#(Self.icon)","iconPadding":5,"horizontalPadding":7}]}"#
    )
    let (box, line) = (
      try laidOut.frame(0, 0), try #require(laidOut.card()["parts"]?.element(0)?["parts"]?.element(0))
    )
    let text = try LaidOut.frame(of: #require(line["lines"]?.element(0)))
    #expect(isNear(box.width, text.width + 5 + 25 + 20 + 14, within: 2))
    #expect(isNear(text.maxX, box.maxX - 17, within: 1.5))
    #expect(box.height == 25)
  }

  @Test(arguments: [
    ("", true), (#","iconPosition":["leading","center"]"#, false), (#","iconSize":60"#, false),
  ])
  func aSmallIconIsNextToTheFirstLine(keys: String, isAtFirst: Bool) throws {
    let laidOut = try LaidOut(
      deck:
        #"{"theme":"soft","canvas":{"width":220},"cards":[{"parts":[{"type":"iconLabel","text":"Thirty days of holiday and a budget","icon":"\#(Self.icon)"\#(keys)}]}]}"#
    )
    let icon = try #require(laidOut.deck.pages.first?.display.items.compactMap(Self.image).first)
    let (first, last) = try (laidOut.line(0), laidOut.line(laidOut.lines().count - 1))
    #expect(last.minY > first.minY)
    #expect(isNear(icon.midY, isAtFirst ? first.midY : (first.minY + last.maxY) / 2, within: 1))
  }

  @Test func withoutAnIconTheTextKeepsItsPadding() throws {
    let laidOut = try LaidOut(part: #"{"type":"iconLabel","text":"Label"}"#)
    #expect(isNear(try laidOut.line().minX, 10))
    #expect(isNear(try laidOut.frame(0).height, try laidOut.line().height + 4))
  }

  @Test(arguments: [
    (#""type":"iconLabel""#, "needs 'labelText', 'text' or 'icon'"),
    (#""type":"iconLabel","text":"a","labelText":"b""#, "another name of 'labelText'"),
    (#""type":"iconLabel","text":"a","iconPadding":3"#, "no effect without 'icon'"),
    (#""type":"iconLabel","text":"a","icon":"\#(icon)","iconPosition":"left""#, "two words"),
    (#""type":"iconLabel","text":"a","icon":"\#(icon)","iconPosition":["left"]"#, "two words"),
    (
      #""type":"iconLabel","text":"a","icon":"\#(icon)","iconPosition":["top","left"]"#, "unknown value 'top'"
    ),
  ]) func invalidValuesAreReported(part: String, message: String) throws {
    let issues = try LaidOut.issues(of: #"{"theme":"turbo","cards":[{"parts":[{\#(part)}]}]}"#)
    #expect(issues.contains { $0.contains(message) }, "\(issues)")
  }
}

/// How a text field formats what was typed.
@Suite struct TextFieldTests {
  private static func entry(
    _ text: String?, _ format: TextFieldPart.Format, maxLength: Int? = nil, placeholder: String? = nil,
    locale: String = "en_US"
  ) throws -> TextFieldPart.Entry {
    var field = TextFieldPart()
    (field.text, field.format, field.maxLength, field.placeholder) = (text, format, maxLength, placeholder)
    return field.entry(try #require(DeckLocale(locale)))
  }

  @Test(arguments: [
    ("none", "as is", "as is"), ("currency", "120", "$120"), ("currency", "1234", "$1,234"),
    ("currency", "123456", "$123,456"), ("currency", "", "$0"), ("currency", "no digits", "$0"),
    ("currency", "007", "$7"), ("currency", "$1,234.50", "$123,450"),
    ("currency", "123456789012345678901234", "$123,456,789,012,345,678,901,234"),
    ("zipcode", "90210", "90210"), ("zipcode", "902101234", "90210-1234"),
    ("zipcode", "90210-1234", "90210-1234"),
    ("zipcode", "902", "902"), ("zipcode", "902101", "90210-1"),
    ("phone", "5551", "5551"), ("phone", "55512", "5-5512"), ("phone", "5551234", "555-1234"),
    ("phone", "5551234567", "555-123-4567"), ("phone", "0551234567", "55-123-4567"),
    ("phone", "15551234567", "1-555-123-4567"), ("phone", "(555)-555-5555", "5-555-5555"),
    ("phone", "000", "0"),
    ("ssn", "123", "123"), ("ssn", "1234", "123-4"), ("ssn", "12345", "123-45"),
    ("ssn", "123456", "123-45-6"),
    ("ssn", "123456789", "123-45-6789"), ("ssn", "123-45-6789", "123-45-6789"),
  ]) func theFormatsOfTypedText(format: String, text: String, shown: String) throws {
    #expect(try Self.entry(text, #require(TextFieldPart.Format(rawValue: format))).text == shown)
  }

  @Test func theLengthCountsBeforeTheDigits() throws {
    #expect(try Self.entry("123456", .currency, maxLength: 6).text == "$123,456")
    #expect(try Self.entry("$123,456", .currency, maxLength: 6).text == "$1,234")
    #expect(try Self.entry("1234567890123", .phone).digits == "123456789012")
    #expect(try Self.entry("1234567890123", .ssn).digits == "12345678901")
    // A character is a grapheme cluster; digits of other scripts do not count as digits.
    #expect(try Self.entry("👩‍👩‍👧12", .currency, maxLength: 2).text == "$1")
    #expect(try Self.entry("١٢3", .zipcode).text == "3")
  }

  @Test func withoutDigitsThePlaceholderShows() throws {
    for format in TextFieldPart.Format.allCases {
      #expect(try Self.entry("", format, placeholder: "x").text == nil)
      #expect(try Self.entry(nil, format, placeholder: "x").text == nil)
    }
    #expect(try Self.entry("abc", .phone, placeholder: "x").text == nil)
    #expect(try Self.entry("abc", .none, placeholder: "x").text == "abc")
    #expect(try Self.entry("abc", .zipcode).text == nil)
  }

  @Test func anAmountIsWrittenInTheDecksLocale() throws {
    #expect(try Self.entry("1234", .currency, locale: "de_DE").text == "1.234\u{A0}€")
    #expect(try Self.entry("1234567", .currency, locale: "en_IN").text == "₹12,34,567")
    let laidOut = try LaidOut(
      deck:
        #"{"theme":"turbo","locale":"en_GB","cards":[{"parts":[{"type":"textField","format":"currency","text":"1234"}]}]}"#
    )
    #expect(try laidOut.lines() == ["£1,234"])
  }

  @Test func itsHeight() throws {
    func height(_ style: String) throws -> Double {
      try LaidOut(part: #"{"type":"textField","text":"a","borderStyle":"\#(style)"}"#).frame(0).height
    }
    #expect(try height("none") == 22)
    #expect(try height("line") == 30)
    #expect(try height("bezel") == 30)
    #expect(try height("roundedRect") == 34)
    #expect(try LaidOut(part: #"{"type":"textField","placeholder":"a"}"#).frame(0).height == 22)
    #expect(try LaidOut(part: #"{"type":"textField","text":"اسمك هنا"}"#).frame(0).height == 22)
  }

  @Test func textStartsAtTheEdgeOrInsideTheFrame() throws {
    #expect(try LaidOut(part: #"{"type":"textField","text":"a"}"#).line().minX == 0)
    #expect(try LaidOut(part: #"{"type":"textField","text":"a","borderStyle":"line"}"#).line().minX == 7)
    #expect(
      isNear(try LaidOut(part: #"{"type":"textField","text":"שלום","borderStyle":"line"}"#).line().maxX, 293))
    #expect(
      isNear(
        try LaidOut(
          part: #"{"type":"textField","text":"a","textAlignment":"right","clearButtonMode":"always"}"#
        ).line().maxX, 280))
    // In right-to-left text the button is on the other side.
    #expect(
      isNear(
        try LaidOut(
          part: #"{"type":"textField","text":"שלום","textAlignment":"left","clearButtonMode":"always"}"#
        ).line().minX, 20))
  }

  @Test func aLongTextEndsInAnEllipsisInsideTheField() throws {
    let laidOut = try LaidOut(
      part:
        #"{"type":"textField","width":90,"text":"A text that goes on and on","borderStyle":"roundedRect","clearButtonMode":"always"}"#
    )
    #expect(try laidOut.line().maxX <= 90 - 7 - 20)
    #expect(laidOut.warnings.contains { $0.contains("does not fit and was cut") })
  }

  @Test func inspectContainsTheDigits() throws {
    func digits(_ more: String) throws -> String? {
      try LaidOut(part: #"{"type":"textField"\#(more)}"#).card()["parts"]?.element(0)?["unformattedString"]?
        .plain
    }
    #expect(try digits(#","format":"ssn","text":"123-45-6789""#) == "123456789")
    #expect(try digits(#","text":"123-45-6789""#) == nil)
  }

  @Test func aSecretIsNowhereInTheOutput() throws {
    let laidOut = try LaidOut(
      part:
        #"{"type":"textField","format":"ssn","text":"123456789","isSecureTextEntry":true,"width":40,"borderStyle":"line"}"#
    )
    let told = try laidOut.inspected().text + laidOut.dump + laidOut.warnings.joined()
    #expect(!told.contains("123") && !told.contains("6789"))
    let open = try LaidOut(part: #"{"type":"textField","text":"hidden","isSecureTextEntry":true}"#)
    #expect(try open.lines() == ["••••••"])
    let empty = try LaidOut(part: #"{"type":"textField","placeholder":"Password","isSecureTextEntry":true}"#)
    #expect(try empty.lines() == ["Password"])
  }

  @Test(arguments: [
    (#""type":"textField""#, "needs 'text', 'placeholder', 'borderStyle'"),
    (#""type":"textField","text":"1","format":"phone","maxLength":3"#, "its length is 12 characters"),
    (#""type":"textField","text":"1","maxLength":3"#, "set 'format' to 'currency'"),
    (#""type":"textField","text":"1","placeholderColor":"red""#, "needs 'placeholder'"),
    (#""type":"textField","text":"1","cornerRadius":4"#, "no effect without"),
  ]) func invalidValuesAreReported(part: String, message: String) throws {
    let issues = try LaidOut.issues(of: #"{"theme":"turbo","cards":[{"parts":[{\#(part)}]}]}"#)
    #expect(issues.contains { $0.contains(message) }, "\(issues)")
  }
}
