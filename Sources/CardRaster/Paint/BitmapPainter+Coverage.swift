extension BitmapPainter {
  /// Draws a colour through coverage of one byte a pixel, `area.width` bytes a row.
  func composite(
    _ coverage: [UInt8], at area: PixelRect, _ color: Color, _ state: PaintState
  ) throws(RasterError) {
    guard !color.isClear, let visible = area.intersection(state.clip.bounds) else { return }
    if state.clip.isOpen(in: visible) {
      return blend(coverage, at: area, visible, PremultipliedPixel(color))
    }
    let mask = try CairoSurface(width: area.width, height: area.height, format: .coverage)
    let stride = mask.stride
    mask.withMutablePixels { bytes in
      coverage.withUnsafeBytes { source in
        for y in 0..<area.height {
          let row = UnsafeMutableRawBufferPointer(rebasing: bytes[y * stride..<y * stride + area.width])
          row.copyMemory(
            from: UnsafeRawBufferPointer(rebasing: source[y * area.width..<(y + 1) * area.width]))
        }
      }
    }
    context.setColor(color)
    context.mask(with: mask, x: area.minX, y: area.minY)
  }

  /// The same on pixels that nothing else cuts.
  private func blend(
    _ coverage: [UInt8], at area: PixelRect, _ visible: PixelRect, _ color: PremultipliedPixel
  ) {
    surface.withMutablePixels { bytes in
      coverage.withUnsafeBytes { coverage in
        threads.forEachBand(of: visible.minY..<visible.maxY, rowBytes: visible.width) { rows in
          let band = PixelRect(
            minX: visible.minX, minY: rows.lowerBound, maxX: visible.maxX, maxY: rows.upperBound)
          if let band { blend(coverage, at: area, band, color, onto: bytes) }
        }
      }
    }
  }

  private func blend(
    _ coverage: UnsafeRawBufferPointer, at area: PixelRect, _ visible: PixelRect,
    _ color: PremultipliedPixel, onto bytes: UnsafeMutableRawBufferPointer
  ) {
    let words = surface.stride / 4
    let colors = SIMD4(repeating: color.rawValue)
    let isOpaque = color.rawValue >> 24 == 255
    for y in visible.minY..<visible.maxY {
      let start = (y - area.minY) * area.width - area.minX
      let target = y * words
      var x = visible.minX
      while x + 4 <= visible.maxX {
        let amounts = coverage.loadUnaligned(fromByteOffset: start + x, as: UInt32.self).littleEndian
        // Most of a shadow's mask is nothing: eight more at once.
        if amounts == 0 {
          x += 4
          while x + 8 <= visible.maxX,
            coverage.loadUnaligned(fromByteOffset: start + x, as: UInt64.self) == 0
          { x += 8 }
          continue
        }
        let place = 4 * (target + x)
        if isOpaque, amounts == .max {
          bytes.storeBytes(of: colors, toByteOffset: place, as: SIMD4<UInt32>.self)
          x += 4
          continue
        }
        let four = SIMD4(amounts & 255, amounts >> 8 & 255, amounts >> 16 & 255, amounts >> 24)
        let source = PremultipliedPixel.scaled(colors, by: four)
        let below = bytes.loadUnaligned(fromByteOffset: place, as: SIMD4<UInt32>.self)
        let through = 255 &- source &>> 24
        bytes.storeBytes(
          of: source &+ PremultipliedPixel.scaled(below, by: through), toByteOffset: place,
          as: SIMD4<UInt32>.self)
        x += 4
      }
      while x < visible.maxX {
        let source = color.scaled(by: UInt32(coverage[start + x]))
        let place = 4 * (target + x)
        let below = PremultipliedPixel(rawValue: bytes.load(fromByteOffset: place, as: UInt32.self))
        bytes.storeBytes(of: source.over(below).rawValue, toByteOffset: place, as: UInt32.self)
        x += 1
      }
    }
  }

  /// The coverage of a shape on an area, `area.width` bytes a row, as cairo draws it.
  static func coverage(
    of shape: DisplayItem.Shape, in area: PixelRect, _ state: PaintState
  ) throws(RasterError) -> [UInt8] {
    let painter = try BitmapPainter(width: area.width, height: area.height)
    try painter.append(shape, state.onLayer(area))
    painter.context.setColor(.black)
    painter.context.fill(evenOdd: shape.isRing)
    try painter.context.check(during: "drawing a mask")
    return painter.alpha
  }

  /// The alpha of all pixels, one byte each, the surface's width a row.
  var alpha: [UInt8] {
    let (width, height, words) = (surface.width, surface.height, surface.stride / 4)
    return surface.withPixels { bytes in
      let pixels = bytes.bindMemory(to: UInt32.self)
      return [UInt8](unsafeUninitializedCapacity: width * height) { alpha, count in
        for y in 0..<height {
          for x in 0..<width {
            alpha[y * width + x] = UInt8(truncatingIfNeeded: pixels[y * words + x] >> 24)
          }
        }
        count = width * height
      }
    }
  }
}
