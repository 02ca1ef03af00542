package import CardRaster

/// The controls of a video player.
///
/// They are two buttons in the top corners, a bar at the bottom, and a central play button.
package struct VideoControls {
  let size: Size
  package var isPlaying = false
  package var currentTime = 0.0
  package var duration: Double?

  package init(size: Size) { self.size = size }

  /// The distance of the controls from the player's edges, in points.
  private static let inset = 6.0
  private static let buttonSize = Size(width: 40, height: 28)
  private static let barHeight = 28.0
  private static let radius = 7.0
  private static let plate = Color(red: 0x2A, green: 0x2A, blue: 0x2A, alpha: 0xD9)
  private static let iconColor = Color(rgb: 0xD0D0D0)
  private static let buttonColor = Color(rgb: 0xF2F2F2)
  private static let timeColor = Color(rgb: 0xB4B4B4)
  private static let playedColor = Color(rgb: 0x9A9A9A)
  private static let trackColor = Color(rgb: 0x4A4A4A)

  /// The time in the format of players: `0:12`, `12:05`, `1:02:03`.
  package static func time(_ seconds: Double) -> String {
    let whole = Int(max(0, min(Limits.number, seconds)))
    let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
    let tail = "\(rest)".leftPadded(to: 2)
    return hours > 0 ? "\(hours):\("\(minutes)".leftPadded(to: 2)):\(tail)" : "\(minutes):\(tail)"
  }

  /// The remaining time, with a minus sign.
  private var remaining: String {
    guard let duration else { return "--:--" }
    return "−" + VideoControls.time(duration.rounded(.down) - currentTime.rounded(.down))
  }

  // MARK: The bar and the corner buttons

  /// Adds the buttons and the bar as far as they fit, with a warning about missing controls.
  package func addBar(to box: inout LayoutBox, _ context: LayoutContext) throws(RasterError) {
    let inset = VideoControls.inset
    let button = VideoControls.buttonSize
    var isWhole = true
    if size.width >= 2 * (inset + button.width) + inset,
      size.height >= 3 * inset + button.height + VideoControls.barHeight
    {
      for x in [inset, size.width - inset - button.width] {
        let plate = Rect(origin: Point(x: x, y: inset), size: button)
        box.add(
          .roundedRect(
            RoundedRect(rect: plate, radii: CornerRadii(VideoControls.radius)), .solid(VideoControls.plate)))
      }
      let y = inset + button.height / 2
      addArrows(to: &box, Point(x: inset + button.width / 2, y: y))
      addSpeaker(to: &box, Point(x: size.width - inset - button.width / 2, y: y))
    } else {
      isWhole = false
    }
    let bar = Rect(
      x: inset, y: size.height - inset - VideoControls.barHeight, width: size.width - 2 * inset,
      height: VideoControls.barHeight)
    if bar.width >= 44, bar.minY >= 0 {
      box.add(
        .roundedRect(
          RoundedRect(rect: bar, radii: CornerRadii(VideoControls.radius)), .solid(VideoControls.plate)))
      if try !addContent(of: bar, to: &box, context) { isWhole = false }
    } else {
      isWhole = false
    }
    if !isWhole {
      box.warnings.append(
        context.warning(
          "the video is too small for all of its controls",
          hint: "set 'showsPlaybackControls' to false, or make it larger"))
    }
  }

  /// Adds the content of the bar; returns whether all of it fits.
  private func addContent(of bar: Rect, to box: inout LayoutBox, _ context: LayoutContext)
    throws(RasterError) -> Bool
  {
    let middle = bar.midY
    addPlaySymbol(to: &box, center: Point(x: bar.minX + 20, y: middle), height: 12)
    var font = Font(context.theme.smallTextFont.family, size: 11)
    font.hasTabularFigures = true
    let played = try context.line(VideoControls.time(currentTime), font, VideoControls.timeColor)
    let left = try context.line(remaining, font, VideoControls.timeColor)
    func addText(_ text: ShapedText, x: Double) {
      box.add(text, at: Point(x: x, y: middle - text.size.height / 2))
    }
    let gap = 7.0
    var start = bar.minX + 38
    var end = bar.maxX - 14
    let least = 24.0
    var isWhole = true
    if end - start >= played.naturalWidth + gap + least {
      addText(played, x: start)
      start += played.naturalWidth + gap
    } else {
      isWhole = false
    }
    if isWhole, end - start >= left.naturalWidth + gap + least {
      addText(left, x: end - left.naturalWidth)
      end -= left.naturalWidth + gap
    } else {
      isWhole = false
    }
    guard end - start >= least / 2 else { return false }
    let thickness = 4.0
    let track = RoundedRect(
      rect: Rect(x: start, y: middle - thickness / 2, width: end - start, height: thickness),
      radii: CornerRadii(thickness / 2))
    let knob = 8.0
    let share = duration.map { $0 > 0 ? min(1, currentTime / $0) : 0 } ?? 0
    let x = start + knob / 2 + share * (end - start - knob)
    for (from, to, color) in [
      (start, x, VideoControls.playedColor), (x, end, VideoControls.trackColor),
    ] {
      let piece = Rect(x: from, y: track.rect.minY, width: to - from, height: thickness)
      if let item = ControlTrack.piece(piece, of: track, color) { box.add(item) }
    }
    let disc = Rect(x: x - knob / 2, y: middle - knob / 2, width: knob, height: knob)
    box.add(.roundedRect(RoundedRect(rect: disc, radii: CornerRadii(knob / 2)), .solid(.white)))
    return isWhole
  }

  // MARK: The play button

  /// Adds a large round button at the centre.
  package func addPlayButton(to box: inout LayoutBox) {
    let diameter = min(60, 0.6 * min(size.width, size.height))
    guard diameter > 0 else { return }
    let disc = Rect(
      x: (size.width - diameter) / 2, y: (size.height - diameter) / 2, width: diameter, height: diameter)
    box.add(
      .roundedRect(
        RoundedRect(rect: disc, radii: CornerRadii(diameter / 2)),
        .solid(Color.black.multiplyingAlpha(by: 0.55))))
    addPlaySymbol(to: &box, center: Point(x: disc.midX, y: disc.midY), height: diameter * 0.4)
  }

  // MARK: Symbols

  /// A triangle, or two bars while the video is playing.
  private func addPlaySymbol(to box: inout LayoutBox, center: Point, height: Double) {
    let color = VideoControls.buttonColor
    if isPlaying {
      let (bar, gap) = (height * 0.3, height * 0.2)
      for x in [center.x - gap / 2 - bar, center.x + gap / 2] {
        let rect = Rect(x: x, y: center.y - height / 2, width: bar, height: height)
        box.add(.fill(.path(RoundedRect(rect: rect).path), .solid(color), bounds: rect))
      }
      return
    }
    // Optical centring: the centroid of a triangle is at a third of its width.
    let width = height * 0.87
    let left = center.x - width * 0.4
    let path = Path.polygon([
      Point(x: left, y: center.y - height / 2), Point(x: left + width, y: center.y),
      Point(x: left, y: center.y + height / 2),
    ])
    box.add(
      .fill(
        .path(path), .solid(color),
        bounds: Rect(x: left, y: center.y - height / 2, width: width, height: height)))
  }

  /// Two arrows pointing outwards: the symbol of full screen.
  private func addArrows(to box: inout LayoutBox, _ center: Point) {
    for sign in [-1.0, 1] {
      func at(_ x: Double, _ y: Double) -> Point { Point(x: center.x + sign * x, y: center.y + sign * y) }
      let head = Path.polygon([at(6.5, 6.5), at(6.5, 1.5), at(1.5, 6.5)])
      box.add(
        .fill(
          .path(head), .solid(VideoControls.iconColor),
          bounds: Rect(x: center.x - 6.5, y: center.y - 6.5, width: 13, height: 13)))
      var shaft = Path()
      shaft.move(to: at(1.5, 1.5))
      shaft.line(to: at(4.5, 4.5))
      box.add(.stroke(shaft, Stroke(width: 1.5, cap: .round), VideoControls.iconColor))
    }
  }

  /// A loudspeaker with three waves.
  private func addSpeaker(to box: inout LayoutBox, _ center: Point) {
    let origin = Point(x: center.x - 9.5, y: center.y)
    func at(_ x: Double, _ y: Double) -> Point { Point(x: origin.x + x, y: origin.y + y) }
    let body = Path.polygon([
      at(0, -2.2), at(3, -2.2), at(7.5, -5.8), at(7.5, 5.8), at(3, 2.2), at(0, 2.2),
    ])
    box.add(
      .fill(
        .path(body), .solid(VideoControls.iconColor),
        bounds: Rect(x: origin.x, y: origin.y - 5.8, width: 7.5, height: 11.6)))
    // A 90-degree arc around the speaker, from 45° above its axis to 45° below.
    let half = 0.5.squareRoot()
    for (radius, opacity) in [(4.0, 1.0), (7.5, 0.85), (11, 0.7)] {
      let handle = 0.5522847498 * radius * half
      let (x, y) = (6.5 + radius * half, radius * half)
      var wave = Path()
      wave.move(to: at(x, -y))
      wave.curve(at(x + handle, -y + handle), at(x + handle, y - handle), to: at(x, y))
      box.add(
        .stroke(
          wave, Stroke(width: 1.4, cap: .round), VideoControls.iconColor.multiplyingAlpha(by: opacity)))
    }
  }
}

/// The thumb of a switch or slider: a disc or a picture, with shadows.
package struct ControlThumb: Sendable {
  package enum Shape: Sendable {
    /// A disc with a thin line inside its edge.
    case disc(diameter: Double, color: Color, edge: Color)
    /// A picture at its natural size, optionally tinted.
    case picture(ImageSource, tint: Color?)
  }

  package var shape: Shape
  /// The size without shadows.
  package var size: Size
  /// The shadows, the first on top.
  package var shadows: [Shadow] = []

  package init(shape: Shape, size: Size, shadows: [Shadow] = []) {
    self.shape = shape
    self.size = size
    self.shadows = shadows
  }

  /// The white thumb of switches and sliders in iOS.
  package static func system(diameter: Double, color: Color?) -> ControlThumb {
    ControlThumb(
      shape: .disc(
        diameter: diameter, color: color ?? .white, edge: Color.black.multiplyingAlpha(by: 0.06)),
      size: Size(width: diameter, height: diameter),
      shadows: [
        Shadow(color: Color.black.multiplyingAlpha(by: 0.16), radius: 0.5, offset: Point(x: 0, y: 1)),
        Shadow(color: Color.black.multiplyingAlpha(by: 0.18), radius: 3.5, offset: Point(x: 0, y: 2.5)),
      ])
  }

  /// A picture without a shadow.
  package static func picture(_ image: ImageSource, tint: Color?) -> ControlThumb {
    ControlThumb(shape: .picture(image, tint: tint), size: image.size)
  }

  /// The drawing items, centred at a point.
  ///
  /// - Parameter veil: A colour over the whole thumb.
  package func items(at center: Point, veil: Color? = nil) -> [DisplayItem] {
    switch shape {
    case .disc(let diameter, let color, let edge):
      let disc = RoundedRect(
        rect: Rect(
          x: center.x - diameter / 2, y: center.y - diameter / 2, width: diameter, height: diameter),
        radii: CornerRadii(diameter / 2))
      var items = shadows.reversed().map { DisplayItem.shadow(disc, $0, hole: color.isOpaque ? disc : nil) }
      items.append(.roundedRect(disc, .solid(color)))
      if !edge.isClear {
        items.append(
          .fill(
            .ring(outer: disc, inner: disc.inset(by: Hairline.thickness)), .solid(edge), bounds: disc.rect))
      }
      if let veil { items.append(.roundedRect(disc, .solid(veil))) }
      return items
    case .picture(let image, let tint):
      let frame = Rect(
        x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width, height: size.height)
      var items = [DisplayItem.image(DisplayItem.ImageItem(image: image, frame: frame, tint: tint))]
      if !shadows.isEmpty { items = [.group(DisplayItem.Group(items, shadows: shadows))] }
      if let veil {
        items.append(.image(DisplayItem.ImageItem(image: image, frame: frame, tint: veil)))
      }
      return items
    }
  }
}

/// The tracks of sliders.
package enum ControlTrack {
  /// A piece of a track in one colour, with round ends where the track ends and straight ends between pieces.
  package static func piece(_ rect: Rect, of track: RoundedRect, _ color: Color) -> DisplayItem? {
    guard !rect.size.isEmpty else { return nil }
    let hair = 1e-6
    let whole = track.rect
    let (left, right) = (rect.minX < whole.minX + hair, rect.maxX > whole.maxX - hair)
    let (top, bottom) = (rect.minY < whole.minY + hair, rect.maxY > whole.maxY - hair)
    let radii = CornerRadii(
      topLeft: left && top ? track.radii.topLeft : 0, topRight: right && top ? track.radii.topRight : 0,
      bottomRight: right && bottom ? track.radii.bottomRight : 0,
      bottomLeft: left && bottom ? track.radii.bottomLeft : 0)
    let shape = RoundedRect(rect: rect, radii: radii)
    if shape.radii == radii { return .roundedRect(shape, .solid(color)) }
    // A piece shorter than the round end is clipped to the track's shape.
    return .group(DisplayItem.Group([.rect(rect, color)], clip: .roundedRect(track)))
  }
}

/// The thickness of thin lines.
package enum Hairline {
  /// The thickness in points; it is drawn as one pixel up to scale 3.
  package static let thickness = 0.5

  /// The thickness in a theme: on a canvas that is viewed from a distance, lines grow with the text.
  package static func thickness(_ theme: ResolvedTheme) -> Double { thickness * theme.base.growth }
}
