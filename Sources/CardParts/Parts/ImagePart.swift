import CardRaster

/// A picture.
struct ImagePart: CardPart {
  var image: ImageSource?
  var contentMode = ContentMode.scaleAspectFit
  var view = PictureView()

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
      PictureView.fields.fields.map { $0.lifted(\.view) }
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
    let frame = contentMode.frame(of: natural, in: size, focus: view.focalPoint)
    for (length, name) in [(frame.width, "width"), (frame.height, "height")] {
      try context.checkLength(length, "the drawn picture's \(name) in pixels")
    }
    box.add(
      .image(
        DisplayItem.ImageItem(
          image: image, frame: frame,
          tint: image.tint(view.tintColor, words: context.theme.base.primaryTextColor))))
    box.isClipped = true
    if let warning = context.enlargementWarning(of: image, in: frame, key: "image") {
      box.warnings.append(warning)
    }
    return box
  }
}
