import CardRaster
import Foundation
import TestSupport
import Testing

@testable import CardModel
@testable import CardParts

@Suite("Each code of an issue, as rendering reports it")
struct ErrorCodesTests {
  /// A rendering that provokes an issue.
  private struct Case {
    var json = ""
    var folder: String?
    var options = DeckOptions()
    var format = RenderFormat<[UInt8]>.png
    var deck: Deck?
  }

  private static func text(_ text: String, _ more: String = "") -> String {
    #"{"cards":[{"parts":[{"type":"text","text":"\#(text)"\#(more)}]}]}"#
  }

  private static func deck(_ keys: String) -> String {
    #"{\#(keys),"cards":[{"id":"a","parts":[{"type":"text","text":"Hi"}]}]}"#
  }

  private static let picture = #"{"cards":[{"parts":[{"type":"image","image":"x.png"}]}]}"#
  private static let vector =
    "data:image/svg+xml;base64,"
    + Data(#"<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>"#.utf8)
    .base64EncodedString()

  private static func cases(_ folder: String) -> [DeckIssue.Code: Case] {
    let two = #"{"layout":"fullScreen","cards":[{"parts":[]},{"parts":[]}]}"#
    let many = (0...Limits.issues).map { _ in #"{"type":"text","text":"{{ no }}"}"# }.joined(separator: ",")
    return [
      .notJSON: Case(json: "{"),
      .duplicateKey: Case(json: #"{"cards":[],"cards":[]}"#),
      .unknownKey: Case(json: text("Hi", #","fnt":1"#)),
      .invalidValue: Case(json: text("Hi", ##","textColor":"#12345""##)),
      .outOfRange: Case(json: text("Hi", #","alpha":2"#)),
      .missingValue: Case(json: #"{"cards":[{"parts":[{"type":"image"}]}]}"#),
      .invalidBinding: Case(json: text("{{ nothing }}")),
      .duplicateID: Case(json: #"{"cards":[{"id":"a","parts":[]},{"id":"a","parts":[]}]}"#),
      .unknownTheme: Case(json: deck(#""theme":"mnt""#)),
      .unknownLocale: Case(json: deck(#""locale":"xx_XX""#)),
      .unknownFont: Case(json: text("Hi", #","font":"Nonsense 12""#)),
      .unknownState: Case(json: deck(#""seed":1"#), options: DeckOptions(state: "none at all")),
      .unknownCard: Case(json: deck(#""seed":1"#), options: DeckOptions(cards: ["b"])),
      .unreadableFile: Case(json: picture, folder: folder),
      .invalidPicture: Case(
        json: picture.replacing("x.png", with: "data:image/png;base64,AAAA"), folder: folder),
      .limit: Case(json: deck(#""seed":1"#), options: DeckOptions(limits: DeckLimits(pixels: 10))),
      .nothingToDraw: Case(json: #"{"cards":[]}"#),
      .severalCards: Case(json: two),
      .unfitFormat: Case(json: deck(#""canvas":{"background":"clear"}"#), format: .jpeg),
      .failedLibrary: Case(
        json: picture.replacing("x.png", with: vector), options: isolated("/no/program")),
      .doubtful: Case(json: text("Hi", #","width":900"#)),
      .cutText: Case(json: text("far too long for one line", #","maxLines":1,"width":60"#)),
      .brokenWord: Case(json: text("Incomprehensibilities", #","width":20"#)),
      .overflow: Case(json: deck(#""canvas":{"height":20}"#)),
      .missingGlyph: Case(json: text(#"\u13A0"#)),
      .lowContrast: Case(json: text("Hi", ##","textColor":"#FEFEFE","backgroundColor":"#FFF""##)),
      .noEffect: Case(json: #"{"cards":[{"breakBefore":"page","parts":[{"type":"text","text":"Hi"}]}]}"#),
      .unusedData: Case(json: deck(#""seed":1"#), options: DeckOptions(data: ["nobody": 1])),
      .foreignMarkup: Case(json: text("<b>Hi</b>")),
      .blankMap: Case(
        json: #"{"cards":[{"parts":[{"type":"map","location":[52.5,13.4],"span":[0.01,0.01]}]}]}"#),
      .more: Case(json: #"{"cards":[{"parts":[\#(many)]}]}"#),
    ]
  }

  private static func isolated(_ program: String) -> DeckOptions {
    var options = DeckOptions()
    options.svg = .isolated(program: program)
    return options
  }

  private func issues(_ one: Case) -> [DeckIssue] {
    var warnings: [DeckIssue] = []
    do throws(DeckError) {
      let deck = if let deck = one.deck { deck } else { try Deck(json: one.json, folder: one.folder) }
      _ = try deck.render(to: one.format, options: one.options) { warnings.append($0) }
    } catch {
      return error.issues
    }
    return warnings
  }

  /// Codes that need more than a deck: rows of data, other fonts, a cancelled task, a font without a bold style.
  private static let elsewhere: Set<DeckIssue.Code> = [
    .invalidRow, .missingFonts, .leftOut, .cancelled, .syntheticStyle,
  ]

  @Test("A text that needs fonts of a package trait names the trait, and is the deck's fault")
  func leftOutFonts() async throws {
    let folder = try TemporaryFolder()
    let small = folder.path + "/build/Files"
    try FileManager.default.createDirectory(atPath: small, withIntermediateDirectories: true)
    let catalog = try FontCatalog.bundled()
    for name in ["Inter", "JetBrainsMono", "Words"] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(small)/\(name)", withDestinationPath: "\(catalog.folders[0])/\(name)")
    }
    let renderer = DeckRenderer(fonts: FontCatalog(bundled: small))
    #expect(try await renderer.render(Deck(json: Self.text("Hi")), to: .png).count > 100)
    for json in [Self.text("Hi \u{3053}"), Self.text("Hi", #","font":"Noto Serif 12""#)] {
      let issue = try #require(await renderer.issues(of: Deck(json: json)).first)
      #expect(issue.code == .leftOut && issue.origin == .deck && issue.severity == .error)
      #expect(issue.hint == "enable the package trait 'AllFonts' of cardshot")
      #expect(issue.place != nil, "\(issue)")
    }
  }

  @Test("Every row of the table of codes is provoked by a rendering, with its origin")
  func table() throws {
    let folder = try BuiltProgram.folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let cases = Self.cases(folder)
    for entry in DeckIssue.Code.entries where !Self.elsewhere.contains(entry.code) {
      let one = try #require(cases[entry.code], "no rendering for \(entry.code)")
      let found = issues(one)
      let issue = found.first { $0.code == entry.code }
      #expect(issue != nil, "\(entry.code): \(found)")
      #expect(issue?.origin == entry.origin, "\(entry.code)")
    }
  }

  @Test("Fonts that are missing, and a task that is cancelled")
  func machine() async throws {
    let deck = try Deck(json: Self.text("Hi"))
    let renderer = DeckRenderer(fonts: FontCatalog(bundled: "/no/fonts"))
    await #expect { try await renderer.render(deck, to: .png) } throws: {
      ($0 as? DeckError)?.contains(.missingFonts) == true && ($0 as? DeckError)?.isMachineFault == true
    }
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try deck.render(to: .png)
    }
    task.cancel()
    await #expect { try await task.value } throws: { ($0 as? DeckError)?.contains(.cancelled) == true }
  }

  private func first(_ one: Case) -> DeckIssue? { issues(one).first { $0.severity == .error } }

  @Test("An error names its origin: the deck, the options, or the machine")
  func origins() throws {
    let folder = try BuiltProgram.folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileWriting.write(Array("no picture".utf8), to: folder + "/text.png")
    try FileWriting.write(Array("no font".utf8), to: folder + "/font.ttf")
    func picture(_ name: String) -> String { Self.picture.replacing("x.png", with: name) }
    func expect(_ one: Case, _ code: DeckIssue.Code, _ origin: DeckIssue.Origin, _ option: String? = nil) {
      let issue = first(one)
      #expect(issue?.code == code, "\(String(describing: issue))")
      #expect(issue?.origin == origin, "\(String(describing: issue))")
      #expect(issue?.option == option, "\(String(describing: issue))")
    }
    expect(Case(json: picture("text.png"), folder: folder), .invalidPicture, .deck)
    expect(Case(json: picture("../x.png"), folder: folder), .unreadableFile, .deck)
    #expect(first(Case(json: picture("no.png"), folder: folder))?.underlying != nil)
    expect(Case(json: picture("no.png"), folder: folder + "/none"), .unreadableFile, .options, "folder")
    expect(Case(json: picture("no.png")), .unreadableFile, .options, "folder")
    var refused = DeckOptions()
    refused.svg = .refused
    expect(Case(json: picture(Self.vector), options: refused), .invalidPicture, .options, "svg")
    expect(Case(json: picture(Self.vector), options: Self.isolated("/none")), .failedLibrary, .machine)
    // A program that can read pictures and fails to paint them.
    let program = folder + "/program"
    let welcome = "CSVG\\002\\000\\000\\000\\000\\000\\000\\001\\000\\000\\000\\000"
    let size = "\\000\\000\\000\\000\\000\\000\\020\\100"
    let script =
      "#!/bin/sh\nprintf '\(welcome)' >&0\nhead -c 120 >/dev/null\n"
      + "printf '\\000\\000\\000\\000\\020\\000\\000\\000\(size)\(size)' >&0\n"
    try FileWriting.write(Array(script.utf8), to: program)
    #expect(chmod(program, 0o755) == 0)
    expect(Case(json: picture(Self.vector), options: Self.isolated(program)), .failedLibrary, .machine)
    expect(Case(json: Self.deck(#""fonts":["font.ttf"]"#), folder: folder), .unreadableFile, .deck)
    expect(Case(json: Self.deck(#""seed":1"#), format: .file(.mp4)), .unfitFormat, .options)
    expect(
      Case(json: Self.deck(#""seed":1"#), format: .jpeg(quality: 1000)), .outOfRange, .options, "quality")
    expect(
      Case(json: Self.deck(#""seed":1"#), options: DeckOptions(data: [1, 2])), .invalidValue, .options, "data"
    )
    expect(
      Case(json: Self.deck(#""seed":1"#), options: DeckOptions(data: "x")), .invalidValue, .options, "data")
    expect(
      Case(json: Self.deck(#""seed":1"#), options: DeckOptions(limits: DeckLimits(cards: 0))), .outOfRange,
      .options, "limits")
    let jpeg = first(
      Case(json: Self.deck(#""canvas":{"background":"clear"}"#), format: .jpeg))
    #expect(jpeg?.place?.line == 1 && jpeg?.hint != nil, "as 'unsupportedReasons' reports it")
  }

  private struct Failing<Way: FailingWay>: CustomPart {
    static var name: String { "failing" }
    static var summary: String { "A part that fails." }
    static var example: String { "{}" }
    static var properties: [CustomProperty] { [] }
    init(_ values: CustomValues) {}
    func size(for proposal: SizeProposal, in surroundings: PartSurroundings) throws(RasterError) -> Size {
      try Way.size()
    }
    func draw(in drawing: inout PartDrawing) {}
  }
  private protocol FailingWay { static func size() throws(RasterError) -> Size }
  private enum NotANumber: FailingWay { static func size() -> Size { Size(width: 1, height: .nan) } }
  private enum Negative: FailingWay { static func size() -> Size { Size(width: 1, height: -1) } }
  private enum Throwing: FailingWay {
    static func size() throws(RasterError) -> Size { throw .image(reason: "no") }
  }

  @Test("A custom part that fails is a fault of the program")
  func customParts() throws {
    func issue(_ kind: any CustomPart.Type) -> DeckIssue? {
      first(Case(options: DeckOptions(custom: [kind]), deck: Deck { Card { CardPartCustomView(kind) } }))
    }
    for issue in [
      issue(Failing<NotANumber>.self), issue(Failing<Negative>.self), issue(Failing<Throwing>.self),
    ] {
      #expect(issue?.origin == .machine, "\(String(describing: issue))")
      #expect(issue?.message.contains("'failing'") == true)
    }
  }

  @Test("The text of an error is that of its issues")
  func descriptions() {
    do throws(DeckError) {
      _ = try Deck(json: Self.text("{{ no }}")).render(to: .png)
      Issue.record("it was drawn")
    } catch {
      #expect(error.localizedDescription == error.description)
      #expect(error.localizedDescription.contains("deck.json:1:"))
    }
  }
}

@Suite("Deadlines and limits of a rendering", .serialized)
struct DeckLimitsTests {
  /// A deck whose picture takes seconds in a debug build.
  private static let slow = Deck {
    for number in 0..<12 {
      Card {
        CardPartStackView(axis: .vertical) {
          for line in 0..<40 { CardPartTextView("Line \(number) \(line) of a long text") }
        }
      }
      .shadow(CardShadow(radius: 30))
    }
  }
  .canvas(width: 400, scale: 2)

  private func code(_ limits: DeckLimits, _ deck: Deck = slow) -> DeckIssue? {
    do throws(DeckError) {
      _ = try deck.render(to: .png, options: DeckOptions(limits: limits))
      return nil
    } catch {
      return error.issues.first { $0.code == .limit }
    }
  }

  @Test("Pixels, cards, memory and time are limited, each with a message that names the limit")
  func limits() {
    let small = Deck { for _ in 0..<3 { Card { CardPartTextView("Hi") } } }.canvas(width: 100)
    #expect(code(DeckLimits(pixels: 1_000), small)?.message.contains("1000 of the options") == true)
    #expect(code(DeckLimits(cards: 2), small)?.message.contains("2 cards") == true)
    #expect(code(DeckLimits(memory: 1_000), small)?.message.contains("limit of 1000") == true)
    let time = code(DeckLimits(time: .zero))
    #expect(time?.message == "rendering takes more than the limit of 0 s")
    #expect(time?.origin == .deck)
    let wide = DeckLimits(pixels: 1 << 26, cards: 3, time: .seconds(60), memory: 1 << 30)
    #expect(code(wide, small) == nil)
  }

  @Test("Limits do not change a picture")
  func sameBytes() throws {
    let deck = Deck { Card { CardPartTextView("Hi") } }
    let limits = DeckLimits(pixels: 1 << 26, cards: 3, time: .seconds(60), memory: 1 << 30)
    #expect(try deck.render(to: .png, options: DeckOptions(limits: limits)) == deck.render(to: .png))
  }

  /// A block that a test ends, in place of long work.
  private func hold(_ gate: DispatchSemaphore, _ renderer: CardParts.DeckRenderer) -> Task<Void, any Error> {
    Task { try await renderer.working { _ throws(DeckError) in gate.wait() } }
  }

  @Test("A cancelled call that waits returns while the worker is busy", .timeLimit(.minutes(5)))
  func waiting() async {
    let (renderer, gate) = (DeckRenderer(), DispatchSemaphore(value: 0))
    let holder = hold(gate, renderer)
    let waiting = Task { try await renderer.render(Self.slow, to: .png) }
    waiting.cancel()
    let result = await waiting.result
    #expect(throws: DeckError.self) { try result.get() }
    gate.signal()
    _ = await holder.result
    // The next call gets the worker.
    let next = try? await renderer.render(Deck { Card { CardPartTextView("Hi") } }, to: .png)
    #expect(next != nil)
  }

  @Test("A cancelled call returns although its worker cannot be interrupted", .timeLimit(.minutes(5)))
  func uninterruptible() async {
    let (renderer, gate, began) = (
      DeckRenderer(), DispatchSemaphore(value: 0), AsyncStream<Void>.makeStream()
    )
    let holder = Task {
      try await renderer.working { _ throws(DeckError) in
        began.continuation.yield()
        gate.wait()
      }
    }
    for await _ in began.stream { break }
    holder.cancel()
    let result = await holder.result
    #expect(throws: DeckError.self) { try result.get() }
    gate.signal()
    // The next call gets the worker.
    let next = try? await renderer.render(Deck { Card { CardPartTextView("Hi") } }, to: .png)
    #expect(next != nil)
  }

  @Test("A cancelled task draws no further items of its picture")
  func drawing() async throws {
    let laidOut = try await DeckRenderer().laidOut(Self.slow)
    let error = await Task { () -> DeckError? in
      withUnsafeCurrentTask { $0?.cancel() }
      do throws(DeckError) { _ = try laidOut.render(to: .png) } catch { return error }
      return nil
    }.value
    #expect(error?.isCancellation == true)
  }

  @Test("Workers do not occupy the threads of other tasks", .timeLimit(.minutes(5)))
  func threads() async {
    let (renderer, gate) = (DeckRenderer(workers: 4), DispatchSemaphore(value: 0))
    let holders = (0..<4).map { _ in hold(gate, renderer) }
    let sum = await withTaskGroup(of: Int.self) { group in
      for number in 0..<64 {
        group.addTask {
          try? await Task.sleep(for: .milliseconds(1))
          return number
        }
      }
      return await group.reduce(0, +)
    }
    #expect(sum == 63 * 32)
    for _ in holders { gate.signal() }
    for holder in holders { _ = await holder.result }
  }
}
