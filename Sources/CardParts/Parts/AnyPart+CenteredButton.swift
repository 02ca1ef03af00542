extension StackPart {
  /// Whether it is a row over all the width that buttons share, so that each has its title in the middle.
  fileprivate var isRowOfButtons: Bool {
    axis == .horizontal && distribution == .fillEqually && !arrangedSubviews.isEmpty
      && arrangedSubviews.allSatisfy { $0.part is ButtonPart }
  }
}

extension AnyPart {
  /// Whether it is a button, or a row of buttons alone.
  fileprivate var isOfButtons: Bool {
    part is ButtonPart || (part as? StackPart)?.isRowOfButtons == true
  }

  /// Whether it is a button whose title stands in the middle of a wider one, or a row of such.
  fileprivate func isCentredButton(_ theme: ResolvedTheme) -> Bool {
    if let row = part as? StackPart { return row.isRowOfButtons }
    guard let button = part as? ButtonPart else { return false }
    if let alignment = button.contentHorizontalAlignment { return alignment == .center }
    return common.backgroundColor != nil || (button.style ?? theme.buttonStyle) != .plain
  }

  /// The same button with its title in the middle, where it does not say another place.
  fileprivate var asCentredButton: AnyPart {
    guard var button = part as? ButtonPart, button.contentHorizontalAlignment == nil else { return self }
    button.contentHorizontalAlignment = .center
    var result = self
    result.part = button
    return result
  }
}

extension [AnyPart] {
  /// The same parts; a title alone stands in the middle as those of the buttons do that it comes right before or after.
  func withAlignedButtons(_ theme: ResolvedTheme) -> [AnyPart] {
    guard theme.partDefaults == .today else { return self }
    var result = self
    var start = startIndex
    while let first = self[start...].firstIndex(where: \.isOfButtons) {
      let end = self[first...].firstIndex { !$0.isOfButtons } ?? endIndex
      if self[first..<end].contains(where: { $0.isCentredButton(theme) }) {
        for index in first..<end { result[index] = self[index].asCentredButton }
      }
      start = end
    }
    return result
  }
}
