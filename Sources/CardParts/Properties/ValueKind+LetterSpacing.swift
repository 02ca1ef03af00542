import CardRaster

extension ValueKind where Value == LetterSpacing {
  /// Points, a share of the size such as `"-0.02em"`, or `"auto"`.
  static var letterSpacing: Self {
    let form = Schema.TextForm(
      names: ["auto"], pattern: "^(auto|-?[0-9]{1,3}([.][0-9]{1,6})?em)$", longest: 12)
    return ValueKind(
      "points, `\"…em\"`, `\"auto\"`", schema: .any([.number(-100...1000), .text(form)]),
      show: { spacing in
        switch spacing {
        case .points(let points): NumberText.text(points)
        case .em(let share): "`\"\(NumberText.text(share, digits: 6))em\"`"
        case .automatic: "`\"auto\"`"
        }
      },
      json: { spacing in
        switch spacing {
        case .points(let points): .of(points)
        case .em(let share): .of(NumberText.text(share, digits: 6) + "em")
        case .automatic: .of("auto")
        }
      }
    ) { node, path, context in
      switch node.value {
      case .number:
        return ValueKind<Double>.number(-100...1000).parse(node, path, context).map { .points($0) }
      case .string("auto"): return .automatic
      case .string(let text) where text.hasSuffix("em") && text.utf8.count <= 12:
        if let share = Double(String(text.dropLast(2))), (-10.0...100).contains(share) { return .em(share) }
      default: break
      }
      context.mismatch(node, path, expected: "points, a share of the size such as \"-0.02em\", or \"auto\"")
      return nil
    }
  }
}
