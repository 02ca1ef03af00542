import Synchronization

@testable import CardModel
@testable import CardParts
@testable import CardRaster

/// Texts: JSON, decks, bindings, external data, links.
enum DeckTargets {
  private static let data: JSONNode = {
    let text =
      #"{"a":{"b":[1,2.5,{"c":"x"}]},"n":-1234.5,"t":"words","d":"2026-11-21","e":null,"l":[],"ok":true}"#
    return (try? JSONScanner.scan(Array(text.utf8), file: "data")) ?? .object([])
  }()

  /// Fonts are opened once.
  private static let pipeline = Mutex<DeckPipeline?>(nil)

  /// Lends the only pipeline of this process.
  static func withPipeline(_ body: (DeckPipeline) -> Void) {
    pipeline.withLock { pipeline in
      if pipeline == nil { pipeline = try? DeckPipeline() }
      if let pipeline { body(pipeline) }
    }
  }

  /// Writing a value and reading it again gives the same value.
  static func scan(_ bytes: [UInt8]) {
    let relaxed = try? JSONScanner.scan(bytes, file: "a.jsonc")
    guard let node = try? JSONScanner.scan(bytes, file: "a") else {
      // Comments and commas do not change values.
      if let relaxed { scan(Array(JSONDump.write(relaxed, pretty: true).utf8)) }
      return
    }
    expect(relaxed == node, "a document has another value with comments allowed")
    for pretty in [false, true] {
      let text = JSONDump.write(node, pretty: pretty)
      let again = try? JSONScanner.scan(Array(text.utf8), file: "a")
      expect(again.map { JSONDump.write($0, pretty: pretty) } == text, "a document is written as another one")
      expect(
        text.unicodeScalars.allSatisfy { $0 == "\n" || !Printable.isHidden($0) },
        "a document holds what is unseen")
    }
  }

  /// A deck is rejected, or drawn in every output format.
  static func draw(_ bytes: [UInt8]) {
    guard bytes.count < 1 << 16 else { return }
    withPipeline { draw(bytes, in: $0) }
  }

  private static func draw(_ bytes: [UInt8], in pipeline: DeckPipeline) {
    do throws(DeckError) {
      let deck = try pipeline.load(bytes, file: "deck.json", folder: "/nowhere")
      var options = DeckOptions()
      options.svg = .refused
      let laidOut = try pipeline.laidOut(deck, options: options)
      guard let page = laidOut.pages.first, page.display.pixelWidth * page.display.pixelHeight < 200_000
      else {
        return
      }
      _ = LayoutSnapshot(page).json
      let format: OutputFormat = [.png, .svg, .pdf][bytes.count % 3]
      _ = try? pipeline.encode(page.display, fonts: laidOut.fonts, as: format)
    } catch {
      for issue in error.issues {
        expect(!Printable.sentence(issue.description).isEmpty, "an issue says nothing")
      }
    }
  }

  /// A text is filled with data, or rejected.
  static func bind(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let log = IssueLog()
    _ = Binding.fill(.of(text), scope: BindingScope(data: data), log: log, file: "a", path: .root)
    _ = try? DataOverlay.set(text, in: data)
    _ = Color(css: text)
  }

  /// External data is merged into other data.
  static func lay(_ bytes: [UInt8]) {
    guard let node = try? DataFile.read(bytes, file: "a") else { return }
    let both = DataOverlay.merge(node, onto: data)
    let again = DataOverlay.merge(node, onto: both)
    expect(
      JSONDump.write(again, pretty: false) == JSONDump.write(both, pretty: false),
      "laying the same data twice is another thing than once")
  }

  /// An address is rejected, or written with only the characters of a URI.
  static func link(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let printed = Printable.line(text)
    expect(!printed.unicodeScalars.contains(where: Printable.isHidden), "a line holds what is unseen")
    guard let target = LinkTarget(text) else { return }
    expect(target.uri.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"()\\<>\"".utf8.contains($0) }, target.uri)
  }
}
