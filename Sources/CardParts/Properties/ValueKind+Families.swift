import CardRaster

extension ValueKind where Value == String {
  /// The name of a font family that can be had.
  static var fontFamily: Self {
    ValueKind("font family", schema: .string, show: { $0 }) { node, path, context in
      guard let name = ValueKind<String>.markup.parse(node, path, context) else { return nil }
      switch context.families.resolve(name) {
      case .success(let family): return family
      case .failure(.unknownFamily(_, let nearest)):
        context.error(
          node, path, "no font family '\(name)'", hint: FamilyList.hint(nearest), code: .unknownFont)
      case .failure(let error): context.error(node, path, error)
      }
      return nil
    }
  }
}
