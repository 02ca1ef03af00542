package import CardRaster

/// Links for all tests that read or write them.
package enum SampleLinks {
  /// An address with a scheme.
  package static func target(of scheme: LinkScheme) -> String {
    switch scheme {
    case .relative: "a/b:c?d#e"
    case .https: "https://example.com/a?b#c"
    case .http: "HTTP://example.com"
    case .mailto: "mailto:a@example.com"
    case .tel: "tel:+15552345678"
    case .sms: "sms:+15552345678?body=Hi"
    }
  }

  /// Addresses that try to inject something into a PDF document or a browser.
  package static let injections = [
    "https://a/)/S/JavaScript/JS(app.alert(1)", "https://a/)/S/Launch/F(x", "https://a/\\", "https://a/\\)",
    "https://a/\\\\(", "https://a/>>endobj", "https://a/)>>>>endobj", "https://a/%28)", "a(b", "a)b", "((((",
    "))))",
    "https://a/é(\u{FFFE}", "https://a/\u{85}\u{9F}\u{2028}", "tel:+1(555)2", "https://a/'uri='javascript:1'",
    "https://a/{}|^`<>\"", "https://a/%", "https://a/%zz", "https://a/%4",
  ]

  /// Addresses with characters that links may not contain.
  package static let refused = [
    "javascript:x", "\u{1}JavaScript:x", "java\nscript:x", "java\tscript:x", "https://a/\r\n/S/JavaScript",
    "https://a/\n)", "https://a/\u{0})", "https://a/\u{7F}", "data:text/html,x", "vbscript:x",
    "file:///etc", "", "  ", ":", ":x", "1a:b", "javascript:\u{301}x", "jav\u{430}script:x",
    " \u{0}javascript:1",
    "\u{FEFF}javascript:1", "sms\u{301}:1", "relative:x",
  ]
}
