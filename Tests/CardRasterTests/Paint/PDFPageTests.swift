import Foundation
import TestSupport
import Testing

@testable import CardRaster

/// Pages written by cairo that become pictures in our documents.
@Suite struct PDFPageTests {
  private static let svg = """
    <svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'>
    <linearGradient id='g'><stop stop-color='red'/><stop offset='1' stop-color='blue' stop-opacity='.2'/></linearGradient>
    <rect width='20' height='20' fill='url(#g)'/><g opacity='.5'><circle cx='30' cy='10' r='9'/><path d='M20 0L40 20'/></g></svg>
    """

  private func page(_ svg: String = Self.svg) throws -> [UInt8] {
    let size = Size(width: 40, height: 20)
    let drawing = SVGDrawing(
      svg: Array(svg.utf8), size: size, frame: Rect(origin: .zero, size: size), map: .identity)
    return try drawing.document(SVGHandle(try LibRSVG(drawing.svg)))
  }

  /// A document whose only page shows a copied picture.
  private func document(with picture: [UInt8]) throws -> [UInt8] {
    var objects = PDFObjects()
    let copy = try PDFPage(picture).copy(into: &objects)
    let list = objects.reserve()
    let contents = try objects.addStream("", Array("/P Do".utf8))
    let page = objects.addObject(
      "<< /Type /Page /Parent \(list) 0 R /MediaBox [ 0 0 40 20 ] /Contents \(contents) 0 R /Resources << /XObject << /P \(copy) 0 R >> >> >>"
    )
    objects.fill(list, "<< /Type /Pages /Kids [ \(page) 0 R ] /Count 1 >>")
    let root = objects.addObject("<< /Type /Catalog /Pages \(list) 0 R >>")
    let info = objects.addObject("<< /Producer (a) >>")
    return objects.document(root: root, info: info)
  }

  private func pixels(_ document: [UInt8]) throws -> Bitmap {
    let folder = try RunFolder()
    try folder.write("d.pdf", document)
    let result = try BuiltProgram.run(
      ["-r", "72", "-png", "-singlefile", "d.pdf", "d"], folder: folder.path, program: "/usr/bin/pdftoppm")
    #expect(result.status == 0, "\(result.errorText)")
    let file = try FileReading.read(path: "\(folder.path)/d.png", limit: 1 << 20)
    guard case .bitmap(let bitmap) = try ImageDecoding.decode(file, name: "d.png").content else {
      throw PDFFile.unexpected
    }
    return bitmap
  }

  @Test func aCopyLooksLikeItsPage() throws {
    let original = try page()
    let copy = try document(with: original)
    #expect(
      try PDFReader.ask("qpdf", copy, ["--check"]).contains("No syntax or stream encoding errors found"))
    #expect(try pixels(copy) == pixels(original))
  }

  /// Two pages of two rectangles, as cairo 1.18.4 packs them.
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

  @Test func packedObjectsAreFound() throws {
    let copy = try document(with: try packed())
    #expect(
      try PDFReader.ask("qpdf", copy, ["--check"]).contains("No syntax or stream encoding errors found"))
    let text = String(decoding: copy, as: Unicode.ASCII.self)
    #expect(!text.contains("/ObjStm") && !text.contains("Packed"))
  }

  @Test func damagedPagesAreErrors() throws {
    for file in [try packed(), try page()] {
      for cut in stride(from: 0, to: file.count - 8, by: 13) {
        #expect(throws: RasterError.self) { try PDFPage(Array(file[..<cut])) }
      }
    }
    for (word, other) in [
      ("/W [1 ", "/W [9 "), ("/Root", "/Boot"), ("/XRef", "/Xref"), ("/Length 80", "/Length 99999"),
      ("/First 29", "/First 99999"),
    ] {
      let file = try packed()
      let changed = file.replacing(word.utf8, with: Array(other.utf8))
      #expect(changed != file, "\(word)")
      #expect(throws: RasterError.self, "\(word)") { try document(with: changed) }
    }
  }

  /// A document of objects, whose table has further rows that all point to one of them.
  private func document(_ objects: [String], rows: Int, to target: Int) -> [UInt8] {
    var text = "%PDF-1.5\n"
    var starts: [Int] = []
    for (index, object) in objects.enumerated() {
      starts.append(text.utf8.count)
      text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
    }
    starts += Array(repeating: starts[target - 1], count: rows)
    let table = text.utf8.count
    text += "xref\n0 \(starts.count + 1)\n0000000000 65535 f \n"
    for start in starts { text += "\(String(String(10_000_000_000 + start).dropFirst())) 00000 n \n" }
    return Array((text + "trailer\n<< /Root 1 0 R >>\nstartxref\n\(table)\n%%EOF\n").utf8)
  }

  @Test func aPageThatRefersToItselfIsAnError() throws {
    let all = (6..<4_006).map { "\($0) 0 R" }.joined(separator: " ")
    let objects = [
      "<< /Pages 2 0 R >>", "<< /Kids [ 3 0 R ] >>",
      "<< /MediaBox [ 0 0 1 1 ] /Contents 4 0 R /Resources << /XObject << /A 5 0 R >> >> >>",
      "<< /Length 0 >>\nstream\n\nendstream", "[ \(all) \(String(repeating: " ", count: 200_000)) ]",
    ]
    #expect(throws: Never.self) { try self.document(with: document(objects, rows: 4_000, to: 1)) }
    #expect(throws: RasterError.self) { try self.document(with: document(objects, rows: 4_000, to: 5)) }
  }

  @Test func rowsOfATableThatIsNotCompressedAreRead() throws {
    // An uncompressed cross-reference stream is read too; its offsets do not start at 0.
    let objects = ["<< /Pages 2 0 R >>", "<< /Kids [ ] >>"]
    var file = document(objects, rows: 0, to: 1)
    let start = file.count
    let rows = [[0, 0, 0], [1, 9, 0], [1, 43, 0]].joined().map(UInt8.init)
    file += "3 0 obj\n<< /Type /XRef /W [ 1 1 1 ] /Root 1 0 R /Length \(rows.count) >>\nstream\n".utf8
    file += rows + Array("\nendstream\nendobj\nstartxref\n\(start)\n%%EOF\n".utf8)
    #expect(try PDFFile(file).object(1).value == .dictionary([.init(key: "Pages", value: .reference(2))]))
    #expect(throws: RasterError.self) { try PDFPage(file) }
  }

  /// Documents that only a compromised process would send.
  @Test(arguments: [
    ("/Resources 3 0 R", "/Resources 9 9 R"), ("/MediaBox [ 0", "/MediaBox ( 0"),
    ("/Contents 4 0 R", "/Contents 0 0 R"), ("/Pages 1 0 R", "/Pages 7 0 R"), ("/Kids [", "/Kids <"),
  ])
  func pagesInAnotherFormAreErrors(_ word: String, _ other: String) throws {
    let file = try page(
      "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'><rect width='9' height='9'/></svg>")
    let changed = file.replacing(word.utf8, with: Array(other.utf8))
    // Another release of cairo may compress these words.
    guard changed != file else { return }
    #expect(throws: RasterError.self) { try document(with: changed) }
  }

  @Test func valuesThatContainThemselvesAreErrors() {
    for text in [
      String(repeating: "[", count: 100_000), String(repeating: "<< /A ", count: 50_000), "<< /A",
      "<< 1 2 >>", "(a)",
      "<41>", "1e9", "--1", "/", "/A#42", "",
    ] {
      var scanner = PDFScanner(Array(text.utf8)[...])
      #expect(scanner.value() == nil || text == "/A#42", "\(text.prefix(20))")
    }
    var scanner = PDFScanner(Array("<< /A [ 1 0 R -2.5 true ] % no\n /B << /C /D >> >> 3".utf8)[...])
    let value = scanner.value()
    #expect(value?["A"] == .list([.reference(1), .number(-2.5), .word("true")]))
    #expect(value?["B"]?["C"] == .name("D"))
    #expect(value?.serialized([1: 7]) == "<< /A [ 7 0 R -2.5 true ] /B << /C /D >> >>")
    #expect(scanner.count() == 3)
  }
}
