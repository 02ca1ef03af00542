/// What is known of a face without opening it, as far as a text chooses by it.
struct NamedFace {
  /// The names of its family; the first is the one that it is listed by.
  let families: [String]
  /// Its place in a file.
  var face: FontFace
  /// On the scale of `FontQuery.weight`.
  var weight: Double
  /// 0 (upright), 100 (italic) or 110 (oblique).
  let slant: Int
  /// In percent of the normal width.
  let width: Double
  /// The file's own; of two faces that are alike the newer one is taken.
  let version: Double
  /// For pictures of one fixed size its pixels per em; nil for outlines.
  let pixelSize: Double?
  /// Whether its glyphs are pictures.
  let isColor: Bool
  /// Whether it travels with cardshot; such a face goes before others of its family.
  let isBundled: Bool

  /// The width that texts ask for.
  static let normalWidth = 100.0
}

extension NamedFace {
  /// A bundled file, whose reading (some 0.3 ms) is saved.
  init(_ file: FontCatalog.BundledFile, in folder: String) {
    self.init(
      families: [file.family], face: FontFace(path: folder + "/" + file.file),
      weight: FontQuery.weight(file.weight),
      slant: file.isItalic ? 100 : 0, width: Self.normalWidth, version: 0, pixelSize: file.pixelSize,
      isColor: file.pixelSize != nil, isBundled: true)
  }
}

/// A closed set of faces, by family.
final class FontFamilies {
  /// The families, in the order in which their files were given.
  let all: [Family]
  /// Whether all of them travel with the program.
  let areBundled: Bool
  private let indexByName: [String: Int]
  private let named: [NamedFace]
  /// For each name that a face has, in small letters, the faces.
  private let facesByName: [String: [Int]]
  private let faces: FontFaces
  private var nearest: [Request: NamedFace] = [:]

  private struct Request: Hashable {
    let family: Int
    let weight: Int
    let isItalic: Bool
  }

  /// A family and the face that answers for all its characters.
  struct Family {
    let name: String
    let face: FontFace
    let isColor: Bool
  }

  /// Names bundled files, and reads others.
  ///
  /// - Parameters:
  ///   - bundled: the files that travel with the program.
  ///   - folder: where those are.
  ///   - added: files that came with a deck.
  ///   - system: files of the machine; nobody chose them, so one that is no font is left out.
  ///   - faces: opens what is asked for a character.
  /// - Throws: `RasterError.file` when a bundled file is not there, `.library` when an added one cannot be read.
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

  /// The number of a family by name, in any case; nil when there is none.
  func index(of name: String) -> Int? { indexByName[name.lowercased()] }

  /// Whether a family has a character; not when its file cannot be read.
  func family(_ index: Int, has scalar: Unicode.Scalar) -> Bool {
    (try? faces.open(all[index].face).has(scalar)) ?? false
  }

  /// The face of a family that is nearest to a weight and a slant.
  ///
  /// How it works: slant goes before weight, and weight before width, as fontconfig has it; of faces that are alike the
  /// first is taken.
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
