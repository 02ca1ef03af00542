import CardRaster

/// A property of a part that differs from its default, with its value as shown in the manual.
package struct GivenProperty: Hashable, Sendable {
  package var name: String
  package var value: String

  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }

  /// The maximum length of a value; longer values are replaced with their hash.
  private static let longest = 120

  /// The properties of a value that differ from those of a new one.
  ///
  /// Texts, pictures and the content of a part are omitted, because they are visible.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  package static func all<Root>(of root: Root, _ fields: [Field<Root>], unlike fresh: Root) -> [GivenProperty]
  {
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
