import TestSupport
import Testing

@testable import CardParts

@Suite struct JSONMutationTests {
  static let text = """
    {"version": 1, "cards": [{"id": "é𝄞", "parts": [{"type": "text", "text": "a\\u00e9\\uD834\\uDD1E\\n", "margins":
    [1, -2.5e3, 0.125, 1e-7]}, null, true, false, {}]}], "data": {"": [[[]]], "x y": "{{ a.b | currency }}"}}
    """

  @Test(arguments: 0..<8) func aMutatedTextNeverCrashesAndItsErrorHasAPlace(seed: UInt64) {
    var random = SampleNumbers(state: seed)
    let alphabet: [UInt8] =
      Array("{}[]\",:\\/u0eE+-.19tfn \n\r\t'".utf8) + [0, 0x80, 0xC3, 0xED, 0xF0, 0xFF, 0xEF]
    var accepted = 0
    for _ in 0..<2_000 {
      var bytes = Array(Self.text.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let byte = alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[place] = byte
        case 1: bytes.insert(byte, at: place)
        case 2: bytes.remove(at: place)
        case 3: bytes.removeSubrange(place..<min(bytes.count, place + 9))
        default: bytes = Array(bytes[..<place])
        }
        if bytes.isEmpty { bytes = [0x20] }
      }
      do throws(DeckIssue) {
        let node = try JSONScanner.scan(bytes, file: "d")
        accepted += 1
        let again = try JSONScanner.scan(Array(node.text.utf8), file: "d")
        #expect(again.text == node.text)
      } catch {
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        let place = error.place ?? SourcePlace(line: 0, column: 0)
        #expect(place.line >= 1 && place.line <= lines.count, "\(error.text)")
        #expect(place.column >= 1 && place.column <= (lines.max { $0.count < $1.count }?.count ?? 0) + 1)
      }
    }
    #expect(accepted > 0)
  }
}
