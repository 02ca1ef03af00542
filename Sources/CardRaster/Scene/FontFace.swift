/// One face of a font file.
public struct FontFace: Hashable, Sendable {
  /// The file's path.
  public let path: String
  /// The face's number inside the file.
  public let index: Int
  /// The weight on the axis of a variable font without named instances, 100 to 900; nil for any other face.
  package var axisWeight: Int?
  /// Whether its letters are thickened, as its family has no bold ones.
  public var isEmboldened = false
  /// Whether its letters are slanted, as its family has no italic ones.
  public var isSlanted = false

  /// The tag of the weight axis, "wght", in the OpenType specification.
  static let weightAxis: UInt32 = 0x7767_6874

  /// Names a face.
  public init(path: String, index: Int = 0) {
    self.path = path
    self.index = index
  }

  /// The file's name without its folder and ending, for dumps.
  public var name: String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return file.split(separator: ".").first.map(String.init) ?? file
  }
}
