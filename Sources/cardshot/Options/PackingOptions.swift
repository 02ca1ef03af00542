import ArgumentParser
import CardRaster

/// How files are packed: what commands take alike that write pictures.
struct PackingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      How much time a PNG may take to become small: fast, balanced or smallest, which takes about a second a megapixel, \
      a hundred times as long, and saves some 15 % of the bytes.
      """, valueName: "level"), completion: .list(PNGCompression.allCases.map(\.rawValue)),
    transform: { try word($0) })
  var compression: PNGCompression?

  @Option(
    help: """
      How much a JPEG, WebP or video file keeps of the picture, 1 to 100. Without it a JPEG has 90, a WebP is lossless and \
      a video has 65.
      """)
  var quality: Int?

  @Flag(name: .customLong("svg-text"), help: "Keep text in an SVG as text, instead of outlines.")
  var keepsSVGText = false

  func validate() throws {
    if let quality, !(1...100).contains(quality) {
      throw ValidationError("--quality must be between 1 and 100.")
    }
  }

  /// Refuses options that have no effect on any of the files.
  ///
  /// - Parameter formats: what the files are; at least one.
  func check(_ formats: [OutputFormat]) throws {
    let asked: [(name: String, isAsked: Bool, isHeeded: (OutputFormat) -> Bool)] = [
      ("compression", compression != nil, \.heedsCompression), ("quality", quality != nil, \.heedsQuality),
      ("svg-text", keepsSVGText, \.heedsSVGText),
    ]
    for option in asked where option.isAsked && !formats.contains(where: option.isHeeded) {
      let kinds = OutputFormat.allCases.filter(option.isHeeded).map(\.rawValue).joined(separator: ", ")
      throw ValidationError(
        "--\(option.name) has no effect on \(formats[0].rawValue); it belongs to \(kinds).")
    }
  }

  /// The settings of files.
  func settings(gif: GIFEncoder.Settings = GIFEncoder.Settings()) -> OutputFormat.Settings {
    OutputFormat.Settings(
      compression: compression ?? .balanced, keepsSVGText: keepsSVGText, quality: quality, gif: gif)
  }
}
