import CardRaster

extension Manual {
  /// All themes by name, with a sentence each.
  package static var themes: [(name: String, summary: String)] {
    ThemeRegistry.presets.map { ($0.name, $0.summary) }
  }

  /// The base values of a theme, with those of the standard theme as defaults.
  package static var themeBase: [Property] { themeBase(ThemeRegistry.standard.name) }

  /// The base values of a theme, with those of one of the library's themes as defaults.
  ///
  /// - Parameter families: the families of fonts that there are; a theme takes its headings' from them.
  package static func themeBase(
    _ name: String, _ appearance: Appearance = .light, families: [String] = []
  ) -> [Property] {
    values(ResolvedTheme.Base.fields, theme(named: name, appearance, families).base)
  }

  /// The properties of a theme, with the values of one of the library's themes as defaults.
  ///
  /// - Parameter families: the families of fonts that there are; a theme takes its headings' from them.
  package static func theme(_ name: String, _ appearance: Appearance = .light, families: [String] = [])
    -> [Property]
  {
    values(ResolvedTheme.fields, theme(named: name, appearance, families))
  }

  /// A theme as a deck gets it that names it; of an unknown name the standard one.
  private static func theme(named name: String, _ appearance: Appearance, _ families: [String])
    -> ResolvedTheme
  {
    let context = ReadContext(
      file: "", log: IssueLog(), theme: ThemeRegistry.standard.theme(for: appearance),
      assets: AssetStore(folder: "."),
      families: FamilyList { family in
        families.contains(family) ? .success(family) : .failure(.unknownFamily(family, nearest: nil))
      }, scope: BindingScope(data: .object([])), counter: NodeCounter())
    return ThemeReading(context: context, file: "").themed(.of(name), .root).theme
  }

  /// What a theme holds: where it holds a value that others follow a rule for, the value.
  private static func values<Root>(_ table: FieldTable<Root>, _ root: Root) -> [Property] {
    table.fields.map { Property(PropertyDoc($0, of: root), default: $0.show(root)) }
  }
}
