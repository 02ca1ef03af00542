extension BitmapPainter {
  /// Lets all that was drawn so far be seen only as strongly as a mask says; `state` is that of the masked items.
  func apply(_ mask: Mask, _ state: PaintState) throws(RasterError) {
    let stencil = try BitmapPainter(width: surface.width, height: surface.height)
    let shape = DisplayItem.Shape.roundedRect(RoundedRect(rect: mask.bounds))
    try stencil.fill(shape, .gradient(mask.gradient), bounds: mask.bounds, state)
    try stencil.context.check(during: "drawing a mask")
    let strength = stencil.alpha
    let (width, words) = (surface.width, surface.stride / 4)
    surface.withMutablePixels { bytes in
      let pixels = bytes.bindMemory(to: UInt32.self)
      for (index, amount) in strength.enumerated() where amount < 255 {
        let place = index / width * words + index % width
        pixels[place] = PremultipliedPixel(rawValue: pixels[place]).scaled(by: UInt32(amount)).rawValue
      }
    }
  }
}
