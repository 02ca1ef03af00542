import ArgumentParser
import CardRaster

/// The compression options of all commands that write pictures.
struct PackingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The PNG compression: fast, balanced or smallest. smallest takes about a second per megapixel, a \
      hundred times as long, and saves about 15 % of the size.
      """, valueName: "level"), completion: .list(PNGCompression.allCases.map(\.rawValue)),
    transform: { try word($0) })
  var compression: PNGCompression?

  @Option(
    help: """
      The quality of JPEG, WebP and video, 1 to 100. (default: 90 for JPEG, lossless for WebP, 65 \
      for video)
      """)
  var quality: Int?

  @Flag(name: .customLong("svg-text"), help: "Keep text in SVG as text instead of outlines.")
  var keepsSVGText = false

  func validate() throws {
    try refuse(quality, outside: 1...100, "--quality must be between 1 and 100.")
  }

  /// Rejects options that no output file supports.
  ///
  /// - Parameter formats: the formats of the files; at least one.
  func checkOptions(for formats: [OutputFormat]) throws {
    let asked: [(name: String, isAsked: Bool, isHeeded: (OutputFormat) -> Bool)] = [
      ("compression", compression != nil, \.heedsCompression), ("quality", quality != nil, \.supportsQuality),
      ("svg-text", keepsSVGText, \.heedsSVGText),
    ]
    for option in asked where option.isAsked && !formats.contains(where: option.isHeeded) {
      let kinds = OutputFormat.allCases.filter(option.isHeeded).map(\.rawValue).joined(separator: ", ")
      throw ValidationError(
        "--\(option.name) has no effect on \(formats[0].rawValue), only on \(kinds).")
    }
  }

  func settings(gif: GIFEncoder.Settings = GIFEncoder.Settings()) -> OutputFormat.Settings {
    OutputFormat.Settings(
      compression: compression ?? .balanced, keepsSVGText: keepsSVGText, quality: quality, gif: gif)
  }
}
