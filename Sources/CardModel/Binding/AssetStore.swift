package import CardRaster

/// The files of a deck: pictures, tiles, fonts, themes and data in the deck's folder.
///
/// Each file is read once.
package final class AssetStore {
  private let folder: Result<SafeFolder, RasterError>
  private var images: [ExactText: Result<ImageSource, RasterError>] = [:]
  /// The number of bytes of the files in `images`.
  private var imageBytes = 0
  private var tiles: [ExactText: Result<TileSource, RasterError>] = [:]
  /// The files that other modules parse, with the results, by their names.
  private var parsed: [ExactText: any Sendable] = [:]
  private var data: [ExactText: [UInt8]] = [:]
  /// The number of bytes of the files in `data`.
  private var dataBytes = 0
  private lazy var icons: Result<IconSet, RasterError> = .icons()
  /// The names of all requested files, without `data:` URIs.
  package private(set) var names: Set<String> = []

  /// Whether a bound value may only name a file if it is the value of a picture: in a deck with `inputs`.
  package var bindsPicturesOnly = false
  /// The notation of numbers and dates in tables; nil for that of JSON.
  package var cellFormat: CellFormat?

  /// The decoder of SVG pictures.
  let svg: SVGDecoding
  /// The shared limit for reading SVG pictures.
  private let svgBudget: SVGBudget

  /// Creates a store for a folder; without one every file is an error.
  package init(folder path: String?, svg: SVGDecoding = .standard, _ svgBudget: SVGBudget = SVGBudget()) {
    (self.svg, self.svgBudget) = (svg, svgBudget)
    guard let path else {
      folder = .failure(Self.noFolder)
      return
    }
    folder = Result { () throws(RasterError) in try SafeFolder(path) }
  }

  /// The error for a file of a deck without a folder.
  private static let noFolder = RasterError.image(
    reason: "the deck has no folder, so it cannot use files; give the folder with 'folder:'")

  /// The option of the caller that causes an error; nil if the deck causes it.
  package func option(causing error: RasterError) -> String? {
    if case .failure(let missing) = folder, error == missing { return "folder" }
    if case .image(let reason) = error, reason.hasSuffix(SVGDecoding.refusal) { return "svg" }
    return nil
  }

  /// Creates a store for the same folder that has read nothing.
  ///
  /// - Parameter names: The files that count as asked for.
  package init(like other: AssetStore, names: Set<String>) {
    (folder, svg, svgBudget, self.names) = (other.folder, other.svg, other.svgBudget, names)
    (bindsPicturesOnly, cellFormat) = (other.bindsPicturesOnly, other.cellFormat)
    svgBudget.begin()
  }

  /// Begins the next card, and clears the cached pictures if they take too much memory.
  package func beginCard() {
    svgBudget.begin()
    guard imageBytes > Self.mostBetweenCards else { return }
    (images, imageBytes) = ([:], 0)
  }

  /// The maximum number of bytes that are cached from card to card.
  private static let mostBetweenCards = 64 << 20

  /// A picture by its path in the folder, or from a `data:` URI.
  func image(_ name: String) -> Result<ImageSource, RasterError> {
    let key = ExactText(name)
    if let known = images[key] { return known }
    let result = Result { () throws(RasterError) in try read(name) }
    images[key] = result
    return result
  }

  /// A source of map tiles by its path in the folder; the tiles are read during layout.
  package func tiles(_ name: String) -> Result<TileSource, RasterError> {
    let key = ExactText(name)
    if let known = tiles[key] { return known }
    let result = Result { () throws(RasterError) in
      names.insert(name)
      return try TileSource(name, in: try folder.get())
    }
    tiles[key] = result
    return result
  }

  /// The result of parsing a file in the folder; each file is parsed once, as one type.
  package func parsed<Value: Sendable>(
    _ name: String, limit: Int, _ parse: ([UInt8]) throws(DeckIssue) -> Value
  ) -> Result<Value, DeckIssue> {
    let key = ExactText(name)
    if let known = parsed[key] as? Result<Value, DeckIssue> { return known }
    let result = Result { () throws(DeckIssue) in
      let file: [UInt8]
      do throws(RasterError) { file = try bytes(name, limit: limit) } catch { throw DeckIssue(error) }
      return try parse(file)
    }
    parsed[key] = result
    return result
  }

  /// The full path of a file in the folder.
  package func path(_ name: String) throws(RasterError) -> String {
    names.insert(name)
    let folder = try folder.get()
    do throws(RasterError) {
      return try folder.resolve(name)
    } catch .file(let path, let reason) {
      guard let like = nameLike(name, in: folder) else {
        let slash = name.contains("\\") ? "; write / between folders" : ""
        throw .file(path: path, reason: reason + slash)
      }
      throw .file(path: path, reason: "\(reason); did you mean '\(like)'?")
    }
  }

  /// The name of an existing file that differs only in letter case.
  private func nameLike(_ name: String, in folder: SafeFolder) -> String? {
    guard !name.hasPrefix("/"), !name.contains("..") else { return nil }
    let inner = FilePath.join(folder.path.isEmpty ? "." : folder.path, FilePath.directory(of: name))
    let names = try? FileTree.entries(below: inner) { _ in true }.map(\.path)
    let own = FilePath.name(of: name)
    return names?.first { $0.lowercased() == own.lowercased() && $0 != own }
  }

  /// The content of a file in the folder; errors contain the name from the deck.
  package func bytes(_ name: String, limit: Int) throws(RasterError) -> [UInt8] {
    let path = try path(name)
    do throws(RasterError) {
      return try FileReading.read(resolved: path, limit: limit)
    } catch .file(_, let reason) {
      throw .file(path: name, reason: reason)
    }
  }

  /// The content of a data file in the folder.
  package func data(_ name: String) throws(RasterError) -> [UInt8] {
    let key = ExactText(name)
    if let known = data[key] { return known }
    let bytes = try bytes(name, limit: Limits.jsonBytes)
    dataBytes += bytes.count
    try RasterError.checkLimit(
      "the size of the deck's data files in bytes", dataBytes, most: Limits.allDataBytes)
    data[key] = bytes
    return bytes
  }

  /// Whether a picture's name is the path of a file, and not an icon or a `data:` URI.
  static func isFile(_ name: String) -> Bool {
    iconName(in: name) == nil && !name.lowercased().hasPrefix("data:")
  }

  /// The name of an icon in a picture's name such as `icon:home`; nil for other pictures.
  private static func iconName(in name: String) -> String? {
    name.hasPrefix("icon:") ? String(name.dropFirst("icon:".count)) : nil
  }

  package func icon(_ name: String, _ form: IconSet.Form = .outline) throws(RasterError) -> ImageSource {
    guard let icon = try icons.get().picture(name, form) else {
      throw .image(reason: "unknown icon '\(name)'")
    }
    return icon
  }

  /// A hint for the name of a missing picture.
  package func hint(for name: String) -> String? {
    guard case .success(let icons) = icons else { return nil }
    guard let icon = Self.iconName(in: name) else {
      let icon = (try? icons.picture(name)) ?? nil
      return icon.map { _ in KeywordSuggestions.question("icon:\(name)") }
    }
    return icons.nearest(to: icon).map { "did you mean 'icon:\($0)'?" } ?? "see 'cardshot list icons'"
  }

  private func read(_ name: String) throws(RasterError) -> ImageSource {
    if name.lowercased().hasPrefix("data:") {
      return try ImageDecoding.shared(try ImageDecoding.dataURI(name).bytes, name: name, svg: svg, svgBudget)
    }
    if let icon = Self.iconName(in: name) { return try self.icon(icon) }
    if name.contains("://") {
      throw .image(
        reason:
          "pictures are not loaded from the network: '\(name)'; put the file in the deck's folder, or use a data: URI"
      )
    }
    do throws(RasterError) {
      let bytes = try bytes(name, limit: Limits.imageBytes)
      imageBytes += bytes.count
      try RasterError.checkLimit(
        "the size of the deck's pictures in bytes", imageBytes, most: Limits.allImageBytes)
      return try ImageDecoding.shared(bytes, name: name, svg: svg, svgBudget)
    } catch .image(let reason) where .image(reason: reason) != Self.noFolder {
      throw .image(reason: "cannot read the picture '\(name)': \(reason)")
    }
  }
}

extension Result<IconSet, RasterError> {
  /// The bundled icons.
  fileprivate static func icons() -> Self {
    return Result { () throws(RasterError) in try .bundled() }
  }
}
