extension SVGPainter.Drawing {
  /// Units per em in the document.
  ///
  /// Outlines on whole units are exact to a hundredth of a pixel at 20 pixels per em, and two thousandths of
  /// a size in points is a short number.
  private static let unitsPerEm = 2000.0

  /// Draws a glyph run, as shapes or as text.
  mutating func draw(_ run: GlyphRun, glyphs: borrowing some Glyphs) throws(RasterError) {
    guard !run.color.isClear || run.ink != nil else { return }
    if options.keepsText { drawText(run) } else { try drawShapes(run, glyphs: glyphs) }
  }

  private mutating func drawShapes(_ run: GlyphRun, glyphs: borrowing some Glyphs) throws(RasterError) {
    let unit = run.font.size / Self.unitsPerEm
    guard unit > 0 else { return }
    if run.gradient != nil || run.outline != nil { return try drawInk(run, glyphs: glyphs) }
    var uses: [SVGTag] = []
    for glyph in run.glyphs {
      guard let id = try id(of: glyph.id, of: run, glyphs: glyphs) else { continue }
      var use = SVGTag("use")
      use.set(use: id)
      use.set("x", glyph.x / unit, digits: 0, unless: 0)
      use.set("y", glyph.y / unit, digits: 0, unless: 0)
      uses.append(use)
    }
    guard !uses.isEmpty else { return }
    var group = SVGTag("g")
    if !run.text.isEmpty, !isLabelled { group.set("aria-label", run.text) }
    group.set(Transform.scale(unit, unit).then(.translation(run.origin)))
    if run.isColor {
      group.set("opacity", Double(run.color.alpha) / 255, unless: 1)
    }
    group.set("fill", opacity: "fill-opacity", run.isColor ? run.color.opaque : run.color)
    writer.start(group)
    for use in uses { writer.empty(use) }
    writer.end(group)
  }

  /// Draws letters with a gradient or outline, each as its own path: a gradient runs through all of them.
  private mutating func drawInk(_ run: GlyphRun, glyphs: borrowing some Glyphs) throws(RasterError) {
    var shapes: [Path] = []
    for glyph in run.glyphs {
      let outline = try glyphs.outline(of: glyph.id, in: run.face)
      if !outline.isEmpty { shapes.append(run.placed(outline, of: glyph)) }
    }
    var group = SVGTag("g")
    if !run.text.isEmpty, !isLabelled { group.set("aria-label", run.text) }
    writer.start(group)
    if let (line, color) = run.outline {
      for shape in shapes { stroke(shape, line, color) }
    }
    for shape in shapes {
      if let (gradient, bounds) = run.gradient {
        try fill(.path(shape), .gradient(gradient), bounds: bounds)
      } else {
        try fill(.path(shape), .solid(run.color), bounds: Rect(origin: .zero, size: .zero))
      }
    }
    writer.end(group)
  }

  /// The id of a glyph, or nil if it draws nothing.
  private mutating func id(
    of glyph: UInt32, of run: GlyphRun, glyphs: borrowing some Glyphs
  ) throws(RasterError) -> String? {
    let key = SVGPainter.Definitions.Key.glyph(run.face, glyph, isColor: run.isColor)
    if let known = definitions.known(key) { return known }
    return definitions.define("g", for: key, try shape(of: glyph, of: run, glyphs: glyphs))
  }

  /// The element of a glyph; a colour glyph without a bitmap is drawn as its outline.
  private func shape(
    of glyph: UInt32, of run: GlyphRun, glyphs: borrowing some Glyphs
  ) throws(RasterError) -> SVGTag? {
    let units = Self.unitsPerEm
    if run.isColor, let picture = try glyphs.picture(of: glyph, in: run.face) {
      let frame = picture.frame
      return SVGTag.image(
        try ImageSource.File(png: picture.bitmap),
        frame: Rect(
          x: frame.minX * units, y: frame.minY * units, width: frame.width * units,
          height: frame.height * units))
    }
    let outline = try glyphs.outline(of: glyph, in: run.face)
    guard !outline.isEmpty else { return nil }
    return SVGTag(SVGPainter.PathData(outline.transformed(by: .scale(units, units)), digits: 0))
  }

  /// Text that a viewer draws in its own fonts.
  ///
  /// `textLength` keeps its width if the font differs; viewers without support for it keep the edge at which
  /// the line is aligned. Each word of a justified line has its own position.
  private mutating func drawText(_ run: GlyphRun) {
    let spacing = run.hasJoinedLetters ? 0 : run.setting.letterSpacing
    let words = run.words(apart: run.setting.isJustified, spacing: spacing)
    guard let first = words.first else { return }
    var tag = SVGTag("text")
    if words.count == 1 { tag.place(first, of: run, spacing: spacing, at: run.setting.edge) }
    tag.set("y", run.origin.y + (run.glyphs.first?.y ?? 0))
    tag.set("font-family", run.font.familyList)
    tag.set("font-size", run.font.size)
    tag.set("font-weight", Double(run.font.weight), unless: 400)
    if run.font.isItalic { tag.set("font-style", "italic") }
    var looks = run.font.hasTabularFigures ? ["font-variant-numeric:tabular-nums"] : []
    if !run.font.features.isEmpty {
      // Tags contain only letters and digits.
      let list = run.font.features.map { "'\($0.tag)' \($0.value)" }.joined(separator: ",")
      looks.append("font-feature-settings:\(list)")
    }
    if !looks.isEmpty { tag.set("style", looks.joined(separator: ";")) }
    tag.set("letter-spacing", spacing, unless: 0)
    if run.isRightToLeft { tag.set("direction", "rtl") }
    // Extra space would separate joined letters.
    if run.hasJoinedLetters { tag.set("lengthAdjust", "spacingAndGlyphs") }
    if let (gradient, bounds) = run.gradient, !gradient.isConic {
      tag.set("fill", reference: id(of: gradient, bounds: bounds, isBox: false))
    } else {
      tag.set("fill", opacity: "fill-opacity", run.color)
    }
    if let (line, color) = run.outline {
      tag.set("stroke", opacity: "stroke-opacity", color)
      tag.set("stroke-width", line.width)
      tag.set("stroke-linejoin", "round")
      tag.set("paint-order", "stroke")
    }
    tag.set("xml:space", "preserve")
    guard words.count > 1 else { return writer.element(tag, text: first.text) }
    let pieces = words.map { word in
      var tag = SVGTag("tspan")
      tag.place(word, of: run, spacing: spacing, at: run.isRightToLeft ? .right : .left)
      if run.hasJoinedLetters { tag.set("lengthAdjust", "spacingAndGlyphs") }
      return (tag, word.text)
    }
    writer.element(tag, words: pieces)
  }
}

extension SVGTag {
  /// Sets the anchor position and the length of a word.
  fileprivate mutating func place(
    _ word: GlyphRun.Word, of run: GlyphRun, spacing: Double, at edge: GlyphRun.Setting.Edge
  ) {
    // Viewers include the letter spacing after the last letter.
    let (left, right) = (run.origin.x + word.left, run.origin.x + word.right + spacing)
    let place =
      switch edge {
      case .left: left
      case .middle: (left + right) / 2
      case .right: right
      }
    set("x", place)
    if edge == .middle {
      set("text-anchor", "middle")
    } else if (edge == .right) != run.isRightToLeft {
      set("text-anchor", "end")
    }
    if right > left { set("textLength", right - left) }
  }
}

extension GlyphRun {
  /// Words with their edges, in points from the run's origin.
  fileprivate struct Word {
    var text: String
    var left: Double
    var right: Double
  }

  /// The text without surrounding spaces, as a whole or word by word.
  fileprivate func words(apart: Bool, spacing: Double) -> [Word] {
    guard !clusters.isEmpty else { return text.isEmpty ? [] : [Word(text: text, left: 0, right: width)] }
    var words: [Word] = []
    var (bytes, count) = (text.utf8[...], 0)
    var spaces: String?
    for cluster in clusters {
      let letters = String(decoding: bytes.prefix(cluster.bytes), as: UTF8.self)
      bytes = bytes.dropFirst(cluster.bytes)
      let start = isRightToLeft ? glyphs.count - count - cluster.glyphs : count
      count += cluster.glyphs
      if letters.allSatisfy(\.isWhitespace) {
        spaces = (spaces ?? "") + letters
        continue
      }
      let end = start + cluster.glyphs
      guard glyphs.indices.contains(start), end > start else {
        if !words.isEmpty { words[words.count - 1].text += letters }
        continue
      }
      let left = glyphs[start].x
      let next = end < glyphs.count ? glyphs[end].x : width
      // Letter spacing follows each letter, except the last one of a line.
      let isLast = setting.endsLine && next >= width - 0.001
      let right = isLast || next - spacing <= left ? next : next - spacing
      if words.isEmpty || (apart && spaces != nil) {
        words.append(Word(text: letters, left: left, right: right))
      } else {
        let last = words.count - 1
        words[last].text += (spaces ?? "") + letters
        words[last].left = min(words[last].left, left)
        words[last].right = max(words[last].right, right)
      }
      spaces = nil
    }
    return words
  }

  /// Whether letters are joined to their neighbours, as in Arabic.
  fileprivate var hasJoinedLetters: Bool {
    text.unicodeScalars.contains {
      switch $0.value {
      case 0x600...0x8FF, 0x1800...0x18AF, 0xFB50...0xFDFF, 0xFE70...0xFEFE: true
      default: false
      }
    }
  }
}

extension Font {
  /// The family and a generic one, in CSS syntax.
  fileprivate var familyList: String {
    let name = family.lowercased()
    let generic =
      if name.contains("mono") || name.contains("courier") {
        "monospace"
      } else if name.contains("serif"), !name.contains("sans") {
        "serif"
      } else {
        "sans-serif"
      }
    if family.isEmpty || name == generic { return generic }
    let isWord = family.unicodeScalars.allSatisfy { ("a"..."z").contains($0) || ("A"..."Z").contains($0) }
    if isWord { return "\(family), \(generic)" }
    let escaped = family.reduce(into: "") { text, character in
      if character == "'" || character == "\\" { text.append("\\") }
      text.append(character)
    }
    return "'\(escaped)', \(generic)"
  }
}

extension Gradient {
  /// Whether it is conic, which SVG does not support.
  fileprivate var isConic: Bool { if case .conic = kind { true } else { false } }
}

extension SVGPainter.Drawing {
  /// Draws an image: defined once in its natural size and stretched at each use.
  mutating func draw(_ item: DisplayItem.ImageItem, _ glyphs: borrowing some Glyphs) throws(RasterError) {
    guard !item.frame.size.isEmpty, item.tint?.isClear != true else { return }
    var item = item
    if case .vector(let picture) = item.image.content, !picture.undrawn.isEmpty {
      // A browser would draw the features that PNG and PDF output leave out.
      item.image = try pixels(of: item.image, item.frame.size, glyphs)
    }
    if case .fill(let shape, let paint, let bounds)? = item.fill {
      return try fill(shape, paint, bounds: bounds)
    }
    // A side of length 0 cannot be stretched.
    let natural = Size(width: max(item.image.size.width, 1), height: max(item.image.size.height, 1))
    guard let id = try id(of: item.image, natural) else { return }
    var tag = SVGTag("use")
    tag.set(use: id)
    tag.set(
      Transform.scale(item.frame.width / natural.width, item.frame.height / natural.height)
        .then(.translation(item.frame.origin)))
    if let tint = item.tint { tag.set("filter", reference: filterID(ofTint: tint)) }
    writer.empty(tag)
  }

  private mutating func id(of image: ImageSource, _ natural: Size) throws(RasterError) -> String? {
    let key = SVGPainter.Definitions.Key.image(image)
    if let known = definitions.known(key) { return known }
    let file = try image.embeddable()
    return definitions.define("i", for: key, .image(file, frame: Rect(origin: .zero, size: natural)))
  }
}

extension SVGTag {
  /// An `image` element with an embedded file, stretched over a rectangle.
  static func image(_ file: ImageSource.File, frame: Rect) -> SVGTag {
    var tag = SVGTag("image")
    tag.set(frame)
    tag.set("preserveAspectRatio", "none")
    var data: [UInt8] = []
    appendEscaped("data:\(file.mediaType);base64,", isAttribute: true, to: &data)
    Base64.append(file.bytes, to: &data)
    tag.set("xlink:href", verbatim: data)
    return tag
  }
}

extension ImageSource {
  /// The original file, or a new one from the content.
  fileprivate func embeddable() throws(RasterError) -> File {
    if let file { return file }
    switch content {
    case .bitmap(let bitmap): return try File(png: bitmap)
    case .deferred(let picture): return try File(png: try picture.bitmap())
    case .vector(let picture): return File(mediaType: "image/svg+xml", bytes: picture.bytes)
    case .outline: throw .library(operation: "embed a picture", reason: "an outline is drawn as a shape")
    }
  }
}

extension ImageSource.File {
  /// Encodes pixels without an original file as PNG.
  init(png bitmap: Bitmap) throws(RasterError) {
    self.init(
      mediaType: "image/png", bytes: try PNGEncoder.encode(bitmap, scale: 1, compression: .balanced))
  }
}

extension SVGPainter.Drawing {
  /// The id of a linear or radial gradient.
  ///
  /// SVG's unit square of a bounding box is the same as that of a display list, so an area that is its own
  /// bounds shares the definition with areas of any size.
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
      // Drawn as an image, see `fillConic`.
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
  /// The number of parts that a segment is divided into if both colour and opacity change.
  private static let parts = 8

  /// Stops that look the same with straight interpolation as `stops` do with premultiplied interpolation.
  ///
  /// If only the colour or only the opacity changes, both are equal. Next to a fully transparent stop, the
  /// colour of the other stop is used at both ends, which is exact. Elsewhere stops are inserted.
  var straightStops: [Stop] {
    var result: [Stop] = []
    func appendStop(_ stop: Stop) {
      if result.last != stop { result.append(stop) }
    }
    if let first = stops.first { appendStop(first) }
    for (from, to) in zip(stops, stops.dropFirst()) {
      if from.color.isClear, !to.color.isClear {
        if result.count == 1 { result.removeLast() }
        appendStop(Stop(offset: from.offset, color: to.color.multiplyingAlpha(by: 0)))
      } else if to.color.isClear {
        appendStop(Stop(offset: to.offset, color: from.color.multiplyingAlpha(by: 0)))
        continue
      } else if from.color.alpha != to.color.alpha, from.color.opaque != to.color.opaque,
        to.offset > from.offset
      {
        for part in 1..<Self.parts {
          let share = Double(part) / Double(Self.parts)
          appendStop(
            Stop(
              offset: from.offset + (to.offset - from.offset) * share,
              color: Self.blend(from.color, to.color, share)))
        }
      }
      appendStop(to)
    }
    return result
  }

  /// The premultiplied interpolation between two colours; 0 is the first.
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

  /// The colour at an offset of 0…1, clamped beyond the first and the last stop.
  func color(at place: Double) -> Color {
    guard let first = stops.first, place > first.offset else { return stops.first?.color ?? .clear }
    for (from, to) in zip(stops, stops.dropFirst()) where place <= to.offset {
      // Of several stops at one offset, the last applies after it, so `from` is never at `to`.
      guard to.offset > from.offset else { continue }
      return Self.blend(from.color, to.color, (place - from.offset) / (to.offset - from.offset))
    }
    return stops.last?.color ?? .clear
  }
}
