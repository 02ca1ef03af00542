extension BitmapPainter {
  /// Blurs what was drawn so far behind a shape.
  ///
  /// As far as the blur reaches it takes the colours around the shape too; beyond the picture's edges they go on as they end.
  func paint(
    _ blur: BackdropBlur, behind shape: DisplayItem.Shape, _ state: PaintState
  ) throws(RasterError) {
    let sigma = blur.radius * state.scale
    guard sigma <= Limits.blurRadius else {
      throw .limit(what: "a blur radius in pixels", value: sigma, limit: Limits.blurRadius)
    }
    guard blur.isSeen, let area = shape.extent(state)?.intersection(state.clip.bounds),
      let all = PixelRect(minX: 0, minY: 0, maxX: surface.width, maxY: surface.height),
      let around = area.grown(by: GaussianKernel.reach(of: sigma)).intersection(all)
    else { return }
    try context.check(during: "blurring what lies behind")
    let size = Size(width: Double(around.width), height: Double(around.height))
    let frosted = try surface.bitmap(of: around).blurred(sigma: sigma, drawnAt: size).saturated(
      by: blur.saturation)
    let layer = try BitmapPainter(width: around.width, height: around.height)
    let square = PaintState(map: .identity, clip: PaintClip(bounds: all)).onLayer(around)
    try layer.paint(frosted, in: around.rect, tint: nil, opacity: 1, square)
    try layer.context.check(during: "blurring what lies behind")
    try append(shape, state)
    context.saved { () throws(Never) in
      context.clip(evenOdd: shape.isRing)
      context.setSource(layer.surface, x: around.minX, y: around.minY)
      context.replace(opacity: min(1, blur.opacity))
    }
    // The layer goes now; cairo would keep its memory as the source.
    context.setColor(.black)
  }
}
