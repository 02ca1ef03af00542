import CardRaster

/// Places a status bar at the top of a screen.
struct StatusBarLayout {
  let bar: StatusBar
  @CopyOnWriteBox private(set) var theme: ResolvedTheme
  let width: Double
  /// The top safe area inset for status bar and notch; 0 if the deck does not set it.
  let safeTop: Double
  /// The header's colours behind the status bar; empty without a header.
  let ground: [Color]
  let context: LayoutContext

  /// The type of the status bar in `inspect`.
  static let type = "statusBar"

  private var height: Double { bar.height ?? (safeTop > 0 ? safeTop : 20) }
  private var hasNotch: Bool { height >= StatusBar.notchHeight }

  private var ink: Color {
    switch bar.style {
    case .light: .white
    case .dark: .black
    case .standard: theme.appearance == .dark ? .white : .black
    case nil: ground.isEmpty ? (theme.appearance == .dark ? .white : .black) : inkOnGround
    }
  }

  /// White on a dark header if the contrast is at least 4:1, otherwise black.
  private var inkOnGround: Color {
    ground.allSatisfy { Color.white.contrast(with: $0) >= 4 } ? .white : .black
  }

  func layoutStatusBar() throws(RasterError) -> LayoutBox {
    var box = LayoutBox(size: Size(width: width, height: height))
    box.source = LayoutBox.Source(type: Self.type, path: JSONPath.root.key("layout").key("statusBar"))
    try context.checkLength(height, "the height of the status bar in pixels")
    let time = try words(bar.time, size: hasNotch ? 16 : 12, weight: 600, key: "time", &box)
    if hasNotch {
      // At both sides of a notch, each centred in the remaining space.
      let middle = height * 0.56
      box.add(time, at: Point(x: width * 0.125 - time.size.width / 2, y: middle - time.size.height / 2))
      let signs = row([signal(), wifi(), battery()], gap: 5)
      box.add(signs, at: Point(x: width * 0.866 - signs.size.width / 2, y: middle - signs.size.height / 2))
      if bar.carrier != nil {
        box.warnings.append(
          context.warning(
            "a bar of \(NumberText.format(height)) points has no room for 'carrier' next to its notch",
            at: JSONPath.root.key("layout").key("statusBar").key("carrier")))
      }
      return box
    }
    let carrier = try bar.carrier.map { name throws(RasterError) in
      try words(name, size: 12, weight: 400, key: "carrier", &box)
    }
    let left = row([signal(), carrier, wifi()], gap: 4)
    for (part, x) in [
      (left, 6), (time, (width - time.size.width) / 2),
      (battery(), width - Self.batterySize.width - 5),
    ] {
      box.add(part, at: Point(x: x, y: (height - part.size.height) / 2))
    }
    return box
  }

  private func words(_ text: String, size: Double, weight: Int, key: String, _ box: inout LayoutBox)
    throws(RasterError) -> LayoutBox
  {
    let path = JSONPath.root.key("layout").key("statusBar").key(key)
    return try context.inside(path) { () throws(RasterError) in
      let font = theme.screenFont(size, weight: weight)
      let line = try context.line(text, font, ink, width: max(1, width / 2))
      box.warnings += context.warnings(line)
      var result = LayoutBox(size: Size(width: line.naturalWidth, height: line.size.height))
      result.add(line, at: .zero)
      return result
    }
  }

  /// Boxes side by side, vertically centred.
  private func row(_ cells: [LayoutBox?], gap: Double) -> LayoutBox {
    let cells = cells.compactMap { $0 }
    let height = cells.map(\.size.height).max() ?? 0
    var box = LayoutBox(size: Size(width: 0, height: height))
    for (index, cell) in cells.enumerated() {
      if index > 0 { box.size.width += gap }
      box.add(cell, at: Point(x: box.size.width, y: (height - cell.size.height) / 2))
      box.size.width += cell.size.width
    }
    return box
  }

  // MARK: Signs

  /// The opacity of inactive symbols, such as missing signal bars.
  private static let faint = 0.3

  private func signal() -> LayoutBox? {
    guard let bars = bar.signal ?? (bar.carrier == nil ? 4 : nil) else { return nil }
    var box = LayoutBox(size: Size(width: 17, height: 11))
    box.label = "\(bars) of 4 bars"
    for number in 0..<4 {
      let tall = 4 + Double(number) * 7 / 3
      let rect = Rect(x: Double(number) * 14 / 3, y: 11 - tall, width: 3, height: tall)
      let color = number < bars ? ink : ink.multiplyingAlpha(by: Self.faint)
      box.add(.roundedRect(RoundedRect(rect: rect, radii: CornerRadii(1)), .solid(color)))
    }
    return box
  }

  /// Three 90-degree arcs, of which the innermost is a sector.
  private func wifi() -> LayoutBox? {
    guard bar.wifi > 0 else { return nil }
    let size = Size(width: 15, height: 11)
    var box = LayoutBox(size: size)
    box.label = "\(bar.wifi) of 3 arcs"
    let foot = Point(x: size.width / 2, y: size.height)
    for (number, radii) in [(0.0, 3.6), (5, 7.4), (8.8, 10.8)].enumerated() {
      let color = number < bar.wifi ? ink : ink.multiplyingAlpha(by: Self.faint)
      let band = Self.band(radii.0, radii.1, foot)
      box.add(.fill(.path(band), .solid(color), bounds: Rect(origin: .zero, size: size)))
    }
    return box
  }

  /// The part of a ring within 45 degrees of straight up.
  private static func band(_ inner: Double, _ outer: Double, _ middle: Point) -> Path {
    let (sine, cosine) = Angle.sineAndCosine(degrees: 45)
    func corner(_ radius: Double, _ side: Double) -> Point {
      middle + Point(x: side * radius * sine, y: -radius * cosine)
    }
    var path = Path()
    func arc(_ radius: Double, to side: Double) {
      // A 90-degree arc: its control points are on the tangents at its ends.
      let reach = radius * Path.circleConstant
      func handle(_ at: Double) -> Point {
        corner(radius, at) + Point(x: -at * reach * cosine, y: -reach * sine)
      }
      path.curve(handle(-side), handle(side), to: corner(radius, side))
    }
    path.move(to: corner(outer, -1))
    arc(outer, to: 1)
    path.line(to: inner > 0 ? corner(inner, 1) : middle)
    if inner > 0 { arc(inner, to: -1) }
    path.close()
    return path
  }

  private static let batterySize = Size(width: 25, height: 11.5)

  private func battery() -> LayoutBox {
    var box = LayoutBox(size: Self.batterySize)
    box.label = "Battery \(NumberText.format(bar.battery * 100, digits: 0))%"
    let body = RoundedRect(
      rect: Rect(x: 0, y: 0, width: 22.5, height: 11.5), radii: CornerRadii(3.5), curve: .continuous)
    let edge = ink.multiplyingAlpha(by: 0.4)
    box.add(.fill(.ring(outer: body, inner: body.inset(by: 1)), .solid(edge), bounds: body.rect))
    let cap = Rect(x: 23.5, y: 3.75, width: 1.5, height: 4)
    let radii = CornerRadii(topLeft: 0, topRight: 1.5, bottomRight: 1.5, bottomLeft: 0)
    box.add(.roundedRect(RoundedRect(rect: cap, radii: radii), .solid(edge)))
    let filled = 18.5 * bar.battery
    guard filled > 0 else { return box }
    let color = bar.battery > 0.2 ? ink : Color(rgb: theme.appearance == .dark ? 0xFF453A : 0xFF3B30)
    let rect = Rect(x: 2, y: 2, width: filled, height: 7.5)
    box.add(
      .roundedRect(RoundedRect(rect: rect, radii: CornerRadii(min(2, filled / 2))), .solid(color)))
    return box
  }
}

extension ResolvedTheme {
  /// The font of system texts on a screen: titles of sheets, rows and the status bar.
  func screenFont(_ size: Double, weight: Int = 400) -> Font {
    Font(normalTextFont.family, size: size, weight: weight, isTracked: base.automaticLetterSpacing)
  }
}
