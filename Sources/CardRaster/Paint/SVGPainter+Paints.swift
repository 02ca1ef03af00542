extension SVGPainter.Drawing {
  /// The id of a linear or radial gradient.
  ///
  /// SVG's unit square of a bounding box is the same as that of a display list, so an area that is its own bounds
  /// shares the definition with others of any size.
  mutating func id(of gradient: Gradient, bounds: Rect, isBox: Bool) -> String {
    var tag: SVGTag
    switch gradient.kind {
    case .linear(let start, let end):
      tag = SVGTag("linearGradient")
      tag.set("x1", start.x, digits: 4, unless: 0)
      tag.set("y1", start.y, digits: 4, unless: 0)
      tag.set("x2", end.x, digits: 4, unless: isBox ? 1 : nil)
      tag.set("y2", end.y, digits: 4, unless: 0)
    case .radial(let center, let radius):
      tag = SVGTag("radialGradient")
      tag.set("cx", center.x, digits: 4, unless: isBox ? 0.5 : nil)
      tag.set("cy", center.y, digits: 4, unless: isBox ? 0.5 : nil)
      tag.set("r", radius, digits: 4, unless: isBox ? 0.5 : nil)
    case .conic:
      // Drawn as a picture, see `fillConic`.
      tag = SVGTag("linearGradient")
    }
    if !isBox {
      tag.set("gradientUnits", "userSpaceOnUse")
      tag.set(
        Transform.scale(bounds.width, bounds.height).then(.translation(bounds.origin)),
        attribute: "gradientTransform")
    }
    let stops = gradient.straightStops.map { stop in
      var tag = SVGTag("stop")
      tag.set("offset", stop.offset, digits: 4, unless: 0)
      tag.set("stop-color", opacity: "stop-opacity", stop.color)
      return tag
    }
    return definitions.id("p", tag, stops)
  }
}

extension Gradient {
  /// How many parts a stretch becomes in which colour and opacity change both.
  private static let parts = 8

  /// Stops that look, interpolated straight, as `stops` do interpolated premultiplied.
  ///
  /// Where only colour or only opacity changes both ways agree. From or to a clear colour the other one is
  /// used at both ends, which is exact. Elsewhere stops are put in between.
  var straightStops: [Stop] {
    var result: [Stop] = []
    func add(_ stop: Stop) {
      if result.last != stop { result.append(stop) }
    }
    if let first = stops.first { add(first) }
    for (from, to) in zip(stops, stops.dropFirst()) {
      if from.color.isClear, !to.color.isClear {
        if result.count == 1 { result.removeLast() }
        add(Stop(offset: from.offset, color: to.color.multiplyingAlpha(by: 0)))
      } else if to.color.isClear {
        add(Stop(offset: to.offset, color: from.color.multiplyingAlpha(by: 0)))
        continue
      } else if from.color.alpha != to.color.alpha, from.color.opaque != to.color.opaque,
        to.offset > from.offset
      {
        for part in 1..<Self.parts {
          let share = Double(part) / Double(Self.parts)
          add(
            Stop(
              offset: from.offset + (to.offset - from.offset) * share,
              color: Self.blend(from.color, to.color, share)))
        }
      }
      add(to)
    }
    return result
  }

  /// The colour between two, interpolated premultiplied; 0 gives the first.
  static func blend(_ from: Color, _ to: Color, _ share: Double) -> Color {
    let fromAlpha = Double(from.alpha) * (1 - share)
    let toAlpha = Double(to.alpha) * share
    let alpha = fromAlpha + toAlpha
    guard alpha > 0 else { return .clear }
    func channel(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8(min(255, (Double(a) * fromAlpha + Double(b) * toAlpha) / alpha).rounded())
    }
    return Color(
      red: channel(from.red, to.red), green: channel(from.green, to.green),
      blue: channel(from.blue, to.blue), alpha: UInt8(min(255, alpha).rounded()))
  }

  /// The colour at a place of 0…1, clamped beyond the first and the last stop.
  func color(at place: Double) -> Color {
    guard let first = stops.first, place > first.offset else { return stops.first?.color ?? .clear }
    for (from, to) in zip(stops, stops.dropFirst()) where place <= to.offset {
      // Of stops at one place the last counts behind it, so `from` is never at `to`.
      guard to.offset > from.offset else { continue }
      return Self.blend(from.color, to.color, (place - from.offset) / (to.offset - from.offset))
    }
    return stops.last?.color ?? .clear
  }
}
