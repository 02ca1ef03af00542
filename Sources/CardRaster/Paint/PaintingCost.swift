/// What painting a picture takes, foretold from its display list.
///
/// A deck of a few kilobytes can ask for hundreds of layers, blends and blurs as large as the picture, each within all other
/// limits. The work is counted in pixels of one colour, some half a nanosecond each: what else is painted counts as
/// often as it takes longer, measured at a picture of sixteen million pixels. It is counted high rather than low, and does not
/// depend on what was painted before.
package struct PaintingCost: Hashable, Sendable {
  /// In pixels of one colour.
  private(set) var work = 0.0
  /// The memory of layers in bytes that is held at once; of a whole picture, its own pixels are one of them.
  private(set) var memory = 0.0
  /// The processor time of SVG pictures that take long, in seconds, as their trials took it.
  private(set) var vectors = 0.0

  /// Refuses a picture that takes more than `Limits.paintedPixels` or `Limits.layerBytes`.
  ///
  /// - Throws: `RasterError.limit`.
  package static func check(_ list: DisplayList) throws(RasterError) {
    let state = try BitmapPainter.state(of: list)
    // Most pictures are far below the limits even if everything in them were as large as they are.
    if !PaintingCost(of: list, state, isBound: true).isExcessive { return }
    try PaintingCost(of: list, state, isBound: false).check()
  }

  /// How much dear items count, for messages.
  private static let weights =
    "a blended pixel counts up to 30 times, a blurred one 50 times, a letter with an outline as a million"

  /// Refuses what takes too much.
  func check() throws(RasterError) {
    guard vectors <= Limits.svgProcessorTimeTogether else { throw SVGBudget.exceeded() }
    guard work <= Limits.paintedPixels else {
      throw .limit(
        what: "the number of pixels to paint (\(Self.weights))",
        value: work.rounded(), limit: Limits.paintedPixels)
    }
    guard memory <= Double(Limits.layerBytes) else {
      throw .limit(
        what: "the memory of the picture's layers in bytes", value: memory.rounded(),
        limit: Double(Limits.layerBytes))
    }
  }

  /// Refuses frames of a moving picture that take more together than `Limits.movingMegapixels`.
  ///
  /// - Throws: `RasterError.limit`.
  package static func check(frames: [DisplayList]) throws(RasterError) {
    // As for one picture, most are far below the limit however they are counted.
    if try work(ofFrames: frames, isBound: true) <= Limits.movingMegapixels { return }
    let work = try work(ofFrames: frames, isBound: false)
    guard work <= Limits.movingMegapixels else {
      throw .limit(
        what: "the number of millions of pixels to paint and pack in all frames (\(Self.weights))",
        value: work.rounded(), limit: Limits.movingMegapixels)
    }
  }

  /// What all frames take, in millions of pixels of one colour.
  private static func work(ofFrames frames: [DisplayList], isBound: Bool) throws(RasterError) -> Double {
    var sum = 0.0
    for list in frames {
      let cost = PaintingCost(of: list, try BitmapPainter.state(of: list), isBound: isBound)
      let pixels = Double(list.pixelWidth) * Double(list.pixelHeight)
      sum += cost.work + cost.vectors * Weight.second + pixels * Weight.packing
    }
    return sum / 1e6
  }

  private var isExcessive: Bool {
    work > Limits.paintedPixels || memory > Double(Limits.layerBytes)
      || vectors > Limits.svgProcessorTimeTogether
  }

  private init(of list: DisplayList, _ state: PaintState, isBound: Bool) {
    let all = Double(state.clip.bounds.width) * Double(state.clip.bounds.height)
    let walk = Walk(bound: isBound ? all : nil)
    self = walk.cost(of: list.items, state)
    work += all * Weight.gradient
    memory += 4 * all
  }

  /// What painting some items takes that are no whole picture.
  init(of items: [DisplayItem], _ state: PaintState) { self = Walk(bound: nil).cost(of: items, state) }

  /// What some work takes.
  init(work: Double = 0, memory: Double = 0, vectors: Double = 0) {
    (self.work, self.memory, self.vectors) = (work, memory, vectors)
  }

  /// Adds what is done afterwards: memory that was held is free again.
  mutating func add(_ next: PaintingCost) {
    work += next.work
    vectors += next.vectors
    memory = max(memory, next.memory)
  }

  /// How often a pixel of something counts.
  private enum Weight {
    static let solid = 1.0
    static let gradient = 5.0
    static let conic = 20.0
    static let picture = 75.0
    /// A pixel of the file, where several become one.
    static let source = 6.0
    static let vector = 10.0
    /// A second of processor time.
    static let second = 2e9
    /// A pixel of a frame that becomes part of a video.
    static let packing = 40.0
    static let shadow = 4.0
    /// A shadow of which each pixel is blurred.
    static let blurredShadow = 40.0
    static let backdrop = 50.0
    static let layer = 6.0
    static let blend = 30.0
    static let mask = 12.0
    /// A letter, with what it takes to find it.
    static let glyph = 1_000.0
    /// A letter with a line around it, each pixel of its size, and each of the line's width: the steps along such a line
    /// cross each other.
    static let (outlinedGlyph, outlinedPixel, outlineWidth) = (1_000_000.0, 25_000.0, 75_000.0)
    /// A letter that is filled as a shape, as with a gradient.
    static let filledGlyph = 100_000.0
    /// The picture of a coloured letter, which is made smaller each time.
    static let coloredGlyph = 100_000.0
    /// A pixel along an outline.
    static let outline = 160.0
    /// Bytes of a layer, of all that blurring its shadow takes, and of what lies behind frosted glass.
    static let (layerBytes, shadowBytes, backdropBytes) = (4.0, 14.0, 12.0)
  }

  /// Goes through items as the painter does.
  private struct Walk {
    /// What every area is counted as; nil to find each.
    let bound: Double?

    func cost(of items: [DisplayItem], _ state: PaintState) -> PaintingCost {
      var sum = PaintingCost()
      for item in items { sum.add(cost(of: item, state)) }
      return sum
    }

    /// The pixels that something may touch.
    private func area(_ extent: @autoclosure () -> PixelRect?, _ state: PaintState) -> Double {
      if let bound { return bound }
      guard let seen = extent()?.intersection(state.clip.bounds) else { return 0 }
      return Double(seen.width) * Double(seen.height)
    }

    private func cost(of item: DisplayItem, _ state: PaintState) -> PaintingCost {
      switch item {
      case .fill(let shape, let paint, _):
        let weight =
          switch paint {
          case .solid: Weight.solid
          case .gradient(let gradient):
            if case .conic = gradient.kind { Weight.conic } else { Weight.gradient }
          }
        var cost = PaintingCost(work: area(item.extent(state), state) * weight)
        if case .path(let path) = shape { cost.work += outline(path, state) }
        return cost
      case .stroke(let path, _, _):
        return PaintingCost(work: area(item.extent(state), state) + outline(path, state))
      case .glyphs(let run):
        return PaintingCost(
          work: area(item.extent(state), state) + Double(run.glyphs.count) * glyph(run, state))
      case .image(let image): return cost(of: image, item, state)
      case .shadow:
        let area = area(item.extent(state), state)
        return PaintingCost(
          work: area * (state.isUpright ? Weight.shadow : Weight.blurredShadow), memory: area * 2)
      case .innerShadow:
        let area = area(item.extent(state), state)
        return PaintingCost(work: area * Weight.blurredShadow, memory: area * 3)
      case .backdrop(let shape, let blur):
        guard blur.isSeen else { return PaintingCost() }
        let area = area(
          shape.extent(state)?.grown(by: GaussianKernel.reach(of: blur.radius * state.scale)), state)
        return PaintingCost(work: area * Weight.backdrop, memory: area * Weight.backdropBytes)
      case .group(let group): return cost(of: group, state)
      }
    }

    /// What a letter of a run takes.
    private func glyph(_ run: GlyphRun, _ state: PaintState) -> Double {
      var weight = Weight.glyph
      if let (line, _) = run.outline {
        weight += Weight.outlinedGlyph
        weight += state.scale * (run.font.size * Weight.outlinedPixel + line.width * Weight.outlineWidth)
      }
      if run.gradient != nil { weight += Weight.filledGlyph }
      if run.isColor {
        let side = run.font.size * state.scale
        weight += Weight.coloredGlyph + side * side * Weight.picture
      }
      return weight
    }

    /// The pixels along an outline: cairo goes through each line of pixels that a step crosses.
    private func outline(_ path: Path, _ state: PaintState) -> Double {
      let bounds = state.clip.bounds
      let longest = Double(path.stepCount) * Double(bounds.width + bounds.height)
      return (bound == nil ? min(longest, path.length * state.scale) : longest) * Weight.outline
    }

    private func cost(
      of image: DisplayItem.ImageItem, _ item: DisplayItem, _ state: PaintState
    ) -> PaintingCost {
      if let fill = image.fill { return cost(of: fill, state) }
      let area = area(item.extent(state), state)
      guard let size = image.image.pixelSize else {
        return PaintingCost(
          work: area * Weight.vector, memory: area * Weight.layerBytes,
          vectors: area > 0 ? image.image.trialTime : 0)
      }
      return PaintingCost(
        work: area * Weight.picture + Double(size.width) * Double(size.height) * Weight.source,
        memory: area * 2 * Weight.layerBytes)
    }

    private func cost(of group: DisplayItem.Group, _ state: PaintState) -> PaintingCost {
      guard group.opacity > 0 else { return PaintingCost() }
      if group.isLayer {
        var whole = group
        (whole.opacity, whole.mask, whole.blendMode) = (1, nil, .normal)
        guard let (area, inner) = layer(group.extent(state), state) else { return PaintingCost() }
        var sum = cost(of: whole, inner)
        var weight = group.blendMode == .normal ? Weight.layer : Weight.blend
        if group.mask != nil {
          weight += Weight.mask
          sum.add(PaintingCost(memory: area * 2 * Weight.layerBytes))
        }
        sum.work += area * weight
        sum.memory += area * Weight.layerBytes
        return sum
      }
      var inner = state
      inner.map = group.transform.then(state.map)
      if !group.shadows.isEmpty {
        // What is seen of it may be its shadow alone, so that nothing is cut off here.
        guard let (area, content) = layer(group.contentExtent(inner), inner) else { return PaintingCost() }
        var sum = cost(of: group.items, content)
        sum.add(
          PaintingCost(
            work: area * Weight.blurredShadow * Double(group.shadows.count),
            memory: area * Weight.shadowBytes))
        sum.work += area * Weight.layer
        sum.memory += area * Weight.layerBytes
        return sum
      }
      if bound == nil, let clip = group.clip {
        guard let seen = clip.extent(inner)?.intersection(inner.clip.bounds) else { return PaintingCost() }
        inner.clip.bounds = seen
      }
      return cost(of: group.items, inner)
    }

    /// The pixels of a layer, and the state of what is painted on it; nil for one that is not seen.
    private func layer(
      _ extent: @autoclosure () -> PixelRect?, _ state: PaintState
    ) -> (area: Double, inner: PaintState)? {
      if let bound { return (bound, state) }
      guard let seen = extent()?.intersection(state.clip.bounds) else { return nil }
      return (Double(seen.width) * Double(seen.height), state.onLayer(seen))
    }
  }
}
