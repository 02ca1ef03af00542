/// What other formats call things that have another name here.
enum ForeignWords {
  /// The type of a part for a word of HTML, CSS, SwiftUI or CardParts; nil for any other word.
  static func part(_ word: String) -> String? {
    switch word.lowercased() {
    case "label", "paragraph", "p", "span": "text"
    case "heading", "header", "h1", "h2", "h3": "title"
    case "divider", "hr", "line", "rule": "separator"
    case "img", "picture", "photo": "image"
    case "row", "column", "hstack", "vstack", "box", "div", "group", "flex": "stack"
    case "list": "table"
    case "grid": "collection"
    case "link", "a", "cta": "button"
    case "progress", "meter": "bar"
    case "toggle", "checkbox": "switch"
    case "space", "gap": "spacer"
    case "input", "field": "textField"
    case "badge", "chip", "tag", "pill": "pillLabel"
    default: ofSwift(word)
    }
  }

  /// What the name of a part in Swift would be here, as `text` for `CardPartTextView`; nil for any other word.
  private static func ofSwift(_ word: String) -> String? {
    guard word.hasPrefix("CardPart") else { return nil }
    let name = word.dropFirst("CardPart".count)
    let inner = name.hasSuffix("View") ? name.dropLast("View".count) : name
    return inner.prefix(1).lowercased() + inner.dropFirst()
  }

  /// The key that is meant by a word of HTML, CSS or SwiftUI, when it is among those that are known.
  static func key(_ word: String, among known: [String]) -> String? {
    let meant: [String]
    switch word.lowercased() {
    case "color", "fontcolor", "foregroundcolor": meant = ["textColor", "tintColor"]
    case "align", "textalign": meant = ["textAlignment", "alignment"]
    case "fontsize", "size", "fontfamily", "fontweight": meant = ["font"]
    case "src", "source", "url": meant = ["image", "link"]
    case "href", "action", "onclick": meant = ["link"]
    case "radius", "borderradius", "rounded": meant = ["cornerRadius"]
    case "background", "bgcolor", "fill": meant = ["backgroundColor"]
    case "opacity": meant = ["alpha"]
    case "margin", "padding", "insets": meant = ["margins", "padding"]
    case "hidden", "visible": meant = ["isHidden"]
    case "label", "text", "title", "content", "value", "caption": meant = ["text", "title", "buttonTitle"]
    case "children", "items", "subviews", "views": meant = ["parts", "arrangedSubviews", "cardParts"]
    case "gap": meant = ["spacing"]
    default: return nil
    }
    return meant.first { $0 != word && known.contains($0) }
  }
}
