import CardRaster

extension Array {
  /// Every element with every value of one property, grouped by element.
  ///
  /// Without values the elements are unchanged.
  package func combined<Value>(with values: [Value], _ property: WritableKeyPath<Element, Value?>)
    -> [Element]
  {
    guard !values.isEmpty else { return self }
    return flatMap { element in
      values.map { value in
        return changing(element) { $0[keyPath: property] = value }
      }
    }
  }
}
