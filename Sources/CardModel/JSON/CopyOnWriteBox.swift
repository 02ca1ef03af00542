/// A large value stored by reference.
///
/// Copying its owner changes only one reference count, even for a large value.
///
/// A theme contains a hundred reference-counted values. Without this wrapper, each type that stores a theme
/// has its own copy of the code that copies them all, and such code was a third of this module's code.
@propertyWrapper
package struct CopyOnWriteBox<Value> {
  fileprivate final class Box {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private var box: Box

  package init(wrappedValue: Value) { box = Box(wrappedValue) }

  /// The value; setting it creates a new box, so that copies are independent.
  package var wrappedValue: Value {
    _read { yield box.value }
    set { box = Box(newValue) }
  }
}

extension CopyOnWriteBox: Sendable where Value: Sendable {}
extension CopyOnWriteBox.Box: Sendable where Value: Sendable {}

extension CopyOnWriteBox: Equatable where Value: Equatable {
  package static func == (a: Self, b: Self) -> Bool { a.box === b.box || a.box.value == b.box.value }
}

extension CopyOnWriteBox: Hashable where Value: Hashable {
  package func hash(into hasher: inout Hasher) { hasher.combine(box.value) }
}
