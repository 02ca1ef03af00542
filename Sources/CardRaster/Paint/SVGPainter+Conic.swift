// SVG has no conic gradient. It is drawn as a picture of two pixels a point and clipped by the shape. Wedges of one
// colour each were no way out: where two of them meet, viewers show a hairline of what lies below.

extension SVGPainter.Drawing {
  private static let pixelsPerPoint = 2.0
  /// The most pixels of such a picture; a larger one is drawn coarser.
  private static let mostPixels = 4_194_304.0

  /// Fills an area with a conic gradient.
  mutating func fillConic(
    _ shape: DisplayItem.Shape, _ gradient: Gradient, center: Point, angle: Double, bounds: Rect
  ) throws(RasterError) {
    let key = SVGPainter.Definitions.Key.conic(gradient, bounds.size)
    var id = definitions.known(key) ?? nil
    if id == nil {
      let area = bounds.width * bounds.height
      let scale = min(Self.pixelsPerPoint, (Self.mostPixels / area).squareRoot())
      let bitmap = ConicBlend(gradient: gradient, center: center, angle: angle).bitmap(
        width: max(1, Int((bounds.width * scale).rounded())),
        height: max(1, Int((bounds.height * scale).rounded())))
      guard let bitmap else { return }
      let file = try ImageSource.File(png: bitmap)
      id = definitions.add("i", for: key, .image(file, frame: Rect(origin: .zero, size: bounds.size)))
    }
    guard let id else { return }
    var clip = SVGTag("g")
    clip.set("clip-path", reference: clipID(of: shape))
    var use = SVGTag("use")
    use.set(use: id)
    use.set("x", bounds.minX, unless: 0)
    use.set("y", bounds.minY, unless: 0)
    // The clip of a `use` is moved with it in some viewers and not in others, so it has a group of its own.
    writer.start(clip)
    writer.empty(use)
    writer.end(clip)
  }
}

/// A conic gradient as numbers.
struct ConicBlend {
  /// Its colours.
  let gradient: Gradient
  /// Its centre in the unit square.
  let center: Point
  /// Where it starts, in degrees clockwise from the top.
  let angle: Double

  /// The unit square as a picture, or nil when the size is not allowed.
  func bitmap(width: Int, height: Int) -> Bitmap? {
    guard width > 0, height > 0, width <= Limits.imagePixels / height else { return nil }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(4 * width * height)
    let step = Point(x: 1 / Double(width), y: 1 / Double(height))
    for row in 0..<height {
      for column in 0..<width {
        let middle = Point(x: (Double(column) + 0.5) * step.x, y: (Double(row) + 0.5) * step.y)
        let color = color(of: middle, step: step)
        pixels += [color.red, color.green, color.blue, color.alpha]
      }
    }
    return Bitmap(width: width, height: height, pixels: pixels)
  }

  /// The colour of a pixel.
  ///
  /// Where the end meets the start, four by four points in it are mixed.
  private func color(of middle: Point, step: Point) -> Color {
    let place = place(of: middle)
    let distance = (middle.x - center.x).magnitude + (middle.y - center.y).magnitude
    // A pixel's reach as a share of the turn, from above; at the centre it is all of it.
    let reach = (step.x + step.y) / (4 * max(distance, 1e-9))
    guard min(place, 1 - place) < reach else { return gradient.color(at: place) }
    var sums = (red: 0, green: 0, blue: 0, alpha: 0)
    for index in 0..<16 {
      let point = Point(
        x: middle.x + (Double(index % 4) - 1.5) / 4 * step.x,
        y: middle.y + (Double(index / 4) - 1.5) / 4 * step.y)
      let color = gradient.color(at: self.place(of: point))
      let alpha = Int(color.alpha)
      sums.red += Int(color.red) * alpha
      sums.green += Int(color.green) * alpha
      sums.blue += Int(color.blue) * alpha
      sums.alpha += alpha
    }
    guard sums.alpha > 0 else { return .clear }
    func mean(_ sum: Int) -> UInt8 { UInt8((sum + sums.alpha / 2) / sums.alpha) }
    return Color(
      red: mean(sums.red), green: mean(sums.green), blue: mean(sums.blue), alpha: UInt8((sums.alpha + 8) / 16)
    )
  }

  /// Where a point of the unit square lies between start and end, 0..<1.
  func place(of point: Point) -> Double {
    let place = Self.turn(x: point.x - center.x, y: point.y - center.y) - angle / 360
    return place - place.rounded(.down)
  }

  /// The direction of a vector as a share of the full turn, clockwise from the top, 0..<1; y goes down.
  ///
  /// Only exact operations and a series, so that all machines agree; the error is below 1e-7.
  static func turn(x: Double, y: Double) -> Double {
    let (across, up) = (x.magnitude, y.magnitude)
    guard max(across, up) > 0 else { return 0 }
    // The share between the vertical and the vector, in the first quarter.
    let eighth = arcTangent(min(across, up) / max(across, up)) / (2 * Double.pi)
    let quarter = across <= up ? eighth : 0.25 - eighth
    switch (x >= 0, y <= 0) {
    case (true, true): return quarter
    case (true, false): return 0.5 - quarter
    case (false, false): return 0.5 + quarter
    case (false, true): return quarter > 0 ? 1 - quarter : 0
    }
  }

  /// The arc tangent of 0…1, by its series around 0 after a half turn of π/4 for the upper part.
  private static func arcTangent(_ value: Double) -> Double {
    let isUpper = value > 0.414_213_562_373_095
    let t = isUpper ? (value - 1) / (value + 1) : value
    let square = t * t
    var sum = 0.0
    for odd in stride(from: 17.0, through: 1, by: -2) { sum = 1 / odd - square * sum }
    return t * sum + (isUpper ? Double.pi / 4 : 0)
  }
}
