import CardRaster
import Testing

@Suite("Fingerprints") struct FingerprintTests {
  @Test("The checksum of known bytes is the published one")
  func knownSums() {
    #expect(SHA256.hex([]) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      SHA256.hex(Array("abc".utf8)) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  @Test("Pictures with the same pixels but other dimensions differ")
  func sidesCount() throws {
    let pixels = [UInt8](repeating: 7, count: 24)
    let wide = try #require(Bitmap(width: 3, height: 2, pixels: pixels))
    let tall = try #require(Bitmap(width: 2, height: 3, pixels: pixels))
    #expect(wide.fingerprint != tall.fingerprint)
    #expect(wide.fingerprint == Bitmap(width: 3, height: 2, pixels: pixels)?.fingerprint)
  }
}
