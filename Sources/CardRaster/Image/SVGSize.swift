/// The natural size of an SVG document in CSS pixels, which are points here.
///
/// See CSS Images 3, section 5, and SVG 2, section 8.2.
enum SVGSize {
  /// Its `width` and `height`, else the shape of its `viewBox`, else 300 × 150.
  static func natural(_ document: SVGDocument) throws(RasterError) -> Size {
    let root = document.elements[0]
    let box = viewBox(root.attribute("viewBox"))
    let width = root.attribute("width").flatMap(length)
    let height = root.attribute("height").flatMap(length)
    let size =
      switch (width, height, box) {
      case (let width?, let height?, _): Size(width: width, height: height)
      case (let width?, nil, let box?): Size(width: width, height: width * box.height / box.width)
      case (nil, let height?, let box?): Size(width: height * box.width / box.height, height: height)
      case (nil, nil, let box?): box
      default: Size(width: width ?? 300, height: height ?? 150)
      }
    guard !size.isEmpty else { throw .image(reason: "the SVG picture has no size") }
    try RasterError.checkLimit(
      "the size of an SVG picture", max(size.width, size.height), most: Limits.number)
    return size
  }

  /// The width and height of a `viewBox`, if they are positive.
  private static func viewBox(_ text: String?) -> Size? {
    let numbers = (text ?? "").split { $0 == "," || $0.isWhitespace }.map { Double($0) }
    guard numbers.count == 4, let width = numbers[2], let height = numbers[3] else { return nil }
    guard width > 0, height > 0, width.isFinite, height.isFinite else { return nil }
    return Size(width: width, height: height)
  }

  /// An absolute length in pixels, 96 per inch; nil for a percentage and for anything that is not a length.
  private static func length(_ text: String) -> Double? {
    let trimmed = text.drop { $0.isWhitespace }
    // An exponent needs digits: `2em` has none.
    guard let number = trimmed.prefixMatch(of: /[+-]?[0-9.]+(?:[eE][+-]?[0-9]+)?/)?.output,
      let value = Double(number), value.isFinite
    else { return nil }
    return switch trimmed.dropFirst(number.count).filter({ !$0.isWhitespace }).lowercased() {
    case "", "px": value
    case "pt": value * 96 / 72
    case "pc": value * 16
    case "in": value * 96
    case "cm": value * 96 / 2.54
    case "mm": value * 96 / 25.4
    case "q": value * 96 / 101.6
    case "em", "rem": value * 16
    case "ex", "ch": value * 8
    default: nil
    }
  }
}
