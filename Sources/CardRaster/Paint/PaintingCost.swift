/// The estimated cost of painting a picture, computed from its display list.
///
/// A deck of a few kilobytes can contain hundreds of layers, blends and blurs as large as the picture, each
/// within all other limits. The unit of work is a pixel of one colour, about half a nanosecond. Other
/// operations are weighted by their relative time, measured on a picture of sixteen million pixels. The
/// estimate is high rather than low, and does not depend on caches.
package struct PaintingCost: Hashable, Sendable {
  /// In pixels of one colour.
  private(set) var work = 0.0
  /// The peak memory of layers in bytes; for a whole picture, its own pixels are one of them.
  private(set) var memory = 0.0
  /// The CPU time of slow SVG pictures in seconds, as measured in their trial renderings.
  private(set) var vectors = 0.0

  /// Throws if a picture exceeds `Limits.paintedPixels` or `Limits.layerBytes`.
  ///
  /// - Throws: `RasterError.limit`.
  package static func checkLimits(of list: DisplayList) throws(RasterError) {
    let state = try BitmapPainter.state(of: list)
    // Most pictures are far below the limits even if every item is counted at the size of the picture.
    if !PaintingCost(of: list, state, isBound: true).isExcessive { return }
    try PaintingCost(of: list, state, isBound: false).checkLimits()
  }

  /// The weights of expensive items, for messages.
  private static let weights =
    "a blended pixel counts up to 30 times, a blurred one 50 times, an outlined letter as a million"

  /// The limit of the memory of layers in bytes.
  private static var mostMemory: Double {
    Double(min(Limits.layerBytes, RenderLimits.current.memory ?? .max))
  }

  /// Throws if the cost is too high.
  func checkLimits() throws(RasterError) {
    guard vectors <= Limits.svgProcessorTimeTogether else { throw SVGBudget.exceeded() }
    guard work <= Limits.paintedPixels else {
      throw .limit(
        what: "the number of pixels to paint (\(Self.weights))",
        value: work.rounded(), limit: Limits.paintedPixels)
    }
    guard memory <= Self.mostMemory else {
      throw .limit(
        what: "the memory of the picture's layers in bytes", value: memory.rounded(), limit: Self.mostMemory)
    }
  }

  /// Throws if the frames of an animation together exceed `Limits.movingMegapixels`.
  ///
  /// - Throws: `RasterError.limit`.
  package static func checkLimits(ofFrames frames: [DisplayList]) throws(RasterError) {
    // As for one picture, most are far below the limit even with the rough estimate.
    if try work(ofFrames: frames, isBound: true) <= Limits.movingMegapixels { return }
    let work = try work(ofFrames: frames, isBound: false)
    guard work <= Limits.movingMegapixels else {
      throw .limit(
        what: "the number of megapixels to paint and compress in all frames (\(Self.weights))",
        value: work.rounded(), limit: Limits.movingMegapixels)
    }
  }

  /// The cost of all frames, in millions of pixels of one colour.
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
    work > Limits.paintedPixels || memory > Self.mostMemory
      || vectors > Limits.svgProcessorTimeTogether
  }

  private init(of list: DisplayList, _ state: PaintState, isBound: Bool) {
    let all = Double(state.clip.bounds.width) * Double(state.clip.bounds.height)
    let walk = Walk(bound: isBound ? all : nil)
    self = walk.cost(of: list.items, state)
    work += all * Weight.gradient
    memory += 4 * all
  }

  /// The cost of painting some items without a whole picture.
  init(of items: [DisplayItem], _ state: PaintState) { self = Walk(bound: nil).cost(of: items, state) }

  /// Makes a cost.
  init(work: Double = 0, memory: Double = 0, vectors: Double = 0) {
    (self.work, self.memory, self.vectors) = (work, memory, vectors)
  }

  /// Adds the cost of later work, for which the memory is free again.
  mutating func accumulate(_ next: PaintingCost) {
    work += next.work
    vectors += next.vectors
    memory = max(memory, next.memory)
  }

  /// The weight of a pixel or item of each kind.
  private enum Weight {
    static let solid = 1.0
    static let gradient = 5.0
    static let conic = 20.0
    static let picture = 75.0
    /// A pixel of the image file, if the image is scaled down.
    static let source = 6.0
    static let vector = 10.0
    /// A figure of a pattern.
    static let figure = 20_000.0
    /// A second of CPU time.
    static let second = 2e9
    /// A pixel of a frame of a video.
    static let packing = 40.0
    static let shadow = 4.0
    /// A pixel of a shadow that is blurred completely.
    static let blurredShadow = 40.0
    static let backdrop = 50.0
    static let layer = 6.0
    static let blend = 30.0
    static let mask = 12.0
    /// A glyph, including its lookup.
    static let glyph = 1_000.0
    /// An outlined glyph, each pixel of its size, and each pixel of the line's width.
    ///
    /// They are expensive because the segments of such an outline cross each other.
    static let (outlinedGlyph, outlinedPixel, outlineWidth) = (1_000_000.0, 25_000.0, 75_000.0)
    /// A glyph that is filled as a shape, for example with a gradient.
    static let filledGlyph = 100_000.0
    /// The bitmap of a colour glyph, which is scaled down each time.
    static let coloredGlyph = 100_000.0
    /// A pixel along an outline.
    static let outline = 160.0
    /// Bytes per pixel of a layer, of the buffers for blurring its shadow, and of a blurred backdrop.
    static let (layerBytes, shadowBytes, backdropBytes) = (4.0, 14.0, 12.0)
  }

  /// Walks over items as the painter does.
  private struct Walk {
    /// The size counted for every area; nil to compute each one.
    let bound: Double?

    func cost(of items: [DisplayItem], _ state: PaintState) -> PaintingCost {
      var sum = PaintingCost()
      for item in items { sum.accumulate(cost(of: item, state)) }
      return sum
    }

    /// The number of pixels that an item may touch.
    private func area(_ extent: @autoclosure () -> PixelRect?, _ state: PaintState) -> Double {
      if let bound { return bound }
      guard let seen = extent()?.intersection(state.clip.bounds) else { return 0 }
      return Double(seen.width) * Double(seen.height)
    }

    private func cost(of item: DisplayItem, _ state: PaintState) -> PaintingCost {
      switch item {
      case .fill(let shape, .layers(let layers), let bounds):
        return cost(of: layers.map { .fill(shape, $0, bounds: bounds) }, state)
      case .fill(_, .pattern(let pattern), let bounds):
        let (area, count) = (area(item.extent(state), state), pattern.count(in: bounds.size))
        guard case .tiles(let tile) = pattern.figure else {
          return PaintingCost(work: area * Weight.gradient + count * Weight.figure)
        }
        return PaintingCost(
          work: area * Weight.picture + count * Weight.figure, memory: area * Weight.layerBytes,
          vectors: count * tile.image.trialTime)
      case .fill(let shape, let paint, _):
        let weight =
          switch paint {
          case .solid, .pattern, .layers: Weight.solid
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

    /// The cost of a glyph of a run.
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

    /// The pixels along an outline: cairo visits each line of pixels that a segment crosses.
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
        if let mask = group.mask {
          weight += Weight.mask
          let stencil = state.inside(group)
          sum.accumulate(cost(of: mask.item, stencil))
          sum.accumulate(PaintingCost(memory: area * 2 * Weight.layerBytes))
        }
        sum.work += area * weight
        sum.memory += area * Weight.layerBytes
        return sum
      }
      var inner = state.inside(group)
      if !group.shadows.isEmpty {
        // Only its shadow may be visible, so nothing is clipped here.
        guard let (area, content) = layer(group.contentExtent(inner), inner) else { return PaintingCost() }
        var sum = cost(of: group.items, content)
        sum.accumulate(
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

    /// The pixels of a layer and the state for its content; nil for an invisible layer.
    private func layer(
      _ extent: @autoclosure () -> PixelRect?, _ state: PaintState
    ) -> (area: Double, inner: PaintState)? {
      if let bound { return (bound, state) }
      guard let seen = extent()?.intersection(state.clip.bounds) else { return nil }
      return (Double(seen.width) * Double(seen.height), state.onLayer(seen))
    }
  }
}
