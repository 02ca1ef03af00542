import BundledFonts
import CardRaster
import Foundation
import Testing

@testable import CardParts

/// The folder of goldens and what lies in it.
enum Goldens {
  static let folder: URL = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Goldens")

  /// The files below a folder with an ending, without it, in order: `parts/text/wraps`.
  static func names(below: String, ending: String) -> [String] {
    let root = folder.appending(path: below)
    let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.hasSuffix(ending) }.map { below + "/" + $0.dropLast(ending.count) }.sorted()
  }

  /// The folders whose decks have a picture beside them.
  static let pictureFolders = ["parts", "traits", "themes", "layout", "text", "decks"]

  /// The decks that have a picture.
  static let pictures = pictureFolders.flatMap { names(below: $0, ending: ".json") }
    .filter { !$0.contains("/assets/") && !$0.hasSuffix(".theme") }

  /// The pairs of decks that must look alike.
  static let pairs = names(below: "same", ending: ".a.json")

  /// The decks that are refused.
  static let rejects = names(below: "reject", ending: ".json")

  /// The bytes of a file.
  static func bytes(_ path: String) -> [UInt8]? {
    (try? Data(contentsOf: folder.appending(path: path))).map { Array($0) }
  }

  /// Lays out a deck of the folder.
  static func layOut(_ name: String) throws -> LaidOutDeck {
    let path = folder.appending(path: name + ".json")
    let bytes = try #require(Goldens.bytes(name + ".json"), "there is no \(name).json")
    return try DeckRenderer.layOut(
      bytes, file: path.lastPathComponent, folder: path.deletingLastPathComponent().path,
      catalog: try catalog())
  }

  /// The fonts that travel with the product.
  static func catalog() throws -> FontCatalog {
    FontCatalog(bundled: try #require(BundledFonts.directory(), "looked in \(BundledFonts.candidates())"))
  }

  /// A deck of the folder as a PNG file.
  static func png(_ name: String, compression: PNGCompression = .fast) throws -> [UInt8] {
    let deck = try layOut(name)
    return try OutputFormat.png.encode(
      deck.pages[0].display, settings: OutputFormat.Settings(compression: compression),
      fonts: try FontLibrary(deck.fonts))
  }

  /// The pixels of a PNG file.
  static func pixels(_ file: [UInt8], _ name: String) throws -> Bitmap {
    guard case .bitmap(let bitmap) = try ImageDecoding.decode(file, name: name + ".png").content else {
      throw RasterError.image(reason: "\(name).png is not a bitmap")
    }
    return bitmap
  }
}

/// Two pictures that should be equal.
struct GoldenDifference {
  let expected: Bitmap
  let actual: Bitmap

  /// How many pixels differ, those that only one picture has included, and by how much at the most.
  var counts: (pixels: Int, largest: Int) {
    var (pixels, largest) = (0, 0)
    for y in 0..<max(expected.height, actual.height) {
      for x in 0..<max(expected.width, actual.width) {
        let delta = self.delta(x, y)
        if delta > 0 { pixels += 1 }
        largest = max(largest, delta)
      }
    }
    return (pixels, largest)
  }

  /// Expected, difference and actual beside each other.
  var strip: Bitmap? {
    let (width, height) = (max(expected.width, actual.width), max(expected.height, actual.height))
    var pixels: [UInt8] = []
    pixels.reserveCapacity(12 * width * height)
    for y in 0..<height {
      for x in 0..<width { pixels += pixel(expected, x, y) ?? [0, 0, 0, 0] }
      for x in 0..<width {
        let delta = self.delta(x, y)
        pixels += delta == 0 ? [255, 255, 255, 255] : [255, UInt8(200 - delta * 200 / 255), 0, 255]
      }
      for x in 0..<width { pixels += pixel(actual, x, y) ?? [0, 0, 0, 0] }
    }
    return Bitmap(width: 3 * width, height: height, pixels: pixels)
  }

  private func pixel(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> [UInt8]? {
    guard x < bitmap.width, y < bitmap.height else { return nil }
    let start = 4 * (y * bitmap.width + x)
    return Array(bitmap.pixels[start..<start + 4])
  }

  private func delta(_ x: Int, _ y: Int) -> Int {
    guard let a = pixel(expected, x, y), let b = pixel(actual, x, y) else { return 255 }
    return zip(a, b).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }
}
