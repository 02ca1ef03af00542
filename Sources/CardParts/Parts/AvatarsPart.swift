import CardRaster

/// Overlapping round pictures or initials of people, followed by "+N" for those that are not shown.
struct AvatarsPart: CardPart {
  var avatars: [Avatar] = []
  var size = 36.0
  var overlap = 0.22
  var most: Int?
  var total: Int?
  var ringWidth = 2.0
  var ringColor: Color?

  struct Avatar: Sendable {
    var picture: PictureChoice?
    var name = ""
    var color: Color?

    var image: ImageSource? { picture?.image }

    static let fields = FieldTable<Avatar>(needs: [["name", "image"]]) {
      Field("image", \.picture, .pictureOrIssue, "A picture, cropped to a circle around its middle.")
      Field(
        "name", \.name, .text,
        "The name; its initials are drawn if there is no picture, or if its file cannot be read.")
      Field(
        "color", \.color, .color, "The colour behind initials.",
        default:
          "a tint of one of the theme's `chartColors`, in turn; by the name where the part shows one person and is repeated by `forEach`, or in `turbo` and `mint`"
      )
    }

    /// The first letters of the first and the last word; a name without letters gives its first character.
    func initials(_ locale: DeckLocale) -> String {
      let words = name.split(whereSeparator: \.isWhitespace)
      // The Arabic article is not the beginning of a family name.
      let names =
        words.prefix(1) + words.dropFirst().map { $0.hasPrefix("\u{0627}\u{0644}") ? $0.dropFirst(2) : $0 }
      let named = names.compactMap { $0.first(where: \.isLetter) }
      guard let first = named.first else { return words.first?.first.map { String($0) } ?? "" }
      guard named.count > 1, let last = named.last else { return locale.uppercased(String(first)) }
      // In a joining script two letters would read as a word.
      return [first, last].map { locale.uppercased(String($0)) }.joined(
        separator: first.joins ? "\u{200C}" : "")
    }

    /// A stable number for the name: the FNV-1a hash of its UTF-8 bytes.
    var number: Int {
      Int(name.utf8.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 } >> 8)
    }
  }

  static let kind = PartKind(
    "avatars", .picture,
    "Overlapping round pictures or initials of people, and the number of further people.",
    example:
      ##"{ "type": "avatars", "most": 3, "avatars": [{ "name": "Ann Lee" }, { "name": "Bo Diaz" }, { "name": "Cleo" }, { "name": "Di" }] }"##,
    make: { AvatarsPart() }, follow: { part, theme in part.size *= theme.unit }, needs: [["avatars"]],
    fields: {
      Field(
        "avatars", \.avatars,
        .list(
          ValueKind<Avatar>.object("avatar", "One of the people of avatars.", Avatar.fields) { Avatar() },
          0...1_000), "The people, the first at the left.")
      Field("size", \.size, .number(4...1000), "The width of each.")
      Field(
        "overlap", \.overlap, .number(0...0.9), "The overlap of two avatars, as a share of `size`.")
      Field(
        "most", \.most, .integer(1...1_000),
        "The largest number of avatars shown; the others become a number such as \"+3\".",
        default: "as many as fit")
      Field(
        "total", \.total, .integer(0...1_000_000), "How many there are, if `avatars` has only some.",
        default: "as many as `avatars` has")
      Field("ringWidth", \.ringWidth, .number(0...100), "The thickness of the ring around each.")
      Field(
        "ringColor", \.ringColor, .color, "The colour of the rings.",
        default: "the colour behind the part")
    },
    check: { part, node, path, context in
      for avatar in part.avatars {
        avatar.picture?.report(insteadShown: avatar.name.isEmpty ? nil : "initials are drawn", context)
      }
      guard let total = part.total, total < part.avatars.count else { return }
      context.warning(
        "'total' \(total) is less than the \(part.avatars.count) of 'avatars'", key: "total", of: node, path)
    })

  var fillsWidth: Bool { false }
  var keepsWidth: Bool { true }
  var keepsSize: Bool { true }
  var isFigure: Bool { true }
  var isByline: Bool { true }

  /// The avatars that fit the width (at least one) and the number of the others.
  private func shown(in width: Double = .infinity) -> (avatars: ArraySlice<Avatar>, rest: Int) {
    let all = max(total ?? 0, avatars.count)
    var shown = avatars.prefix(most ?? avatars.count)
    // The tolerance of 0.1 points is invisible and larger than rounding errors.
    while shown.count > 1, self.width(of: shown.count + (all > shown.count ? 1 : 0)) > width + 0.1 {
      shown.removeLast()
    }
    return (shown, all - shown.count)
  }

  private func width(of count: Int) -> Double {
    count > 0 ? Double(count - 1) * size * (1 - overlap) + size : 0
  }

  func layout(_ proposal: SizeProposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let (avatars, rest) = shown(in: proposal.width.bound)
    let count = avatars.count + (rest > 0 ? 1 : 0)
    let step = size * (1 - overlap)
    let natural = Size(width: width(of: count), height: size)
    try context.checkLength(natural.width, "the avatars' width in pixels")
    var box = LayoutBox(
      size: Size(
        width: proposal.width.resolve(natural.width), height: proposal.height.resolve(natural.height)))
    if let most, avatars.count < min(most, self.avatars.count) {
      box.warnings.append(
        context.warning(
          "there is room for \(avatars.count) of \(min(most, self.avatars.count)) avatars; the rest is a number",
          key: "most", hint: "make them smaller, let them overlap more, or show fewer", code: .overflow))
    }
    let top = (box.size.height - size) / 2
    let theme = context.theme
    let isTinted = theme.compatibility.tintsAvatars
    let palette = isTinted ? theme.onSurface.chartColors : ChartPalette.standard(theme.appearance)
    let letters = try lettersSize(avatars, isFollowed: rest > 0, context)
    for (number, avatar) in avatars.enumerated() {
      let frame = Rect(x: Double(number) * step, y: top, width: size, height: size)
      // A ring separates avatars that overlap.
      if count > 1 || ringColor != nil { addRing(below: frame, to: &box, context.theme) }
      if let image = avatar.image {
        addImage(image, in: frame, to: &box, context)
      } else {
        let place = avatars.count + rest > 1 || isTinted && !context.isRepeated ? number : avatar.number
        let own = palette[place % palette.count]
        let tint =
          isTinted ? theme.onSurface.base.surfaceColor.blended(with: own, share: tintShare(theme)) : own
        try addLetters(
          avatar.initials(context.locale), on: avatar.color ?? tint,
          ink: isTinted && avatar.color == nil ? own.standingOut(from: [tint], by: Accents.words) : nil,
          in: frame, size: letters,
          shift: number < count - 1 ? shift(context) : 0,
          to: &box, context)
      }
    }
    if rest > 0 {
      let frame = Rect(x: Double(avatars.count) * step, y: top, width: size, height: size)
      addRing(below: frame, to: &box, context.theme)
      // A grey, because a tint of the accent would look like a person's.
      let grey =
        isTinted && theme.grounds.isEmpty
        ? theme.base.surfaceColor.blended(with: theme.base.primaryTextColor, share: 0.1)
        : theme.barBackgroundColor
      try addLetters(
        "+\(rest)", on: grey, ink: isTinted ? theme.base.secondaryTextColor : nil, in: frame,
        size: size * (rest > 9 ? 0.32 : isTinted ? 0.34 : 0.4), weight: isTinted ? 500 : 600, shift: 0,
        to: &box, context)
    }
    box.label = words
    return box
  }

  /// The alt text: the names and "+N"; nil if no avatar has a name.
  private var words: String? {
    let (avatars, rest) = shown()
    let names = avatars.map(\.name).filter { !$0.isEmpty }
    guard !names.isEmpty else { return nil }
    return names.joined(separator: ", ") + (rest > 0 ? " +\(rest)" : "")
  }

  /// One font size for all initials, small enough that none is covered by the next avatar.
  private func lettersSize(_ avatars: ArraySlice<Avatar>, isFollowed: Bool, _ context: LayoutContext)
    throws(RasterError) -> Double
  {
    let share = context.theme.compatibility.tintsAvatars ? 0.34 : 0.4
    let usual = size * (avatars.contains { $0.initials(context.locale).count > 2 } ? 0.32 : share)
    guard context.theme.compatibility.shrinksToFit else { return usual }
    var least = usual
    for (number, avatar) in avatars.enumerated() where avatar.image == nil {
      let width = try context.line(avatar.initials(context.locale), font(usual, context.theme), .black)
        .naturalWidth
      let isCovered = number < avatars.count - 1 || isFollowed
      let room = isCovered ? size - 2 * (covered - shift(context)) : size * 0.8
      if width > room, room > 0 { least = min(least, usual * room / width) }
    }
    return max(least, size * Self.leastLetters)
  }

  /// The share of the avatar's colour in its background.
  private func tintShare(_ theme: ResolvedTheme) -> Double { theme.appearance == .dark ? 0.34 : 0.18 }

  /// The smallest font size of initials, as a fraction of the circle's diameter.
  private static let leastLetters = 0.26

  /// The width that the next avatar and its ring cover, in points.
  private var covered: Double { overlap * size + ringWidth }

  /// How far initials move left of the centre of a partly covered avatar, in points.
  private func shift(_ context: LayoutContext) -> Double {
    context.theme.compatibility.initialsShift * covered
  }

  private func font(_ size: Double, _ theme: ResolvedTheme) -> Font {
    var font = theme.normalTextFont
    font.weight = 600
    font.size = size
    return font
  }

  private func addRing(below frame: Rect, to box: inout LayoutBox, _ theme: ResolvedTheme) {
    guard ringWidth > 0 else { return }
    let color =
      ringColor
      ?? theme.grounds.dropFirst().reduce(theme.grounds.first ?? theme.cardBackgroundColor) {
        $0.blended(with: $1, share: 0.5)
      }
    box.add(circle(frame.inset(by: Insets(-ringWidth)), .solid(color)))
  }

  private func circle(_ frame: Rect, _ paint: Paint) -> DisplayItem {
    .roundedRect(RoundedRect(rect: frame, radii: CornerRadii(frame.width / 2)), paint)
  }

  private func addImage(
    _ image: ImageSource, in frame: Rect, to box: inout LayoutBox, _ context: LayoutContext
  ) {
    let whole = ContentMode.scaleAspectFill.frame(of: image.size, in: frame.size)
    let item = DisplayItem.ImageItem(image: image, frame: whole.moved(by: frame.origin))
    let clip = RoundedRect(rect: frame, radii: CornerRadii(frame.width / 2))
    box.add(.group(DisplayItem.Group([.image(item)], clip: .roundedRect(clip))))
    if let warning = context.enlargementWarning(of: image, in: whole, key: "avatars") {
      box.warnings.append(warning)
    }
  }

  private func addLetters(
    _ letters: String, on color: Color, ink: Color?, in frame: Rect, size: Double, weight: Int = 600,
    shift: Double,
    to box: inout LayoutBox, _ context: LayoutContext
  ) throws(RasterError) {
    box.add(circle(frame, .solid(color)))
    var font = font(size, context.theme)
    font.weight = weight
    let text = try context.line(letters, font, ink ?? Self.ink(on: color, size: font.size))
    guard let line = text.lines.first else { return }
    let baseline = frame.midY + font.size * Self.capitalsShift
    box.add(text, at: Point(x: frame.midX - shift - text.naturalWidth / 2, y: baseline - line.baseline))
    box.warnings += context.warnings(text, key: "avatars")
  }

  /// The distance of the baseline below the middle of capitals and digits, in em: half of their height.
  static let capitalsShift = 0.36

  /// The text colour of initials: white if it has enough contrast.
  ///
  /// Text of at least 24 points needs 3:1, smaller text 4.5:1.
  static func ink(on color: Color, size: Double) -> Color {
    let least = size >= 24 ? 3 : 4.5
    return [.white, Color(rgb: 0x111111)].first { $0.contrast(with: color) >= least } ?? .black
  }
}

extension Character {
  /// Whether the letter is in a block of joining scripts, such as Arabic or Syriac.
  fileprivate var joins: Bool {
    unicodeScalars.first.map { (0x0600...0x08FF).contains($0.value) } ?? false
  }
}
