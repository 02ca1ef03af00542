package import CardRaster

extension PartDecoration {
  /// Applies border, shadows and picture to the box of a part, and rotates it.
  func decorate(_ box: inout LayoutBox, _ context: LayoutContext) throws(RasterError) {
    if let clip { box.isClipped = clip }
    var result = BoxDecoration()
    if let backgroundImage {
      result.picture = try backgroundImage.picture(
        in: box.size, key: "backgroundImage", &box.warnings, context)
    }
    let hasBackground = box.background != nil || result.picture != nil
    let outer = shadows.filter { !$0.isInset }.map(\.shadow)
    // With a mask, the shadow is that of the visible content.
    if hasBackground, mask == nil { result.shadows = outer } else { box.shadows = outer }
    result.innerShadows = shadows.filter(\.isInset).map(\.shadow)
    if let border = border?.border, border.isSeen { result.border = border }
    (result.rotation, result.skew) = (rotate, skew)
    result.mask = mask
    if mask != nil, backdropBlur > 0 {
      box.warnings.append(
        context.warning("the mask does not apply to 'backdropBlur' of the part", key: "mask"))
    }
    result.blendMode = blendMode
    result.backdropBlur = backdropBlur
    if let notches { cut(notches, outer, &box, &result, context) }
    box.decoration = result
  }

  /// Cuts notches into a box; its shadows follow the remaining outline.
  private func cut(
    _ notches: Notches, _ shadows: [Shadow], _ box: inout LayoutBox, _ result: inout BoxDecoration,
    _ context: LayoutContext
  ) {
    guard let placed = notches.fitting(box.size, corner: box.radii.largest) else {
      box.warnings.append(
        context.warning("the notches do not fit between the corners and are not drawn", key: "notches"))
      return
    }
    result.notches = placed
    result.shadows = []
    box.shadows = shadows
  }
}

extension BackgroundImage {
  /// The picture placed in a box.
  ///
  /// - Parameter key: The deck property, for messages.
  package func picture(in size: Size, key: String, _ warnings: inout [DeckIssue], _ context: LayoutContext)
    throws(RasterError) -> BoxDecoration.Picture?
  {
    guard let image, !size.isEmpty, !image.size.isEmpty else { return nil }
    let frame = contentMode.frame(of: image.size, in: size, focus: view.focalPoint)
    for (length, name) in [(frame.width, "width"), (frame.height, "height")] {
      try context.checkLength(length, "the drawn picture's \(name) in pixels")
    }
    // In a blurred picture low resolution is not visible.
    if blur == 0, let warning = context.enlargementWarning(of: image, in: frame, key: key) {
      warnings.append(warning)
    }
    let filtered = try context.filtered(image, by: view.filters)
    let shown = blur > 0 ? try context.blurred(filtered, radius: blur, in: frame.size) : filtered
    return BoxDecoration.Picture(
      item: DisplayItem.ImageItem(
        image: shown, frame: frame,
        tint: shown.tint(view.tintColor, words: context.theme.base.primaryTextColor)), scrim: scrim,
      isOpaque: hides(size, at: frame), contentMode: contentMode, focalPoint: view.focalPoint)
  }

  /// Whether the picture covers a box completely and is opaque.
  private func hides(_ size: Size, at frame: Rect) -> Bool {
    guard view.tintColor == nil, let image, image.hasOpaquePixels else { return false }
    return frame.covers(size)
  }
}

extension Rect {
  /// Whether the rectangle covers a box of this size at the origin.
  fileprivate func covers(_ size: Size) -> Bool {
    minX <= 0 && minY <= 0 && maxX >= size.width && maxY >= size.height
  }
}

extension BoxDecoration.Picture {
  /// The picture fitted to a box of another height, for a piece of a split box.
  func fitted(to size: Size) -> Self {
    guard !size.isEmpty, !item.image.size.isEmpty else { return self }
    var picture = self
    picture.item.frame = contentMode.frame(of: item.image.size, in: size, focus: focalPoint)
    // A lower box does not become less opaque.
    picture.isOpaque = isOpaque && picture.item.frame.covers(size)
    return picture
  }

  /// The drawing items of the picture in a pixel-aligned shape, moved there from the box's origin.
  package func items(in shape: RoundedRect, of box: Rect, placed: (Rect) -> Rect) -> [DisplayItem] {
    var item = item
    item.frame = placed(item.frame.moved(by: box.origin))
    var items: [DisplayItem] = [item.item(contentMode, in: shape.rect)]
    if let scrim {
      items.append(.fill(.roundedRect(RoundedRect(rect: shape.rect)), scrim, bounds: shape.rect))
    }
    return [.group(DisplayItem.Group(items, clip: .roundedRect(shape)))]
  }
}
