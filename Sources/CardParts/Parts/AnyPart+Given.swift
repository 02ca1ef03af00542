extension AnyPart {
  /// What the deck gives of the part that is not as it is by default.
  var given: [GivenProperty] {
    let own = PartRegistry.kind(named: type)?.given(part) ?? []
    let runs = (part as? any HoldsRuns)?.givenOfRuns ?? []
    return own + runs + GivenProperty.all(of: common, PartCommon.allFields.fields, unlike: PartCommon())
  }
}
