import CardRaster

/// A length in points, or a share of the room.
enum Extent: Hashable, Sendable {
  case points(Double)
  case share(Double)
}

extension ValueKind where Value == Extent {
  /// Points, or a percentage of the room for the part, such as `"50%"`.
  static var extent: Self {
    let form = Schema.TextForm(pattern: "^([0-9]+([.][0-9]*)?|[.][0-9]+)%$", longest: 20)
    return ValueKind(
      "points, or `\"50%\"`", schema: .any([.number(0...Limits.number), .text(form)]),
      show: { extent in
        switch extent {
        case .points(let length): NumberText.text(length)
        case .share(let share): "\(NumberText.text(share * 100, digits: 3))%"
        }
      },
      json: { extent in
        if case .points(let length) = extent { return .of(length) }
        return nil
      }
    ) { node, path, context in
      guard case .string(let text) = node.value else {
        return ValueKind<Double>.length.parse(node, path, context).map { .points($0) }
      }
      let digits = text.dropLast()
      guard text.last == "%", digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
        let percent = Double(String(digits))
      else {
        context.mismatch(node, path, expected: "points or a percentage such as \"50%\"")
        return nil
      }
      guard percent <= 100 else {
        context.error(node, path, "\(node.briefText) is more than the room for the part")
        return nil
      }
      return .share(percent / 100)
    }
  }
}
