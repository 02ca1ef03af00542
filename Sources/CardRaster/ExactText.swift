/// A string compared by its bytes, for use as a key.
///
/// Swift treats `é` and `e` with a combining accent as equal (canonical equivalence); files, barcodes and
/// fonts do not.
package struct ExactText: Hashable, Sendable {
  package let text: String

  /// Makes a key.
  package init(_ text: String) { self.text = text }

  package static func == (a: ExactText, b: ExactText) -> Bool { a.text.isExactly(b.text) }

  package func hash(into hasher: inout Hasher) { text.hash(into: &hasher) }
}

extension String {
  /// Whether another string has the same bytes.
  package func isExactly(_ other: String) -> Bool {
    let count = utf8.count
    guard other.utf8.count == count else { return false }
    let isSame = utf8.withContiguousStorageIfAvailable { bytes in
      other.utf8.withContiguousStorageIfAvailable { bytes.elementsEqual($0) }
    }
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}

extension Array {
  /// Identifies the array's storage.
  ///
  /// Two live arrays have the same identifier only if they are copies of each other and not empty.
  package var storage: Int { withUnsafeBytes { Int(bitPattern: $0.baseAddress) } }
}
