import Testing

@testable import CardModel
@testable import CardParts

@Suite struct CSVTableTests {
  private func read(_ text: String) throws -> CSVTable { try CSVTable(Array(text.utf8)) }

  @Test func cellsMayBeQuoted() throws {
    let table = try read("name,note\r\nAnn,\"says \"\"hi\"\", twice\nand goes\"\r\n\nBob,\n")
    #expect(table.columns == ["name", "note"])
    #expect(table.rows == [["Ann", "says \"hi\", twice\nand goes"], ["Bob", ""]])
  }

  @Test func separatorsAreFound() throws {
    #expect(try read("a;b\n1,5;2").rows == [["1,5", "2"]])
    #expect(try read("a\tb\n1\t2").rows == [["1", "2"]])
    #expect(try read("\u{FEFF}a,b\n1,2").columns == ["a", "b"])
  }

  @Test func rowsHaveTheirLineNumbersAndAreCounted() throws {
    #expect(try read("a\n\n\"x\ny\"\nz\n").lines == [3, 5])
    let mistake = #expect(throws: CSVRowReader.Diagnostic.self) {
      _ = try CSVTable(Array("a\n1\n2\n3\n".utf8), atMost: 2)
    }
    #expect(mistake == CSVRowReader.Diagnostic(line: 4, message: "more rows than the limit of 2"))
  }

  @Test func otherEncodingsAreNamed() {
    let wide = #expect(throws: CSVRowReader.Diagnostic.self) { _ = try CSVTable([0xFF, 0xFE, 0x61, 0]) }
    #expect(wide?.message == "the file is UTF-16")
    let latin = #expect(throws: CSVRowReader.Diagnostic.self) {
      _ = try CSVTable(Array("a\n".utf8) + [0xE9, 0x0A])
    }
    #expect(latin?.line == 2)
    #expect(latin?.hint?.contains("Windows-1252") == true)
  }

  @Test(arguments: [
    ("12", "write 12"), ("1 200", "write 1200"), ("1,5", "write 1.5"), ("-0,25", "write -0.25"),
    ("1,200.5", "write 1200.5"), ("1,200,300", "write 1200300"),
    ("1,200", "write 1200, or 1.2 if the comma is the decimal separator"), ("1.200,5", "write 1200.5"),
    ("n/a", nil),
    ("1,,5", nil),
    ("", nil), (",", nil),
  ])
  func formattedNumbersAreNumbers(text: String, hint: String?) {
    #expect(CSVTable.meantNumber(text) == hint)
  }

  @Test func onlyNumbersInJSONSyntaxAreNumbers() {
    #expect(CSVTable.number("-1.5e3")?.value == -1_500)
    for text in ["007", "1,200", "nan", "0x10", "1.", "+1", " 1", "inf"] {
      #expect(CSVTable.number(text) == nil)
    }
  }

  @Test(arguments: [
    ("a,b\n1", 2, "the row has 1 cell, the first line has 2"), ("a,a\n1,2", 1, "two columns are called"),
    ("a\n\"x", 2, "a quote is not closed"), ("a\n\"x\"y", 2, "text after a closing quote"),
    ("", 1, "the file is empty"),
  ]) func errorsNameTheirLine(_ text: String, _ line: Int, _ words: String) {
    let mistake = #expect(throws: CSVRowReader.Diagnostic.self) { _ = try CSVTable(Array(text.utf8)) }
    #expect(mistake?.line == line)
    #expect(mistake?.message.contains(words) == true, "\(mistake?.message ?? "")")
  }
}
