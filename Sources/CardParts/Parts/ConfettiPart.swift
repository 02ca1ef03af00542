import CardRaster

/// Falling confetti, frozen at a moment.
struct ConfettiPart: CardPart {
  /// The appearance of the pieces.
  enum Style: String, Sendable, CaseIterable {
    case star, confetti, diamond, mixed, image
  }

  var style = Style.star
  var shape = ConfettiEmitter.Shape.sphere
  var colors = [Color(rgb: 0xFF0000), Color(rgb: 0x00FF00), Color(rgb: 0x0000FF)]
  var intensity = 0.5
  var confettiImages: [ConfettiLook] = [.shape(.confetti)]
  var image: ImageSource?
  var time = 3.0
  var seed: Int?
  /// The area that the confetti covers, if the deck sets it.
  var givenOverlay: PartOverlay?
  /// Whether the confetti falls behind the other parts of the card by default.
  private var floats = false
  var fall = ConfettiFall()
  /// The length over which pieces fade out at the edges of a part between others, in points.
  var edge = 0.0

  private static let naturalSize = Size(width: 320, height: 200)
  /// The maximum number of colours; each colour is a stream of its own.
  private static let mostColors = 100

  static let kind = PartKind(
    "confetti", .effect, "Falling confetti, at a moment.",
    example:
      ##"{ "type": "confetti", "style": "mixed", "shape": "line", "intensity": 0.6, "height": 160, "colors": ["#FF8000", "#07C4D9", "#FF88EC", "#0097E6", "#53B700", "#FFAD00", "#FFCA00"], "confettiImages": ["circle", "semiCircle", "rectangle", "square", "squiggle", "scallop", "filledCircle"] }"##,
    make: { ConfettiPart() },
    follow: { part, theme in if theme.compatibility.mixesConfetti { part.mixPieces() } },
    fields: {
      Field(
        "style", \.style, .word,
        "The shape of the pieces: `star`, `confetti` (bent strips), `diamond`, those of `confettiImages` (`mixed`), or `image`."
      )
      Field(
        "shape", \.shape, .word,
        "Where pieces appear: along the upper edge, in a ball around its middle, in its middle, or in a strip."
      )
      Field(
        "colors", \.colors, .list(.color, 1...mostColors), "The colours; each has its own stream of pieces.")
      Field(
        "intensity", \.intensity, .fraction,
        "The number of pieces, their speed and their lifetime.")
      Field(
        "confettiImages", \.confettiImages, .list(.confettiLook, 1...mostColors),
        "For `mixed`: the piece of each colour in turn, from the first again when there are fewer.")
      Field(
        "image", \.image, .image,
        "For `image`: a picture tinted with the colours, at most 32 points large.")
      Field("time", \.time, .number(0...Limits.number), "Seconds since the first pieces were born.")
      Field(
        "seed", \.seed, .integer(0...Int(Int32.max)), "The seed of the random places, paths and rotations.",
        default: "the deck's")
      Field(
        "overlay", \.givenOverlay, .word,
        "Where the confetti falls without taking space: behind the card's other parts, over the card, or over the whole picture.",
        default:
          "`behind` next to other parts if no `height` is given; otherwise, and in `turbo` and `mint`, `none`"
      )
      ConfettiFall.fields.fields.map { $0.lifted(\.fall) }
    },
    check: { part, node, path, context in
      func idle(_ key: String, _ style: Style) {
        guard part.style != style else { return }
        context.refuse(
          [key], of: node, path, "on style '\(part.style.rawValue)'", owners: [style.rawValue])
      }
      idle("confettiImages", .mixed)
      idle("image", .image)
      if part.style == .image, node["image"] == nil {
        context.error(node, path, "style 'image' needs 'image'")
      }
      if part.overlay != .none, context.depth > 1, let value = node["overlay"] {
        context.error(
          value, path.key("overlay"), "'overlay' works for a card's own parts only, not inside another part")
      }
      if let end = part.fall.end, end <= part.fall.start {
        context.error(
          node["end"] ?? node, path.key("end"), "the confetti ends before it starts",
          hint: "'end' must be above \(NumberText.format(part.fall.start, digits: 3))")
      }
      let pieces = ConfettiEmitter.most(intensity: part.intensity, sources: part.colors.count)
      if pieces > Limits.confetti {
        context.error(
          node["intensity"] ?? node, path,
          "\(part.colors.count) colors at this intensity are up to \(pieces) pieces, more than the limit of \(Limits.confetti)"
        )
      }
    })

  var overlay: PartOverlay { givenOverlay ?? (floats ? .behind : .none) }

  /// The same part, behind the other parts of its card if there are any and no height is set.
  ///
  /// Confetti behind other parts keeps texts legible. Without other parts, or with a height, it takes space
  /// of its own.
  func amongOthers(_ hasOthers: Bool, _ common: PartCommon, _ theme: ResolvedTheme) -> ConfettiPart {
    var part = self
    part.floats =
      hasOthers && theme.compatibility.confettiIsBehind && common.height == nil
      && common.sizing?.heightShare == nil
    return part
  }

  func margins(_ theme: ResolvedTheme) -> Insets { overlay == .none ? theme.cardPartMargins : .zero }

  var keepsDirection: Bool { true }

  func layout(_ proposal: SizeProposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let natural = ConfettiPart.naturalSize
    let size = Size(
      width: proposal.width.resolve(min(proposal.width.bound, natural.width)),
      height: proposal.height.resolve(natural.height))
    // CardParts does not clip the layer: half of the pieces start above the part, and they continue behind
    // the parts below. In modern themes pieces fade at the edges instead.
    let isBounded = overlay != .none || edge > 0
    var emitter = ConfettiEmitter(
      shape: shape, size: size, intensity: intensity, sources: sources, seed: seed ?? context.seed,
      time: time, fall: fall)
    var box = LayoutBox(size: size)
    box.isClipped = isBounded
    emitter.isBounded = isBounded
    box.content = [.confetti(emitter, at: .zero)]
    if overlay == .none { box.fade = Insets(min(edge, min(size.width, size.height) / 4)) }
    let seen = emitter.items().count
    box.attributes = [
      LayoutBox.Attribute("time", NumberText.format(time, digits: 3)),
      LayoutBox.Attribute("pieces", String(seen)),
    ]
    if style == .image, let image { box.attributes.append(LayoutBox.Attribute("image", image.name)) }
    if seen == 0, !size.isEmpty {
      box.warnings.append(
        context.warning(
          "no piece of confetti is visible",
          key: intensity == 0 ? "intensity" : nil,
          hint: intensity == 0 ? "an 'intensity' above 0 shows some" : "another 'time' may show some"))
    }
    return box
  }

  /// Gives the pieces many shapes and CardParts' seven colours, and fades them at the edges of the part.
  private mutating func mixPieces() {
    style = .mixed
    colors = [0xFF8000, 0x07C4D9, 0xFF88EC, 0x0097E6, 0x53B700, 0xFFAD00, 0xFFCA00].map { Color(rgb: $0) }
    confettiImages = [.circle, .semiCircle, .rectangle, .square, .squiggle, .scallop, .filledCircle].map {
      .shape($0)
    }
    edge = 24
  }

  private var sources: [ConfettiEmitter.Source] {
    colors.enumerated().map { number, color in
      let look: ConfettiLook =
        switch style {
        case .star: .shape(.star)
        case .confetti: .shape(.confetti)
        case .diamond: .shape(.diamond)
        case .mixed:
          confettiImages.isEmpty ? .shape(.confetti) : confettiImages[number % confettiImages.count]
        case .image: image.map { .picture($0) } ?? .shape(.confetti)
        }
      return ConfettiEmitter.Source(color: color, look: look)
    }
  }
}
