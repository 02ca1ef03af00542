extension TextShaper {
  /// The text with thickened or slanted faces where a family has no bold or italic one.
  ///
  /// Single signs and emoji stay as they are.
  func completed(_ raw: RawText, of source: TextClusters) throws(RasterError) -> RawText {
    guard spans.contains(where: { $0.font.weight >= Self.bold || $0.font.isItalic }) else { return raw }
    var result = raw
    let owners = source.owners()
    // Glyphs that stand together mostly have one face.
    var last: (face: Int, opened: FreeTypeFace)?
    for line in result.lines.indices {
      for index in result.lines[line].glyphs.indices {
        let glyph = result.lines[line].glyphs[index]
        let cluster = source.clusters[owners[glyph.byte]]
        let family = tier.fonts.families.all[cluster.family]
        guard !family.isColor, !FontCatalog.signFamilies.contains(family.name) else { continue }
        let font = spans[cluster.span].font
        let opened: FreeTypeFace
        if let last, last.face == glyph.face {
          opened = last.opened
        } else {
          opened = try faces.open(raw.faces[glyph.face])
          last = (glyph.face, opened)
        }
        var face = raw.faces[glyph.face]
        face.isEmboldened = font.weight >= Self.bold && opened.weight < Self.bold
        face.isSlanted = font.isItalic && !opened.isItalic
        guard face != raw.faces[glyph.face] else { continue }
        let number = result.faces.firstIndex(of: face) ?? result.faces.count
        if number == result.faces.count { result.faces.append(face) }
        result.lines[line].glyphs[index].face = number
      }
    }
    return result
  }

  /// The least weight that looks bold beside a regular one.
  private static let bold = 600
}

extension TextShaper {
  /// The same with the features named that are switched on and that none of the faces has.
  func namingIdleFeatures(_ text: ShapedText) throws(RasterError) -> ShapedText {
    guard spans.contains(where: { !$0.font.features.isEmpty }) else { return text }
    var result = text
    var known: [String: Bool] = [:]
    for run in text.lines.flatMap(\.runs) {
      // Kerning may be in a table of its own.
      for feature in run.font.features where feature.value > 0 && feature.tag != "kern" {
        let face = try faces.open(run.face)
        known[feature.tag] = known[feature.tag] == true || face.hasFeature(feature.tag)
      }
    }
    result.idleFeatures = known.filter { !$0.value }.map(\.key).sorted()
    return result
  }
}

extension ShapedText {
  /// The same with the characters named that a face was made for.
  func namingSynthesis() -> ShapedText {
    let made = lines.flatMap(\.runs).filter { $0.face.isEmboldened || $0.face.isSlanted }
    guard !made.isEmpty else { return self }
    var result = self
    for run in made {
      for scalar in run.text.unicodeScalars where !scalar.properties.isWhitespace && !scalar.isSilent {
        if run.face.isEmboldened, !result.withoutBold.contains(scalar) { result.withoutBold.append(scalar) }
        if run.face.isSlanted, !result.withoutItalic.contains(scalar) { result.withoutItalic.append(scalar) }
      }
    }
    return result
  }
}
