/// The icons of a font by their names, each an outline that any colour may fill.
///
/// The font is opened for the first icon that is asked for, and never takes part in texts. Guarantees: an icon depends on
/// the files of its folder and its name alone.
package final class IconSet {
  /// The side of the square in which each icon is drawn, in points.
  package static let side = 24.0

  /// A form of an icon, as the names of the font end.
  package enum Form: String, Sendable, CaseIterable {
    /// Drawn as lines.
    case outline = "-line"
    /// Drawn as areas.
    case filled = "-fill"
  }

  private let face: FreeTypeFace
  /// The characters of the font by name.
  private let characters: [String: Unicode.Scalar]

  /// Opens the icons of a folder, which holds a font and the names of its characters.
  ///
  /// - Throws: `RasterError.file` when a file cannot be read; `.library` when it is no font.
  package init(folder: String) throws(RasterError) {
    let bytes = try FileReading.read(path: folder + "/names.txt", limit: Limits.iconNames)
    characters = Self.characters(in: String(decoding: bytes, as: UTF8.self))
    face = try FreeTypeFace(FontFace(path: folder + "/remixicon.ttf"), in: try FreeTypeLibrary())
  }

  /// The characters of a list: a line has a name and a number in hexadecimal digits.
  private static func characters(in list: String) -> [String: Unicode.Scalar] {
    var result: [String: Unicode.Scalar] = [:]
    for line in list.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, let number = UInt32(words[1], radix: 16) else { continue }
      result[String(words[0])] = Unicode.Scalar(number)
    }
    return result
  }

  /// The names of all icons without their forms, sorted.
  package var names: [String] {
    Set(characters.keys.map(Self.base)).sorted()
  }

  /// An icon as a picture of 24 points; nil when there is none of that name.
  ///
  /// - Parameters:
  ///   - name: with its form at its end, or without.
  ///   - form: the form of a name without one; where an icon has only the other one, that.
  /// - Throws: `RasterError.library` when the font has no such glyph.
  package func picture(_ name: String, _ form: Form = .outline) throws(RasterError) -> ImageSource? {
    let other = form == .outline ? Form.filled : .outline
    let full = [name, name + form.rawValue, name + other.rawValue].first { characters[$0] != nil }
    guard let full, let character = characters[full] else { return nil }
    let em = try face.outline(of: face.glyph(of: character))
    let side = Self.side
    let path = em.transformed(by: .scale(side, side).then(.translation(Point(x: 0, y: side))))
    return ImageSource(
      name: "icon:\(full)", size: Size(width: side, height: side), content: .outline(path), file: nil)
  }

  /// The name that is nearest to another one; nil when none is near.
  package func nearest(to name: String) -> String? { Spelling.nearest(to: name, in: names) }
}
