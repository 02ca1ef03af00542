/// A large value that is held by reference: who holds it is copied by one count of references, whatever is in it.
///
/// A theme has a hundred values that are counted one by one. Without this, each type that holds one has code of its
/// own for all of them, and such code was a third of this module's.
@propertyWrapper
package struct Boxed<Value: Sendable>: Sendable {
  private final class Box: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private var box: Box

  package init(wrappedValue: Value) { box = Box(wrappedValue) }

  /// The value; a new one is a box of its own, so that copies stay apart.
  package var wrappedValue: Value {
    _read { yield box.value }
    set { box = Box(newValue) }
  }
}

extension Boxed: Equatable where Value: Equatable {
  package static func == (a: Self, b: Self) -> Bool { a.box === b.box || a.box.value == b.box.value }
}

extension Boxed: Hashable where Value: Hashable {
  package func hash(into hasher: inout Hasher) { hasher.combine(box.value) }
}
