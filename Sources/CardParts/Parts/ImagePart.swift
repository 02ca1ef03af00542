import CardRaster

/// A picture.
struct ImagePart: CardPart {
  /// UIKit's ways to put a picture into a box.
  enum ContentMode: String, Sendable, CaseIterable {
    case scaleToFill, scaleAspectFit, scaleAspectFill, redraw, center, top, bottom, left, right, topLeft,
      topRight,
      bottomLeft, bottomRight
  }

  var image: ImageSource?
  var contentMode = ContentMode.scaleAspectFit
  var tintColor: Color?

  static let kind = PartKind(
    "image", .picture, "A picture: PNG, JPEG, WebP or SVG, from the deck's folder or a data: URI.",
    example:
      #"{ "type": "image", "image": "assets/pots.jpg", "cornerRadius": 8, "alt": "Four terracotta pots" }"#,
    make: { ImagePart() }, needs: [["image", "imageName"]],
    fields: {
      Field("image", \.image, .image, "The picture's path below the deck's folder, or a data: URI.")
        .alsoCalled("imageName")
      Field(
        "contentMode", \.contentMode, .word,
        "How the picture is put into the part: stretched (`scaleToFill`, `redraw`), whole (`scaleAspectFit`), filling (`scaleAspectFill`), or unscaled at one of nine places."
      )
      Field(
        "tintColor", \.tintColor, .color, "A colour for all that is not transparent.",
        default: "the picture's own")
    })

  var keepsWidth: Bool { true }
  var clipsToCorners: Bool { true }

  func layout(_ proposal: Proposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    guard let image else {
      return LayoutBox(size: Size(width: proposal.width.exact ?? 0, height: proposal.height.exact ?? 0))
    }
    let natural = image.size
    guard !natural.isEmpty else {
      return LayoutBox(size: Size(width: proposal.width.exact ?? 0, height: proposal.height.exact ?? 0))
    }
    let size: Size
    switch (proposal.width.exact, proposal.height.exact) {
    case (let width?, let height?): size = Size(width: width, height: height)
    case (let width?, nil):
      let shrunk =
        contentMode.keepsAspect && width < natural.width
        ? natural.height * width / natural.width : natural.height
      size = Size(width: width, height: proposal.height.resolve(shrunk))
    case (nil, let height?):
      let wide = contentMode.keepsAspect ? natural.width * height / natural.height : natural.width
      size = Size(width: proposal.width.resolve(wide), height: height)
    case (nil, nil):
      let width = proposal.width.resolve(natural.width)
      let height = contentMode.keepsAspect ? natural.height * width / natural.width : natural.height
      size = Size(width: width, height: proposal.height.resolve(height))
    }
    var box = LayoutBox(size: size)
    let frame = contentMode.frame(of: natural, in: size)
    for (length, name) in [(frame.width, "width"), (frame.height, "height")] {
      try context.check(length, "the drawn picture's \(name) in pixels")
    }
    box.add(.image(DisplayItem.ImageItem(image: image, frame: frame, tint: tintColor)))
    box.isClipped = true
    if let warning = context.enlargementWarning(of: image, in: frame, key: "image") {
      box.warnings.append(warning)
    }
    return box
  }
}

extension ImagePart.ContentMode {
  /// Whether the part keeps the picture's proportions where it has the choice.
  fileprivate var keepsAspect: Bool { self == .scaleAspectFit || self == .scaleAspectFill }

  /// Where the whole picture goes in a box; what sticks out is cut off.
  func frame(of picture: Size, in box: Size) -> Rect {
    guard !picture.isEmpty else { return Rect(origin: .zero, size: .zero) }
    func placed(_ size: Size, _ x: Double, _ y: Double) -> Rect {
      Rect(
        x: (box.width - size.width) * x, y: (box.height - size.height) * y, width: size.width,
        height: size.height)
    }
    func scaled(_ factor: Double) -> Rect {
      placed(Size(width: picture.width * factor, height: picture.height * factor), 0.5, 0.5)
    }
    let (x, y) = (box.width / picture.width, box.height / picture.height)
    return switch self {
    case .scaleToFill, .redraw: Rect(origin: .zero, size: box)
    case .scaleAspectFit: scaled(min(x, y))
    case .scaleAspectFill: scaled(max(x, y))
    case .center: placed(picture, 0.5, 0.5)
    case .top: placed(picture, 0.5, 0)
    case .bottom: placed(picture, 0.5, 1)
    case .left: placed(picture, 0, 0.5)
    case .right: placed(picture, 1, 0.5)
    case .topLeft: placed(picture, 0, 0)
    case .topRight: placed(picture, 1, 0)
    case .bottomLeft: placed(picture, 0, 1)
    case .bottomRight: placed(picture, 1, 1)
    }
  }
}
