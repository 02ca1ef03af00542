import CardRaster

/// A property of a part that is not as it is by default, with its value in the manual's words.
struct GivenProperty: Hashable, Sendable {
  var name: String
  var value: String

  /// The longest value that is kept; of a longer one its sum.
  private static let longest = 120

  /// The properties of a value that differ from those of a fresh one.
  ///
  /// Texts, pictures and what is inside a part are left out: they are seen.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  static func all<Root>(of root: Root, _ fields: [Field<Root>], unlike fresh: Root) -> [GivenProperty] {
    fields.compactMap { field in
      guard field.facts.isExplained, let text = field.show(root), text != field.show(fresh) else {
        return nil
      }
      return GivenProperty(name: field.name, value: brief(text))
    }
  }

  private static func brief(_ text: String) -> String {
    let plain = text.filter { $0 != "`" }
    return plain.utf8.count <= longest ? plain : "sum " + SHA256.hex(Array(plain.utf8)).prefix(16)
  }
}
