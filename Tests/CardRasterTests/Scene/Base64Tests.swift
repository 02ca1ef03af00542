import CardRaster
import Testing

@Suite struct Base64Tests {
  /// The test vectors of RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ]) func matchesTheStandard(plain: String, text: String) {
    #expect(Base64.encode(Array(plain.utf8)) == text)
  }

  @Test func hasAllLetters() {
    let bytes: [UInt8] = [0xFB, 0xFF, 0xBF, 0x00, 0x10, 0x83]
    #expect(Base64.encode(bytes) == "+/+/ABCD")
  }
}
