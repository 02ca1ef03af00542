import CardRaster

/// Which scales layers do not share.
struct ChartResolve: Hashable, Sendable {
  var hasSecondAxis = false
}

extension ValueKind where Value == ChartResolve {
  /// `{ "scale": { "y": "independent" } }`.
  static var chartResolve: Self {
    ValueKind("object", schema: .freeObject, isExplained: false) { node, path, context in
      guard case .object(let members) = node.value else {
        context.mismatch(node, path, expected: "an object such as { \"scale\": { \"y\": \"independent\" } }")
        return nil
      }
      var result = ChartResolve()
      for member in members {
        guard case .object(let axes) = member.value.value else { continue }
        for axis in axes where axis.value.value == .string("independent") {
          guard axis.key == "y" else {
            context.error(
              axis.value, path.key(member.key).key(axis.key),
              "only the vertical axis may be independent, found '\(axis.key)'")
            continue
          }
          result.hasSecondAxis = true
        }
      }
      return result
    }
  }
}

extension ValueKind where Value == ChartRule {
  /// A line or band.
  static var chartRule: Self {
    .object("chartRule", "A line or band at a value of a chart.", ChartRule.fields) { ChartRule() }
  }
}

extension ValueKind where Value == ChartAxes {
  /// A boolean, `x` or `y`.
  static var chartAxes: Self {
    ValueKind(
      "boolean, `x`, `y`", schema: .any([.boolean, .word(["x", "y"])]),
      show: { $0 == .both ? "true" : $0 == .none ? "false" : "`\($0.rawValue)`" }
    ) { node, path, context in
      switch node.value {
      case .bool(let all): return all ? .both : ChartAxes.none
      case .string("x"): return .x
      case .string("y"): return .y
      default:
        context.mismatch(node, path, expected: "true, false, 'x' or 'y'")
        return nil
      }
    }
  }
}

extension ValueKind where Value == ChartColors {
  /// A colour, a list, or an object by series.
  static var chartColors: Self {
    let list = ValueKind<[Color]>.list(.color, 1...Limits.chartSeries)
    return ValueKind(
      "colour, list or object", schema: .any([.reference(.color), list.schema, .map(.reference(.color))])
    ) { node, path, context in
      switch node.value {
      case .array: return list.parse(node, path, context).map { ChartColors.list($0) }
      case .object(let all) where !Appearances.isGiven(by: node):
        let members = all.filter { !context.isNull($0.value) }
        var colors: [String: Color] = [:]
        for member in members {
          colors[member.key] = ValueKind<Color>.color.read(member.value, path.key(member.key), context)
        }
        return colors.count == members.count ? .bySeries(colors) : nil
      default: return ValueKind<Color>.color.parse(node, path, context).map { ChartColors.list([$0]) }
      }
    }
  }
}
