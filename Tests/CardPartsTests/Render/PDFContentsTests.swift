import Foundation
import TestSupport
import Testing

@testable import CardParts
@testable import CardRaster

/// What cairo writes, of which `PDFObjects` makes documents: marks in contents, and objects that cairo 1.18 packs.
@Suite struct PDFContentsTests {
  private func pieces(_ identifiers: [Int?]) -> [PDFStructure.Piece] {
    identifiers.map { PDFStructure.Piece(page: 0, identifier: $0) }
  }

  @Test func smallRectanglesBecomeMarks() throws {
    // Cairo breaks lines where it likes.
    let contents = """
      1 0 0 -1 0 10 cm
      0 0 0 rg 0 0 0.012 0.027 re f
      Q q BT (0 0 0.012 0.027 re f \\) \\( \n) Tj ET 0 0
      0.012
      0.027 re
      f
      2 2 0.012 0.028 re f 0.012 0.012 0.012 0.027 re f 1 1 6 6 re f

      """
    let written = try PDFMarks.write(pieces([nil, 0, 1]), into: Array(contents.utf8))
    #expect(
      String(decoding: written, as: UTF8.self) == """
        1 0 0 -1 0 10 cm
        0 0 0 rg /Artifact BMC
        Q q BT (0 0 0.012 0.027 re f \\) \\( \n) Tj ET EMC /Span << /MCID 0 >> BDC
        2 2 0.012 0.028 re f EMC /Span << /MCID 1 >> BDC 1 1 6 6 re f

        EMC

        """)
  }

  @Test(arguments: [
    "", "0 0 0.012 0.027 re", "0.012 0.027 re f", "(0 0 0.012 0.027 re f",
    "0 0 0.012 0.027 re f 0 0 0.012 0.027 re f",
  ])
  func otherNumbersOfMarksAreAnError(_ contents: String) {
    #expect(throws: RasterError.self) { try PDFMarks.write(pieces([0]), into: Array(contents.utf8)) }
  }

  @Test func aPageOfNothingStaysAsItIs() throws {
    let contents = Array("1 0 0 -1 0 10 cm\n".utf8)
    #expect(try PDFMarks.write([], into: contents) == contents)
  }

  /// Two pages of two rectangles with marks before them, as cairo 1.18.4 packs them.
  private static let packed = """
    JVBERi0xLjUKJbXtrvsKNCAwIG9iago8PCAvTGVuZ3RoIDUgMCBSCiAgIC9GaWx0ZXIgL0ZsYXRlRGVjb2RlCj4+CnN0cmVh
    bQp4nDNUMABCXUMgYWigkJzLVchlABYqSlfQTzRQSC+G8PUMDI1ApJG5QlGqQhpIUM8UoswICM2AECYOEcWqyxChC2gbkrZA
    LgB+EBwbCmVuZHN0cmVhbQplbmRvYmoKNSAwIG9iagogICA3NgplbmRvYmoKMyAwIG9iago8PAogICAvRXh0R1N0YXRlIDw8
    CiAgICAgIC9hMCA8PCAvQ0EgMSAvY2EgMSA+PgogICA+Pgo+PgplbmRvYmoKNyAwIG9iago8PCAvVHlwZSAvT2JqU3RtCiAg
    IC9MZW5ndGggOCAwIFIKICAgL04gMQogICAvRmlyc3QgNAogICAvRmlsdGVyIC9GbGF0ZURlY29kZQo+PgpzdHJlYW0KeJwz
    UzDgiuaK5QIABjgBXQplbmRzdHJlYW0KZW5kb2JqCjggMCBvYmoKICAgMTYKZW5kb2JqCjExIDAgb2JqCjw8IC9MZW5ndGgg
    MTIgMCBSCiAgIC9GaWx0ZXIgL0ZsYXRlRGVjb2RlCj4+CnN0cmVhbQp4nDNUMABCXUMgYWigkJzLVchlABYqSlfQTzRQSC+G
    8PUMDI1ApJG5QlGqQhpIUM8UoswICM2AECYOEcWqyxChC2gbkrZALgB+EBwbCmVuZHN0cmVhbQplbmRvYmoKMTIgMCBvYmoK
    ICAgNzYKZW5kb2JqCjEwIDAgb2JqCjw8CiAgIC9FeHRHU3RhdGUgPDwKICAgICAgL2EwIDw8IC9DQSAxIC9jYSAxID4+CiAg
    ID4+Cj4+CmVuZG9iagoxNCAwIG9iago8PCAvVHlwZSAvT2JqU3RtCiAgIC9MZW5ndGggMTUgMCBSCiAgIC9OIDEKICAgL0Zp
    cnN0IDUKICAgL0ZpbHRlciAvRmxhdGVEZWNvZGUKPj4Kc3RyZWFtCnicMzRWMOCK5orlAgAH2gGLCmVuZHN0cmVhbQplbmRv
    YmoKMTUgMCBvYmoKICAgMTcKZW5kb2JqCjE2IDAgb2JqCjw8IC9UeXBlIC9PYmpTdG0KICAgL0xlbmd0aCAxOSAwIFIKICAg
    L04gNQogICAvRmlyc3QgMjkKICAgL0ZpbHRlciAvRmxhdGVEZWNvZGUKPj4Kc3RyZWFtCnicxZExa8MwEIV3/4q3FJIl1jlp
    GheTIQ6EUgomyZTSQcjCMQ2WkeTS/PuelTql0C5dKoHgPt3TvYcIIqI73M6jBDRPoxTTlMkCc5pGWYZ4f2414kJW2kUA4se6
    dHhGAoEt0nC+hIvcdI1HEi2XQVdYU3ZKW4yUrK0BTWgxmWF09L5193EcaGVle6yVmxhbjcfhmX3tTxqjQqpXXV5QbrX0tWnW
    0vNNIngR77AO42Hgl1HcgIKwkFazJ+pdBvCky1quzDsHELwTARJX+43nZofZtXtjTdciy/oiWAsTAh3QjqmVjWv7Seo84Ad4
    2+mhyrlrrd9qpbebVQ/Zcc+32pnOKu0wvc7csVD5i3HHf/NTuOTv4Yj+IR2JX+LR93i59PJkqs90Va8MQm76ABFdrR0KZW5k
    c3RyZWFtCmVuZG9iagoxOSAwIG9iagogICAzMDQKZW5kb2JqCjIwIDAgb2JqCjw8IC9UeXBlIC9YUmVmCiAgIC9MZW5ndGgg
    ODAKICAgL0ZpbHRlciAvRmxhdGVEZWNvZGUKICAgL1NpemUgMjEKICAgL1cgWzEgMiAyXQogICAvUm9vdCAxOCAwIFIKICAg
    L0luZm8gMTcgMCBSCj4+CnN0cmVhbQp4nGNgYPj/n4lBgIEBRDAxMuxlYGBk4AcRK0Bi7EAWIyuIaIcoYWZk8gVx5wAJJnOQ
    GB+INQ1IMEuDCEOIOkYQwcLIcg0oxvKWgQEA4EIIZQplbmRzdHJlYW0KZW5kb2JqCnN0YXJ0eHJlZgoxMjYxCiUlRU9GCg==
    """

  private func packed() throws -> [UInt8] {
    Array(try #require(Data(base64Encoded: Self.packed, options: .ignoreUnknownCharacters)))
  }

  @Test func packedObjectsAreUnpacked() throws {
    let file = try packed()
    let plain = try PDFUnpacking.plain(file)
    #expect(try PDFUnpacking.plain(plain) == plain)
    for file in [file, plain] {
      #expect(
        try PDFReader.ask("qpdf", file, ["--check"]).contains("No syntax or stream encoding errors found"))
    }
    let text = String(decoding: plain, as: Unicode.ASCII.self)
    #expect(!text.contains("/ObjStm") && !text.contains("/XRef"))
    for words in ["/Type /Catalog", "/Type /Pages", "/Title (Packed)", "trailer"] {
      #expect(text.contains(words), "\(words)")
    }
  }

  @Test func packedDocumentsAreTagged() throws {
    let structure = PDFStructure()
    for _ in 0..<2 {
      structure.startPage([])
      structure.markArtifact()
      structure.begin("Figure", alternative: "A square")
      structure.mark()
      structure.end()
      structure.endPage()
    }
    var objects = try PDFObjects(try packed())
    objects.language = "en"
    objects.showsTitle = true
    try objects.add(structure)
    objects.describe(DocumentInfo(title: "Packed"))
    let document = objects.document
    #expect(
      try PDFReader.ask("qpdf", document, ["--check"]).contains("No syntax or stream encoding errors found"))
    #expect(try AccessibilityRules.broken(in: document) == [])
    let tree = try PDFReader.ask("pdfinfo", document, ["-struct"])
    #expect(tree.split(separator: "\n").count { $0.contains("Figure") } == 2, "\(tree)")
  }

  @Test func damagedPackingIsRefused() throws {
    let file = try packed()
    for cut in stride(from: 0, to: file.count - 8, by: 13) {
      #expect(throws: RasterError.self) { try PDFObjects(Array(file[..<cut])) }
    }
    for (word, other) in [
      ("/W [1 ", "/W [9 "), ("/W [1 2 2]", "/W [2 2 2]"), ("/Root", "/Boot"), ("/XRef", "/Xref"),
      ("/First 4", "/First 9"), ("/N 1", "/N 2"),
    ] {
      let changed = file.replacing(word.utf8, with: Array(other.utf8))
      #expect(changed != file, "\(word)")
      #expect(throws: RasterError.self, "\(word)") { try PDFObjects(changed) }
    }
  }
}
