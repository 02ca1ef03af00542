import ArgumentParser
import CardRaster

extension PNGCompression {
  /// The sentence for the manual.
  static let help = """
    How much time a PNG may take to become small: fast, balanced or smallest, which takes about a second a megapixel, \
    a hundred times as long, and saves some 15 % of the bytes.
    """
}

extension Option<PNGCompression> {
  /// What commands take that write PNG files.
  init(wrappedValue: PNGCompression, compression help: String) {
    self.init(
      wrappedValue: wrappedValue, help: ArgumentHelp(help, valueName: "level"),
      completion: .list(PNGCompression.allCases.map(\.rawValue)), transform: { try word($0) })
  }
}
