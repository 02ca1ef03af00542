import CardParts
public import CardRaster

/// What tells two picture files apart, in one line; nil when they show the same, as far as the tolerance goes.
///
/// It is for other snapshot libraries, which keep files themselves. What cannot be read or compared is a difference.
///
/// - Parameters:
///   - expected: the bytes of the picture that is wanted: a PNG, JPEG or WebP file.
///   - actual: the bytes of the picture that came.
///   - settings: how they are compared; by default every bit counts.
public func pictureDifference(
  _ expected: [UInt8], _ actual: [UInt8], comparing settings: Comparison.Settings = .exact
) -> String? {
  do throws(RasterError) {
    let comparison = try Comparison(
      expected: try bitmap(expected, "the expected picture"),
      actual: try bitmap(actual, "the actual picture"),
      settings: settings)
    return comparison.isSame ? nil : comparison.summary
  } catch {
    return error.message
  }
}

private func bitmap(_ file: [UInt8], _ name: String) throws(RasterError) -> Bitmap {
  do throws(RasterError) {
    guard case .bitmap(let bitmap) = try ImageDecoding.decode(file, name: name).content else {
      throw .image(reason: "it is no picture of pixels")
    }
    return bitmap
  } catch {
    throw .image(reason: "\(name) cannot be read: \(error.message)")
  }
}
