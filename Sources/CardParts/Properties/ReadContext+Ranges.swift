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
        "'maximumValue' \(JSONNumber.text(maximum)) is not above 'minimumValue' \(JSONNumber.text(minimum))")
      return
    }
    for value in values where value < minimum || value > maximum {
      let nearest = value < minimum ? minimum : maximum
      warning(
        "\(JSONNumber.text(value)) is outside \(JSONNumber.text(minimum))…\(JSONNumber.text(maximum)) and is drawn as "
          + JSONNumber.text(nearest), key: "value", of: node, path)
    }
  }
}
