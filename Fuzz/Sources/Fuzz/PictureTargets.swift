@testable import CardRaster

/// Pictures: decoding, quantizing and comparing.
enum PictureTargets {
  /// The maximum number of pixels of a tested picture.
  private static let pixels = 1 << 20

  /// A file is rejected, or has as many pixels as its header states.
  static func decode(_ bytes: [UInt8], _ target: FuzzTarget) {
    guard let source = try? ImageDecoding.decode(bytes, name: "a.\(target.rawValue)", pixels: pixels) else {
      return
    }
    switch source.content {
    case .bitmap(let bitmap):
      expect(
        bitmap.pixels.count == 4 * bitmap.width * bitmap.height, "a picture has other pixels than its size")
      expect(bitmap.width * bitmap.height <= pixels, "a picture is larger than it may be")
    case .vector:
      guard source.size.width * source.size.height < 250_000 else { return }
      let item = DisplayItem.ImageItem(image: source, frame: Rect(origin: .zero, size: source.size))
      let list = DisplayList(size: source.size, scale: 1, background: nil, items: [.image(item)])
      DeckTargets.withPipeline { pipeline in
        guard let fonts = try? FontCatalog.bundled() else { return }
        _ = try? pipeline.bitmap(list, fonts: fonts)
      }
    case .deferred, .outline: expect(false, "a file is read as something else than pixels or a document")
    }
  }

  /// Two pictures from one input.
  private static func pair(_ bytes: [UInt8]) -> (Bitmap, Bitmap)? {
    guard bytes.count > 12 else { return nil }
    let (width, height) = (1 + Int(bytes[0] % 24), 1 + Int(bytes[1] % 24))
    let rest = bytes[4...]
    func bitmap(_ offset: Int, opaque: Bool) -> Bitmap? {
      var pixels: [UInt8] = []
      for index in 0..<width * height * 4 {
        let byte = rest[rest.startIndex + (index + offset) % rest.count]
        pixels.append(opaque && index % 4 == 3 ? 255 : byte)
      }
      return Bitmap(width: width, height: height, pixels: pixels)
    }
    let isOpaque = bytes[2] & 1 == 0
    guard let first = bitmap(0, opaque: isOpaque), let second = bitmap(Int(bytes[3]), opaque: isOpaque) else {
      return nil
    }
    return (first, second)
  }

  /// A picture is equal to itself, and the difference of two pictures does not depend on their order.
  static func compare(_ bytes: [UInt8]) {
    guard let (a, b) = pair(bytes) else { return }
    for metric in Metric.allCases {
      var settings = Comparison.Settings.exact
      settings.metric = metric
      if metric.isPerceptual { settings.tolerance = .perceptual }
      guard let itself = try? Comparison(expected: a, actual: a, settings: settings) else { continue }
      expect(itself.isSame && itself.differingPixels == 0, "a picture differs from itself by \(metric)")
      guard let there = try? Comparison(expected: a, actual: b, settings: settings),
        let back = try? Comparison(expected: b, actual: a, settings: settings)
      else { continue }
      expect(there.differingPixels == back.differingPixels, "\(metric) depends on the order")
    }
  }

  /// Pixels become files that, where the format can be decoded, give the same pixels.
  static func quantize(_ bytes: [UInt8]) {
    guard let (a, b) = pair(bytes) else { return }
    let settings = GIFEncoder.Settings(
      colors: 2 + Int(bytes[2]), dithering: bytes[3] & 1 == 0 ? .diffusion : .none,
      hasLocalPalettes: bytes[3] & 2 == 0)
    if let file = try? GIFEncoder.still(a, settings: settings) {
      expect(file.starts(with: "GIF8".utf8) && file.last == 0x3B, "a GIF file has no end")
    }
    for compression in [PNGCompression.fast, .balanced] {
      guard let file = try? PNGEncoder.encode(a, scale: 1, compression: compression) else { continue }
      let read = try? ImageDecoding.decode(file, name: "a.png")
      if case .bitmap(let bitmap) = read?.content { expect(bitmap == a, "PNG changes a picture") }
    }
    if let moving = Animation(frames: [a, b], delays: [100, 100]) {
      _ = try? WebPEncoder.encode(moving, quality: bytes[2] > 100 ? nil : Int(bytes[2]))
    }
  }
}
