@testable import CardModel
@testable import CardParts
@testable import CardRaster

/// The choices of a grammar: those of an input, and random ones after the end of the input.
///
/// The engine changes bytes, and each changed byte is another choice, so that it explores the grammar.
struct Chance {
  private var bytes: ArraySlice<UInt8>
  private var state: UInt64

  /// The choices of an input.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes[...]
    state = bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }

  /// The choices of a case that has a number instead of an input.
  init(case number: Int) {
    bytes = []
    state = UInt64(number)
  }

  /// A number below a bound.
  mutating func below(_ count: Int) -> Int {
    if count <= 256, let byte = bytes.popFirst() { return Int(byte) % count }
    // SplitMix64.
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ mixed >> 31) % UInt64(count))
  }

  /// True with a probability in percent.
  mutating func happens(_ percent: Int) -> Bool { below(100) < percent }

  /// One of several choices.
  mutating func one<Choice>(_ choices: [Choice]) -> Choice { choices[below(choices.count)] }

  /// A list of random length below a bound.
  mutating func list(below count: Int, _ make: (inout Chance) -> String) -> String {
    "[" + (0..<below(count)).map { _ in make(&self) }.joined(separator: ",") + "]"
  }

  /// An object; each member has a probability in percent.
  mutating func object(_ members: [(String, Int, (inout Chance) -> String)]) -> String {
    var kept: [String] = []
    for (key, percent, make) in members where happens(percent) {
      kept.append("\(Chance.quoted(key)):\(make(&self))")
    }
    return "{" + kept.joined(separator: ",") + "}"
  }

  /// One of several texts, in quotes.
  mutating func word(_ words: [String]) -> String { Chance.quoted(one(words)) }

  /// A text as JSON.
  static func quoted(_ text: String) -> String { JSONDump.write(.of(text), pretty: false) }
}
