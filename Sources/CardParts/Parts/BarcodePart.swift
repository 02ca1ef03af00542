import CardRaster

/// A barcode or QR code.
struct BarcodePart: CardPart {
  var symbology = Symbology.qr
  var text: String?
  var errorCorrection: ErrorCorrection?
  var moduleSize = 2.0
  var quietZone: Int?
  var codeColor = Color.black
  var backgroundColor: Color?
  var logo: ImageSource?
  var logoSize = 0.2
  var showsText = false
  var font: FontSpec?

  static let kind = PartKind(
    "barcode", .picture, "A QR code or another barcode.",
    example:
      #"{ "type": "barcode", "text": "https://example.com/t/7Q4K", "moduleSize": 4, "alt": "Link to the ticket" }"#,
    make: { BarcodePart() }, follow: { part, theme in part.moduleSize *= theme.base.growth },
    needs: [["text"]],
    fields: {
      Field("symbology", \.symbology, .word, "The kind of code.")
      Field("text", \.text, .text, "The content of the code.")
      Field(
        "errorCorrection", \.errorCorrection, .word,
        "The error correction level of a QR, Aztec or PDF417 code: about 7, 15, 25 or 30 % of a QR code may be damaged.",
        default: "the highest level without a larger code, and `high` below a logo")
      Field(
        "moduleSize", \.moduleSize, .number(0.125...200),
        "The side of a module, or the width of the thinnest bar, drawn in whole pixels; where the part has a width, the largest that fits."
      )
      Field(
        "quietZone", \.quietZone, .integer(0...100), "Light modules around the code.",
        default:
          "as many as the code requires; in today's themes at least 4, and 4 above and below bars")
      Field("codeColor", \.codeColor, .color, "The colour of dark modules.")
      Field(
        "backgroundColor", \.backgroundColor, .color, "The colour of light modules and of the quiet zone.",
        default: "white; the colour of words in the dark appearance of today's themes")
      Field("logo", \.logo, .image, "A picture in the middle of a QR code.")
      Field(
        "logoSize", \.logoSize, .number(0.05...0.3),
        "The longer side of the logo as a share of the code's side.")
      Field("showsText", \.showsText, .boolean, "Whether a linear barcode has its text or digits below it.")
      Field(
        "font", \.font, .font, "The font of the text below the code.",
        default: "the theme's family in 12 points")
    },
    check: { part, node, path, context in part.validateProperties(node, path, context) })

  var fillsWidth: Bool { false }
  var keepsWidth: Bool { true }
  var clipsToCorners: Bool { true }

  /// The error correction level that is drawn: the highest by default if the code has a logo.
  private var level: ErrorCorrection? { errorCorrection ?? (logo == nil ? nil : .high) }

  /// On a background of its own colour the quiet zone is part of the margins, so that the code is aligned with texts.
  func margins(_ theme: ResolvedTheme) -> Insets {
    let margins = theme.cardPartMargins
    let plate = BarcodePlate(self, theme)
    let grounds = theme.grounds.isEmpty ? [theme.base.surfaceColor] : theme.grounds
    guard theme.compatibility.keepsNaturalSizes, grounds.allSatisfy({ $0 == plate.color }) else {
      return margins
    }
    let (beside, above) = (plate.beside * moduleSize, plate.above * moduleSize)
    return Insets(
      top: max(0, margins.top - above), left: max(0, margins.left - beside),
      bottom: max(0, margins.bottom - above), right: max(0, margins.right - beside))
  }

  private func modules() throws(RasterError) -> BarcodeModules {
    try BarcodeEncoder.encode(text ?? "", as: symbology, level)
  }

  /// The prefix of the names of code pictures; such a picture has no file.
  static let pictureName = "code"

  /// The bar height in modules if the part has no height.
  private static let barHeight = 30.0
  /// The height of a row of stacked bars, in modules.
  private static let stackedHeight = 3.0
  /// The space between a code and the text below it, in points.
  private static let textGap = 2.0

  func layout(_ proposal: SizeProposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let modules = try modules()
    let plate = BarcodePlate(self, context.theme)
    let line = try label(of: modules, context)
    let below = line.map { $0.size.height + Self.textGap } ?? 0
    let rowHeight = symbology.isLinear ? Self.barHeight : Self.stackedHeight
    let tall = modules.rows.indices.reduce(0) {
      $0 + (symbology.isLinear ? rowHeight : modules.height(of: $1, rowHeight))
    }
    let across = Double(modules.width) + 2 * plate.beside
    let down = tall + 2 * plate.above
    var side = module(
      in: Size(width: proposal.width.bound, height: proposal.height.bound - below), across, down,
      isFree: proposal.width.exact == nil && proposal.height.exact == nil, context)
    let isTooSmall = side < 1 / context.scale
    if isTooSmall { side = 1 / context.scale }
    try context.checkLength(across * side, "the code's width in pixels")
    let size = Size(
      width: proposal.width.resolve(across * side), height: proposal.height.resolve(down * side + below))
    var box = LayoutBox(size: size)
    box.background = .solid(plate.color)
    box.radii = CornerRadii(plate.cornerRadius(side, context.theme))
    box.label = text
    box.attributes.append(LayoutBox.Attribute("text", text ?? ""))
    let code = Size(
      width: Double(modules.width) * side,
      height: symbology.isLinear ? max(1, size.height - below - 2 * plate.above * side) : tall * side)
    let origin = Point(
      x: (size.width - code.width) / 2, y: max(0, size.height - below - code.height) / 2)
    addModules(modules, in: Rect(origin: origin, size: code), rowHeight: rowHeight, side: side, to: &box)
    addLogo(in: Rect(origin: origin, size: code), on: plate.color, side: side, to: &box)
    if let line {
      box.add(
        line, at: Point(x: (size.width - line.naturalWidth) / 2, y: origin.y + code.height + Self.textGap))
    }
    if isTooSmall {
      box.warnings.append(
        context.warning(
          "the code needs \(NumberText.format(across / context.scale, digits: 3)) points of width and cannot be read",
          key: "text",
          hint: "give it more room, a higher 'scale' or a shorter text"))
    }
    return box
  }

  /// The side of a module in points, rounded to whole pixels.
  private func module(in room: Size, _ across: Double, _ down: Double, isFree: Bool, _ context: LayoutContext)
    -> Double
  {
    let fitting = min(room.width / across, symbology.isLinear ? .infinity : room.height / down)
    let wanted = isFree ? min(moduleSize, fitting) : fitting
    let pixels = (wanted.isFinite ? wanted : moduleSize) * context.scale
    return (pixels + 1e-6).rounded(.down) / context.scale
  }

  private func label(of modules: BarcodeModules, _ context: LayoutContext) throws(RasterError) -> ShapedText?
  {
    guard showsText, symbology.isLinear else { return nil }
    let base = Font(context.theme.base.fontFamily, size: 12 * context.theme.base.growth)
    let words = modules.text.isEmpty ? text ?? "" : modules.text
    return try context.line(words, font?.over(base) ?? base, codeColor, alignment: .left)
  }

  /// Adds the dark modules in bands, because the number of path elements is limited.
  private func addModules(
    _ modules: BarcodeModules, in frame: Rect, rowHeight: Double, side: Double, to box: inout LayoutBox
  ) {
    let sum = SHA256.hex(Array("\(symbology.rawValue) \(level?.rawValue ?? "") \(text ?? "")".utf8)).prefix(
      16)
    var first = 0
    var y = frame.minY
    while first < modules.rows.count {
      var (last, pieces) = (first, 0)
      while last < modules.rows.count {
        pieces += modules.pieces(in: last)
        if last > first, 5 * pieces > Limits.pathPoints { break }
        last += 1
      }
      let rows = first..<last
      let tall = rows.reduce(0) { $0 + (symbology.isLinear ? rowHeight : modules.height(of: $1, rowHeight)) }
      let height = symbology.isLinear ? frame.height : tall * side
      let natural = Size(width: Double(modules.width), height: tall)
      let path =
        symbology.isLinear
        ? modules.bars(height: rowHeight) : modules.outline(rows: rows, rowHeight: rowHeight)
      box.add(
        .image(
          DisplayItem.ImageItem(
            image: ImageSource(
              name: "\(BarcodePart.pictureName) \(sum) \(first)", size: natural, content: .outline(path),
              file: nil),
            frame: Rect(x: frame.minX, y: y, width: frame.width, height: height), tint: codeColor)))
      y += height
      first = last
    }
  }

  private func addLogo(in frame: Rect, on plate: Color, side: Double, to box: inout LayoutBox) {
    guard let logo, symbology == .qr, !logo.size.isEmpty else { return }
    let most = frame.width * logoSize
    let factor = most / max(logo.size.width, logo.size.height)
    let size = Size(width: logo.size.width * factor, height: logo.size.height * factor)
    let place = Rect(
      x: frame.midX - size.width / 2, y: frame.midY - size.height / 2, width: size.width, height: size.height)
    let room = Insets(-side)
    box.add(.rect(place.inset(by: room), plate))
    box.add(
      .image(DisplayItem.ImageItem(image: logo, frame: place, tint: logo.tint(nil, words: codeColor))))
  }
}

extension BarcodeModules {
  /// The outline with all bars equally tall, for a code whose bars have several heights.
  fileprivate func bars(height: Double) -> Path {
    var all = self
    all.heights = rows.map { _ in 0 }
    return all.outline(rows: 0..<1, rowHeight: height)
  }
}

/// Validation of the properties of a code.
extension BarcodePart {
  fileprivate func validateProperties(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    func refuse(_ key: String, _ what: String) { context.refuse([key], of: node, path, "on a code \(what)") }
    let ofItsKind = "of kind '\(symbology.rawValue)'"
    if errorCorrection != nil, !symbology.hasLevels { refuse("errorCorrection", ofItsKind) }
    if showsText, !symbology.isLinear { refuse("showsText", ofItsKind) }
    if logo != nil, symbology != .qr { refuse("logo", ofItsKind) }
    if logo == nil { refuse("logoSize", "without 'logo'") }
    if !showsText { refuse("font", "without 'showsText'") }
    guard text != nil else { return }
    do throws(RasterError) {
      let modules = try modules()
      let pieces = modules.rows.indices.reduce(0) { $0 + modules.pieces(in: $1) }
      do throws(BindingError) {
        try context.scope.budget.take(codePieces: pieces)
      } catch {
        context.error(node["text"] ?? node, path.key("text"), error.message)
      }
    } catch {
      context.error(node["text"] ?? node, path.key("text"), error.message, hint: hint(of: error))
    }
    checkLogo(node, path, context)
    checkContrast(node, path, context)
  }

  /// A hint for a text that is too long for the code.
  private func hint(of error: RasterError) -> String? {
    if case .library = error { return nil }
    guard !symbology.isLinear, let text, !text.isEmpty, !text.utf8.contains(0) else { return nil }
    return symbology.hasLevels ? "shorten it, or lower 'errorCorrection'" : "shorten it"
  }

  /// Reports a logo that covers more than half of the modules that error correction restores.
  ///
  /// The rest is reserved for dirt and bad light.
  private func checkLogo(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    guard let logo, symbology == .qr else { return }
    let shape = min(logo.size.width, logo.size.height) / max(1, max(logo.size.width, logo.size.height))
    let hidden = (logoSize + 0.04) * (logoSize * shape + 0.04)
    let restored =
      switch level ?? .low {
      case .low: 0.07
      case .medium: 0.15
      case .quartile: 0.25
      case .high: 0.3
      }
    guard hidden > restored / 2 else { return }
    let percent = NumberText.format(hidden * 100, digits: 0)
    context.error(
      node["logoSize"] ?? node["logo"] ?? node, path.key("logo"),
      "the logo hides \(percent) % of the code, more than half of the \(NumberText.format(restored * 100, digits: 0)) % "
        + "that 'errorCorrection' restores", hint: "make 'logoSize' smaller or 'errorCorrection' higher")
  }

  /// The minimum symbol contrast: grade C of ISO/IEC 15415.
  private static let leastContrast = 0.4

  private func checkContrast(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    let plate = BarcodePlate(self, context.theme).color
    let difference = BarcodePlate.brightness(plate) - BarcodePlate.brightness(codeColor)
    guard difference < Self.leastContrast else { return }
    let key = node["codeColor"] == nil ? "backgroundColor" : "codeColor"
    context.warning(
      difference < 0
        ? "the code is lighter than its background, which many scanners cannot read"
        : "'\(codeColor.hexText)' on '\(plate.hexText)' differs by \(NumberText.format(difference * 100, digits: 0)) % in brightness, but scanners need 40 %",
      key: key, of: node, path)
  }
}
