extension AnyPart {
  /// The same part; a button that says nothing of its style without a frame, as beside the words of a row.
  var asPlainButton: AnyPart {
    guard var button = part as? ButtonPart, button.style == nil else { return self }
    button.style = .plain
    return AnyPart(
      type: type, common: common, part: button, number: number, path: path, place: place,
      repetition: repetition)
  }
}
