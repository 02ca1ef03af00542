extension SVGPainter {
  /// The target of a link as it may be written, or nil when it must not be.
  ///
  /// Relative targets and those of `http`, `https`, `mailto` and `tel` are safe; `javascript`, `data` and all
  /// other schemes are not. Browsers drop white space at the ends and line breaks inside before they look
  /// for the scheme (URL Standard, "basic URL parser"), so the ends are cut and a control character inside refuses.
  static func safeLink(_ target: String) -> String? {
    let isBlank = { (scalar: Unicode.Scalar) in scalar.value <= 0x20 }
    var scalars = target.unicodeScalars[...]
    scalars = scalars.drop(while: isBlank)
    while let last = scalars.last, isBlank(last) { scalars.removeLast() }
    guard !scalars.isEmpty, scalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else { return nil }
    let text = String(scalars)
    guard let colon = scalars.firstIndex(of: ":") else { return text }
    let scheme = scalars[..<colon]
    // A scheme starts with a letter; a colon behind anything else belongs to a path.
    guard let first = scheme.first, first.isASCII, first.properties.isAlphabetic,
      scheme.allSatisfy({
        $0.isASCII && ($0.properties.isAlphabetic || "0123456789+-.".unicodeScalars.contains($0))
      })
    else { return text }
    return ["http", "https", "mailto", "tel"].contains(String(scheme).lowercased()) ? text : nil
  }
}
