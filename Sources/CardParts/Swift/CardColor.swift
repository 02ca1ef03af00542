public import CardRaster

/// A colour, or the name of one.
///
/// A string has the same form as in JSON: `"#45CAE6"`, `"rgb(69, 202, 230)"`, `"hsl(190 76% 59%)"`, `"teal"`,
/// or the name of a colour of the theme. Theme colours are also values of ``CardColor``: `.accentColor`,
/// `.titleTextColor`.
public struct CardColor: Hashable, Sendable, ExpressibleByStringLiteral, DeckConvertible {
  let deckNode: DeckNode

  /// Creates a colour from its text; only ``DeckBinding`` binds a colour to data.
  public init(_ text: String) { deckNode = DeckNode(.of(DeckValue.verbatim(text))) }
  /// Creates a colour from its text.
  public init(stringLiteral text: String) { deckNode = DeckNode(.of(text)) }
  /// Creates a colour from its channels.
  public init(_ color: Color) { self.init(color.hexText) }

  /// Creates a colour that differs between light and dark mode.
  public init(light: CardColor, dark: CardColor) {
    var node = DeckNode.empty
    node.set("light", light)
    node.set("dark", dark)
    deckNode = node
  }

  /// The colour as JSON: a string, or an object with a light and a dark colour.
  public var text: String {
    var files: [String] = []
    let json = deckNode.json(nil, &files)
    if case .string(let text) = json.value { return text }
    return JSONDump.write(json, pretty: false)
  }

  /// Black.
  public static let black = CardColor(Color.black)
  /// White.
  public static let white = CardColor(Color.white)
  /// Fully transparent.
  public static let clear = CardColor(Color.clear)
  /// UIKit's red, `#FF0000`.
  public static let red = CardColor(Color(rgb: 0xFF0000))
  /// UIKit's green, `#00FF00`; CSS's `green` is darker.
  public static let green = CardColor(Color(rgb: 0x00FF00))
  /// UIKit's blue, `#0000FF`.
  public static let blue = CardColor(Color(rgb: 0x0000FF))
  /// UIKit's cyan, `#00FFFF`.
  public static let cyan = CardColor(Color(rgb: 0x00FFFF))
  /// UIKit's magenta, `#FF00FF`.
  public static let magenta = CardColor(Color(rgb: 0xFF00FF))
  /// UIKit's yellow, `#FFFF00`.
  public static let yellow = CardColor(Color(rgb: 0xFFFF00))
  /// UIKit's orange, `#FF8000`; CSS's `orange` is yellower.
  public static let orange = CardColor(Color(rgb: 0xFF8000))
  /// UIKit's purple, `#800080`.
  public static let purple = CardColor(Color(rgb: 0x800080))
  /// UIKit's brown, `#996633`; CSS's `brown` is redder.
  public static let brown = CardColor(Color(rgb: 0x996633))
  /// UIKit's gray, `#808080`.
  public static let gray = CardColor(Color(rgb: 0x808080))
  /// UIKit's light gray, `#AAAAAA`; CSS's `lightgray` is lighter.
  public static let lightGray = CardColor(Color(rgb: 0xAAAAAA))
  /// UIKit's dark gray, `#555555`; CSS's `darkgray` is lighter than `gray`.
  public static let darkGray = CardColor(Color(rgb: 0x555555))

  /// An opaque colour from its hexadecimal text, such as `"#111"`, `"#45CAE6"` or `"45CAE6"`.
  public static func hex(_ text: String) -> CardColor { CardColor(text.hasPrefix("#") ? text : "#" + text) }

  /// A colour from its number, such as `0x45CAE6`; `alpha` is 0…1.
  public static func hex(_ rgb: UInt32, alpha: Double = 1) -> CardColor {
    CardColor(Color(rgb: rgb).multiplyingAlpha(by: alpha))
  }

  /// A colour from its channels, 0…255 each; `alpha` is 0…1.
  public static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8, alpha: Double = 1) -> CardColor {
    CardColor(Color(red: red, green: green, blue: blue).multiplyingAlpha(by: alpha))
  }
}
