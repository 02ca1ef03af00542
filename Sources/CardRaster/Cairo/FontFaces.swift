/// The faces that one worker has opened, each once.
final class FontFaces {
  private let library: FreeTypeLibrary
  private var faces: [FontFace: FreeTypeFace] = [:]

  init() throws(RasterError) { library = try FreeTypeLibrary() }

  /// Opens a face, or finds it among those that are open.
  func open(_ face: FontFace) throws(RasterError) -> FreeTypeFace {
    if let opened = faces[face] { return opened }
    let opened = try FreeTypeFace(face, in: library)
    faces[face] = opened
    return opened
  }
}
