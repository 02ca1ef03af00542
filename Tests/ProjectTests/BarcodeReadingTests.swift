import CardRaster
import Foundation
import TestSupport
import Testing

@testable import CardParts

/// An independent reader decodes every code of the goldens to the text in its deck.
@Suite("Codes can be read") struct BarcodeReadingTests {
  @Test("A reader decodes a golden", arguments: Goldens.names(below: "parts/barcode", ending: ".json"))
  func goldenIsRead(_ name: String) throws {
    let deck = try JSONScanner.scan(try #require(Goldens.bytes(name + ".json")), file: name)
    let path = JSONPath.root.key("cards").index(0).key("parts").index(0).key("text")
    var node: JSONNode? = deck
    for step in path.steps { node = node?.step(step) }
    guard case .string(let text)? = node?.value else {
      Issue.record("\(name) has no code as its first part")
      return
    }
    // The reader writes characters beyond ASCII as numbers.
    let shown = text.unicodeScalars.map { scalar in
      let number = String(scalar.value, radix: 16, uppercase: true)
      return scalar.isASCII
        ? String(scalar)
        : "<U+\(String(repeating: "0", count: scalar.value < 0x100 ? 0 : 4 - number.count))\(number)>"
    }.joined()
    let picture = Goldens.folder.appendingPathComponent(name + ".png").path
    let found = try BuiltProgram.run(
      ["-1", picture], program: "/usr/bin/ZXingReader")
    #expect(found.outputText.contains("\"\(shown)"), "\(name) reads \(found.outputText)")
  }

  @Test("Each kind of code has the number of modules of its standard")
  func modulesAreThoseOfTheStandards() throws {
    #expect(try BarcodeEncoder.encode("400638133393", as: .ean13).width == 95)
    #expect(try BarcodeEncoder.encode("9638507", as: .ean8).width == 67)
    #expect(try BarcodeEncoder.encode("01234565", as: .upcE).width == 51)
    #expect(try BarcodeEncoder.encode("HELLO", as: .qr).rows.count == 21)
    // Version 40 with the lowest level is the largest code.
    let largest = try BarcodeEncoder.encode(String(repeating: "x", count: 2953), as: .qr, .low)
    #expect(largest.rows.count == 177)
    let faults: [(String, Symbology, String)] = [
      (String(repeating: "x", count: 2954), .qr, "the text is too long for this kind of code"),
      ("Ж", .code128, "the text has characters that this kind of code does not support"),
      ("4006381333932", .ean13, "the last digit is not the correct check digit"),
    ]
    for (text, symbology, reason) in faults {
      #expect(throws: RasterError.image(reason: reason)) {
        try BarcodeEncoder.encode(text, as: symbology, symbology == .qr ? .low : nil)
      }
    }
    // A code without levels is the same at every level.
    let plain = try BarcodeEncoder.encode("A", as: .dataMatrix)
    #expect(try BarcodeEncoder.encode("A", as: .dataMatrix, .high) == plain)
  }
}
