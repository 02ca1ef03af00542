import CardRaster
import Foundation
import TestSupport
import Testing

@testable import CardParts

/// The goldens of a part together cover its features.
///
/// They must show each property, three themes, three scales, and right-to-left text.
@Suite("Coverage of the goldens") struct GoldenCoverageTests {
  /// Properties that do not change a picture; `inspect` shows them.
  private static let undrawn: Set<String> = [
    "menuOptions", "menuOptionLinks", "menuTitle", "menuButtonLink", "animated", "duration", "easing",
  ]

  /// Parts without their own text.
  private static let wordless: Set<String> = [
    "image", "separator", "verticalSeparator", "spacer", "bar", "slider", "switch", "radioButton", "triangle",
    "confetti", "video", "multiSlider", "icon", "barcode", "rating",
  ]

  /// The properties, themes and scales in the goldens of one part.
  private struct Shown {
    var keys: Set<String> = []
    var themes: Set<String> = []
    var scales: Set<Double> = []
    var isRightToLeft = false

    init(_ type: String) throws {
      for name in Goldens.names(below: "parts/\(type)", ending: ".json") where !name.contains("/assets/") {
        let bytes = try #require(Goldens.bytes(name + ".json"))
        let deck = try JSONScanner.scan(bytes, file: name)
        add(deck, type)
        if let scale = deck["canvas"]?["scale"]?.number {
          scales.insert(scale)
        } else {
          scales.insert(1)
        }
        themes.insert(Self.theme(deck["theme"]))
        isRightToLeft = isRightToLeft || Self.hasRightToLeft(deck)
      }
    }

    private static func theme(_ node: JSONNode?) -> String {
      switch node?.value {
      case .string(let name): name
      case .object: theme(node?["base"])
      default: ThemeRegistry.standard.name
      }
    }

    private static func hasRightToLeft(_ node: JSONNode) -> Bool {
      switch node.value {
      case .string(let text): text.unicodeScalars.contains { (0x590...0x6FF).contains($0.value) }
      case .array(let nodes): nodes.contains(where: hasRightToLeft)
      case .object(let members): members.contains { hasRightToLeft($0.value) }
      default: false
      }
    }

    /// Adds the keys of each part of the type, at any depth.
    private mutating func add(_ node: JSONNode, _ type: String) {
      switch node.value {
      case .array(let nodes): for node in nodes { add(node, type) }
      case .object(let members):
        if case .string(type) = node["type"]?.value { keys.formUnion(members.map(\.key)) }
        for member in members { add(member.value, type) }
      default: break
      }
    }
  }

  @Test("A golden shows each visible property", arguments: PartRegistry.kinds.map(\.name))
  func propertiesAreShown(type: String) throws {
    let kind = try #require(PartRegistry.kind(named: type))
    let shown = try Shown(type)
    let missing = kind.properties.map(\.name).filter {
      !shown.keys.contains($0) && !Self.undrawn.contains($0)
    }
    #expect(missing.isEmpty, "no golden below parts/\(type) has \(missing.joined(separator: ", "))")
  }

  @Test(
    "Goldens show a part in the default theme and both themes of CardParts, and at three scales",
    arguments: PartRegistry.kinds.map(\.name))
  func themesAndScalesAreShown(type: String) throws {
    let shown = try Shown(type)
    for name in ["soft", "turbo", "mint"] {
      #expect(shown.themes.contains(name), "no golden below parts/\(type) is in theme \(name)")
    }
    for scale in [1.0, 2, 3] {
      #expect(
        shown.scales.contains(scale), "no golden below parts/\(type) has scale \(NumberText.format(scale))")
    }
  }

  @Test("Goldens show right-to-left text", arguments: PartRegistry.kinds.map(\.name))
  func rightToLeftIsShown(type: String) throws {
    guard !Self.wordless.contains(type) else { return }
    #expect(try Shown(type).isRightToLeft, "no golden below parts/\(type) has Arabic or Hebrew text")
  }
}
