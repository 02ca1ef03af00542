extension Array {
  /// Every element with every value in one of its properties, the values of one element after another; as they are when
  /// there is no value.
  package func combined<Value>(with values: [Value], _ property: WritableKeyPath<Element, Value?>)
    -> [Element]
  {
    guard !values.isEmpty else { return self }
    return flatMap { element in
      values.map { value in
        var result = element
        result[keyPath: property] = value
        return result
      }
    }
  }
}
