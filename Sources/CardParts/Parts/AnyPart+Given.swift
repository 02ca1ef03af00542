extension AnyPart {
  /// What the deck gives of the part that is not as it is by default.
  var given: [GivenProperty] {
    let own = Swift.type(of: part).kind.given(part)
    return own + GivenProperty.all(of: common, PartCommon.allFields.fields, unlike: PartCommon())
  }
}
