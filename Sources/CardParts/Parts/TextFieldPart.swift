import CardRaster

/// A text field with a value or a placeholder.
struct TextFieldPart: BackgroundAwarePart {
  /// How the typed text is formatted.
  enum Format: String, Sendable, CaseIterable {
    case none, currency, zipcode, phone, ssn
  }
  /// The border styles of UIKit.
  enum BorderStyle: String, Sendable, CaseIterable {
    case none, line, bezel, roundedRect
  }
  /// When the clear button is visible; a picture is never in editing mode.
  enum ClearButtonMode: String, Sendable, CaseIterable {
    case never, unlessEditing, always
  }

  var text: String?
  var placeholder: String?
  var format = Format.none
  var maxLength: Int?
  var look = TextLook()
  var placeholderColor = Color(red: 60, green: 60, blue: 67, alpha: 77)
  var textAlignment = ParagraphStyle.Alignment.natural
  var borderStyle = BorderStyle.none
  var cornerRadius: CornerRadii?
  var cornerCurve = CornerCurve.circular
  var clearButtonMode = ClearButtonMode.never
  var isSecureTextEntry = false

  static let kind = PartKind(
    "textField", .text, "A text field with the text entered or a placeholder.",
    example:
      #"{ "type": "textField", "format": "currency", "text": "1234", "borderStyle": "roundedRect", "clearButtonMode": "always" }"#,
    make: { TextFieldPart() },
    follow: { part, theme in
      if theme.compatibility.hasTextFieldBorders { part.borderStyle = .roundedRect }
      if theme.compatibility.usesThemeColors {
        part.placeholderColor = theme.base.tertiaryTextColor
      } else if theme.appearance == .dark {
        // The placeholder colour of iOS in dark mode.
        part.placeholderColor = Color(red: 235, green: 235, blue: 245, alpha: 77)
      }
    }, needs: [["text", "placeholder", "borderStyle", "format", "backgroundColor"]],
    fields: {
      Field("text", \.text, .text, "The text entered; one line.")
      Field("placeholder", \.placeholder, .text, "The text of an empty field.")
      Field(
        "format", \.format, .word,
        "The format of the digits of the text: an amount in the deck's currency, or American numbers.")
      Field(
        "maxLength", \.maxLength, .integer(1...1000),
        "With `format` `currency`: the maximum number of characters of the text that are used.",
        default: "all characters")
      TextLook.fields(
        font: "font", color: "textColor", of: "text", summary: "The font.",
        default: "the theme's family in 17 points"
      ).map { $0.lifted(\.look) }
      Field(
        "placeholderColor", \.placeholderColor, .color, "The colour of the placeholder.",
        default: "the theme's `tertiaryTextColor`; paler in `turbo` and `mint`")
      Field(
        "textAlignment", \.textAlignment, .word,
        "The alignment of the text. `natural` and `justified` mean the side where its language starts.")
      Field(
        "borderStyle", \.borderStyle, .word, "The frame around the field.",
        default: "`roundedRect`; `none` in `turbo` and `mint`")
      Field(
        "cornerRadius", \.cornerRadius, .radii, "The corners of the frame and of the background.",
        default: "the theme's `buttonCornerRadius` for `roundedRect`, 5 in `turbo` and `mint`; else 0")
      Field(
        "cornerCurve", \.cornerCurve, .word,
        "The form of these corners: a quarter of a circle, or Apple's continuous curve.")
      Field(
        "clearButtonMode", \.clearButtonMode, .word,
        "Whether a field with text has a clear button.")
      Field("isSecureTextEntry", \.isSecureTextEntry, .boolean, "Shows a dot for each character.")
    },
    check: { part, node, path, context in
      if part.format != .currency {
        context.refuse(
          ["maxLength"], of: node, path, "on format '\(part.format.rawValue)'",
          hint: part.format == .none
            ? "set 'format' to 'currency'" : "its length is \(part.limit ?? 0) characters")
      }
      if node["placeholder"] == nil, !node.omitsBoundNulls, let value = node["placeholderColor"] {
        context.error(value, path.key("placeholderColor"), "'placeholderColor' needs 'placeholder'")
      }
      if part.borderStyle == .none, node["backgroundColor"] == nil, let radius = part.cornerRadius,
        !radius.isZero
      {
        context.warning(
          "'cornerRadius' has no effect without 'borderStyle' or 'backgroundColor'", key: "cornerRadius",
          of: node, path)
      }
      if part.borderStyle == .none, node["backgroundColor"] == nil {
        context.refuse(["cornerCurve"], of: node, path, "without 'borderStyle' or 'backgroundColor'")
      }
      // A border style or format that draws nothing is not enough.
      let keys = ["text", "placeholder", "backgroundColor"]
      if node["borderStyle"] != nil || node["format"] != nil, !keys.contains(where: { node[$0] != nil }),
        part.borderStyle == .none, part.format != .currency
      {
        context.error(node, path, "a text field needs 'text', 'placeholder' or 'borderStyle'")
      }
    })

  /// The maximum number of characters; nil for no limit.
  private var limit: Int? {
    switch format {
    case .none: nil
    case .currency: maxLength
    case .zipcode: 10
    case .phone: 12
    case .ssn: 11
    }
  }

  /// The displayed text and its digits.
  struct Entry: Equatable {
    /// The displayed text; nil if the placeholder is shown.
    var text: String?
    var digits: String
  }

  /// The formatted text: truncated to `limit`, reduced to its digits, then formatted.
  func entry(_ locale: DeckLocale) -> Entry {
    let typed = text ?? ""
    guard format != .none else { return Entry(text: typed.isEmpty ? nil : typed, digits: "") }
    let cut = limit.map { String(typed.prefix($0)) } ?? typed
    let digits = String(decoding: cut.utf8.filter { (0x30...0x39).contains($0) }, as: UTF8.self)
    if digits.isEmpty, placeholder != nil || format != .currency { return Entry(text: nil, digits: "") }
    return Entry(text: written(digits, locale), digits: digits)
  }

  private func written(_ digits: String, _ locale: DeckLocale) -> String {
    /// Leading zeros are dropped, because the text is a number.
    let number = digits.drop { $0 == "0" }
    switch format {
    case .none: return digits
    case .currency: return locale.currencyText(Rounded(whole: String(number)), code: locale.currency)
    case .zipcode: return Self.dashed(digits, after: [5])
    case .ssn: return Self.dashed(digits, after: [3, 5])
    case .phone:
      var parts: [Substring] = [number.suffix(4)]
      var rest = number.dropLast(4)
      while !rest.isEmpty {
        parts.append(rest.suffix(3))
        rest = rest.dropLast(3)
      }
      return number.isEmpty ? "0" : parts.reversed().joined(separator: "-")
    }
  }

  private static func dashed(_ digits: String, after places: [Int]) -> String {
    var result = ""
    for (index, digit) in digits.enumerated() {
      if places.contains(index) { result += "-" }
      result.append(digit)
    }
    return result
  }

  // MARK: Layout

  /// Padding between the edges and the text.
  ///
  /// Rounded corners would cut off the first letters, so the padding is at least three quarters of their
  /// radius.
  private func insets(_ theme: ResolvedTheme, over background: Paint?) -> Insets {
    let padding = theme.compatibility.textFieldPadding
    let (beside, above) = (theme.scaled(padding.width), theme.scaled(padding.height))
    var insets =
      switch borderStyle {
      case .none: Insets.zero
      case .line, .bezel: Insets(top: 4, left: 7, bottom: 4, right: 7)
      case .roundedRect: Insets(top: above, left: beside, bottom: above, right: beside)
      }
    guard borderStyle != .none || background != nil else { return insets }
    let radii = radii(theme)
    insets.left = max(insets.left, 0.75 * max(radii.topLeft, radii.bottomLeft))
    insets.right = max(insets.right, 0.75 * max(radii.topRight, radii.bottomRight))
    return insets
  }

  private func radii(_ theme: ResolvedTheme) -> CornerRadii {
    if let cornerRadius { return cornerRadius }
    guard borderStyle == .roundedRect else { return .zero }
    return CornerRadii(theme.compatibility.textFieldRadius ?? theme.buttonCornerRadius)
  }

  /// The side of the clear button's square and the gap next to it, in points.
  private static let clearButton = (side: 14.0, gap: 6.0)

  func layout(_ proposal: SizeProposal, over background: Paint?, _ context: LayoutContext) throws(RasterError)
    -> LayoutBox
  {
    let theme = context.theme
    let base = Font(
      theme.base.fontFamily, size: theme.compatibility.controlFontSize ?? theme.leftTitleFont.size,
      isTracked: theme.base.automaticLetterSpacing)
    let (font, textColor) = look.over(base, theme.base.primaryTextColor)
    let insets = insets(theme, over: background)
    let entry = entry(context.locale)
    var shown = entry.text ?? placeholder ?? ""
    if isSecureTextEntry, let text = entry.text {
      shown = String(repeating: "•", count: min(Self.dots, text.count))
    }
    let color = entry.text == nil ? placeholderColor : textColor
    let hasButton = clearButtonMode != .never && entry.text != nil
    let button = hasButton ? Self.clearButton.side + Self.clearButton.gap : 0
    let taken = insets.horizontal + button
    let room = max(0, proposal.width.bound - taken)
    let line = try context.line(shown, font, color, width: room, alignment: .left)

    // Fields with the same font have the same height for texts in every script.
    let empty = try context.line("", font, color)
    let natural = Size(
      width: (line.naturalWidth + taken).rounded(.up),
      height: empty.size.height.rounded(.up) + 1 + insets.vertical)
    let size = Size(
      width: proposal.width.resolve(natural.width), height: proposal.height.resolve(natural.height))
    var box = LayoutBox(size: size)
    box.hasMeasuredWords = entry.text != nil
    addBorder(to: &box, theme)
    // A right-to-left deck mirrors the whole box after layout.
    let isRightToLeft = line.isRightToLeft && !context.isMirrored
    let spare = max(0, size.width - taken - line.naturalWidth)
    let offset = spare * share(isRightToLeft: isRightToLeft, isMirrored: context.isMirrored)
    let start = insets.left + (isRightToLeft ? button : 0)
    let rise = (empty.lines.first?.baseline ?? 0) - (line.lines.first?.baseline ?? 0)
    box.add(line, at: Point(x: start + offset, y: (size.height - empty.size.height) / 2 + rise))
    if hasButton {
      let side = Self.clearButton.side
      let x = isRightToLeft ? insets.left : size.width - insets.right - side
      addClearButton(to: &box, Rect(x: x, y: (size.height - side) / 2, width: side, height: side), theme)
    }
    box.warnings = context.warnings(line, key: entry.text == nil ? "placeholder" : "text")
    if isSecureTextEntry, entry.text != nil {
      box.warnings = context.warnings(line).filter { _ in !line.isTruncated }
    } else if format != .none, !entry.digits.isEmpty {
      box.attributes.append(LayoutBox.Attribute("unformattedString", entry.digits))
    }
    if let loss { box.warnings.append(context.warning(loss, key: "text")) }
    return box
  }

  /// The warning for characters that the format removes; nil without such characters.
  ///
  /// The usual separators between digits do not cause a warning.
  var loss: String? {
    guard format != .none, let text else { return nil }
    let counted = limit.map { text.prefix($0) } ?? text[...]
    if counted.contains(where: { $0.isLetter || $0.isNumber && !$0.isASCII }) {
      return "format '\(format.rawValue)' removes letters of the text: only the digits 0 to 9 are used"
    }
    if format == .currency, let point = counted.lastIndex(where: { $0 == "." || $0 == "," }) {
      let behind = counted[point...].dropFirst().prefix { $0.isASCII && $0.isNumber }
      if !behind.isEmpty, behind.count != 3 {
        return
          "format 'currency' ignores '\(counted[point])' and reads all digits as whole units"
      }
    }
    if format != .currency, counted.count < text.count,
      text.dropFirst(counted.count).contains(where: \.isNumber)
    {
      return "format '\(format.rawValue)' uses only the first \(counted.count) characters of \(text.count)"
    }
    return nil
  }

  /// The fraction of the free width that is left of the text, also in a box that is mirrored later.
  private func share(isRightToLeft: Bool, isMirrored: Bool) -> Double {
    switch textAlignment {
    case .left: isMirrored ? 1 : 0
    case .center: 0.5
    case .right: isMirrored ? 0 : 1
    case .natural, .justified: isRightToLeft ? 1 : 0
    }
  }

  /// The maximum number of dots, more than a field can show.
  private static let dots = 1000

  private func addBorder(to box: inout LayoutBox, _ theme: ResolvedTheme) {
    let rect = Rect(origin: .zero, size: box.size)
    let radii = radii(theme)
    box.radii = radii
    box.cornerCurve = cornerCurve
    func ring(_ rect: Rect, _ width: Double, _ color: Color) -> DisplayItem {
      let outer = RoundedRect(rect: rect, radii: radii, curve: cornerCurve)
      return .fill(.ring(outer: outer, inner: outer.inset(by: width)), .solid(color), bounds: rect)
    }
    switch borderStyle {
    case .none: break
    case .line: box.add(ring(rect, 1, theme.base.primaryTextColor))
    case .bezel:
      // Light comes from above, so the top and left sides of an inset field are in shade.
      let inner = RoundedRect(rect: rect.inset(by: 1), radii: radii.inset(by: 1), curve: cornerCurve)
      let shade = theme.separatorColor
      box.background = .solid(theme.fieldColor)
      box.add(
        .group(
          DisplayItem.Group(
            [
              .rect(Rect(x: 1, y: 1, width: max(0, rect.width - 2), height: 1), shade),
              .rect(Rect(x: 1, y: 1, width: 1, height: max(0, rect.height - 2)), shade),
            ], clip: .roundedRect(inner))))
      box.add(ring(rect, 1, theme.base.tertiaryTextColor))
    case .roundedRect:
      box.background = .solid(theme.fieldColor)
      // An outlined button's border may have the accent colour, which would look wrong around a field.
      let color = theme.compatibility.usesThemeColors ? theme.base.quietEdgeColor : theme.separatorColor
      box.add(ring(rect, theme.compatibility.textFieldBorderWidth, color))
    }
  }

  private func addClearButton(to box: inout LayoutBox, _ rect: Rect, _ theme: ResolvedTheme) {
    box.add(
      .roundedRect(
        RoundedRect(rect: rect, radii: CornerRadii(rect.width / 2)), .solid(theme.base.tertiaryTextColor)))
    let inner = rect.inset(by: rect.width * 0.32)
    var cross = Path()
    cross.move(to: inner.origin)
    cross.line(to: Point(x: inner.maxX, y: inner.maxY))
    cross.move(to: Point(x: inner.maxX, y: inner.minY))
    cross.line(to: Point(x: inner.minX, y: inner.maxY))
    box.add(.stroke(cross, Stroke(width: 1.5, cap: .round), theme.base.surfaceColor))
  }
}
