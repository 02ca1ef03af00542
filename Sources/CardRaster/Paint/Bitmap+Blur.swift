extension Bitmap {
  /// The picture with a Gaussian blur, at a lower resolution if the blur hides the difference.
  ///
  /// How it works: the picture is scaled down until σ is some four to eight of its pixels, which loses no
  /// detail that the blur would keep, and convolved in both directions. Its edge pixels are repeated beyond
  /// the edges, so that the edges keep their opacity. The cost hardly grows with σ and is bounded by
  /// `Limits.blurredPixels`.
  ///
  /// - Parameters:
  ///   - sigma: the standard deviation, in pixels of `size`.
  ///   - size: the size at which the whole picture is drawn, in pixels.
  public func blurred(sigma: Double, drawnAt size: Size) -> Bitmap {
    guard sigma > 0, size.width > 0, size.height > 0 else { return self }
    // Never scaled up: a picture that is drawn larger is blurred at its own resolution.
    let shrink = min(1, Double(width) / size.width, Double(height) / size.height)
    var factor = shrink / max(1, sigma * shrink / Self.finestSigma)
    let pixels = size.width * size.height * factor * factor
    if pixels > Double(Limits.blurredPixels) {
      factor *= (Double(Limits.blurredPixels) / pixels).squareRoot()
    }
    let small = reduced(
      toFit: (
        width: max(1, Int((size.width * factor).rounded())),
        height: max(1, Int((size.height * factor).rounded()))
      ))
    let across = sigma * Double(small.width) / size.width
    let down = sigma * Double(small.height) / size.height
    return small.convolved(GaussianKernel(sigma: across), GaussianKernel(sigma: down))
  }

  /// The smallest σ, in pixels, after scaling a picture down.
  private static let finestSigma = 4.0

  private func convolved(_ across: GaussianKernel, _ down: GaussianKernel) -> Bitmap {
    let source = (0..<width * height).map { index -> SIMD4<Float> in
      let place = 4 * index
      let alpha = Float(pixels[place + 3])
      let color = SIMD4(Float(pixels[place]), Float(pixels[place + 1]), Float(pixels[place + 2]), 255)
      return color * (alpha / 255)
    }
    let rows = Self.lines(of: source, count: height, length: width, step: 1, stride: width, across)
    let all = Self.lines(of: rows, count: width, length: height, step: width, stride: 1, down)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * all.count)
    for value in all {
      let alpha = max(0, min(255, value.w))
      for channel in 0..<3 {
        let straight = alpha > 0 ? value[channel] * 255 / alpha : 0
        bytes.append(UInt8(max(0, min(255, straight)).rounded()))
      }
      bytes.append(UInt8(alpha.rounded()))
    }
    return Bitmap(width: width, height: height, pixels: bytes) ?? self
  }

  /// Convolves each of some lines, with its end values repeated beyond the ends.
  private static func lines(
    of source: [SIMD4<Float>], count: Int, length: Int, step: Int, stride: Int, _ kernel: GaussianKernel
  ) -> [SIMD4<Float>] {
    var result = source
    for line in 0..<count {
      let start = line * stride
      for place in 0..<length {
        var sum = SIMD4<Float>.zero
        for tap in -kernel.reach...kernel.reach {
          let other = min(length - 1, max(0, place + tap))
          sum += source[start + other * step] * kernel.weights[tap + kernel.reach]
        }
        result[start + place * step] = sum
      }
    }
    return result
  }
}

extension ImageSource {
  /// The blurred picture; a vector image stays as it is.
  ///
  /// - Parameters:
  ///   - sigma: the standard deviation, in pixels of `size`.
  ///   - size: the size at which the whole picture is drawn, in pixels.
  ///   - name: the name of the blurred picture.
  package func blurred(sigma: Double, drawnAt size: Size, name: String) throws(RasterError) -> ImageSource {
    guard let bitmap = try bitmap() else { return self }
    return changed(bitmap, name, "blur \(sigma) in \(size.width) × \(size.height)") {
      $0.blurred(sigma: sigma, drawnAt: size)
    }
  }

  /// The image with other colours; the same for a vector image.
  ///
  /// - Throws: the errors of `bitmap`.
  package func filtered(by filters: ColorFilters) throws(RasterError) -> ImageSource {
    guard let bitmap = try bitmap() else { return self }
    return changed(bitmap, "\(name) (\(filters.words))", filters.words) { $0.filtered(by: filters) }
  }

  private func changed(
    _ bitmap: Bitmap, _ name: String, _ change: String, _ body: @escaping @Sendable (Bitmap) -> Bitmap
  ) -> ImageSource {
    var result = self
    (result.name, result.file) = (name, nil)
    if case .deferred(let picture) = content {
      result.content = .deferred(
        DecodedImageCache.shared.picture(body(bitmap), of: picture, change: change, make: body))
    } else {
      result.content = .bitmap(body(bitmap))
    }
    return result
  }
}

/// Changes of the colours of a picture, applied in the order of the properties, with the formulas of CSS.
package struct ColorFilters: Hashable, Sendable {
  /// The share of grey, 0…1.
  package var grayscale = 0.0
  /// The factor of the brightness.
  package var brightness = 1.0
  /// The factor of the contrast around the middle grey.
  package var contrast = 1.0
  /// The factor of the saturation.
  package var saturation = 1.0
  /// The colours of black and white; empty to keep the colours.
  package var duotone: [Color] = []

  /// Makes filters that change nothing.
  package init() {}

  /// The filters in words.
  package var words: String {
    let values = [("grayscale", grayscale), ("brightness", brightness), ("contrast", contrast)]
    let words = (values + [("saturation", saturation)]).map { "\($0) \(NumberText.format($1, digits: 4))" }
    return (words + duotone.map(\.hexText)).joined(separator: " ")
  }
}

extension Bitmap {
  /// The picture with other colours.
  package func filtered(by filters: ColorFilters) -> Bitmap {
    let gray = saturated(by: 1 - min(1, max(0, filters.grayscale)))
    // Brightness and contrast change each channel on its own.
    let curve = (0...255).map { value in
      let bright = min(255, Double(value) * filters.brightness)
      return UInt8(max(0, min(255, (bright - 127.5) * filters.contrast + 127.5)).rounded())
    }
    var bytes = gray.pixels
    for place in bytes.indices where place % 4 < 3 { bytes[place] = curve[Int(bytes[place])] }
    let shown = (Bitmap(width: width, height: height, pixels: bytes) ?? self).saturated(
      by: filters.saturation)
    guard let dark = filters.duotone.first, let light = filters.duotone.last else { return shown }
    let tones = (0...255).map { dark.blended(with: light, share: Double($0) / 255) }
    bytes = shown.saturated(by: 0).pixels
    for place in stride(from: 0, to: bytes.count, by: 4) {
      let tone = tones[Int(bytes[place])]
      (bytes[place], bytes[place + 1], bytes[place + 2]) = (tone.red, tone.green, tone.blue)
    }
    return Bitmap(width: width, height: height, pixels: bytes) ?? self
  }

  /// The picture with its saturation multiplied by a factor.
  ///
  /// The weights are those of CSS's `saturate()`.
  func saturated(by factor: Double) -> Bitmap {
    guard factor != 1 else { return self }
    let weights = SIMD3<Float>(0.2126, 0.7152, 0.0722), share = Float(max(0, factor))
    var bytes = pixels
    for place in stride(from: 0, to: bytes.count, by: 4) {
      let color = SIMD3(Float(bytes[place]), Float(bytes[place + 1]), Float(bytes[place + 2]))
      let grey = (color * weights).sum()
      for channel in 0..<3 {
        let value = grey + share * (color[channel] - grey)
        bytes[place + channel] = UInt8(max(0, min(255, value)).rounded())
      }
    }
    return Bitmap(width: width, height: height, pixels: bytes) ?? self
  }
}

/// Scales pictures: one axis at a time, with a cubic filter that widens with the reduction.
///
/// Enlarging uses the filter of Mitchell and Netravali (B = C = ⅓), which balances blocks and ringing.
/// Reducing uses the sharper one of Catmull and Rom (B = 0, C = ½), stretched over the source pixels of each
/// result pixel. ("Reconstruction Filters in Computer Graphics", SIGGRAPH 1988.) Reductions by more than six
/// first average whole blocks. The weights of each pixel sum to 1 within the picture, so that its edges keep
/// their opacity. All sums are of premultiplied colours.
private struct FilterAxis {
  /// The first sample of each pixel.
  let first: [Int]
  /// The number of samples of each pixel.
  let count: Int
  /// `count` weights per pixel.
  let weights: [Float]

  /// Weights for pixels whose centres are in a stretched picture of `samples`.
  ///
  /// The picture is stretched from `start` over `length`. `extent` is the picture's length in samples; less
  /// than `samples` if the last one is a partial block.
  init(samples: Int, extent: Double, start: Double, length: Double, pixels: Range<Int>) {
    let ratio = extent / length
    let stretch = max(1, ratio)
    let isReduced = ratio > 1
    let count = min(samples, Int((4 * stretch).rounded(.up)) + 1)
    var first: [Int] = []
    var weights: [Float] = []
    for pixel in pixels {
      let middle = min(extent, max(0, (Double(pixel) + 0.5 - start) * ratio))
      let from = Int((middle - 2 * stretch - 0.5).rounded(.up))
      let index = max(0, min(samples - count, from))
      let row = (0..<count).map { offset -> Double in
        let distance = (Double(index + offset) + 0.5 - middle) / stretch
        return isReduced ? Self.cubic(distance, b: 0, c: 0.5) : Self.cubic(distance, b: 1 / 3, c: 1 / 3)
      }
      let sum = row.reduce(0, +)
      first.append(index)
      weights += row.map { Float($0 / sum) }
    }
    self.first = first
    self.count = count
    self.weights = weights
  }

  /// The samples that all pixels together use.
  var range: Range<Int> { range(of: first.indices) }

  /// The samples that some pixels use; the first pixel is number 0.
  func range(of pixels: Range<Int>) -> Range<Int> {
    guard let start = pixels.first, let end = pixels.last else { return 0..<0 }
    return first[start]..<first[end] + count
  }

  private static func cubic(_ distance: Double, b: Double, c: Double) -> Double {
    let x = distance.magnitude
    if x < 1 { return ((12 - 9 * b - 6 * c) * x * x * x + (-18 + 12 * b + 6 * c) * x * x + (6 - 2 * b)) / 6 }
    guard x < 2 else { return 0 }
    return ((-b - 6 * c) * x * x * x + (6 * b + 30 * c) * x * x + (-12 * b - 48 * c) * x + (8 * b + 24 * c))
      / 6
  }
}

extension Bitmap {
  /// A part of the picture as it looks when it is stretched over a frame, both in pixels.
  ///
  /// - Throws: `RasterError.limit` or `.library` if a surface of that size cannot be created.
  func scaled(
    to frame: Rect, part: PixelRect, _ threads: RowParallelism = .one
  ) throws(RasterError) -> CairoSurface {
    let surface = try CairoSurface(width: part.width, height: part.height)
    let words = surface.stride / 4
    surface.withMutablePixels { bytes in
      let target = bytes.bindMemory(to: UInt32.self)
      if frame.isOnPixels, Int(frame.width.rounded()) == width, Int(frame.height.rounded()) == height {
        copy(part, left: Int(frame.minX.rounded()), top: Int(frame.minY.rounded()), to: target, words)
      } else {
        filter(part, frame, to: target, words, threads)
      }
    }
    try RenderLimits.check()
    return surface
  }

  private func copy(
    _ part: PixelRect, left: Int, top: Int, to target: UnsafeMutableBufferPointer<UInt32>, _ words: Int
  ) {
    for y in 0..<part.height {
      let row = min(height - 1, max(0, part.minY + y - top))
      for x in 0..<part.width {
        let place = 4 * (row * width + min(width - 1, max(0, part.minX + x - left)))
        let color = Color(
          red: pixels[place], green: pixels[place + 1], blue: pixels[place + 2], alpha: pixels[place + 3])
        target[y * words + x] = PremultipliedPixel(color).rawValue
      }
    }
  }

  private func filter(
    _ part: PixelRect, _ frame: Rect, to target: UnsafeMutableBufferPointer<UInt32>, _ words: Int,
    _ threads: RowParallelism
  ) {
    let blockX = max(1, Int(Double(width) / frame.width / 3))
    let blockY = max(1, Int(Double(height) / frame.height / 3))
    let across = FilterAxis(
      samples: (width + blockX - 1) / blockX, extent: Double(width) / Double(blockX), start: frame.minX,
      length: frame.width, pixels: part.minX..<part.maxX)
    let down = FilterAxis(
      samples: (height + blockY - 1) / blockY, extent: Double(height) / Double(blockY), start: frame.minY,
      length: frame.height, pixels: part.minY..<part.maxY)
    let columns = across.range
    // Strips, so that a large picture needs little more memory than its pixels: a few rows at a seam are
    // computed twice.
    let strip = max(64, Self.lineBytes / (16 * part.width))
    var lines: [SIMD4<Float>] = []
    for top in stride(from: 0, to: part.height, by: strip) {
      let pixels = top..<min(part.height, top + strip)
      let rows = down.range(of: pixels)
      // Each row of blocks, already scaled across.
      if lines.count < rows.count * part.width {
        lines = [SIMD4<Float>](repeating: .zero, count: rows.count * part.width)
      }
      lines.withUnsafeMutableBufferPointer { lines in
        threads.forEachBand(of: rows, rowBytes: 4 * blockY * blockX * columns.count) { band in
          scaleAcross(band, columns, across, blockX, blockY, part.width) { row in
            UnsafeMutableBufferPointer(
              rebasing: lines[(row - rows.lowerBound) * part.width..<(row - rows.lowerBound + 1) * part.width]
            )
          }
        }
      }
      lines.withUnsafeBufferPointer { lines in
        threads.forEachBand(of: pixels, rowBytes: 16 * down.count * part.width) { band in
          var sums = [SIMD4<Float>](repeating: .zero, count: part.width)
          sums.withUnsafeMutableBufferPointer { sums in
            for y in band {
              sums.update(repeating: .zero)
              for tap in 0..<down.count {
                let start = (down.first[y] - rows.lowerBound + tap) * part.width
                let weight = down.weights[y * down.count + tap]
                for x in 0..<part.width { sums[x] += lines[start + x] * weight }
              }
              for x in 0..<part.width { target[y * words + x] = Self.packed(sums[x]) }
            }
          }
        }
      }
    }
  }

  /// The memory for rows that are scaled across and not yet down, in bytes, unless a few rows take more.
  private static let lineBytes = 32 << 20

  /// Scales rows of blocks horizontally.
  private func scaleAcross(
    _ rows: Range<Int>, _ columns: Range<Int>, _ across: FilterAxis, _ blockX: Int, _ blockY: Int,
    _ width: Int, to target: (Int) -> UnsafeMutableBufferPointer<SIMD4<Float>>
  ) {
    let count = across.count
    var line = [SIMD4<Float>](repeating: .zero, count: columns.count)
    line.withUnsafeMutableBufferPointer { line in
      across.weights.withUnsafeBufferPointer { weights in
        for row in rows {
          readBlocks(row: row, columns: columns, blockX, blockY, to: line)
          let target = target(row)
          across.first.withUnsafeBufferPointer { starts in
            for x in 0..<width {
              let (first, weight) = (starts[x] - columns.lowerBound, x * count)
              var sum = SIMD4<Float>.zero
              for tap in 0..<count { sum += line[first + tap] * weights[weight + tap] }
              target[x] = sum
            }
          }
        }
      }
    }
  }

  /// The premultiplied means of one row of blocks.
  private func readBlocks(
    row: Int, columns: Range<Int>, _ blockX: Int, _ blockY: Int,
    to line: UnsafeMutableBufferPointer<SIMD4<Float>>
  ) {
    if blockX == 1, blockY == 1 { return readPixels(row: row, columns: columns, to: line) }
    let rows = row * blockY..<min(height, (row + 1) * blockY)
    line.update(repeating: .zero)
    pixels.withUnsafeBytes { bytes in
      for y in rows {
        for column in columns {
          let cells = column * blockX..<min(width, (column + 1) * blockX)
          let share = 1 / Float(rows.count * cells.count)
          var sum = SIMD4<Float>.zero
          for x in cells {
            let word = UInt32(
              littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * (y * width + x), as: UInt32.self))
            let alpha = word >> 24
            let straight = SIMD4(
              Float(word & 255), Float(word >> 8 & 255), Float(word >> 16 & 255), 255)
            if alpha == 255 { sum += straight } else { sum += straight * (Float(alpha) / 255) }
          }
          line[column - columns.lowerBound] += sum * share
        }
      }
    }
  }

  /// The premultiplied colours of one row.
  ///
  /// They are those of `readBlocks` for blocks of one pixel, in a fifth of its time.
  private func readPixels(
    row: Int, columns: Range<Int>, to line: UnsafeMutableBufferPointer<SIMD4<Float>>
  ) {
    // The bits of 2^23 with a number below 2^23 added, so that a subtraction converts it to a float.
    let magic = SIMD4<UInt32>(repeating: 0x4B00_0000)
    pixels.withUnsafeBytes { bytes in
      let start = 4 * (row * width + columns.lowerBound)
      for x in 0..<columns.count {
        let word = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: start + 4 * x, as: UInt32.self))
        let bits = SIMD4<UInt32>(word & 255, word >> 8 & 255, word >> 16 & 255, 255) | magic
        let straight = unsafeBitCast(bits, to: SIMD4<Float>.self) - 8_388_608
        let alpha = word >> 24
        line[x] = alpha == 255 ? straight : straight * (Float(alpha) / 255)
      }
    }
  }

  @inline(__always) private static func packed(_ sum: SIMD4<Float>) -> UInt32 {
    let alpha = UInt32(max(0, min(255, sum.w)) + 0.5)
    func channel(_ value: Float) -> UInt32 { min(alpha, UInt32(max(0, min(255, value)) + 0.5)) }
    return alpha << 24 | channel(sum.x) << 16 | channel(sum.y) << 8 | channel(sum.z)
  }
}
