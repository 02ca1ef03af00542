import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// Which links, dates and numbers are found in a text, and which texts are not matched.
@Suite struct DataDetectorTests {
  private static func found(_ text: String, _ kind: DataDetector.Kind, monthComesFirst: Bool = true)
    -> [String]
  {
    let scalars = Array(text.unicodeScalars)
    return DataDetector.matches(in: text, monthComesFirst: monthComesFirst).filter { $0.kind == kind }.map {
      String(String.UnicodeScalarView(scalars[$0.range]))
    }
  }

  @Test(arguments: [
    ("See https://example.com.", "https://example.com", "https://example.com"),
    ("(http://example.com/a?b=c#d)", "http://example.com/a?b=c#d", "http://example.com/a?b=c#d"),
    ("HTTPS://Example.com/X, then", "HTTPS://Example.com/X", "HTTPS://Example.com/X"),
    ("www.example.museum!", "www.example.museum", "https://www.example.museum"),
    ("go to example.com/path/to.html;", "example.com/path/to.html", "https://example.com/path/to.html"),
    ("example.co.uk", "example.co.uk", "https://example.co.uk"),
    ("\"example.org\"", "example.org", "https://example.org"),
    (
      "https://en.wikipedia.org/wiki/Card_(disambiguation)",
      "https://en.wikipedia.org/wiki/Card_(disambiguation)",
      "https://en.wikipedia.org/wiki/Card_(disambiguation)"
    ),
    ("(see https://example.com/a_(b)).", "https://example.com/a_(b)", "https://example.com/a_(b)"),
    ("http://localhost:8080/x", "http://localhost:8080/x", "http://localhost:8080/x"),
    ("https://192.168.0.1/admin", "https://192.168.0.1/admin", "https://192.168.0.1/admin"),
    ("docs.example.app/start", "docs.example.app/start", "https://docs.example.app/start"),
    ("münchen.de", "münchen.de", "https://münchen.de"),
    ("请访问https://example.com/说明。谢谢", "https://example.com/说明", "https://example.com/说明"),
    (
      "bob.smith+cards@example.co.uk,", "bob.smith+cards@example.co.uk",
      "mailto:bob.smith+cards@example.co.uk"
    ),
    ("<ann@example.museum>", "ann@example.museum", "mailto:ann@example.museum"),
    ("mailto:ann@example.com", "mailto:ann@example.com", "mailto:ann@example.com"),
    ("Mail:ann@example.com.", "ann@example.com", "mailto:ann@example.com"),
    ("163.com", "163.com", "https://163.com"),
  ]) func links(text: String, piece: String, target: String) {
    #expect(Self.found(text, .link) == [piece])
    #expect(DataDetector.matches(in: text).first?.target == target)
  }

  @Test(arguments: [
    "Version 1.2.3 of it", "It costs 12.50 in all", "e.g. and i.e. and etc.", "README.md and main.rs",
    "notes.txt",
    "archive.zip, photo.jpeg", "Node.js", "script.py", "libc.so.6", "the end.Next sentence", "U.S.A.",
    "a.m. or p.m.",
    "@user", "user@host", "a@b", "me@.com", "me..you@example.com", "https://", "http:// x", "and/or", "3.14",
    "1.5.in",
    "foo@bar@example.com", "C:\\example.com", "x=example.com_2", "-.com", "https://user:secret@example.com/",
    "...",
    "file://etc/passwd", "javascript:alert(1)", "ftp://files", "1,000.00", "www.", "www.x",
  ]) func noLinks(text: String) { #expect(Self.found(text, .link) == []) }

  @Test func severalLinksInOneWord() {
    #expect(
      Self.found("a@example.com,b@example.com;https://x.org/a,b", .link)
        == ["a@example.com", "b@example.com", "https://x.org/a,b"])
  }

  @Test(arguments: [
    ("Call (555) 234-5678 now", "(555) 234-5678", "+15552345678"),
    ("555-234-5678", "555-234-5678", "+15552345678"),
    ("555.234.5678.", "555.234.5678", "+15552345678"),
    ("555 234 5678", "555 234 5678", "+15552345678"),
    ("1-800-555-0199", "1-800-555-0199", "+18005550199"),
    ("1 (800) 555-0199,", "1 (800) 555-0199", "+18005550199"),
    ("+1 555 234 5678", "+1 555 234 5678", "+15552345678"),
    ("+1 (555) 234-5678", "+1 (555) 234-5678", "+15552345678"),
    ("+44 20 7946 0958", "+44 20 7946 0958", "+442079460958"),
    ("+44 (0)20 7946 0958", "+44 (0)20 7946 0958", "+442079460958"),
    ("+4930123456", "+4930123456", "+4930123456"),
    ("+49 30/123456-78", "+49 30/123456-78", "+493012345678"),
    ("0049 30 1234567", "0049 30 1234567", "+49301234567"),
    ("Tel:030 1234567", "030 1234567", "0301234567"),
    ("0171/1234567", "0171/1234567", "01711234567"),
    ("01 23 45 67 89", "01 23 45 67 89", "0123456789"),
    ("01.23.45.67.89", "01.23.45.67.89", "0123456789"),
    ("020 7946 0958", "020 7946 0958", "02079460958"),
    ("555-234-5678 2 times", "555-234-5678", "+15552345678"),
    ("(555-234-5678)", "555-234-5678", "+15552345678"),
    ("+81 3-1234-5678", "+81 3-1234-5678", "+81312345678"),
  ]) func phoneNumbers(text: String, piece: String, number: String) {
    #expect(Self.found(text, .phoneNumber) == [piece])
    #expect(DataDetector.matches(in: text).first { $0.kind == .phoneNumber }?.target == "tel:" + number)
  }

  @Test(arguments: [
    "123-45-6789", "90210-1234", "4111 1111 1111 1111", "978-3-16-148410-0", "192.168.100.200", "2026-03-12",
    "12/03/2026", "1234567890", "$1,234,567.00", "1.234.567,89", "10:30-11:45", "155-234-5678",
    "555-134-5678",
    "555-234-56789", "555-234-567", "A555-234-5678", "https://x.com/555-234-5678", "+12", "+0555234567",
    "+1 555 234", "100 200 300", "1700000000", "3 + 4", "0.123 456 789", "007", "555-234-5678%",
    "Room 12-34-56",
    "v1.555.234.5678", "#555-234-5678",
  ]) func noPhoneNumbers(text: String) { #expect(Self.found(text, .phoneNumber) == []) }

  @Test(arguments: [
    ("on 12 March 2026.", "12 March 2026", "2026-03-12"),
    ("March 12, 2026", "March 12, 2026", "2026-03-12"),
    ("Mar. 3rd 2026", "Mar. 3rd 2026", "2026-03-03"),
    ("the 1st of May 2026", "1st of May 2026", "2026-05-01"),
    ("Sept 5, 2026!", "Sept 5, 2026", "2026-09-05"),
    ("2026-03-12", "2026-03-12", "2026-03-12"),
    ("2026-03-12T10:00", "2026-03-12", "2026-03-12"),
    ("2026/03/12", "2026/03/12", "2026-03-12"),
    ("12/03/2026", "12/03/2026", "2026-12-03"),
    ("25/03/2026", "25/03/2026", "2026-03-25"),
    ("(3/4/2026)", "3/4/2026", "2026-03-04"),
    ("12.03.2026", "12.03.2026", "2026-03-12"),
    ("12. März 2026", "12. März 2026", "2026-03-12"),
    ("12 de marzo de 2026", "12 de marzo de 2026", "2026-03-12"),
    ("le 1er janvier 2027", "1er janvier 2027", "2027-01-01"),
    ("12 марта 2026 г.", "12 марта 2026", "2026-03-12"),
    ("29 February 2028", "29 February 2028", "2028-02-29"),
    ("10–14 July 2026", "14 July 2026", "2026-07-14"),
  ]) func dates(text: String, piece: String, day: String) {
    #expect(Self.found(text, .calendarEvent) == [piece])
    let match = DataDetector.matches(in: text).first
    #expect(match?.value == day)
    #expect(match?.target == nil)
  }

  @Test func theLocaleDeterminesTheOrderOfDayAndMonth() {
    #expect(DataDetector.matches(in: "12/03/2026", monthComesFirst: false).first?.value == "2026-03-12")
    #expect(DataDetector.matches(in: "03/25/2026", monthComesFirst: false).first?.value == "2026-03-25")
  }

  @Test(arguments: [
    "30 February 2026", "31/02/2026", "13/13/2026", "2026-13-01", "2026-02-30", "32 March 2026",
    "12 Marching 2026",
    "March 2026", "12 March", "March 12", "1.2.3", "10.0.0.1", "12/03/26", "1/2", "12-34-5678", "12.03.20261",
    "12.03.2026.4",
    "x2026-03-12", "2026-03-12-1", "$12.03.2026", "May 5 people come", "12 apples 2026", "12 March 20261",
  ]) func noDates(text: String) { #expect(Self.found(text, .calendarEvent) == []) }

  @Test(arguments: [
    (
      "Come to 1600 Amphitheatre Parkway, Mountain View, CA 94043.",
      "1600 Amphitheatre Parkway, Mountain View, CA 94043"
    ),
    ("1 Infinite Loop, Cupertino, CA 95014", "1 Infinite Loop, Cupertino, CA 95014"),
    ("350 Fifth Ave, New York, NY 10118-0110!", "350 Fifth Ave, New York, NY 10118-0110"),
    ("at 221b Baker Street, London NW1 6XE today", "221b Baker Street, London NW1 6XE"),
    ("10 Downing Street, London SW1A 2AA", "10 Downing Street, London SW1A 2AA"),
    ("Meet at 12 N. Main St., Springfield.", "12 N. Main St., Springfield"),
    ("12 Park Avenue", "12 Park Avenue"),
    ("500 5th Avenue, Suite 300, New York, NY 10110", "500 5th Avenue, Suite 300, New York, NY 10110"),
    ("45 Elm Road #4, Austin, TX 78701", "45 Elm Road #4, Austin, TX 78701"),
    ("10 Main Street\nSpringfield, IL 62701", "10 Main Street\nSpringfield, IL 62701"),
    ("Hauptstraße 5, 10115 Berlin.", "Hauptstraße 5, 10115 Berlin"),
    ("in der Langen Straße 12a, 60311 Frankfurt am Main", "Langen Straße 12a, 60311 Frankfurt am Main"),
    ("Bahnhofstr. 7", "Bahnhofstr. 7"),
    ("Alexanderplatz 1, 10178 Berlin", "Alexanderplatz 1, 10178 Berlin"),
    ("Keizersgracht 123, 1015 CJ Amsterdam", "Keizersgracht 123, 1015 CJ Amsterdam"),
    ("10 rue de la Paix, 75002 Paris", "10 rue de la Paix, 75002 Paris"),
    ("5 bis avenue de l'Opéra, 75001 Paris", "5 bis avenue de l'Opéra, 75001 Paris"),
    ("Calle de Alcalá 48, 28014 Madrid", "Calle de Alcalá 48, 28014 Madrid"),
    ("Via Roma, 12", "Via Roma, 12"),
    ("Rua Augusta 96, 1100-053 Lisboa", "Rua Augusta 96, 1100-053 Lisboa"),
  ]) func addresses(text: String, piece: String) {
    #expect(Self.found(text, .address) == [piece])
  }

  @Test(arguments: [
    "I have 3 Street cats", "12 Street", "5 Minute Drive", "10 Easy Way", "7 Days Court",
    "100 people on Main Street",
    "Hering 5", "Spring 5", "Arbeitsplatz 3", "Umweg 3", "Via Email, 3 times", "2024 Annual Road Report",
    "Chapter 5, 12345",
    "rue 5", "12 rue", "3 avenues of growth", "Top 10 Lane", "4 of 5 Stars", "Plaza 5 de", "2026-03-12",
    "Straße",
  ]) func noAddresses(text: String) { #expect(Self.found(text, .address) == []) }

  @Test func anAddressIsLookedUpOnAMap() {
    #expect(
      DataDetector.matches(in: "Hauptstraße 5, 10115 Berlin").first?.target
        == "https://www.openstreetmap.org/search?query=Hauptstra%C3%9Fe%205%2C%2010115%20Berlin")
  }

  @Test func everyTargetIsAValidLink() {
    let text =
      "a@example.com example.org/ö (555) 234-5678 10 Main Street, Springfield, IL 62701 12 March 2026"
    let matches = DataDetector.matches(in: text)
    #expect(matches.map(\.kind) == [.link, .link, .phoneNumber, .address, .calendarEvent])
    for target in matches.compactMap(\.target) {
      #expect(LinkTarget(target)?.address == target)
      #expect(LinkScheme(of: target) != .relative)
    }
  }

  @Test func nothingIsFoundInAnEmptyText() {
    for text in ["", " ", "\n\n", "+", "(", "@", ".", "1", "://", "🙂", "\u{301}"] {
      #expect(DataDetector.matches(in: text) == [])
    }
  }

  @Test(arguments: [
    "a@", "a.", "1-", "(", "https://a.com/(", "+1 ", "12 March ", "1 A ", "a,", "www.", "Calle A ", "0 ",
    "http://",
    "12/03/", "A1 Street, ", "https://a.com/).", "x", "1", "1 Main Street, A, ", "\u{301}",
  ]) func theTimeIsLinearInTheLength(piece: String) {
    let clock = ProcessorClock()
    let time = clock.measure {
      _ = DataDetector.matches(in: String(repeating: piece, count: Limits.textBytes / piece.utf8.count))
    }
    #expect(time < .seconds(20), "\(piece): \(time)")
  }
}
