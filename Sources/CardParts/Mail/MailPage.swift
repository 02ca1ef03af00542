import CardRaster

/// The HTML of a card in an email: a picture with alt text and clickable areas.
struct MailPage {
  let page: DeckPage
  /// The title of the document.
  private let title: String
  private let isRightToLeft: Bool
  /// The language, such as `en-US`.
  let language: String
  /// The URL of the picture.
  let source: String
  /// The URL of the picture for dark mode.
  let darkSource: String?
  let areas: [MailArea]
  /// The name of the image map; it depends on the areas, because a message may contain several cards.
  private let map: String

  /// - Parameter title: The title of the document; nil for the alternative text of the picture.
  init(
    _ page: DeckPage, title: String?, language: String, isRightToLeft: Bool, source: String,
    darkSource: String?
  ) {
    self.page = page
    self.title = title.map { $0.isEmpty ? page.display.title : $0 } ?? page.display.title
    self.isRightToLeft = isRightToLeft
    self.language = language
    self.source = source
    self.darkSource = darkSource
    areas = MailArea.all(of: page)
    let words = areas.map { "\($0.shape) \($0.coordinates) \($0.link.utf8.count) \($0.link) \($0.alt)" }
    map = "card-\(SHA256.hex(Array(words.joined(separator: "\n").utf8)).prefix(8))"
  }

  /// Width and height, rounded up to whole points.
  private var size: (width: Int, height: Int) {
    (Int(page.display.size.width.rounded(.up)), Int(page.display.size.height.rounded(.up)))
  }

  /// The document; texts of the deck are escaped.
  var html: String {
    let direction = isRightToLeft ? " dir=\"rtl\"" : ""
    var lines = [
      "<!doctype html>", "<html lang=\"\(Self.escaped(language))\"\(direction)>", "<head>",
      "<meta charset=\"utf-8\">",
      "<meta name=\"viewport\" content=\"width=device-width\">",
    ]
    if darkSource != nil {
      lines.append("<meta name=\"color-scheme\" content=\"light dark\">")
      lines.append("<meta name=\"supported-color-schemes\" content=\"light dark\">")
    }
    lines.append("<title>\(Self.escaped(title))</title>")
    if hasMap { lines += ["<style>", narrowStyle, "</style>"] }
    lines += ["</head>", "<body style=\"margin:0;padding:0\">"]
    return (lines + body + ["</body>", "</html>", ""]).joined(separator: "\n")
  }

  /// A fragment for the body of an MJML document.
  var mjml: String {
    let head = hasMap ? ["<!-- for mj-head: <mj-style>\(narrowStyle)</mj-style> -->"] : []
    return (head + ["<mj-raw>"] + body + ["</mj-raw>", ""]).joined(separator: "\n")
  }

  private var hasMap: Bool { wholeLink.isEmpty && !areas.isEmpty }

  /// The rule for narrow screens.
  ///
  /// The coordinates of an image map do not shrink with its picture. On narrow screens the picture fits the
  /// screen, its map is switched off, and the links are listed below it.
  private var narrowStyle: String {
    "@media (max-width:\(max(0, size.width - 1))px){.\(map){max-width:100%!important;height:auto!important;"
      + "pointer-events:none}.\(map)-links{display:block!important;max-height:none!important}}"
  }

  /// The picture with its links.
  private var body: [String] {
    guard hasMap else { return picture }
    var lines = picture
    lines.append("<map name=\"\(map)\">")
    for area in areas {
      let numbers = area.coordinates.map(String.init).joined(separator: ",")
      let alt = Self.escaped(area.alt)
      lines.append(
        "<area shape=\"\(area.shape)\" coords=\"\(numbers)\" href=\"\(Self.escaped(area.link))\" alt=\"\(alt)\" title=\"\(alt)\">"
      )
    }
    lines.append("</map>")
    var links: Set<String> = []
    let named = areas.reversed().filter { links.insert($0.link).inserted }.map { area in
      let words = area.alt.isEmpty ? area.link : area.alt
      return
        "<p style=\"margin:0;padding:12px 16px\"><a href=\"\(Self.escaped(area.link))\">\(Self.escaped(words))</a></p>"
    }
    // Hidden from the clients that do not know the rule for narrow screens.
    lines.append(
      "<div class=\"\(map)-links\" style=\"display:none;max-height:0;overflow:hidden;mso-hide:all;font:16px sans-serif\">"
    )
    return lines + named + ["</div>"]
  }

  /// The link if a single one covers the whole picture.
  ///
  /// Every email client supports links, but not every one supports image maps.
  private var wholeLink: String {
    guard areas.count == 1, let area = areas.first, area.shape == "rect",
      area.coordinates.prefix(2).allSatisfy({ $0 <= 0 }),
      area.coordinates[2] >= size.width - 1, area.coordinates[3] >= size.height - 1
    else { return "" }
    return area.link
  }

  private var picture: [String] {
    let place = hasMap ? " class=\"\(map)\" usemap=\"#\(map)\"" : ""
    let scaling = hasMap ? "" : ";max-width:100%;height:auto"
    var lines = [
      "<img src=\"\(Self.escaped(source))\" width=\"\(size.width)\" height=\"\(size.height)\" alt=\"\(Self.escaped(page.display.title))\"\(place) style=\"display:block;border:0\(scaling)\">"
    ]
    if let darkSource {
      let set = Self.escaped(darkSource.replacing(" ", with: "%20").replacing(",", with: "%2C"))
      lines =
        ["<picture>", "<source srcset=\"\(set)\" media=\"(prefers-color-scheme: dark)\">"] + lines + [
          "</picture>"
        ]
    }
    if !wholeLink.isEmpty { lines = ["<a href=\"\(Self.escaped(wholeLink))\">"] + lines + ["</a>"] }
    return lines
  }

  /// A text escaped for HTML content and attributes.
  static func escaped(_ text: String) -> String {
    // Characters not allowed in documents, and direction marks, are removed.
    Printable.markup(Printable.shown(text))
  }
}
