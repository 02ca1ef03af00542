extension AnyPart {
  /// What the deck gives of the part that is not as it is by default.
  var given: [GivenProperty] {
    let own = Swift.type(of: part).kind.given(part)
    let runs = (part as? any HoldsRuns)?.givenOfRuns ?? []
    let lines = (part as? HistogramPart)?.givenOfLines ?? []
    return own + runs + lines
      + GivenProperty.all(of: common, PartCommon.allFields.fields, unlike: common.fresh)
  }
}

extension PartCommon {
  /// What gives nothing; with an empty decoration where this has one, so that only what is given of it counts.
  fileprivate var fresh: PartCommon {
    var result = PartCommon()
    if decoration != nil { result.decoration = PartDecoration() }
    return result
  }
}

extension HistogramPart {
  /// Which lines the deck gives, in one value.
  fileprivate var givenOfLines: [GivenProperty] {
    guard let lines = histogramLines else { return [] }
    let names = [(lines.bottom, "bottom"), (lines.middle, "middle"), (lines.top, "top")].filter(\.0).map(\.1)
    let words = names.isEmpty ? "none" : names.joined(separator: ", ")
    return [GivenProperty(name: "histogramLines", value: words)]
  }
}
