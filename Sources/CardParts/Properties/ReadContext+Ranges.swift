import CardRaster

extension ReadContext {
  /// Checks the range and the values of a control: the range must not be empty, and values outside are doubtful.
  func checkRange(
    _ minimum: Double, _ maximum: Double, _ values: [Double], of node: JSONNode, _ path: JSONPath
  ) {
    guard minimum < maximum else {
      let key = node["maximumValue"] == nil ? "minimumValue" : "maximumValue"
      error(
        node[key] ?? node, path.key(key),
        "'maximumValue' \(NumberText.text(maximum)) is not above 'minimumValue' \(NumberText.text(minimum))")
      return
    }
    for value in values where value < minimum || value > maximum {
      let nearest = value < minimum ? minimum : maximum
      warning(
        "\(NumberText.text(value)) is outside \(NumberText.text(minimum))…\(NumberText.text(maximum)) and is drawn as "
          + NumberText.text(nearest), key: "value", of: node, path)
    }
  }
}
