import CardRaster
import TestSupport
import Testing

@Suite struct LinkTests {
  @Test(arguments: LinkScheme.allCases) func eachSchemeIsSupported(_ scheme: LinkScheme) {
    let target = SampleLinks.target(of: scheme)
    #expect(LinkScheme(of: target) == scheme)
    #expect(LinkTarget(target)?.address == target)
    #expect(LinkTarget(target)?.uri == target)
    #expect(LinkTarget(target)?.scheme == scheme)
  }

  @Test(arguments: SampleLinks.injections) func addressesWithOddCharactersAreLinks(_ target: String) throws {
    let uri = try #require(LinkTarget(target)).uri
    #expect(uri.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"()\\<>\"{}|^`".utf8.contains($0) })
    #expect(LinkTarget(uri)?.uri == uri)
  }

  @Test(arguments: SampleLinks.refused) func linksWithOtherSchemesOrControlCharactersAreInvalid(
    _ target: String
  ) {
    #expect(LinkTarget(target) == nil)
  }

  @Test(arguments: [
    (" HTTP://a ", "HTTP://a"), ("\n https://a/b c\u{1F}", "https://a/b c"), ("#x", "#x"),
    ("https://a/\r", "https://a/"),
    ("https://a/\u{0}", "https://a/"),
  ]) func spacesAtTheEndsAreRemoved(link: String, address: String) {
    #expect(LinkTarget(link)?.address == address)
  }

  @Test(arguments: [
    ("https://a/b c", "https://a/b%20c"), ("https://a/(é)", "https://a/%28%C3%A9%29"),
    ("https://a/%28%e9%2", "https://a/%28%e9%252"), ("https://[::1]/?a='b'&c", "https://[::1]/?a='b'&c"),
    ("\u{1F600}", "%F0%9F%98%80"), ("a\\b", "a%5Cb"),
  ]) func aURIContainsOnlyValidCharacters(link: String, uri: String) { #expect(LinkTarget(link)?.uri == uri) }
}
