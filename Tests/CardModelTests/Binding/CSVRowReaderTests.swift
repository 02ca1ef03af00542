import CardRaster
import TestSupport
import Testing

@testable import CardModel
@testable import CardParts

/// Reading rows from comma-separated values, and the messages for rows that cannot be read.
@Suite struct CSVRowReaderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Each row as its line number and cells, or as its line number and error message.
  private func read(_ bytes: [UInt8]) throws -> [String] {
    let path = folder.path + "/rows.csv"
    try FileWriting.write(bytes, to: path)
    var reader = CSVRowReader(try ByteSource(path: path))
    var lines: [String] = []
    while lines.count < 100 {
      do throws(CSVRowReader.Diagnostic) {
        guard let row = try reader.next() else { return lines }
        lines.append("\(row.line): \(row.cells.joined(separator: "¦"))")
      } catch {
        lines.append("\(error.line): error: \(error.message)" + (error.hint.map { "; \($0)" } ?? ""))
        if error.isLast { return lines }
      }
    }
    return lines
  }

  private func read(_ text: String) throws -> [String] { try read(Array(text.utf8)) }

  @Test(arguments: [
    ("a,b\n1,2\n", ["1: a¦b", "2: 1¦2"]),
    ("a,b\r\n1,2\r\n", ["1: a¦b", "2: 1¦2"]),
    ("\u{FEFF}a,b\n1,2", ["1: a¦b", "2: 1¦2"]),
    ("a;b\n1,5;2", ["1: a¦b", "2: 1,5¦2"]),
    ("a\tb\n1\t2", ["1: a¦b", "2: 1¦2"]),
    ("\"x;y\",b\n1,2", ["1: x;y¦b", "2: 1¦2"]),
    ("a,b\n\"one\ntwo\",\"say \"\"hi\"\"\"\n3,4", ["1: a¦b", "2: one\ntwo¦say \"hi\"", "4: 3¦4"]),
    ("a,b\n\n\n,\n1,\n", ["1: a¦b", "5: 1¦"]),
    ("sep=;\r\na,x;b\r\n1;2\r\n", ["2: a,x¦b", "3: 1¦2"]), ("\"sep=|\"\na|b,c\n", ["2: a¦b,c"]),
    ("a\n\"\"\nz", ["1: a", "3: z"]),
    ("", []),
  ]) func rowsAreRead(text: String, rows: [String]) throws { #expect(try read(text) == rows) }

  @Test func rowsOfEmptyCellsAreCounted() throws {
    var reader = CSVRowReader(PieceReader(Array("a;b\n;\n1;2\n;;;\n\n".utf8)))
    while try reader.next() != nil {}
    #expect(reader.emptyRows == 2)
  }

  private static let german = CellFormat(hasDecimalComma: true, dateOrder: .dayFirst)
  private static let american = CellFormat(hasDecimalComma: false, dateOrder: .monthFirst)

  @Test(arguments: [
    ("1.299,00 €", german, "1299.00"), ("0,65", german, "0.65"), ("9 %", german, "0.09"),
    ("-1.234.567", german, "-1234567"), ("−12,5%", german, "-0.125"), ("EUR 1.000", german, "1000"),
    ("€ -3,5", german, "-3.5"), ("0.65", german, "0.65"), ("1 299,5", german, "1299.5"),
    ("12,34,567.8", american, "1234567.8"), ("$1,299", american, "1299"), ("1’299.50", american, "1299.50"),
    ("007", german, nil), ("1.29,5", german, nil), ("12 kg", german, nil), ("1,2,3", german, nil),
    ("01.02.2026", german, nil), ("", german, nil), ("-", german, nil), ("€", german, nil),
  ]) func numbersAreReadInTheNotationOfALocale(text: String, format: CellFormat, number: String?) {
    #expect(format.number(text)?.text == number)
  }

  @Test(arguments: [
    ("31.12.2026", german, "2026-12-31"), ("1.2.26", german, "2026-02-01"),
    ("1/2/99", american, "1999-01-02"),
    ("2026-03-04", american, "2026-03-04"), ("31.12.2026 9:30", german, "2026-12-31T09:30"),
    ("2026年3月4日", german, "2026-03-04"), ("31/12/2026", american, nil), ("31.12.2026 at 9", german, nil),
    ("1.299", german, nil), ("Dez. 2026", german, nil),
  ]) func datesAreReadInTheNotationOfALocale(text: String, format: CellFormat, date: String?) {
    #expect(format.date(text) == date)
  }

  @Test func theNotationOfALocaleIsThatOfItsNumbersAndDates() throws {
    for (name, known) in [("de_DE", Self.german), ("en_US", Self.american)] {
      var format = CellFormat(try #require(DeckLocale(name)))
      #expect(format.date("3. Apr. 2026") == "2026-04-03")
      format.language = nil
      #expect(format == known && format.date("3. Apr. 2026") == nil)
    }
    #expect(CellFormat(try #require(DeckLocale("ja_JP"))).dateOrder == .yearFirst)
  }

  @Test func aBrokenQuoteCostsItsRowAndNotTheRest() throws {
    #expect(
      try read("a,b\n1,\"two\n3,\"four\"\n5,6\n") == [
        "1: a¦b",
        "2: error: text after a closing quote, on line 3; write a quote inside a quoted cell twice",
        "3: 3¦four", "4: 5¦6",
      ])
    #expect(try read("a,b\n1,\"two\n3,4\n") == ["1: a¦b", "2: error: a quote is not closed", "3: 3¦4"])
  }

  @Test func encodingsAreNamed() throws {
    #expect(try read([0xFF, 0xFE, 0x61, 0, 0x0A, 0]) == ["1: error: the file is UTF-16; save it as UTF-8"])
    #expect(try read([0x61, 0, 0x2C, 0]) == ["1: error: the file is UTF-16; save it as UTF-8"])
    let sheet =
      "1: error: the file is a spreadsheet or an archive, not text; save the sheet as CSV, in UTF-8"
    #expect(try read([0x50, 0x4B, 3, 4, 20, 0]) == [sheet])
    #expect(try read([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1]) == [sheet])
    #expect(try read("PK,b\n1,2\n") == ["1: PK¦b", "2: 1¦2"])
    #expect(
      try read(Array("a\nJos".utf8) + [0xE9, 0x0A] + Array("Ann".utf8)) == [
        "1: a",
        "2: error: the byte 0xE9 is not valid UTF-8; the encoding is probably Windows-1252 or ISO 8859-1; save the file as UTF-8",
        "3: Ann",
      ])
    #expect(
      try read(Array("aaaa\nx".utf8) + [0, 0x0A])[1] == "2: error: a zero byte, which text cannot contain")
  }

  @Test func aRowHasALimit() throws {
    let long = String(repeating: "x", count: Limits.rowBytes)
    #expect(
      try read("a,b\n1,\(long)\n2,3\n") == ["1: a¦b", "2: error: the row has more than 4 MiB", "3: 2¦3"])
    #expect(
      try read("a\n\"\(long)\n2\n") == [
        "1: a", "2: error: the row has more than 4 MiB: the quote opened on line 2 is not closed",
        "3: 2",
      ])
  }
}
