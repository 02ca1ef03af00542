import CardRaster

/// Lines of code with the colours of their syntax.
struct CodePart: BackgroundAwarePart {
  var code = ""
  var language: String?
  var title: String?
  var windowControls = false
  var lineNumbers = false
  var firstLineNumber = 1
  var highlightedLines: [ClosedRange<Int>] = []
  var diff = false
  var wraps = true
  var minimumScaleFactor = 1.0
  var tabWidth = 4
  var lineHeightMultiple = 1.15
  var look = TextLook()
  var syntaxColors = SyntaxColors()
  var textInsets: Insets?

  static let kind = PartKind(
    "code", .text, "Code with the colours of its syntax, line numbers and highlighted lines.",
    example:
      ##"{ "type": "code", "language": "swift", "lineNumbers": true, "highlightedLines": [2], "code": "let name = \"world\"\nprint(\"Hi, \\(name)!\")\n// a comment" }"##,
    measures: ["buttonCornerRadius"], make: { CodePart() }, needs: [["code"]],
    fields: {
      Field("code", \.code, .markup, "The lines, separated by `\\n`.")
      Field(
        "language", \.language, .codeLanguage, "The language, which determines the colours.",
        default: "no colours")
      Field("title", \.title, .text, "The text of a bar above the code, such as the name of its file.")
      Field(
        "windowControls", \.windowControls, .boolean, "Whether the bar has the three buttons of a window.")
      Field("lineNumbers", \.lineNumbers, .boolean, "Whether each line has its number.")
      Field("firstLineNumber", \.firstLineNumber, .integer(0...999_999), "The number of the first line.")
      Field(
        "highlightedLines", \.highlightedLines, .oneOrMore(.lines, most: 100),
        "The numbers of lines with another background, such as `3` or `\"3-5\"`.", default: "none")
      Field(
        "diff", \.diff, .boolean,
        "Whether the first character of each line is a sign: `+` for an added line, `-` for a removed one, or a space.",
        default: "`true` for the language `diff`")
      Field(
        "wraps", \.wraps, .boolean,
        "Whether lines that are too long are wrapped; otherwise they are cut off, with a warning.")
      Field(
        "minimumScaleFactor", \.minimumScaleFactor, .number(0.05...1),
        "The code may shrink to this share of its size until all lines fit.")
      Field("tabWidth", \.tabWidth, .integer(1...16), "The number of spaces from one tab stop to the next.")
      Field(
        "lineHeightMultiple", \.lineHeightMultiple, .number(0.5...10),
        "The factor for the height of each line.")
      TextLook.fields(
        font: "font", color: "textColor", of: "code",
        default: "`monospace`, slightly smaller than normal text"
      ).map { $0.lifted(\.look) }
      Field(
        "syntaxColors", \.syntaxColors,
        .object("syntaxColors", "The colours of code.", SyntaxColors.fields) { SyntaxColors() },
        "The colours by class.", default: "the theme's")
      Field(
        "textInsets", \.textInsets, .insets, "Space between the part's edges and the code.",
        default: "about the height of a letter")
    },
    check: { part, node, path, context in
      if node["diff"] == nil { part.diff = part.isPatch }
      // Line breaks of other systems, and lone ones at the end.
      var lines = part.code.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      while lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
      if lines.count > Limits.codeLines {
        context.error(
          node["code"] ?? node, path.key("code"),
          "the code has \(lines.count) lines, more than the limit of \(Limits.codeLines)", code: .limit)
      }
      part.code = lines.map { part.expanded($0) }.joined(separator: "\n")
      let last = part.firstLineNumber + lines.count - 1
      if let range = part.highlightedLines.first(where: {
        $0.lowerBound > last || $0.upperBound < part.firstLineNumber
      }),
        !part.code.isEmpty
      {
        context.warning(
          "line \(range.lowerBound) does not exist: the lines are \(part.firstLineNumber) to \(last)",
          key: "highlightedLines", of: node, path)
      }
    })

  /// Code reads from left to right in every language.
  var keepsDirection: Bool { true }
  var clipsToCorners: Bool { true }
  var minimumTextScale: Double { minimumScaleFactor }

  /// A line with spaces instead of tabs.
  private func expanded(_ line: Substring) -> String {
    guard line.contains("\t") else { return String(line) }
    // The sign of a changed line takes no column.
    var (result, column) = ("", diff ? -1 : 0)
    for character in line {
      let count = character == "\t" ? tabWidth - max(0, column) % tabWidth : 1
      result += character == "\t" ? String(repeating: " ", count: count) : String(character)
      column += count
    }
    return result
  }

  // MARK: Layout

  /// A line of code with its number and its sign.
  private struct Line {
    var runs: [(text: String, of: CodeClass?)]
    var number: Int
    var sign: Character?
  }

  /// Whether the language is that of patches, whose lines keep their signs.
  private var isPatch: Bool { language.map { ["diff", "patch"].contains($0) } ?? false }
  /// Whether signs are next to the lines.
  private var hasSigns: Bool { diff && !isPatch }

  private func lines() -> [Line] {
    let rows = code.split(separator: "\n", omittingEmptySubsequences: false)
    let signs = rows.map { row in diff ? row.first.flatMap { "+- ".contains($0) ? $0 : nil } : nil }
    let bare = zip(rows, signs).map { $1 == nil || isPatch ? $0 : $0.dropFirst() }.joined(separator: "\n")
    let runs = CodeLexer.lines(of: bare, in: language.flatMap(CodeLanguage.named))
    return zip(runs, signs).enumerated().map { number, row in
      let isHeader = isPatch && row.0.first?.of != nil
      return Line(runs: row.0, number: firstLineNumber + number, sign: isHeader ? nil : row.1)
    }
  }

  /// The backgrounds and colours of all lines.
  private struct Palette {
    let ground, text, highlight, added, removed, accent: Color
    let syntax: SyntaxColors

    init(_ part: CodePart, over background: Paint?, _ theme: ResolvedTheme) {
      // Over a gradient, the code has the surface of the theme, because no colour fits all of the gradient.
      let theme = theme.isOnEvenGround ? theme : theme.onSurface
      let base = theme.base
      let surface = theme.grounds.first ?? base.surfaceColor
      ground =
        background?.firstColor?.over(surface)
        ?? surface.blended(with: base.primaryTextColor, share: 0.05)
      let color = part.look.color ?? Accents.words(base.primaryTextColor, on: ground)
      text = color
      accent = base.accentColor
      let isDark = ground.luminance < 0.18
      highlight = ground.blended(with: base.accentColor, share: isDark ? 0.22 : 0.12)
      added = ground.blended(with: Color(rgb: 0x2EA043), share: isDark ? 0.25 : 0.16)
      removed = ground.blended(with: Color(rgb: 0xE5484D), share: isDark ? 0.25 : 0.14)
      syntax = SyntaxColors(base, on: [ground, highlight, added, removed]).replaced(by: part.syntaxColors)
    }
  }

  /// All lines at one scale.
  private struct Listing {
    var rows: [(text: ShapedText, x: Double)] = []
    var font: Font
    var scale = 1.0
    var gutter = 0.0
    var insets: Insets
    var isTooWide = false
    var height: Double { rows.reduce(insets.vertical) { $0 + $1.text.size.height } }
    var width: Double { insets.horizontal + gutter + (rows.map { $0.x + $0.text.naturalWidth }.max() ?? 0) }
  }

  func layout(_ proposal: SizeProposal, over background: Paint?, _ context: LayoutContext) throws(RasterError)
    -> LayoutBox
  {
    let theme = context.theme
    let lines = lines()
    let palette = Palette(self, over: background, theme)
    let bar = try layoutBar(palette, width: proposal.width.bound, context)
    let room = proposal.height.bound - (bar?.size.height ?? 0) + 0.1
    var scale = max(minimumScaleFactor, context.textFit.scale)
    var listing = try list(lines, palette, scale, proposal.width.bound, context)
    if minimumScaleFactor < scale, listing.isTooWide || listing.height > room {
      for step in TextFit.steps.filter({ $0 > minimumScaleFactor && $0 < scale }) + [minimumScaleFactor] {
        listing = try list(lines, palette, step, proposal.width.bound, context)
        scale = step
        if !listing.isTooWide, listing.height <= room { break }
      }
    }
    let top = bar?.size.height ?? 0
    let size = Size(
      width: proposal.width.resolve(max(listing.width, bar?.size.width ?? 0).rounded(.up)),
      height: proposal.height.resolve((top + listing.height).rounded(.up)))
    var box = LayoutBox(size: size)
    box.background = .solid(palette.ground)
    box.radii = CornerRadii(min(theme.buttonCornerRadius, 12 * theme.unit))
    box.isClipped = !box.radii.isZero
    if var bar {
      bar.size.width = size.width
      box.add(bar, at: .zero)
    }
    var y = top + listing.insets.top
    for (line, row) in zip(lines, listing.rows) {
      let height = row.text.size.height
      if y + height > size.height + 0.1, line.number > firstLineNumber {
        box.warnings.append(
          context.warning(
            "the code from line \(line.number) on does not fit and was cut", key: "code",
            hint: "set 'minimumScaleFactor', or a larger 'height'", code: .cutText))
        break
      }
      let frame = Rect(x: 0, y: y, width: size.width, height: height)
      let isHighlighted = highlightedLines.contains { $0.contains(line.number) }
      let ground: Color? =
        isHighlighted
        ? palette.highlight : line.sign == "+" ? palette.added : line.sign == "-" ? palette.removed : nil
      if let ground { box.add(.rect(frame, ground)) }
      if isHighlighted {
        box.add(.rect(Rect(x: 0, y: y, width: 3 * theme.unit, height: height), palette.accent))
      }
      try addGutter(of: line, to: &box, listing, palette, at: y, context)
      box.add(row.text, at: Point(x: listing.insets.left + listing.gutter + row.x, y: y))
      y += height
    }
    if listing.isTooWide, !wraps {
      box.warnings.append(
        context.warning(
          "lines of the code are wider than the part and were cut", key: "code",
          hint: "set 'wraps', 'minimumScaleFactor' or a smaller 'font'", code: .cutText))
    }
    var missing: [DeckIssue] = []
    for row in listing.rows where !row.text.missing.isEmpty && missing.isEmpty {
      missing = context.warnings(row.text, key: "code").filter { $0.code == .missingGlyph }
    }
    box.warnings += missing
    return box
  }

  /// Shapes all lines; those that are too long are wrapped or cut off.
  private func list(
    _ lines: [Line], _ palette: Palette, _ scale: Double, _ width: Double, _ context: LayoutContext
  ) throws(RasterError) -> Listing {
    let theme = context.theme
    var font = theme.normalTextFont
    (font.family, font.size, font.isTracked) = ("monospace", font.size * 0.93, false)
    // Ligatures would hide the characters of operators.
    font.features = [FontFeature("calt", value: 0)].compactMap { $0 }
    font = look.over(font, palette.text).font
    font.size *= scale
    var listing = Listing(
      font: font, scale: scale,
      insets: textInsets ?? Insets(top: font.size, left: font.size, bottom: font.size, right: font.size))
    let digit = try context.line("0", font, palette.text).naturalWidth
    if lineNumbers { listing.gutter += Double(String(lines.last?.number ?? 1).count + 2) * digit }
    if hasSigns { listing.gutter += 2 * digit }
    let room = max(digit, width - listing.insets.horizontal - listing.gutter)
    for line in lines {
      var style = ParagraphStyle()
      (style.alignment, style.isRightToLeft, style.maxLines) = (.left, false, 1)
      (style.lineHeightMultiple, style.leadingDistribution) = (lineHeightMultiple, .even)
      var text = try context.shape(palette.syntax.spans(line.runs, font, palette.text), style, width: nil)
      var x = 0.0
      if text.naturalWidth > room + 0.1 {
        listing.isTooWide = true
        var runs = line.runs
        if wraps {
          // Continued lines begin where the line does.
          let indent = runs[0].text.prefix { $0 == " " }.count
          x = min(Double(indent) * digit, room / 2)
          runs[0].text.removeFirst(indent)
          style.maxLines = nil
          style.lineBreakMode = .wordWrap
        }
        text = try context.shape(
          palette.syntax.spans(runs, font, palette.text), style, width: room - x, hyphenates: false)
      }
      listing.rows.append((text, x))
    }
    return listing
  }

  /// The number and the sign before a line.
  private func addGutter(
    of line: Line, to box: inout LayoutBox, _ listing: Listing, _ palette: Palette, at y: Double,
    _ context: LayoutContext
  ) throws(RasterError) {
    var style = ParagraphStyle()
    (style.alignment, style.isRightToLeft, style.maxLines) = (.left, false, 1)
    (style.lineHeightMultiple, style.leadingDistribution) = (lineHeightMultiple, .even)
    let color = palette.syntax[.comment] ?? palette.text
    var right = listing.insets.left + listing.gutter
    for word in [hasSigns ? line.sign.map(String.init) ?? " " : nil, lineNumbers ? String(line.number) : nil]
    {
      guard let word else { continue }
      var text = try context.shape([TextSpan(word, font: listing.font, color: color)], style, width: nil)
      let digit = text.naturalWidth / Double(word.count)
      right -= (lineNumbers && word != "+" && word != "-" && word != " " ? 2 : 1) * digit
      text.role = .artifact
      box.content.append(.text(text, at: Point(x: right - text.naturalWidth, y: y)))
      right -= text.naturalWidth
    }
  }

  /// The bar with the title and the buttons of a window; nil without both.
  private func layoutBar(
    _ palette: Palette, width: Double, _ context: LayoutContext
  ) throws(RasterError) -> LayoutBox? {
    guard title != nil || windowControls else { return nil }
    let unit = context.theme.unit
    let color = palette.syntax[.comment] ?? palette.text
    let (side, height) = (14 * unit, 36 * unit)
    let (dot, pitch) = (11 * unit, 18 * unit)
    let start = side + (windowControls ? 3 * pitch : 0)
    // The title is centred in a window, and at the left elsewhere.
    let line = try context.line(
      title ?? "", context.theme.detailTextFont, color,
      width: max(1, width - start - (windowControls ? start : side)), alignment: .left)
    let isWide = width.isFinite
    var box = LayoutBox(
      size: Size(
        width: isWide ? width : start + line.naturalWidth + (windowControls ? start : side), height: height))
    for (index, rgb) in [0xFF5F57, 0xFEBC2E, 0x28C840].enumerated() where windowControls {
      let frame = Rect(x: side + Double(index) * pitch, y: (height - dot) / 2, width: dot, height: dot)
      box.add(
        .roundedRect(RoundedRect(rect: frame, radii: CornerRadii(dot / 2)), .solid(Color(rgb: UInt32(rgb)))))
    }
    let x = windowControls ? (box.size.width - line.naturalWidth) / 2 : start
    if title != nil { box.add(line, at: Point(x: x, y: (height - line.size.height) / 2)) }
    let rule = Rect(x: 0, y: height - unit / 2, width: box.size.width, height: unit / 2)
    box.add(.rect(rule, palette.ground.blended(with: palette.text, share: 0.14)))
    box.warnings = context.warnings(line, key: "title")
    return box
  }
}

extension ValueKind where Value == ClosedRange<Int> {
  /// The number of a line, or the first and the last of several such as `3-5`.
  fileprivate static var lines: Self {
    let form = Schema.TextForm(pattern: "^[0-9]{1,6}(-[0-9]{1,6})?$", longest: 13)
    return ValueKind(
      "number of a line, or first and last such as `\"3-5\"`",
      schema: .any([.integer(0...999_999), .text(form)]),
      show: { $0.count == 1 ? String($0.lowerBound) : "\($0.lowerBound)-\($0.upperBound)" }
    ) { node, path, context in
      guard case .string(let text) = node.value else {
        return ValueKind<Int>.integer(0...999_999).parse(node, path, context).map { $0...$0 }
      }
      let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      if (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1], 0 <= first,
        first <= last, last <= 999_999
      {
        return first...last
      }
      return context.mismatch(
        node, path, expected: "the number of a line, or the first and the last such as \"3-5\"")
    }
  }
}

extension ValueKind where Value == String {
  /// The name of a language or an alias; in Swift it is a text, because `c++` is not a name there.
  fileprivate static var codeLanguage: Self {
    let pattern = CodeLanguage.names.joined(separator: "|").replacing("+", with: "\\+")
    return word(of: CodeLanguage.names).refined(
      schema: .text(Schema.TextForm(names: CodeLanguage.names, pattern: "^(\(pattern))$", longest: 20)))
  }
}
