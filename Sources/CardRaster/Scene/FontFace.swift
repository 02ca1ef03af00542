/// One face of a font file.
public struct FontFace: Hashable, Sendable {
  /// The file's path.
  public let path: String
  /// The index of the face in the file.
  public let index: Int
  /// The weight on the axis of a variable font without named instances, 100 to 900; nil for any other face.
  package var axisWeight: Int?
  /// Whether the glyphs are emboldened synthetically because the family has no bold face.
  public var isEmboldened = false
  /// Whether the glyphs are slanted synthetically because the family has no italic face.
  public var isSlanted = false

  /// The tag of the weight axis, "wght", in the OpenType specification.
  static let weightAxis: UInt32 = 0x7767_6874

  /// Makes a reference to a face.
  public init(path: String, index: Int = 0) {
    self.path = path
    self.index = index
  }

  /// The file's name without folder and extension, for dumps.
  public var name: String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return file.split(separator: ".").first.map(String.init) ?? file
  }
}
