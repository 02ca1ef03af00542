/// Chooses the font family for each character.
///
/// How it works: a character with emoji presentation goes to the emoji family. Any other goes to the
/// requested family, then to Inter, then down the catalog. The choice depends only on the text and the
/// catalog, not on texts shaped before. Pango's own fallback is off: it follows fontconfig's scores, which
/// change with every added file.
final class FamilyChoice {
  private let families: FontFamilies
  private let isComplete: Bool
  private let emoji: Int?
  /// The fallback families, in order.
  private let order: [Int]
  private var known: [Key: Int] = [:]
  /// The same for ASCII, by requested family: one entry per character, nil if none was found so far.
  private var ascii: [Int: [Int?]] = [:]

  private struct Key: Hashable {
    let family: Int
    let scalar: Unicode.Scalar
  }

  /// Makes the choice among some families.
  ///
  /// - Parameter isComplete: whether no larger set of fonts follows this one. Only then may a character use a
  ///   family that has only its base character, or a colour glyph that it does not request.
  init(_ families: FontFamilies, isComplete: Bool) {
    self.families = families
    self.isComplete = isComplete
    let sans = families.index(of: FontCatalog.sans) ?? 0
    emoji = families.index(of: FontCatalog.emoji)
    var order = [sans]
    order += families.all.indices.filter { $0 != sans && !families.all[$0].isColor }
    if isComplete { order += families.all.indices.filter { families.all[$0].isColor } }
    self.order = order
  }

  /// Assigns a family to each cluster.
  ///
  /// - Parameter asked: the number of the family that each span requests.
  /// - Returns: whether a family was found for each character.
  func assign(to text: inout TextClusters, asked: [Int]) -> Bool {
    var isDone = true
    for index in text.clusters.indices {
      let cluster = text.clusters[index]
      let wanted = asked[cluster.span]
      var family = wanted
      if cluster.kind == .text {
        if let found = knownFamily(ofLetter: text.source(of: cluster), asked: wanted)
          ?? self.family(for: text.text(of: cluster), asked: wanted)
        {
          family = found
        } else {
          text.clusters[index].isMissing = true
          isDone = false
        }
      }
      // A space uses the requested family, whatever the fonts of the words beside it, as in browsers.
      text.clusters[index].family = family
      if family != wanted { text.clusters[index].spacing = .given }
    }
    return isDone
  }

  /// The family of an ASCII character, without creating a string.
  ///
  /// Returns nil for other characters and if none was found so far.
  private func knownFamily(ofLetter bytes: ArraySlice<UInt8>, asked: Int) -> Int? {
    guard bytes.count == 1, let letter = bytes.first, letter < 0x80 else { return nil }
    return ascii[asked]?[Int(letter)]
  }

  /// The scalars of a character that no family has.
  func lacking(in text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { scalar in
      !scalar.isSilent && !families.all.indices.contains { families.family($0, has: scalar) }
    }
  }

  /// The family of a character, or nil if no family has it.
  func family(for text: String, asked: Int) -> Int? {
    let scalars = text.unicodeScalars
    guard let first = scalars.first else { return asked }
    if scalars.count == 1 {
      let key = Key(family: asked, scalar: first)
      if let family = known[key] { return family < 0 ? nil : family }
      let family = search([first], asked: asked)
      known[key] = family ?? -1
      if first.isASCII {
        ascii[asked, default: [Int?](repeating: nil, count: 0x80)][Int(first.value)] = family
      }
      return family
    }
    return search(Array(scalars), asked: asked)
  }

  private func search(_ scalars: [Unicode.Scalar], asked: Int) -> Int? {
    let visible = scalars.filter { !$0.isSilent }
    guard let base = visible.first else { return asked }
    if Self.isEmoji(scalars) {
      guard let emoji else {
        // The fonts of 'AllFonts' are left out; a letter in place of an emoji would change the picture.
        return families.all.indices.first { families.all[$0].isColor && families.family($0, has: base) }
      }
      if families.family(emoji, has: base) { return emoji }
    }
    let candidates = [asked] + order
    let whole = candidates.first { family in visible.allSatisfy { families.family(family, has: $0) } }
    if let whole { return whole }
    return isComplete ? candidates.first { families.family($0, has: base) } : nil
  }

  /// Whether a character has emoji presentation.
  ///
  /// It may have it by default, by a variation selector, or as part of a sequence. The rules are those of
  /// Unicode Technical Standard 51, "Emoji Presentation".
  static func isEmoji(_ scalars: [Unicode.Scalar]) -> Bool {
    guard let first = scalars.first else { return false }
    if scalars.contains(where: { $0.value == 0xFE0E }) { return false }
    guard first.properties.isEmoji else { return false }
    if first.properties.isEmojiPresentation { return true }
    return scalars.dropFirst().contains {
      $0.value == 0xFE0F || $0.value == 0x20E3 || $0.properties.isEmojiModifier
    }
  }
}

extension Unicode.Scalar {
  /// Whether a font need not contain it: joiners, selectors, direction marks, spaces without a glyph.
  var isSilent: Bool {
    properties.isDefaultIgnorableCodePoint || value == 0x0A || value == 0x09 || value == 0x20E3
  }
}
