extension Bitmap {
  /// The picture blurred by a Gaussian, with fewer pixels where the blur hides them.
  ///
  /// How it works: the picture is reduced until σ is some four to eight of its pixels, which loses nothing that the blur
  /// would have kept, and convolved in both directions. Beyond its edges it goes on as it ends, so that they stay as
  /// opaque as they are. The cost hardly grows with σ and is bounded by `Limits.blurredPixels`.
  ///
  /// - Parameters:
  ///   - sigma: the standard deviation, in pixels of `size`.
  ///   - size: how large the whole picture is drawn, in pixels.
  public func blurred(sigma: Double, drawnAt size: Size) -> Bitmap {
    guard sigma > 0, size.width > 0, size.height > 0 else { return self }
    // Never enlarged: what is drawn larger than it is has its blur in its own pixels.
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

  /// The σ down to which a picture is reduced, in its pixels.
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

  /// Convolves each of some lines, which go on beyond their ends as they end.
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
  /// The picture blurred; one of shapes stays as it is.
  ///
  /// - Parameters:
  ///   - sigma: the standard deviation, in pixels of `size`.
  ///   - size: how large the whole picture is drawn, in pixels.
  ///   - name: what the blurred picture is called.
  package func blurred(sigma: Double, drawnAt size: Size, name: String) throws(RasterError) -> ImageSource {
    guard let bitmap = try bitmap() else { return self }
    let blurred = bitmap.blurred(sigma: sigma, drawnAt: size)
    var result = self
    (result.name, result.file) = (name, nil)
    guard case .deferred(let picture) = content else {
      result.content = .bitmap(blurred)
      return result
    }
    result.content = .deferred(
      KeptPixels.shared.picture(
        blurred, of: picture, change: "blur \(sigma) in \(size.width) × \(size.height)"
      ) { $0.blurred(sigma: sigma, drawnAt: size) })
    return result
  }
}
