import Foundation
import TestSupport
import Testing

/// The layers of a module as drawn in ARCHITECTURE.md, the highest first.
///
/// The compiler keeps modules apart, but not the folders of one module.
struct FloorPlan {
  /// The folder of the module in `Sources/`.
  let module: String
  /// The folders of each layer.
  ///
  /// Folders joined by `+` may use each other, those separated by `|` may not.
  let floors: [[Set<String>]]

  /// The plans on a page: blocks whose first line is `Sources/` and a module.
  static func plans(in page: String) -> [FloorPlan] {
    page.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 1 }.compactMap { _, block in
      let lines = block.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.dropFirst()
      guard let title = lines.first, title.hasPrefix("Sources/") else { return nil }
      let floors = lines.dropFirst().map { line in
        line.split(separator: "|").map { side in
          Set(side.split(separator: "+").map { $0.trimmingCharacters(in: .whitespaces) })
        }
      }
      return FloorPlan(module: String(title.dropFirst("Sources/".count)), floors: floors)
    }
  }

  var rooms: [String] { floors.flatMap { $0.flatMap { $0.sorted() } } }

  /// Whether a folder may use another one: the other is in a lower layer, or the plan joins the two.
  func allows(_ user: String, _ home: String) -> Bool {
    guard let above = floor(of: user), let below = floor(of: home) else { return false }
    return user == home || above < below || floors[above].contains { $0.contains(user) && $0.contains(home) }
  }

  private func floor(of room: String) -> Int? {
    floors.firstIndex { $0.contains { $0.contains(room) } }
  }
}

/// The types that a Swift file defines for others, and those that it uses.
///
/// Files of one module do not import each other, so dependencies are found by names of types. A name that two
/// files define is ignored.
struct NamedFile {
  let path: String
  /// The folder in the module, or `.` for a file in the module's top folder.
  let room: String
  let defined: Set<String>
  let used: Set<String>

  private static let type = #"(?:struct|class|enum|actor|protocol|typealias)\s+(\w+)"#
  private static let outerType = try? NSRegularExpression(
    pattern: #"^(?:@\w+\s+|public\s+|package\s+|final\s+|indirect\s+)*"# + type, options: .anchorsMatchLines)
  private static let anyType = try? NSRegularExpression(pattern: #"\b"# + type)
  private static let use = try? NSRegularExpression(pattern: #"(?<![\w.])([A-Z]\w{3,})"#)

  /// - Parameter path: the path relative to the module's folder.
  init(path: String, text: String) {
    self.path = path
    room = path.split(separator: "/").dropLast().first.map(String.init) ?? "."
    let code = NamedFile.code(text)
    defined = NamedFile.names(Self.outerType, in: code)
    used = NamedFile.names(Self.use, in: code).subtracting(NamedFile.names(Self.anyType, in: code))
  }

  /// The code without comments and string literals, but with the interpolated code.
  private static func code(_ text: String) -> String {
    let lines = text.split(separator: "\n").filter { !$0.drop(while: { $0 == " " }).hasPrefix("//") }
    return lines.map(withoutWords).joined(separator: "\n")
  }

  /// A line without its string literals.
  private static func withoutWords(_ line: Substring) -> String {
    var code = ""
    // The number of open parentheses in each piece of code, the outermost first.
    var open = [0]
    var isString = false
    var rest = line
    while let next = rest.popFirst() {
      switch (isString, next) {
      case (false, "\""): isString = true
      case (true, "\""): isString = false
      case (true, "\\"):
        guard rest.popFirst() == "(" else { continue }
        open.append(0)
        isString = false
        code += " "
      case (true, _): continue
      case (false, ")") where open.count > 1 && open.last == 0:
        open.removeLast()
        isString = true
      case (false, let character):
        if character == "(" { open[open.count - 1] += 1 }
        if character == ")" { open[open.count - 1] -= 1 }
        code.append(character)
      }
    }
    return code
  }

  private static func names(_ pattern: NSRegularExpression?, in code: String) -> Set<String> {
    let range = NSRange(code.startIndex..., in: code)
    let matches = pattern?.matches(in: code, range: range) ?? []
    return Set(
      matches.flatMap { match in
        (1..<match.numberOfRanges).compactMap {
          Range(match.range(at: $0), in: code).map { String(code[$0]) }
        }
      })
  }

  /// The uses that a plan does not allow, as `A.swift (room) -> B.swift (room): name`.
  static func breaches(_ files: [NamedFile], _ plan: FloorPlan) -> [String] {
    var homes: [String: [NamedFile]] = [:]
    for file in files { for name in file.defined { homes[name, default: []].append(file) } }
    return files.flatMap { file in
      file.used.sorted().compactMap { name in
        guard let found = homes[name], found.count == 1, let home = found.first, home.room != file.room,
          // All files may use those in the module's top folder.
          home.room != ".", !plan.allows(file.room, home.room)
        else { return nil }
        return "\(file.path) -> \(home.path): \(name)"
      }
    }
  }
}

/// A file uses only the layers below its own.
@Suite struct FloorTests {
  static let plans = FloorPlan.plans(in: DocsFolder.text("ARCHITECTURE.md") ?? "")

  private static func files(of module: String) throws -> [NamedFile] {
    let root = DocsFolder.root + "/Sources/" + module
    let paths = try #require(FileManager.default.enumerator(atPath: root)).compactMap { $0 as? String }
    return try paths.filter { $0.hasSuffix(".swift") && !$0.contains("Generated/") }.sorted().map {
      NamedFile(path: $0, text: try #require(DocsFolder.text("Sources/\(module)/\($0)")))
    }
  }

  @Test func theModulesAreDrawn() {
    #expect(Set(FloorTests.plans.map(\.module)).isSuperset(of: ["CardModel", "CardParts", "CardRaster"]))
  }

  @Test(arguments: plans.map(\.module)) func aDrawingContainsEveryFolderOnce(_ module: String) throws {
    let plan = try #require(FloorTests.plans.first { $0.module == module })
    let rooms = Set(try FloorTests.files(of: module).map(\.room)).subtracting(["."])
    #expect(plan.rooms.sorted() == rooms.sorted())
  }

  @Test(arguments: plans.map(\.module)) func noFileUsesAHigherLayer(_ module: String) throws {
    let plan = try #require(FloorTests.plans.first { $0.module == module })
    let files = try FloorTests.files(of: module)
    #expect(files.count > 5)
    #expect(NamedFile.breaches(files, plan) == [])
  }

  @Test func aUseOfAHigherLayerIsDetected() {
    let plan = FloorPlan(module: "M", floors: [[["Top"]], [["Left"], ["Right", "Twin"]]])
    let low = NamedFile(path: "Left/Low.swift", text: "struct LowThing { func makeHigher() {} }")
    let high = NamedFile(path: "Top/High.swift", text: "struct HighThing { let inner: LowThing }")
    #expect(NamedFile.breaches([low, high], plan) == [])
    for code in [
      "let thing: HighThing", "let side = RightThing.make()",
      #"let text = "a \(name(")", HighThing.name)) b""#,
    ] {
      let files = [
        high,
        NamedFile(path: "Right/R.swift", text: "struct RightThing {}"),
        NamedFile(path: "Left/Bad.swift", text: "// HighThing\nlet text = \"HighThing\"\n" + code),
      ]
      #expect(NamedFile.breaches(files, plan).count == 1, "\(code)")
    }
    let twins = [
      NamedFile(path: "Right/A.swift", text: "struct Alpha { let twin: Beta }"),
      NamedFile(path: "Twin/B.swift", text: "struct Beta { let twin: Alpha }"),
    ]
    #expect(NamedFile.breaches(twins, plan) == [])
  }
}
