import CardRaster

/// The geometry of a slider with several thumbs, with one set of rules for both orientations.
///
/// "Along" is the direction of the track, "across" the perpendicular one. Values increase to the right and
/// upwards.
struct MultiSliderGeometry {
  let slider: MultiSliderPart
  let thumb: ControlThumb

  init(_ slider: MultiSliderPart) {
    self.slider = slider
    if let image = slider.thumbImage {
      thumb = .picture(image, tint: slider.thumbTintColor)
    } else {
      thumb = ControlThumb(
        shape: .disc(
          diameter: 29, color: slider.thumbTintColor ?? .white,
          edge: Color(rgb: 0xAAAAAA).multiplyingAlpha(by: 0.5)), size: Size(width: 31, height: 31))
    }
  }

  private var isHorizontal: Bool { slider.orientation == .horizontal }
  private func along(_ size: Size) -> Double { isHorizontal ? size.width : size.height }
  private func across(_ size: Size) -> Double { isHorizontal ? size.height : size.width }
  private func point(_ along: Double, _ across: Double) -> Point {
    isHorizontal ? Point(x: along, y: across) : Point(x: across, y: along)
  }
  private func rect(_ along: ClosedRange<Double>, middle: Double, thickness: Double) -> Rect {
    let length = along.upperBound - along.lowerBound
    return isHorizontal
      ? Rect(x: along.lowerBound, y: middle - thickness / 2, width: length, height: thickness)
      : Rect(x: middle - thickness / 2, y: along.lowerBound, width: thickness, height: length)
  }

  /// The default lengths, in points.
  static let naturalLength = (horizontal: 100.0, vertical: 160.0)
  /// Space between the track and an image at its end, in points.
  private static let imageGap = 8.0
  /// The minimum space between two values, in points.
  private static let labelGap = 6.0

  /// The distance between an end of the track and the centre of a thumb at that end.
  var inset: Double { along(thumb.size) / 2 - 1 }

  /// The track inside a length, without the images at its ends.
  func track(in length: Double) -> ClosedRange<Double> {
    func room(_ image: ImageSource?) -> Double {
      image.map { along($0.size) + MultiSliderGeometry.imageGap } ?? 0
    }
    let (low, high) = (room(slider.minimumImage), room(slider.maximumImage))
    let start = isHorizontal ? low : high
    return start...max(start, length - (isHorizontal ? high : low))
  }

  /// The centres of the thumbs along the track, in ascending order of their values.
  func centers(on track: ClosedRange<Double>) -> [Double] {
    let span = slider.maximumValue - slider.minimumValue
    let room = max(0, track.upperBound - track.lowerBound - 2 * inset)
    return slider.thumbs.map { value in
      let share = (value - slider.minimumValue) / span
      return track.lowerBound + inset + (isHorizontal ? share : 1 - share) * room
    }
  }

  /// The box of the slider for a proposal.
  func box(_ labels: [ShapedText], _ proposal: SizeProposal, _ context: LayoutContext) -> LayoutBox {
    let core = max(across(thumb.size), slider.trackWidth)
    let ends = [slider.minimumImage, slider.maximumImage].compactMap { $0.map { across($0.size) } }
    let widest = labels.map { across(size($0)) }.max()
    let diagonal = (thumb.size.width * thumb.size.width + thumb.size.height * thumb.size.height).squareRoot()
    let gap = diagonal / 4
    // The extents on both sides of the track's centre line.
    let plain = max(core, ends.max() ?? 0) / 2
    let labelled = max(plain, core / 2 + gap + (widest ?? 0))
    let isBefore = [.left, .top].contains(slider.valueLabelPosition)
    let before = widest != nil && isBefore ? labelled : plain
    let after = widest != nil && !isBefore ? labelled : plain
    let (offerAlong, offerAcross) =
      isHorizontal ? (proposal.width, proposal.height) : (proposal.height, proposal.width)
    let length =
      isHorizontal
      ? (offerAlong.bound.isFinite ? offerAlong.bound : MultiSliderGeometry.naturalLength.horizontal)
      : offerAlong.resolve(MultiSliderGeometry.naturalLength.vertical)
    let thickness = offerAcross.resolve(before + after)
    let far = point(length, thickness)
    var box = LayoutBox(size: Size(width: far.x, height: far.y))
    let middle = (thickness - before - after) / 2 + before
    let track = track(in: length)
    let centers = centers(on: track)
    if track.upperBound - track.lowerBound < along(thumb.size) {
      box.warnings.append(context.warning("there is no room for the track of the slider"))
    }
    addEnds(to: &box, length: length, middle: middle, context)
    addTrack(to: &box, track, middle: middle, centers.sorted(), context.theme)
    addThumbs(to: &box, centers, middle: middle)
    if let image = slider.thumbImage,
      let warning = context.enlargementWarning(
        of: image, in: Rect(origin: .zero, size: thumb.size), key: "thumbImage")
    {
      box.warnings.append(warning)
    }
    let away = core / 2 + gap
    addLabels(to: &box, labels, centers, length: length, context) { label in
      isBefore ? middle - away - across(size(label)) : middle + away
    }
    if !slider.thumbs.isEmpty {
      let values = slider.thumbs.map { NumberFormat.plain($0) }.joined(separator: ", ")
      box.label =
        "\(values) (\(JSONNumber.format(slider.minimumValue))–\(JSONNumber.format(slider.maximumValue)))"
    }
    box.attributes =
      slider.thumbs.map { LayoutBox.Attribute("value", textOf: $0) } + [
        LayoutBox.Attribute("minimumValue", textOf: slider.minimumValue),
        LayoutBox.Attribute("maximumValue", textOf: slider.maximumValue),
      ]
    return box
  }

  private func size(_ text: ShapedText) -> Size {
    Size(width: text.naturalWidth, height: text.size.height)
  }

  private func addEnds(to box: inout LayoutBox, length: Double, middle: Double, _ context: LayoutContext) {
    for (image, key, isFirst) in [
      (slider.minimumImage, "minimumImage", isHorizontal),
      (slider.maximumImage, "maximumImage", !isHorizontal),
    ] {
      guard let image else { continue }
      let start = isFirst ? 0 : length - along(image.size)
      let frame = rect(start...start + along(image.size), middle: middle, thickness: across(image.size))
      box.add(.image(DisplayItem.ImageItem(image: image, frame: frame)))
      if let warning = context.enlargementWarning(of: image, in: frame, key: key) {
        box.warnings.append(warning)
      }
    }
  }

  private func addTrack(
    to box: inout LayoutBox, _ track: ClosedRange<Double>, middle: Double, _ centers: [Double],
    _ theme: ResolvedTheme
  ) {
    let thickness = slider.trackWidth
    let whole = RoundedRect(
      rect: rect(track, middle: middle, thickness: thickness),
      radii: CornerRadii(slider.hasRoundTrackEnds ? thickness / 2 : min(1, thickness / 2)))
    let tint = slider.tintColor ?? theme.controlTintColor
    func addPiece(_ from: Double, _ to: Double, _ color: Color) {
      let piece = rect(from...max(from, to), middle: middle, thickness: thickness)
      if let item = ControlTrack.piece(piece, of: whole, color) { box.add(item) }
    }
    if let outer = slider.outerTrackColor ?? slider.restColor, centers.count > 1, let first = centers.first,
      let last = centers.last
    {
      addPiece(track.lowerBound, first, outer)
      addPiece(first, last, tint)
      addPiece(last, track.upperBound, outer)
    } else {
      addPiece(track.lowerBound, track.upperBound, tint)
    }
  }

  private func addThumbs(to box: inout LayoutBox, _ centers: [Double], middle: Double) {
    for (index, center) in centers.enumerated() {
      let isDisabled = slider.disabledThumbIndices.contains(index)
      var thumb = thumb
      if slider.showsThumbImageShadow {
        let opacity = slider.thumbShadowOpacity * (isDisabled ? 0.5 : 1)
        thumb.shadows = [
          Shadow(
            color: slider.thumbShadowColor.multiplyingAlpha(by: opacity), radius: slider.thumbShadowRadius,
            offset: slider.thumbShadowOffset)
        ]
      }
      let veil = isDisabled ? Color.white.multiplyingAlpha(by: 0.5) : nil
      for item in thumb.items(at: point(center, middle), veil: veil) { box.add(item) }
    }
  }

  private func addLabels(
    to box: inout LayoutBox, _ labels: [ShapedText], _ centers: [Double], length: Double,
    _ context: LayoutContext, across place: (ShapedText) -> Double
  ) {
    guard !labels.isEmpty else { return }
    // A vertical slider has its values in reverse order.
    let order = isHorizontal ? Array(labels.indices) : labels.indices.reversed()
    let lengths = order.map { along(size(labels[$0])) }
    let gap = isHorizontal ? MultiSliderGeometry.labelGap : 0
    let starts = LabelRow.spread(centers: order.map { centers[$0] }, lengths: lengths, gap: gap, in: length)
    for (index, start) in zip(order, starts) {
      box.add(labels[index], at: point(start, place(labels[index])))
      box.warnings += context.warnings(labels[index], key: "valueLabelPosition")
    }
    let total = lengths.reduce(0, +) + gap * Double(lengths.count - 1)
    if total > length + 0.5 {
      box.warnings.append(
        context.warning(
          "the values are \(NumberText.format(total - length, digits: 1)) points too long for the slider",
          key: "valueLabelPosition"))
    }
  }
}
