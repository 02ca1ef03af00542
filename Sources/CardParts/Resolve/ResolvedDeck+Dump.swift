import CardRaster

extension ResolvedDeck {
  /// The deck as indented text: one line a card, a part or a trait's result; for `inspect --stage resolved`.
  public var dump: String {
    var lines = [
      "deck \(layout.kind.rawValue) width \(NumberText.text(canvas.finalWidth))"
        + (canvas.finalHeight.map { " height \(NumberText.text($0))" } ?? "")
        + " scale \(NumberText.text(canvas.scale))"
        + (theme.appearance == .light ? "" : " \(theme.appearance.rawValue)")
    ]
    for card in cards { append(card, "card", to: &lines) }
    for card in sheetContents { append(card, "sheet", to: &lines) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func append(_ card: ResolvedCard, _ what: String, to lines: inout [String]) {
    lines.append("  \(what) \(card.id) state \(card.state) \(card.path.text)")
    lines += card.frame.dump.map { "    " + $0 }
    for part in card.parts { append(part, indent: "    ", to: &lines) }
  }

  private func append(_ part: AnyPart, indent: String, to lines: inout [String]) {
    var line = indent + part.type
    if let id = part.common.id { line += " id \(id)" }
    if part.common.isHidden { line += " hidden" }
    lines.append(line + " \(part.path.text)")
    for child in part.part.children { append(child, indent: indent + "  ", to: &lines) }
  }
}

extension CardFrame {
  /// What the traits made of the frame, a line a fact.
  fileprivate var dump: [String] {
    var result = ["padding \(NumberText.text(topPadding)) \(NumberText.text(bottomPadding))"]
    if case .solid(let color) = background { result.append("background \(color.hexText)") }
    for gradient in gradients {
      result.append(
        "gradient \(gradient.kind.rawValue) " + gradient.colors.map(\.hexText).joined(separator: " "))
    }
    for (name, shadow) in shadows.map({ ("shadow", $0) }) + innerShadows.map({ ("inner shadow", $0) }) {
      result.append(
        "\(name) \(shadow.color.hexText) radius \(NumberText.text(shadow.radius)) offset "
          + "\(NumberText.text(shadow.offset.x)) \(NumberText.text(shadow.offset.y))")
    }
    if !radii.isZero {
      let curve = cornerCurve == .circular ? "" : " \(cornerCurve.rawValue)"
      result.append("radius \(NumberText.text(radii.largest))\(curve)")
    }
    if backdropBlur > 0 { result.append("backdrop blur \(NumberText.text(backdropBlur))") }
    if let notches {
      result.append("notches \(notches.axis.rawValue) radius \(NumberText.text(notches.radius))")
    }
    if let editButton { result.append("editable \(editButton.color.hexText)") }
    if let longPress {
      result.append("long press \(NumberText.text(longPress.minimumPressDuration)) \(longPress.link)")
    }
    if let image = backgroundImage?.words { result.append("picture \(image)") }
    if let border, border.lines.contains(where: { $0.width > 0 }) { result.append("border \(border.words)") }
    return result
  }
}
