extension Bitmap {
  /// Whether another picture has the same size and the same bytes.
  ///
  /// It is what `==` says, in a fraction of the time.
  package func isEqual(to other: Bitmap) -> Bool {
    width == other.width && height == other.height && MemoryEquality.holds(pixels, other.pixels)
  }
}
