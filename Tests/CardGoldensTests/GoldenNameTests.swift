import CardGoldens
import Testing

@Suite("Names of goldens") struct GoldenNameTests {
  @Test(
    "A readable name that stays in its folder is valid",
    arguments: [
      "welcome", "mail/offer@2x.dark.turbo.de_DE.state-loading", "a b/c d", "Größe/漢字", "👩‍🚀", "<script>",
      ".hidden", "...a",
      "a-b_c", "نص",
    ])
  func isTaken(_ text: String) throws {
    #expect(try GoldenName(text).text == text)
    #expect(GoldenName(nearest: text)?.text == text)
  }

  @Test(
    "A name that leaves its folder or deceives the reader is rejected",
    arguments: [
      ("", "it is empty"), ("/a", "must not begin with a slash"), ("a/", "must not be empty"),
      ("a//b", "must not be empty"),
      ("..", "is not allowed in a name"), ("../a", "is not allowed in a name"),
      ("a/../../b", "is not allowed in a name"), ("a/./b", "is not allowed in a name"),
      ("a.", "must not end with a dot"), ("a./b", "must not end with a dot"), (" a", "a space at an end"),
      ("a /b", "a space at an end"), ("a\nb", "U+000A"), ("a\u{1B}[31m", "U+001B"), ("a\0", "U+0000"),
      ("a\u{202E}gnp", "U+202E"), ("a\u{200F}", "U+200F"), ("a\u{FEFF}", "U+FEFF"), ("a\u{2028}b", "U+2028"),
      ("a\u{AD}b", "U+00AD"),
      (#"a\b"#, "is not allowed"), ("C:a", "is not allowed"),
      (String(repeating: "x", count: 201), "201 bytes"), (String(repeating: "ä", count: 101), "202 bytes"),
      (String(repeating: "abcd/", count: 201) + "a", "1006 bytes"),
    ])
  func isRefused(_ text: String, _ reason: String) {
    let error = #expect(throws: GoldenError.self) { try GoldenName(text) }
    let message = error?.message ?? ""
    #expect(message.contains(reason), "\(message)")
    #expect(!message.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{202E}" || $0.value == 0x7F })
    #expect(message.utf8.count < 500)
  }

  @Test("The nearest name of a text is safe, or nil")
  func nearestIsSafe() {
    #expect(GoldenName(nearest: "../../etc/passwd")?.text == "etc/passwd")
    #expect(GoldenName(nearest: "/a//b/. /c.")?.text == "a/b/c")
    #expect(GoldenName(nearest: "a\nb: c")?.text == "a-b- c")
    #expect(GoldenName(nearest: String(repeating: "ü", count: 300))?.text.utf8.count == 200)
    #expect(GoldenName(nearest: "../..") == nil)
    #expect(GoldenName(nearest: "") == nil)
  }

  @Test("Names are compared and sorted by their bytes")
  func bytesDecide() throws {
    let composed = try GoldenName("caf\u{E9}")
    let decomposed = try GoldenName("cafe\u{301}")
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed]).count == 2)
    #expect(composed.collisionKey == decomposed.collisionKey)
    #expect(try GoldenName("A/b").collisionKey == GoldenName("a/B").collisionKey)
    #expect(try GoldenName("Z") < GoldenName("a"))
    #expect(try GoldenName("a").appending("@2x").text == "a@2x")
  }
}
