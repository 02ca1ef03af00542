extension AnyPart {
  /// What the deck gives of the part that is not as it is by default.
  var given: [GivenProperty] {
    let own = PartRegistry.kind(named: type)?.given(part) ?? []
    let seen = ["id", "link", "alt"]
    let all = PartCommon.stackFields.fields.filter { !seen.contains($0.name) }
    return own + GivenProperty.all(of: common, all, unlike: PartCommon())
  }
}
