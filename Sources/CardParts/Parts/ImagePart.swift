import CardRaster

/// A picture.
struct ImagePart: CardPart {
  var picture: PictureChoice?
  var fallback: PictureFallback?
  var contentMode = ContentMode.scaleAspectFit
  var view = PictureView()
  private var isModern = false

  static let kind = PartKind(
    "image", .picture, "A picture: PNG, JPEG, WebP or SVG, from the deck's folder or a data: URI.",
    example:
      #"{ "type": "image", "image": "assets/pots.jpg", "cornerRadius": 8, "alt": "Four terracotta pots" }"#,
    make: { ImagePart() }, follow: { part, theme in part.isModern = theme.compatibility.keepsNaturalSizes },
    needs: [["image", "imageName", "fallback"]],
    fields: {
      Field(
        "image", \.picture, .pictureOrIssue, "The picture's path below the deck's folder, or a data: URI."
      )
      .alsoCalled("imageName")
      Field(
        "contentMode", \.contentMode, .word,
        "How the picture is put into the part: stretched (`scaleToFill`, `redraw`), whole (`scaleAspectFit`), filling (`scaleAspectFill`), unscaled at one of nine places, or unscaled and repeated (`tile`)."
      )
      PictureView.fields.fields.map { $0.lifted(\.view) }
      Field(
        "fallback", \.fallback, .pictureFallback,
        "What is drawn if the picture is null or its file cannot be read: a `placeholder`, `none` (the part takes no space), or an object.",
        default: "a picture is needed")
    },
    check: { part, node, path, context in
      part.view.checkFilters(of: part.image, node, path, context)
      part.picture?.report(
        insteadShown: part.fallback.map { $0.isNone ? "nothing is drawn" : "the 'fallback' is drawn" },
        context)
    })

  /// The picture, or that of the fallback.
  private var image: ImageSource? { picture?.image ?? fallback?.image }

  var isAbsent: Bool { image == nil && fallback?.isNone == true }

  var keepsWidth: Bool { true }
  var clipsToCorners: Bool { true }
  var fillsAnyFrame: Bool { isModern && contentMode == .scaleAspectFill }

  func layout(_ proposal: SizeProposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    guard let image else { return try fallback?.layoutFallback(proposal, context) ?? empty(proposal) }
    let natural = image.size
    guard !natural.isEmpty else { return empty(proposal) }
    let size: Size
    switch (proposal.width.exact, proposal.height.exact) {
    case (let width?, let height?): size = Size(width: width, height: height)
    case (let width?, nil):
      // A picture that is almost as wide as its column fills it.
      let isAlmostAsWide = context.theme.compatibility.keepsNaturalSizes && natural.width > 0.9 * width
      let fitting =
        contentMode.keepsAspect && (width < natural.width || isAlmostAsWide)
        ? natural.height * width / natural.width : natural.height
      size = Size(width: width, height: proposal.height.resolve(fitting))
    case (nil, let height?):
      let wide = contentMode.keepsAspect ? natural.width * height / natural.height : natural.width
      size = Size(width: proposal.width.resolve(wide), height: height)
    case (nil, nil):
      let width = proposal.width.resolve(natural.width)
      let height = contentMode.keepsAspect ? natural.height * width / natural.width : natural.height
      size = Size(width: width, height: proposal.height.resolve(height))
    }
    var box = LayoutBox(size: size)
    let frame = contentMode.frame(of: natural, in: size, focus: view.focalPoint)
    for (length, name) in [(frame.width, "width"), (frame.height, "height")] {
      try context.checkLength(length, "the drawn picture's \(name) in pixels")
    }
    let item = DisplayItem.ImageItem(
      image: try context.filtered(image, by: view.filters), frame: frame,
      tint: image.tint(view.tintColor, words: context.theme.base.primaryTextColor))
    box.add(item.item(contentMode, in: Rect(origin: .zero, size: size)))
    box.isClipped = true
    if let warning = context.enlargementWarning(of: image, in: frame, key: "image") {
      box.warnings.append(warning)
    }
    return box
  }

  private func empty(_ proposal: SizeProposal) -> LayoutBox {
    LayoutBox(size: Size(width: proposal.width.exact ?? 0, height: proposal.height.exact ?? 0))
  }
}

/// What an image shows without its picture.
struct PictureFallback: Sendable {
  var initials = ""
  var icon: IconChoice?
  var image: ImageSource?
  var color: Color?
  var isNone = false

  static let fields = FieldTable<PictureFallback> {
    Field("initials", \.initials, .text, "A name, whose initials are drawn.")
    Field("icon", \.icon, .icon, "An icon in the middle.", default: "`image` if there are no `initials`")
    Field("image", \.image, .image, "Another picture.")
    Field(
      "color", \.color, .color, "The colour behind the initials or the icon.",
      default: "the theme's `accentTintColor` or `barBackgroundColor`")
  }

  /// The size without any proposal, in points of a canvas that is not viewed from a distance.
  private static let natural = Size(width: 96, height: 64)

  func layoutFallback(_ proposal: SizeProposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let theme = context.theme
    let usual = initials.isEmpty ? Self.natural : Size(width: 64, height: 64)
    let ratio = usual.width / usual.height
    let width = proposal.width.resolve(
      proposal.height.exact.map { $0 * ratio } ?? usual.width * theme.base.growth)
    var box = LayoutBox(size: Size(width: width, height: proposal.height.resolve(width / ratio)))
    let side = min(box.size.width, box.size.height)
    let middle = Rect(origin: .zero, size: box.size)
    box.isClipped = true
    guard initials.isEmpty else {
      box.background = .solid(color ?? theme.accentTintColor)
      box.label = initials
      var font = theme.normalTextFont
      (font.weight, font.size) = (600, max(1, side * 0.4))
      let ink = color.map { AvatarsPart.ink(on: $0, size: font.size) } ?? theme.accentTextColor
      let text = try context.line(AvatarsPart.Avatar(name: initials).initials(context.locale), font, ink)
      let baseline = middle.midY + font.size * AvatarsPart.capitalsShift
      box.add(
        text,
        at: Point(x: middle.midX - text.naturalWidth / 2, y: baseline - (text.lines.first?.baseline ?? 0))
      )
      box.warnings = context.warnings(text, key: "fallback")
      return box
    }
    box.background = .solid(color ?? theme.barBackgroundColor)
    guard let icon else { return box }
    let length = min(Self.largestIcon * theme.base.growth, side * 0.4)
    box.add(
      .image(
        DisplayItem.ImageItem(
          image: icon.outline,
          frame: Rect(
            x: middle.midX - length / 2, y: middle.midY - length / 2, width: length, height: length),
          tint: color.map { AvatarsPart.ink(on: $0, size: length) } ?? theme.base.secondaryTextColor)))
    return box
  }

  private static let largestIcon = 48.0
}

extension ValueKind where Value == PictureFallback {
  static var pictureFallback: Self {
    let words = ["placeholder", "none"]
    let object = ValueKind.object(
      "pictureFallback", "What an image shows if its picture is missing.", PictureFallback.fields
    ) { PictureFallback() }
    return ValueKind("`placeholder`, `none`, or an object", schema: .any([.word(words), object.schema])) {
      node, path, context in
      var value: PictureFallback?
      if case .object = node.value {
        value = object.parse(node, path, context)
      } else {
        value = ValueKind<String>.word(of: words).parse(node, path, context).map {
          PictureFallback(isNone: $0 == "none")
        }
      }
      if value?.icon == nil, let icon = try? context.assets.icon("image") {
        value?.icon = IconChoice(name: "image", outline: icon, filled: icon)
      }
      return value
    }
  }
}
