extension SVGPainter.Drawing {
  /// Draws the shadow of a rounded rectangle.
  ///
  /// The shape lies at the origin and is moved into place, so that shadows of equal shapes share filter and clip.
  mutating func draw(_ shape: RoundedRect, _ shadow: Shadow, hole: RoundedRect?) {
    guard !shadow.color.isClear, !shape.rect.size.isEmpty else { return }
    let place = shape.rect.origin + shadow.offset
    let local = shape.moved(by: Point.zero - shape.rect.origin)
    let region = local.rect.inset(by: -shadow.reach).roundedOut
    var tag = tag(of: local)
    tag.set(.translation(place))
    tag.set("fill", opacity: "fill-opacity", shadow.color)
    if shadow.radius > 0 {
      let filter = self.filter(region: region)
      tag.set("filter", reference: definitions.id("f", filter, [blur(shadow.radius)]))
    }
    if let hole {
      // A clip's edge lets half of the shadow through where the shape above covers half of it: a light line. So the
      // hole ends below the shape.
      let hole = hole.inset(by: 1).moved(by: Point.zero - place)
      // The clip is all around the hole: even-odd needs the hole inside of the outer rectangle.
      let around = region.union(hole.rect).inset(by: -1).roundedOut
      let clip = clipID(of: .ring(outer: RoundedRect(rect: around), inner: hole))
      tag.set("clip-path", reference: clip)
    }
    writer.empty(tag)
  }

  /// Draws the shadow that falls into a rounded rectangle: all around it, with the moved shape as a hole, blurred
  /// and cut off at its outline.
  mutating func draw(_ shadow: Shadow, inside shape: RoundedRect) {
    guard !shadow.color.isClear, !shape.rect.size.isEmpty else { return }
    let local = shape.moved(by: Point.zero - shape.rect.origin)
    let hole = local.moved(by: shadow.offset)
    // The blur must not meet the outer edge of what it blurs where the shape can be seen.
    let around = local.rect.inset(by: -shadow.reach - 1).union(hole.rect.inset(by: -1)).roundedOut
    var clip = SVGTag("g")
    clip.set(.translation(shape.rect.origin))
    clip.set("clip-path", reference: clipID(of: .roundedRect(local)))
    var tag = tag(of: .ring(outer: RoundedRect(rect: around), inner: hole))
    tag.set("fill", opacity: "fill-opacity", shadow.color)
    if shadow.radius > 0 {
      tag.set(
        "filter", reference: definitions.id("f", filter(region: around), [blur(shadow.radius)]))
    }
    writer.start(clip)
    writer.empty(tag)
    writer.end(clip)
  }

  /// The id of the filter that puts shadows below all of a group, or nil when there is nothing to see.
  mutating func filterID(ofShadowsBelow group: DisplayItem.Group) -> String? {
    let shadows = group.shadows.filter { !$0.color.isClear }
    guard !shadows.isEmpty, let content = group.contentBounds(under: .identity, .filter) else { return nil }
    var steps: [SVGTag] = []
    // From the lowest to the highest, each over those before it.
    var below: String?
    for (index, shadow) in shadows.reversed().enumerated() {
      let number = index == 0 ? "" : NumberText.text(Double(index + 1))
      var offset = SVGTag("feOffset")
      if shadow.radius > 0 {
        var blur = blur(shadow.radius)
        blur.set("in", "SourceAlpha")
        steps.append(blur)
      } else {
        offset.set("in", "SourceAlpha")
      }
      offset.set("dx", shadow.offset.x, unless: 0)
      offset.set("dy", shadow.offset.y, unless: 0)
      offset.set("result", "shadow\(number)")
      var flood = SVGTag("feFlood")
      flood.set("flood-color", opacity: "flood-opacity", shadow.color)
      var tinted = SVGTag("feComposite")
      tinted.set("in2", "shadow\(number)")
      tinted.set("operator", "in")
      tinted.set("result", "tinted\(number)")
      steps += [offset, flood, tinted]
      if let lower = below {
        var both = SVGTag("feComposite")
        both.set("in", "tinted\(number)")
        both.set("in2", lower)
        both.set("result", "all\(number)")
        steps.append(both)
        below = "all\(number)"
      } else {
        below = "tinted\(number)"
      }
    }
    var both = SVGTag("feComposite")
    both.set("in", "SourceGraphic")
    if let below { both.set("in2", below) }
    steps.append(both)
    let region = shadows.bounds(below: content).roundedOut
    return definitions.id("f", filter(region: region), steps)
  }

  /// The id of the filter that gives a picture one colour and keeps its alpha.
  mutating func filterID(ofTint color: Color) -> String {
    var filter = SVGTag("filter")
    filter.set("x", "0")
    filter.set("y", "0")
    filter.set("width", "1")
    filter.set("height", "1")
    filter.set("color-interpolation-filters", "sRGB")
    var flood = SVGTag("feFlood")
    flood.set("flood-color", opacity: "flood-opacity", color)
    var composite = SVGTag("feComposite")
    composite.set("in2", "SourceAlpha")
    composite.set("operator", "in")
    return definitions.id("f", filter, [flood, composite])
  }

  /// A filter that works on a region and, as all else here, in sRGB.
  private func filter(region: Rect) -> SVGTag {
    var tag = SVGTag("filter")
    tag.set("filterUnits", "userSpaceOnUse")
    // Both default to a share of the bounding box, never to 0.
    tag.set("x", NumberText.text(region.minX))
    tag.set("y", NumberText.text(region.minY))
    tag.set("width", region.width)
    tag.set("height", region.height)
    tag.set("color-interpolation-filters", "sRGB")
    return tag
  }

  private func blur(_ radius: Double) -> SVGTag {
    var tag = SVGTag("feGaussianBlur")
    tag.set("stdDeviation", radius)
    return tag
  }
}
