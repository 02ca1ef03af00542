import CardParts
public import CardRaster

/// Describes the difference between two picture files in one line.
///
/// Returns nil if they are equal within the tolerance. Use it with snapshot libraries that store the files
/// themselves. A file that cannot be read or compared counts as a difference.
///
/// - Parameters:
///   - expected: the bytes of the expected picture: a PNG, JPEG or WebP file.
///   - actual: the bytes of the actual picture.
///   - settings: how they are compared; by default every bit counts.
public func pictureDifference(
  _ expected: [UInt8], _ actual: [UInt8], comparing settings: Comparison.Settings = .exact
) -> String? {
  do throws(RasterError) {
    let comparison = try Comparison(try pair(expected, actual), settings: settings)
    return comparison.isSame ? nil : comparison.summary
  } catch {
    return error.message
  }
}

private func pair(_ expected: [UInt8], _ actual: [UInt8]) throws(RasterError) -> PicturePair {
  let one = try named("the expected picture") { () throws(RasterError) in try ComparedFile(expected) }
  if PicturePair.areEqual(expected, actual) {
    return PicturePair(twice: try bitmap(one, "the expected picture"))
  }
  let other: ComparedFile
  do throws(RasterError) {
    other = try named("the actual picture") { () throws(RasterError) in try ComparedFile(actual) }
  } catch {
    // If both files are bad, the first one is named.
    _ = try bitmap(one, "the expected picture")
    throw error
  }
  if let pair = PicturePair(one, other) { return pair }
  return PicturePair(
    expected: try bitmap(one, "the expected picture"), actual: try bitmap(other, "the actual picture"))
}

private func bitmap(_ file: ComparedFile, _ name: String) throws(RasterError) -> Bitmap {
  try named(name) { () throws(RasterError) in
    guard let bitmap = try file.picture() else { throw .image(reason: "it is not a raster picture") }
    return bitmap
  }
}

private func named<Value>(
  _ name: String, _ read: () throws(RasterError) -> Value
) throws(RasterError) -> Value {
  do throws(RasterError) {
    return try read()
  } catch {
    throw .image(reason: "\(name) cannot be read: \(error.message)")
  }
}
