import CardRaster
import Foundation
import TestSupport

/// The machine-checkable rules of PDF/UA-1, by their numbers in the Matterhorn protocol 1.1, read with qpdf.
struct AccessibilityRules {
  private let objects: [String: Any]
  private let contents: [String: [UInt8]]
  private let folder: String
  /// The violated rules.
  private(set) var broken: [String] = []

  /// Checks a document and returns the violated rules.
  static func broken(in document: [UInt8]) throws -> [String] {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    try FileWriting.write(document, to: "\(folder)/d.pdf")
    var rules = try AccessibilityRules(folder)
    rules.checkDocument()
    rules.checkTree()
    rules.checkContents()
    rules.checkLinks()
    rules.checkFonts()
    return rules.broken
  }

  private init(_ folder: String) throws {
    self.folder = folder
    let json = try Self.qpdf(["--json=1", "d.pdf"], folder)
    let root = try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any]
    objects = root?["objects"] as? [String: Any] ?? [:]
    var contents: [String: [UInt8]] = [:]
    for case let page as [String: Any] in objects.values where page["/Type"] as? String == "/Page" {
      guard let name = page["/Contents"] as? String else { continue }
      contents[name] = try Self.qpdf(
        ["--show-object=\(name.prefix { $0 != " " })", "--filtered-stream-data", "d.pdf"], folder)
    }
    self.contents = contents
    xmp = try
      (objects.values.compactMap { $0 as? [String: Any] }.first { $0["/Type"] as? String == "/Catalog" }?[
        "/Metadata"] as? String).map {
        String(
          decoding: try Self.qpdf(
            ["--show-object=\($0.prefix { $0 != " " })", "--filtered-stream-data", "d.pdf"], folder),
          as: UTF8.self)
      }
  }

  private let xmp: String?

  private static func qpdf(_ arguments: [String], _ folder: String) throws -> [UInt8] {
    try BuiltProgram.run(arguments, folder: folder, program: "/usr/bin/qpdf").output
  }

  private mutating func rule(_ number: String, _ holds: Bool, _ what: @autoclosure () -> String) {
    if !holds { broken.append("\(number): \(what())") }
  }

  private func object(_ value: Any?) -> [String: Any]? {
    if let name = value as? String, name.hasSuffix(" R") { return objects[name] as? [String: Any] }
    return value as? [String: Any]
  }

  private func all(_ key: String, _ value: String) -> [(name: String, object: [String: Any])] {
    objects.keys.sorted().compactMap { name in
      guard let object = objects[name] as? [String: Any], object[key] as? String == value else { return nil }
      return (name, object)
    }
  }

  private var catalog: [String: Any] { all("/Type", "/Catalog").first?.object ?? [:] }

  private mutating func checkDocument() {
    let catalog = catalog
    rule("06-001", xmp != nil, "no metadata in XMP")
    rule(
      "06-002", xmp?.contains("<pdfuaid:part>1</pdfuaid:part>") == true, "it does not say to keep PDF/UA-1")
    rule("06-003", xmp?.contains("<dc:title><rdf:Alt><rdf:li") == true, "no title in XMP")
    let preferences = object(catalog["/ViewerPreferences"])
    rule("07-001", preferences?["/DisplayDocTitle"] as? Bool == true, "viewers show no title")
    rule(
      "00-000", object(catalog["/MarkInfo"])?["/Marked"] as? Bool == true,
      "the document is not marked as tagged")
    rule("11-006", (catalog["/Lang"] as? String)?.isEmpty == false, "no language")
    rule(
      "01-007", object(catalog["/MarkInfo"])?["/Suspects"] as? Bool != true, "the tags are marked as suspect")
  }

  /// The standard types that are written, and the types that each may be a child of.
  private static let parents: [String: Set<String>] = [
    "/TR": ["/Table"], "/TH": ["/TR"], "/TD": ["/TR"], "/LI": ["/L"], "/Lbl": ["/LI"], "/LBody": ["/LI"],
  ]
  private static let types: Set<String> = [
    "/Document", "/H1", "/H2", "/H3", "/H4", "/H5", "/H6", "/P", "/L", "/LI", "/Lbl", "/LBody", "/Table",
    "/TR",
    "/TH", "/TD", "/Figure", "/Link",
  ]

  private mutating func checkTree() {
    guard let root = object(catalog["/StructTreeRoot"]), let first = (root["/K"] as? [Any])?.first else {
      return rule("01-004", false, "no structure tree")
    }
    var level = 0
    var seen: Set<String> = []
    func visit(_ name: Any, parent: String, _ rules: inout Self) {
      guard let name = name as? String, let element = rules.objects[name] as? [String: Any],
        let type = element["/S"] as? String
      else { return }
      rules.rule("09-001", seen.insert(name).inserted, "\(name) is in the tree twice")
      rules.rule("02-001", types.contains(type), "\(type) is not a standard type")
      if let expected = parents[type] {
        rules.rule("09-004", expected.contains(parent), "\(type) in \(parent)")
      }
      if parent == "/Table" { rules.rule("09-004", type == "/TR", "\(type) in a table") }
      if parent == "/L" { rules.rule("09-005", type == "/LI", "\(type) in a list") }
      if type == "/Figure" {
        rules.rule(
          "13-004", (element["/Alt"] as? String)?.isEmpty == false, "a figure has no alternative text")
      }
      if type.count == 3, type.hasPrefix("/H"), let number = Int(type.dropFirst(2)) {
        rules.rule("14-002", level > 0 || number == 1, "the first heading is \(type)")
        rules.rule("14-003", number <= level + 1, "\(type) after a heading of level \(level)")
        level = number
      }
      let attributes = rules.object(element["/A"])
      if type == "/TH" { rules.rule("15-003", attributes?["/Scope"] is String, "a header cell has no scope") }
      let kids = element["/K"] as? [Any] ?? []
      if type == "/L" {
        let isLabelled = kids.contains { kid in
          (rules.object(kid)?["/K"] as? [Any] ?? []).contains { rules.object($0)?["/S"] as? String == "/Lbl" }
        }
        rules.rule(
          "16-002", !isLabelled || attributes?["/ListNumbering"] is String, "a list has no numbering")
      }
      for kid in kids { visit(kid, parent: type, &rules) }
    }
    let (types, parents) = (Self.types, Self.parents)
    visit(first, parent: "", &self)
  }

  /// The marked content of a page, and the operators outside of it.
  private struct Marks {
    var identifiers: [Int] = []
    var outside: [String] = []
    var nested = 0

    private static let painting: Set<String> = [
      "f", "f*", "F", "S", "s", "B", "B*", "b", "b*", "Do", "sh", "Tj", "TJ", "'", "\"", "EI",
    ]

    init(_ contents: [UInt8]) {
      // Strings do not contain operators.
      var text = ""
      var depth = 0
      var isEscaped = false
      for byte in contents {
        switch byte {
        case _ where isEscaped: isEscaped = false
        case UInt8(ascii: "\\") where depth > 0: isEscaped = true
        case UInt8(ascii: "("): depth += 1
        case UInt8(ascii: ")"):
          depth -= 1
          if depth == 0 { text += " string " }
        case _ where depth == 0: text.unicodeScalars.append(Unicode.Scalar(byte))
        default: break
        }
      }
      let words = text.replacing("]", with: " ] ").split(whereSeparator: \.isWhitespace).map(String.init)
      var open: [Bool] = []
      for (number, word) in words.enumerated() {
        switch word {
        case "BDC":
          // The text of glyphs may be marked inside a piece.
          let isPiece = number > 2 && words[number - 3] == "/MCID"
          if isPiece != open.isEmpty { nested += 1 }
          open.append(isPiece)
          if isPiece, let identifier = Int(words[number - 2]) { identifiers.append(identifier) }
        case "BMC":
          if !open.isEmpty { nested += 1 }
          open.append(true)
        case "EMC": if open.popLast() == nil { nested += 1 }
        case _ where Self.painting.contains(word): if open.isEmpty { outside.append(word) }
        default: break
        }
      }
      if !open.isEmpty { nested += 1 }
    }
  }

  private mutating func checkContents() {
    let parents = numbers(object(object(catalog["/StructTreeRoot"])?["/ParentTree"]))
    for (name, page) in all("/Type", "/Page") {
      guard let reference = page["/Contents"] as? String else { continue }
      let marks = Marks(contents[reference] ?? [])
      rule("01-003", marks.nested == 0, "marked content of \(name) is nested")
      rule(
        "01-005", marks.outside.isEmpty, "\(name) draws \(marks.outside.prefix(9)) outside of marked content")
      let owners = (page["/StructParents"] as? Int).flatMap { parents[$0] as? [Any] } ?? []
      for identifier in marks.identifiers {
        let owner = owners.indices.contains(identifier) ? object(owners[identifier]) : nil
        let kids = owner?["/K"] as? [Any] ?? []
        let isHeld = kids.contains {
          object($0)?["/MCID"] as? Int == identifier && object($0)?["/Pg"] as? String == name
        }
        rule("01-006", isHeld, "piece \(identifier) of \(name) does not belong to an element")
      }
    }
  }

  /// The entries of a number tree.
  private func numbers(_ tree: [String: Any]?) -> [Int: Any] {
    let list = tree?["/Nums"] as? [Any] ?? []
    var result: [Int: Any] = [:]
    for place in stride(from: 0, to: list.count - 1, by: 2) {
      if let key = list[place] as? Int { result[key] = list[place + 1] }
    }
    return result
  }

  private mutating func checkLinks() {
    let parents = numbers(object(object(catalog["/StructTreeRoot"])?["/ParentTree"]))
    for (name, page) in all("/Type", "/Page") where (page["/Annots"] as? [Any])?.isEmpty == false {
      rule("28-008", page["/Tabs"] as? String == "/S", "\(name) has no order of links")
    }
    for (name, link) in all("/Subtype", "/Link") {
      rule("28-004", (link["/Contents"] as? String)?.isEmpty == false, "link \(name) has no text")
      let owner = (link["/StructParent"] as? Int).flatMap { object(parents[$0]) }
      rule("28-011", owner?["/S"] as? String == "/Link", "link \(name) is not in an element Link")
      let isHeld = (owner?["/K"] as? [Any] ?? []).contains { object($0)?["/Obj"] as? String == name }
      rule("28-012", isHeld, "link \(name) is not referenced by its element")
    }
  }

  private mutating func checkFonts() {
    for (name, font) in all("/Type", "/Font") {
      let subtype = font["/Subtype"] as? String ?? ""
      if !["/CIDFontType0", "/CIDFontType2"].contains(subtype) {
        rule("31-027", font["/ToUnicode"] is String, "the letters of font \(name) are not known")
      }
      if ["/Type0", "/Type3"].contains(subtype) { continue }
      let descriptor = object(font["/FontDescriptor"]) ?? [:]
      rule(
        "31-009", ["/FontFile", "/FontFile2", "/FontFile3"].contains { descriptor[$0] is String },
        "font \(name) is not in the document")
    }
  }
}
