/// Properties of a face that are known without opening it and used to choose a face.
struct NamedFace {
  /// The names of its family; the first is its canonical name.
  let families: [String]
  /// Its index in a file.
  var face: FontFace
  /// On the scale of `FontQuery.weight`.
  var weight: Double
  /// 0 (upright), 100 (italic) or 110 (oblique).
  let slant: Int
  /// In percent of the normal width.
  let width: Double
  /// The version in the file; of two equal faces the newer one is used.
  let version: Double
  /// For bitmap fonts of one size, its pixels per em; nil for outlines.
  let pixelSize: Double?
  /// Whether its glyphs are colour bitmaps.
  let isColor: Bool
  /// Whether it is bundled; such a face goes before others of its family.
  let isBundled: Bool

  /// The width that texts request.
  static let normalWidth = 100.0
}

extension NamedFace {
  /// Makes an entry for a bundled file without reading it, which saves about 0.3 ms.
  init(_ file: FontCatalog.BundledFile, in folder: String) {
    self.init(
      families: [file.family], face: FontFace(path: folder + "/" + file.file),
      weight: FontQuery.weight(file.weight),
      slant: file.isItalic ? 100 : 0, width: Self.normalWidth, version: 0, pixelSize: file.pixelSize,
      isColor: file.pixelSize != nil, isBundled: true)
  }
}

/// A fixed set of faces, by family.
final class FontFamilies {
  /// The families, in the order of their files.
  let all: [Family]
  /// Whether all of them are bundled.
  let areBundled: Bool
  private let indexByName: [String: Int]
  private let named: [NamedFace]
  /// For each family name in lower case, the faces.
  private let facesByName: [String: [Int]]
  private let faces: FontFaces
  private var nearest: [Request: NamedFace] = [:]

  private struct Request: Hashable {
    let family: Int
    let weight: Int
    let isItalic: Bool
  }

  /// A family and the face that is checked for all its characters.
  struct Family {
    let name: String
    let face: FontFace
    let isColor: Bool
  }

  /// Registers bundled files by name, and reads other files.
  ///
  /// - Parameters:
  ///   - bundled: the bundled files.
  ///   - folder: the folder of the bundled files.
  ///   - added: files added by a deck.
  ///   - system: system fonts; one that is not a font is skipped, since the user did not choose it.
  ///   - faces: opens faces to check for a character.
  /// - Throws: `RasterError.file` if a bundled file is missing, `.library` if an added one cannot be read.
  init(
    bundled: [FontCatalog.BundledFile], in folder: String, added: [String], system: [String] = [],
    _ faces: FontFaces
  ) throws(RasterError) {
    var named: [NamedFace] = []
    for file in bundled {
      let face = NamedFace(file, in: folder)
      _ = try FontFiles.size(of: face.face.path)
      named.append(face)
    }
    for file in added { named += try FontQuery.faces(of: file) }
    for file in system { named += (try? FontQuery.faces(of: file)) ?? [] }
    var families: [Family] = []
    var indexByName: [String: Int] = [:]
    var facesByName: [String: [Int]] = [:]
    for (index, face) in named.enumerated() {
      for name in Set(face.families.map { $0.lowercased() }) { facesByName[name, default: []].append(index) }
      guard let name = face.families.first, indexByName[name.lowercased()] == nil else { continue }
      indexByName[name.lowercased()] = families.count
      families.append(Family(name: name, face: face.face, isColor: face.isColor))
    }
    self.named = named
    all = families
    areBundled = added.isEmpty && system.isEmpty
    self.indexByName = indexByName
    self.facesByName = facesByName
    self.faces = faces
  }

  /// The number of a family by its case-insensitive name; nil if it is not in the set.
  func index(of name: String) -> Int? { indexByName[name.lowercased()] }

  /// Whether a family has a character; false if its file cannot be read.
  func family(_ index: Int, has scalar: Unicode.Scalar) -> Bool {
    (try? faces.open(all[index].face).has(scalar)) ?? false
  }

  /// The face of a family that is closest to a weight and a slant.
  ///
  /// How it works: slant goes before weight, and weight before width, as in fontconfig; of equal faces the
  /// first is used.
  func face(family: Int, weight: Int, isItalic: Bool) -> NamedFace {
    let request = Request(family: family, weight: weight, isItalic: isItalic)
    if let known = nearest[request] { return known }
    let candidates = (facesByName[all[family].name.lowercased()] ?? []).map { named[$0] }
    let wanted = FontQuery.weight(min(1000, max(1, weight)))
    let face = candidates.min { distance(of: $0) < distance(of: $1) } ?? named[0]
    nearest[request] = face
    return face

    func distance(of face: NamedFace) -> (Int, Int, Double, Double, Double) {
      (
        face.isBundled ? 0 : 1, abs(face.slant - (isItalic ? 100 : 0)), abs(face.weight - wanted),
        abs(face.width - NamedFace.normalWidth), -face.version
      )
    }
  }
}
