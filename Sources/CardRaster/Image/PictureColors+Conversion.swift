extension PictureColors {
  private static func warning(_ reason: String) -> String {
    "the colour profile of the picture cannot be used: \(reason); its colours were read as sRGB"
  }

  /// The picture in sRGB, and a warning if its colours could not be converted.
  ///
  /// - Returns: `isSame` if no conversion was necessary.
  /// - Throws: `RasterError.library` if Little CMS is needed and not installed.
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

  /// A CMYK picture in sRGB.
  ///
  /// - Throws: `RasterError.image` if the profile cannot be used, as CMYK has no appearance without it.
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
