import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// Changing any property of any part gives a description that names the property.
@Suite struct ExplanationCoverageTests {
  /// Sentences without information.
  private static let empty = [
    "is drawn differently", "the picture is drawn differently", "a tap target or an alternative text changed",
  ]

  /// Whether a sentence names the property, or a word for its visible effect.
  private static func isTold(_ name: String, _ sentences: [String], isValue: Bool) -> Bool {
    // Texts, pictures, links and inner parts are described by their content.
    guard isValue else { return true }
    let words = [name] + (otherWords[name].map { [$0] } ?? [])
    return sentences.contains { sentence in words.contains { sentence.contains($0) } }
  }

  /// Words that describe the visible effect better than the property's name.
  private static let otherWords = [
    "isHidden": "is gone",
    // The part is on another page of the report, which is another picture.
    "breakBefore": "is gone from card", "breakInside": "is gone from card",
    // The CardParts name and the CSS name share one value.
    "barCornerRadius": "cornerRadius",
    // `animated` also sets a duration and a curve, and draws the end.
    "animated": "duration",
    "textAlternative": "alt of",
  ]

  /// Properties whose changes no sentence describes.
  ///
  /// A button with a link becomes a region of its own: its items no longer belong to the title.
  /// The sections of a gauge also change the form of the ring behind them.
  private static let unnamed: Set<String> = ["title.menuButtonLink", "chart.thresholds"]

  private static func snapshot(_ deck: String) -> LayoutSnapshot? {
    do { return try Explained.snapshot(deck) } catch { return nil }
  }

  /// Decks before and after the first sample that changes anything; nil without such a sample.
  ///
  /// A change of the picture or of its layout counts.
  private static func pair(_ type: String, _ property: PropertyDoc) throws -> (
    LayoutSnapshot, LayoutSnapshot
  )? {
    let key = "\(type).\(property.name)"
    var extra = PropertyEffectTests.context[key] ?? ""
    if property.name == "clip" { extra = ##""backgroundColor":"#654321","cornerRadius":9"## }
    if property.name == "cornerRadius" { extra = ##""backgroundColor":"#654321""## }
    if property.name == "cornerCurve", extra.isEmpty {
      extra = ##""backgroundColor":"#654321","cornerRadius":9"##
    }
    let base = PropertyEffectTests.bases[type] ?? ""
    let without = try PropertyEffectTests.object(
      #""type":"\#(type)""#, base, extra == #""image":null"# ? "" : extra)
    guard let before = snapshot(PropertyEffectTests.deck(without, for: key)) else { return nil }
    for sample in PropertyEffectTests.samples(property.name, property.schema) {
      let part = try PropertyEffectTests.object(
        #""type":"\#(type)""#, base, extra, #""\#(property.name)":\#(sample)"#)
      if let after = snapshot(PropertyEffectTests.deck(part, for: key)), after != before {
        return (before, after)
      }
    }
    return nil
  }

  @Test(arguments: PropertyEffectTests.partNames) func everyPropertyIsNamed(type: String) throws {
    let kind = try #require(PartRegistry.kind(named: type))
    let own = Set(kind.properties.map(\.name))
    let common = PartCommon.columnFields.fields.map { PropertyDoc($0, of: PartCommon()) }
    for property in kind.properties + common.filter({ !own.contains($0.name) }) {
      if type != "text", !own.contains(property.name), PropertyEffectTests.ofAllParts.contains(property.name)
      {
        continue
      }
      guard let (before, after) = try Self.pair(type, property) else { continue }
      let sentences = before.changes(to: after).map(\.sentence)
      let key = "\(type).\(property.name)"
      if Self.unnamed.contains(key) { continue }
      #expect(!sentences.isEmpty, "\(key) is not told")
      #expect(
        !sentences.contains { sentence in Self.empty.contains { sentence.contains($0) } },
        "\(key) is described by \(sentences)")
      #expect(Set(sentences).count == sentences.count, "\(key) is described twice by \(sentences)")
      let isValue: Bool =
        switch property.schema {
        case .string, .text, .reference(.part), .reference(.singlePart), .reference(.stackPart),
          .reference(.layerPart), .anything, .freeObject, .list, .any, .object:
          false
        default: true
        }
      #expect(
        Self.isTold(property.name, sentences, isValue: isValue), "\(key) is described by \(sentences)")
    }
  }

  private func sentences(_ old: String, _ new: String, in deck: (String) -> String) throws -> [String] {
    try Explained(deck(old), deck(new)).sentences
  }

  @Test func traitsAreDescribedByTheDecksKeys() throws {
    func deck(_ traits: String) -> String {
      #"{"theme":"turbo","cards":[{"id":"a","traits":{\#(traits)},"parts":[{"type":"text","text":"a"}]}]}"#
    }
    let gradient = ##""gradient":{"colors":["#FFFFFF","#EEF2FF"],"angle":45}"##
    #expect(
      try sentences(gradient, gradient.replacing("45", with: "46"), in: deck)
        == ["gradient.angle of card 'a' 45 → 46"])
    #expect(
      try sentences(gradient, gradient.replacing("#EEF2FF", with: "#EEF2FE"), in: deck)
        == ["gradient.colors[1] of card 'a' #EEF2FF → #EEF2FE"])
    let shadow = ##""shadow":{"color":"#AAAAAA","radius":10,"opacity":0.5}"##
    #expect(
      try sentences(shadow, shadow.replacing("0.5", with: "0.504"), in: deck)
        == ["shadow.opacity of card 'a' 0.5 → 0.504"])
  }

  @Test func runsRowsAndValuesAreDescribedOnce() throws {
    func deck(_ part: String) -> String {
      #"{"theme":"turbo","cards":[{"id":"a","parts":[\#(part)]}]}"#
    }
    let run = #"{"type":"text","attributedText":[{"text":"Old "},{"text":"new","underline":true}]}"#
    #expect(
      try sentences(run, run.replacing(#","underline":true"#, with: ""), in: deck)
        == ["attributedText[1].underline of text 'Old new' true → default"])
    let row = #"{"type":"table","rows":[{"leftTitleText":"Done","accessory":"checkmark"}]}"#
    let accessory = try sentences(row, row.replacing("checkmark", with: "disclosureIndicator"), in: deck)
    #expect(accessory == ["accessory of row 'Done' checkmark → disclosureIndicator"])
    for (part, old, new) in [
      (#"{"type":"switch","isOn":true}"#, "true", "false"),
      (#"{"type":"slider","value":0.5}"#, "0.5", "0.75"),
    ] {
      let told = try sentences(part, part.replacing(old, with: new), in: deck)
      #expect(told.filter { $0.contains("\(old) → \(new)") }.count == 1, "\(told)")
    }
  }

  @Test func similarLettersAreSpelledOut() throws {
    func deck(_ text: String) -> String {
      #"{"cards":[{"id":"a","parts":[{"type":"text","text":"\#(text)"}]}]}"#
    }
    let told = try sentences("Terms apply.", "Terms аpply.", in: deck)
    #expect(told.count == 1)
    #expect(told.first?.contains("U+0061") == true && told.first?.contains("U+0430") == true, "\(told)")
    let plain = try sentences("Terms apply.", "Terms apple.", in: deck)
    #expect(plain.first?.contains("U+") == false, "\(plain)")
  }

  @Test func anotherBaseOfAThemeIsAFewSentences() throws {
    func deck(_ base: String) -> String {
      ##"{"theme":{"base":"\##(base)","normalTextColor":"#123456"},"cards":[{"id":"a","parts":[{"type":"title","title":"T"},{"type":"button","buttonTitle":"B"},{"type":"bar","percent":0.5}]}]}"##
    }
    let told = try sentences("mint", "turbo", in: deck)
    #expect(told.count <= 6, "\(told)")
    #expect(told.contains { $0.contains("lengths and switches of the theme changed: ") }, "\(told)")
  }
}
