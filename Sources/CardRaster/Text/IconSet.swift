/// The icons of a font by name, each an outline that can be filled with any colour.
///
/// The font is opened for the first icon, and never used for text. Guarantees: an icon depends only on its
/// name and the files of the folder.
package final class IconSet {
  /// The side of the square in which each icon is drawn, in points.
  package static let side = 24.0

  /// The style of an icon, as the suffix of its name in the font.
  package enum Form: String, Sendable, CaseIterable {
    /// Drawn as lines.
    case outline = "-line"
    /// Drawn as areas.
    case filled = "-fill"
  }

  private let face: FreeTypeFace
  /// The characters of the font by name.
  private let characters: [String: Unicode.Scalar]

  /// Opens the icons of a folder that contains a font and the list of its names.
  ///
  /// - Throws: `RasterError.file` if a file cannot be read; `.library` if it is not a font.
  package init(folder: String) throws(RasterError) {
    let bytes = try FileReading.read(path: folder + "/names.txt", limit: Limits.iconNames)
    characters = Self.characters(in: String(decoding: bytes, as: UTF8.self))
    face = try FreeTypeFace(FontFace(path: folder + "/remixicon.ttf"), in: try FreeTypeLibrary())
  }

  /// The characters of a list: each line has a name and a hexadecimal number.
  private static func characters(in list: String) -> [String: Unicode.Scalar] {
    var result: [String: Unicode.Scalar] = [:]
    for line in list.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, let number = UInt32(words[1], radix: 16) else { continue }
      result[String(words[0])] = Unicode.Scalar(number)
    }
    return result
  }

  /// The names of all icons without their suffixes, sorted.
  package var names: [String] {
    Set(characters.keys.map(Self.base)).sorted()
  }

  /// An icon as a picture of 24 points; nil if the name is unknown.
  ///
  /// - Parameters:
  ///   - name: with or without the suffix of a style.
  ///   - form: the style for a name without suffix; if an icon exists only in the other style, that one is
  ///     used.
  /// - Throws: `RasterError.library` if the font does not contain the glyph.
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

  /// The name closest to another one; nil if none is close.
  package func nearest(to name: String) -> String? { Spelling.nearest(to: name, in: names) }
}

extension IconSet {
  /// The icons that are mirrored in right-to-left decks.
  ///
  /// They point along the text direction or show lines of text. All others look the same in every script:
  /// check marks, clocks, glasses, objects, logos, vertical arrows, media controls, and icons named after a
  /// side of a text, such as `align-left`.
  static let directional: Set<String> = [
    "arrow-drop-left", "arrow-drop-right", "arrow-go-back", "arrow-go-forward", "arrow-left",
    "arrow-left-circle", "arrow-left-down", "arrow-left-s", "arrow-left-up", "arrow-right",
    "arrow-right-circle", "arrow-right-down", "arrow-right-s", "arrow-right-up", "article", "chat-forward",
    "delete-back", "delete-back-2", "draft", "external-link", "file-list", "file-list-2", "file-list-3",
    "file-transfer", "folder-received", "folder-shared", "folder-transfer", "indent-decrease",
    "indent-increase", "list-check", "list-check-2", "list-ordered", "list-settings", "list-unordered",
    "login-box", "login-circle", "logout-box", "logout-box-r", "logout-circle", "logout-circle-r",
    "mail-send", "menu-2", "menu-3", "menu-4", "menu-5", "menu-fold", "menu-unfold", "order-play",
    "play-list", "play-list-2", "play-list-add", "reply", "reply-all", "send-plane", "send-plane-2",
    "share-box", "share-circle", "share-forward", "share-forward-2", "share-forward-box", "sort-asc",
    "sort-desc", "survey", "text-wrap", "todo", "user-received", "user-received-2", "user-shared",
    "user-shared-2", "volume-down", "volume-mute", "volume-up", "volume-vibrate",
  ]

  /// A name without the suffix of a style.
  static func base(of name: String) -> String {
    Form.allCases.first { name.hasSuffix($0.rawValue) }.map { String(name.dropLast($0.rawValue.count)) }
      ?? name
  }
}

extension ImageSource {
  /// The icon as it looks in a right-to-left layout; any other picture as it is.
  package var fromRightToLeft: ImageSource {
    guard case .outline(let path) = content, name.hasPrefix("icon:"),
      IconSet.directional.contains(IconSet.base(of: String(name.dropFirst("icon:".count))))
    else { return self }
    let mirror = Transform(a: -1, b: 0, c: 0, d: 1, tx: size.width, ty: 0)
    return ImageSource(
      name: "\(name) mirrored", size: size, content: .outline(path.transformed(by: mirror)), file: nil)
  }
}
