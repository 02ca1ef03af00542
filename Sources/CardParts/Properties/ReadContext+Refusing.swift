import CardRaster

extension ReadContext {
  /// Reports properties that are given and can do nothing beside the others; a null stands for an absent one.
  ///
  /// - Parameters:
  ///   - reason: how the sentence ends that begins with "'key' has no effect".
  ///   - hint: what to do instead, where that is known.
  func refuse(
    _ keys: [String], of node: JSONNode, _ path: JSONPath, _ reason: String, hint: String? = nil
  ) {
    for (key, value) in given(keys, in: node) {
      error(value, path.key(key), "'\(key)' has no effect \(reason)", hint: hint)
    }
  }

  /// Reports properties that are given and belong to other kinds of what the object describes.
  func refuse(
    _ keys: [String], of node: JSONNode, _ path: JSONPath, _ reason: String, owners: [String]
  ) {
    let hint = "it belongs to " + owners.map { "'\($0)'" }.joined(separator: " and ")
    refuse(keys, of: node, path, reason, hint: hint)
  }

  /// Tells of properties that are given and are not seen beside the others.
  ///
  /// - Parameters:
  ///   - reason: how the sentence ends that begins with "'key' has no effect".
  ///   - hint: what to do instead.
  func noteUnseen(
    _ keys: [String], of node: JSONNode, _ path: JSONPath, _ reason: String, hint: String? = nil
  ) {
    for (key, value) in given(keys, in: node) {
      warning(value, path.key(key), "'\(key)' has no effect \(reason)", hint: hint, code: .noEffect)
    }
  }

  /// Reports a property that is given and can do nothing, with a sentence of its own that says why.
  func refuse(_ key: String, of node: JSONNode, _ path: JSONPath, because sentence: String) {
    for (key, value) in given([key], in: node) {
      error(value, path.key(key), "'\(key)' has no effect: \(sentence)")
    }
  }

  /// The properties that are given, with their values; none where bindings leave others out, beside which they may have
  /// an effect with other data.
  private func given(_ keys: [String], in node: JSONNode) -> [(key: String, value: JSONNode)] {
    node.omitsBoundNulls ? [] : keys.compactMap { key in node[key].map { (key, $0) } }
  }

  /// Reports what the screen takes of the edges where it is less than nothing.
  func check(safeArea insets: Insets, of node: JSONNode, _ path: JSONPath) {
    guard min(min(insets.top, insets.bottom), min(insets.left, insets.right)) < 0 else { return }
    let key = "safeAreaInsets"
    error(node[key] ?? node, path.key(key), "insets of the safe area cannot be negative")
  }
}
