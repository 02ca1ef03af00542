/// The only page of a document that cairo has written, for embedding in another document.
struct PDFPage {
  private let file: PDFFile
  private let page: PDFValue

  /// Finds the page.
  ///
  /// - Throws: `RasterError.library` if the document does not have cairo's format.
  init(_ document: [UInt8]) throws(RasterError) {
    file = try PDFFile(document)
    guard let tree = try file.object(file.root).value["Pages"]?.reference,
      let first = try file.object(tree).value["Kids"]?.values.first?.reference
    else { throw PDFFile.unexpected }
    page = try file.object(first).value
  }

  /// Copies the content of the page into another document as a layer, and nothing else.
  ///
  /// Returns the number of the layer.
  ///
  /// - Throws: `RasterError.library` if the page does not have cairo's format.
  func copy(into objects: inout PDFObjects) throws(RasterError) -> Int {
    guard let box = page["MediaBox"], box.values.count == 4,
      box.values.allSatisfy({ if case .number = $0 { true } else { false } }),
      let number = page["Contents"]?.reference
    else {
      throw PDFFile.unexpected
    }
    var resources = page["Resources"] ?? .dictionary([])
    if let number = resources.reference { resources = try file.object(number).value }
    let numbers = try copy(resources.references, into: &objects)
    return try objects.addStream(
      "/Type /XObject /Subtype /Form\n   /BBox \(box.serialized([:]))\n   /Group \(PDFCanvas.group)\n   /Resources \(resources.serialized(numbers))",
      try file.contents(of: try file.object(number)))
  }

  /// Copies objects and all objects that they refer to; returns their new numbers.
  private func copy(_ first: [Int], into objects: inout PDFObjects) throws(RasterError) -> [Int: Int] {
    var numbers: [Int: Int] = [:]
    var found: [(number: Int, object: PDFFile.Object)] = []
    var waiting = Array(first.reversed())
    while let number = waiting.popLast() {
      guard numbers[number] == nil else { continue }
      var object = try file.object(number)
      if object.stream != nil, case .dictionary(let entries) = object.value {
        // The length is written again with the new stream.
        object.value = .dictionary(entries.filter { $0.key != "Length" })
      }
      numbers[number] = objects.reserve()
      found.append((number, object))
      waiting += object.value.references.reversed()
    }
    for (number, object) in found {
      guard let copy = numbers[number] else { continue }
      guard object.stream != nil else {
        objects.fill(copy, object.value.serialized(numbers))
        continue
      }
      // Cairo compresses bytes without a predictor.
      guard case .dictionary(let entries) = object.value, object.value["DecodeParms"] == nil else {
        throw PDFFile.unexpected
      }
      let isPacked = object.value["Filter"] == .name("FlateDecode")
      let rest = PDFValue.dictionary(entries.filter { !isPacked || $0.key != "Filter" }).serialized(numbers)
      // Without the brackets of the dictionary.
      let inner = String(rest.dropFirst(3).dropLast(3))
      if isPacked {
        try objects.fillStream(copy, inner, try file.contents(of: object))
      } else {
        objects.fillStream(copy, inner, as: try file.contents(of: object))
      }
    }
    return numbers
  }
}
