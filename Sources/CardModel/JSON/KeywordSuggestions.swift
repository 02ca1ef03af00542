/// Words of other programs, such as HTML, CSS and SwiftUI, for things that have another name here.
///
/// A word is compared without case, hyphens and underscores.
package enum KeywordSuggestions {
  /// Several words with the same meaning.
  package struct Entry: Sendable {
    package let words: [String]
    /// The names here, of which the first that is valid is suggested; or a hint, which has spaces.
    package let targets: [String]

    init(_ words: String, _ targets: String...) {
      self.words = words.split(separator: " ").map(String.init)
      self.targets = targets
    }
  }

  /// The hint that suggests a name.
  package static func question(_ name: String) -> String { "did you mean '\(name)'?" }

  /// The hint for an unknown part type; nil without a suggestion.
  ///
  /// - Parameter isPart: Whether a name is a part type.
  package static func hint(forPart type: String, isPart: (String) -> Bool) -> String? {
    let word = plain(type)
    let target =
      parts.first { $0.words.contains(word) }?.targets[0] ?? chart(word) ?? nameOfSwift(type) ?? ""
    return target.contains(" ") ? target : isPart(target) ? question(target) : nil
  }

  /// The hint for an unknown key with a meaning in other programs; nil for other keys.
  ///
  /// - Parameters:
  ///   - what: The noun for the object, such as `a row` or `part 'text'`.
  ///   - known: The valid keys.
  static func hint(forKey key: String, of what: String, among known: [String]) -> String? {
    let word = plain(key)
    guard !known.isEmpty, !known.contains(where: { plain($0) == word }) else { return nil }
    for entry in (objects[what] ?? []) + keys where entry.words.contains(word) {
      let target = entry.targets.first { $0.contains(" ") || known.contains($0) }
      if let target { return target.contains(" ") ? target : question(target) }
    }
    return nil
  }

  /// The hint for a word that another program has for one of the known values, or that belongs to another
  /// key; nil for other words.
  static func value(_ word: String, among known: [String]) -> String? {
    if known.contains("rtl"), ["horizontal", "vertical", "row", "column"].contains(word) {
      return "the 'axis' of a stack is 'horizontal' or 'vertical'"
    }
    let word = plain(word)
    for entry in values where entry.words.contains(word) {
      if let target = entry.targets.first(where: known.contains) { return question(target) }
    }
    return nil
  }

  private static func plain(_ word: String) -> String {
    word.lowercased().filter { $0 != "-" && $0 != "_" }.replacing("colour", with: "color")
  }

  /// The part type for a Swift type name, such as `text` for `CardPartTextView`; nil for other words.
  private static func nameOfSwift(_ word: String) -> String? {
    guard word.hasPrefix("CardPart") else { return nil }
    let name = word.dropFirst("CardPart".count)
    let inner = name.hasSuffix("View") ? name.dropLast("View".count) : name
    return inner.prefix(1).lowercased() + inner.dropFirst()
  }

  /// The hint for a kind of chart as a part type, such as `barChart`; nil for other words.
  private static func chart(_ word: String) -> String? {
    let ending = ["chart", "graph", "plot"].first(where: word.hasSuffix)
    let stem = String(word.dropLast(ending?.count ?? 0))
    let mark = ["doughnut": "donut", "ring": "rings", "pointcloud": "scatter"][stem] ?? stem
    return marks.contains(mark) ? "write \"type\": \"chart\", \"mark\": \"\(mark)\"" : nil
  }

  /// Marks of charts that people write as part types.
  package static let marks = [
    "bar", "column", "line", "area", "pie", "donut", "scatter", "bubble", "gauge", "sparkline", "heatmap",
    "funnel", "waterfall", "candlestick", "boxplot", "rings",
  ]

  /// Words for part types.
  package static let parts = [
    Entry("label paragraph p span body quote blockquote", "text"),
    Entry("heading header headline h1 h2 h3", "title"),
    Entry("divider hr line rule", "separator"),
    Entry("img picture photo", "image"),
    Entry("row column hstack vstack box div group flex", "stack"),
    Entry("list", "table"), Entry("grid", "collection"), Entry("link a cta", "button"),
    Entry("progress meter", "bar"), Entry("toggle checkbox", "switch"), Entry("space gap", "spacer"),
    Entry("input field", "textField"), Entry("qr qrcode", "barcode"),
    Entry("badge chip tag pill", "pillLabel"), Entry("keyvalue pair", "titleDescription"),
    Entry(
      "metric kpi stat statistic bignumber",
      "write a part 'text' with \"style\": \"header\" for the number, and one with \"style\": \"detail\" for its label"
    ),
  ]

  private static let labels = "text label title content value name caption"
  private static let pair = [
    Entry("title text label name heading", "leftTitleText"),
    Entry("subtitle description caption detail details body", "leftDescriptionText"),
    Entry("value amount price right trailing", "rightTitleText"),
    Entry("color titlecolor textcolor", "leftTitleColor"),
    Entry("font titlefont weight size", "leftTitleFont"),
  ]

  /// Words for keys of one kind of object, by its noun in messages.
  package static let objects: [String: [Entry]] = [
    "the deck": [
      Entry("background backgroundcolor bgcolor", "write \"canvas\": { \"background\": … }"),
      Entry("width height size preset", "write \"canvas\": { \"width\": …, \"height\": … }"),
      Entry("parts content", "parts are in a card: \"cards\": [{ \"parts\": [ … ] }]"),
      Entry("accent colors primary primarycolor", "write \"brand\": { \"accent\": … }"),
      Entry("lang language", "locale"), Entry("style", "theme"), Entry("dark darkmode mode", "appearance"),
    ],
    "the canvas": [
      Entry("layout theme appearance locale", "it is a key of the deck, next to 'canvas'"),
      Entry("size format kind name type", "preset"), Entry("color bgcolor", "background"),
      Entry("dpi ratio pixelratio resolution density", "scale"),
    ],
    "brand": [
      Entry("logo image", "a logo is a part 'image' in a card"),
      Entry("color colors primary primarycolor maincolor", "accent"), Entry("cornerradius", "radius"),
    ],
    "a card": [
      Entry("background backgroundcolor bgcolor", "write \"theme\": { \"cardBackgroundColor\": … }"),
      Entry("title heading header", "a title is a part: { \"type\": \"title\", \"title\": … }"),
      Entry("subtitle text description", "a text is a part: { \"type\": \"text\", \"text\": … }"),
      Entry("padding margins margin", "the space around parts is the theme's 'cardPartMargins'"),
      Entry("radius cornerradius borderradius", "write \"traits\": { \"rounded\": … }"),
      Entry("border", "write \"traits\": { \"border\": … }"),
      Entry("shadow", "write \"traits\": { \"shadow\": … }"),
      Entry("content body elements", "parts"),
    ],
    "a column": [
      Entry("name label text header heading", "title"),
      Entry("align alignment", "textAlignment"), Entry("sum aggregate footer", "total"),
      Entry("flex grow", "weight"),
    ],
    "a row": pair + [Entry("values columns data", "cells")],
    "avatar": [Entry("initials label title text", "name")],
    "an annotation": [
      Entry("lat", "latitude"), Entry("lng lon long", "longitude"), Entry("name label text", "title"),
    ],
    "part 'title'": [
      Entry(
        "align alignment textalign textalignment",
        "a part 'text' with \"style\": \"title\" has 'textAlignment'"),
      Entry("subtitle", "a subtitle is a part 'text' with \"style\": \"detail\""),
    ],
    "part 'titleDescription'": pair,
    "part 'pillLabel'": [Entry(labels, "labelText"), Entry("padding", "horizontalPadding")],
    "part 'iconLabel'": [
      Entry("label title content value name", "labelText"), Entry("image symbol", "icon"),
    ],
    "part 'text'": [
      Entry("lines numberoflines lineclamp", "maxLines"), Entry("lineheight", "lineHeightMultiple"),
    ],
    "part 'code'": [Entry("text content source value", "code"), Entry("lang syntax", "language")],
    "part 'image'": [
      Entry("fit objectfit resizemode scalemode mode", "contentMode"), Entry("path file name", "image"),
      Entry("objectposition position", "focalPoint"), Entry("alttext description", "alt"),
    ],
    "part 'icon'": [Entry("name symbol image src", "icon")],
    "part 'avatars'": [
      Entry("people users images names items members faces", "avatars"), Entry("max limit", "most"),
    ],
    "part 'barcode'": [
      Entry("value data content url code", "text"), Entry("format kind", "symbology"),
    ],
    "part 'map'": [
      Entry("center coordinate coordinates", "location"), Entry("zoom zoomlevel region", "span"),
      Entry("pins markers points places", "annotations"), Entry("line polyline path", "route"),
    ],
    "part 'button'": [
      Entry(labels, "buttonTitle"), Entry("url href action target", "link"), Entry("icon", "image"),
      Entry("color", "'titleColor' is the colour of the title, and 'backgroundColor' that of the button"),
      Entry("variant kind", "style"), Entry("enabled disabled", "isEnabled"),
    ],
    "part 'switch'": [Entry("value checked on", "isOn")],
    "part 'slider'": [Entry("min minimum", "minimumValue"), Entry("max maximum", "maximumValue")],
    "part 'spacer'": [Entry("size space length amount", "height")],
    "part 'separator'": [Entry("size linewidth", "thickness")],
    "part 'stack'": [
      Entry("justify justifycontent", "distribution"), Entry("aligncontent alignitems align", "alignment"),
    ],
    "part 'table'": [
      Entry("data items entries", "rows"), Entry("headers header head", "columns"),
      Entry("striped zebra", "usesAlternatingRowBackgroundColors"), Entry("footer", "tableFooterView"),
    ],
    "part 'bar'": [Entry("value progress percentage fraction", "percent")],
    "part 'progressBar'": [Entry("value progress percent", "currentValue"), Entry("colors", "barColors")],
    "part 'rating'": [Entry("rating stars score", "value"), Entry("max maximum", "count")],
    "part 'chart'": [
      Entry("labels categories category names", "'x' names the column of 'data' that has the labels"),
      Entry("values numbers amounts", "'y' names the column of 'data' that has the values"),
      Entry(
        "goal target threshold reference benchmark average",
        "write \"rules\": [{ \"y\": …, \"label\": … }] for a line at a value"),
      Entry("unit suffix prefix", "'format' writes numbers with their unit, such as \"format\": \"percent\""),
      Entry("series", "'color' names the column of 'data' that distinguishes series"),
      Entry("showvalues datalabels showlabels showvaluelabels", "valueLabels"),
      Entry("horizontal orientation", "exchange 'x' and 'y' for horizontal bars"),
      Entry("charttype kind variant", "mark"),
      Entry("xlabel xtitle xaxis", "write \"x\": { \"field\": …, \"title\": … }"),
      Entry("ylabel ytitle yaxis", "write \"y\": { \"field\": …, \"title\": … }"),
      Entry("showlegend", "legend"), Entry("showgrid gridlines", "grid"), Entry("palette", "colors"),
    ],
  ]

  /// Words for values; the first value that is valid is suggested.
  package static let values = [
    Entry("primary solid contained default", "filled"), Entry("secondary outline bordered", "outlined"),
    Entry("ghost link borderless text", "plain"), Entry("soft tonal", "tinted"),
    Entry("heading headline h1 h2 display", "header", "title"), Entry("h3 h4 subtitle subheading", "title"),
    Entry("body paragraph p regular default", "normal"), Entry("caption footnote label", "detail", "small"),
    Entry("cover crop aspectfill", "scaleAspectFill"), Entry("contain fit aspectfit", "scaleAspectFit"),
    Entry("stretch fill", "scaleToFill", "fill"), Entry("start flexstart", "leading", "natural", "top"),
    Entry("end flexend", "trailing", "bottom"), Entry("centre middle", "center"),
    Entry("row x", "horizontal"), Entry("column y", "vertical"),
    Entry("spacebetween spacearound spaceevenly", "equalSpacing"), Entry("repeat", "tile"),
  ]

  /// Words for keys of any object; the first key that the object has is suggested.
  package static let keys = [
    Entry("primary primarycolor", "accent"),
    Entry("span cols colspan gridcolumn", "columnSpan", "columns"), Entry("rows rowspan gridrow", "rowSpan"),
    Entry(
      "color fontcolor foregroundcolor foreground", "textColor", "titleColor", "tintColor", "separatorColor",
      "barColor", "ratingColor", "fillColor", "codeColor", "accent"),
    Entry("align textalign alignment", "textAlignment", "alignment"),
    Entry("fontsize size fontfamily fontweight fontstyle weight bold italic", "font", "titleFont"),
    Entry("src source url", "image", "link"), Entry("href action onclick", "link"),
    Entry("radius borderradius rounded", "cornerRadius"),
    Entry("background bgcolor fill", "backgroundColor"), Entry("opacity", "alpha"),
    Entry("margin padding insets", "margins", "padding"), Entry("hidden visible", "isHidden"),
    Entry("value", "text", "title", "buttonTitle", "percent"),
    Entry("label text title content caption", "text", "title", "buttonTitle"),
    Entry("direction orientation", "axis"),
    Entry("children items subviews views parts", "parts", "arrangedSubviews", "cardParts"),
    Entry("gap", "spacing"),
  ]
}
