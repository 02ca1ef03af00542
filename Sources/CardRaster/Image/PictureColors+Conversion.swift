extension PictureColors {
  private static func warning(_ reason: String) -> String {
    "the colour profile of the picture cannot be used: \(reason); its colours were read as sRGB"
  }

  /// The picture in sRGB, and what went wrong.
  ///
  /// - Returns: `isSame` when nothing was changed because nothing had to be.
  /// - Throws: `RasterError.library` when Little CMS is needed and not installed.
  func converted(
    _ bitmap: Bitmap, isGrey: Bool
  ) throws(RasterError) -> (bitmap: Bitmap, isSame: Bool, warning: String?) {
    switch self {
    case .sRGB: return (bitmap, true, nil)
    case .unknown(let reason): return (bitmap, false, Self.warning(reason))
    case .profile, .primaries:
      try ColorTransform.checkInstalled()
      do throws(ColorTransform.Failure) {
        var isGrey = isGrey
        if case .primaries = self { isGrey = false }
        let converted = try ColorTransform.convert(bitmap, self, isGrey ? .grey : .rgb)
        return (converted ?? bitmap, converted == nil, nil)
      } catch {
        return (bitmap, false, Self.warning(error.reason))
      }
    }
  }

  /// A picture of four inks in sRGB.
  ///
  /// - Throws: `RasterError.image` when the profile cannot be used, as inks look like nothing without it.
  func converted(inks: Bitmap, isInverted: Bool) throws(RasterError) -> Bitmap {
    try ColorTransform.checkInstalled()
    do throws(ColorTransform.Failure) {
      return try ColorTransform.convert(inks, self, .cmyk(isInverted: isInverted)) ?? inks
    } catch {
      throw .image(
        reason: "the colour profile of the CMYK picture cannot be used: \(error.reason); save it as RGB")
    }
  }
}
