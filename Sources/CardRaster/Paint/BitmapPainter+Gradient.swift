extension BitmapPainter {
  /// Fills a shape with a gradient whose unit square is stretched over `bounds`.
  ///
  /// Rows without rounded corners are written as they are; the others become a picture that cairo draws through the
  /// shape.
  ///
  /// - Parameter hidden: pixels that may be left out.
  func fill(
    _ shape: DisplayItem.Shape, _ gradient: Gradient, bounds: Rect, area: PixelRect, _ state: PaintState,
    hidden: PixelRect?
  ) throws(RasterError) {
    let square = Transform.scale(bounds.width, bounds.height).then(.translation(bounds.origin)).then(
      state.map)
    guard let table = GradientTable(gradient, squareToPixels: square) else { return }
    let isOpaque = Paint.gradient(gradient).isOpaque
    guard let bands = openBands(of: shape, area, state) else {
      return try fill(shape, table, area, state)
    }
    for (band, isOpen) in bands {
      if isOpen {
        write(table, band, isOpaque: isOpaque, hidden: hidden)
      } else {
        try context.saved { () throws(RasterError) in
          try context.append(band.rect)
          context.clip()
          try fill(shape, table, band, state)
        }
      }
    }
  }

  /// The rows of an area from top to bottom, and whether a band of them is covered in full and may be written; nil
  /// when none is.
  private func openBands(
    of shape: DisplayItem.Shape, _ area: PixelRect, _ state: PaintState
  ) -> [(PixelRect, Bool)]? {
    guard case .roundedRect(let shape) = shape, let upright = state.upright(shape), upright.rect.isOnPixels
    else { return nil }
    let reaches = upright.cornerReaches.map { Int($0.height.rounded(.up)) }
    let (head, foot) = (max(reaches[0], reaches[1]), max(reaches[2], reaches[3]))
    guard let whole = PixelRect(covering: upright.rect) else { return nil }
    let top = min(area.maxY, max(area.minY, whole.minY + head))
    let bottom = max(top, min(area.maxY, whole.maxY - foot))
    guard
      let middle = PixelRect(minX: area.minX, minY: top, maxX: area.maxX, maxY: bottom),
      state.clip.isOpen(in: middle)
    else { return nil }
    let above = PixelRect(minX: area.minX, minY: area.minY, maxX: area.maxX, maxY: top)
    let below = PixelRect(minX: area.minX, minY: bottom, maxX: area.maxX, maxY: area.maxY)
    return [above, middle, below].compactMap { $0 }.map { ($0, $0 == middle) }
  }

  /// Writes the colours of a gradient on pixels that it covers in full.
  private func write(_ table: GradientTable, _ area: PixelRect, isOpaque: Bool, hidden: PixelRect?) {
    let words = surface.stride / 4
    surface.withMutablePixels { bytes in
      let pixels = bytes.bindMemory(to: UInt32.self)
      forEachRow(of: table, in: area, hidden: hidden) { y, columns, colors in
        let start = y * words + area.minX
        let row = UnsafeMutableBufferPointer(
          rebasing: pixels[start + columns.lowerBound..<start + columns.upperBound])
        let colors = UnsafeBufferPointer(rebasing: colors[columns])
        if isOpaque {
          _ = row.update(fromContentsOf: colors)
        } else {
          for x in row.indices {
            row[x] =
              PremultipliedPixel(rawValue: colors[x]).over(PremultipliedPixel(rawValue: row[x])).rawValue
          }
        }
      }
    }
  }

  /// Gives the rows of an area to a body, which several threads call.
  private func forEachRow(
    of table: GradientTable, in area: PixelRect, hidden: PixelRect? = nil, _ body: GradientTable.RowBody
  ) {
    threads.forEachBand(of: area.minY..<area.maxY, rowBytes: 4 * area.width) { rows in
      let band = PixelRect(minX: area.minX, minY: rows.lowerBound, maxX: area.maxX, maxY: rows.upperBound)
      if let band { table.forEachRow(in: band, hidden: hidden, body) }
    }
  }

  /// Draws a picture of a gradient through a shape.
  private func fill(
    _ shape: DisplayItem.Shape, _ table: GradientTable, _ area: PixelRect, _ state: PaintState
  ) throws(RasterError) {
    let tile = try CairoSurface(width: area.width, height: area.height)
    let words = tile.stride / 4
    tile.withMutablePixels { bytes in
      let pixels = bytes.bindMemory(to: UInt32.self)
      forEachRow(of: table, in: area) { y, _, colors in
        let start = (y - area.minY) * words
        let row = UnsafeMutableBufferPointer(rebasing: pixels[start..<start + area.width])
        _ = row.update(fromContentsOf: colors)
      }
    }
    context.setSource(tile, x: area.minX, y: area.minY)
    try append(shape, state)
    context.fill(evenOdd: shape.isRing)
    context.setColor(.black)
  }
}
