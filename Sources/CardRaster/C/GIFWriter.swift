internal import CCairo

/// Writes GIF files with giflib.
struct GIFWriter: ~Copyable {
  /// Collects the bytes that giflib writes.
  private final class Sink {
    var bytes: [UInt8] = []
  }

  /// The longest side that the format supports.
  static let longestSide = 65_535

  /// A frame as palette indices.
  struct Frame: Sendable {
    /// Its area in the picture.
    var rect: PixelRect
    /// Its own palette, red in the lowest byte; nil for that of the file.
    var palette: [UInt32]?
    /// The index for transparent pixels, which show the previous frame.
    var transparent: UInt8?
    /// The palette index of each pixel, row by row.
    var indices: [UInt8]
  }

  /// An encoded frame.
  struct Packed: Sendable {
    fileprivate var transparent: UInt8?
    /// Position, palette and compressed indices.
    fileprivate var bytes: ArraySlice<UInt8>
  }

  private let file: UnsafeMutablePointer<GifFileType>
  private let sink: Sink
  private var isOpen: Bool

  /// Starts a file.
  ///
  /// The corresponding C functions are `EGifOpen` and `EGifPutScreenDesc`.
  ///
  /// - Parameters:
  ///   - palette: the colours of frames without their own palette, red in the lowest byte; at most 255, so
  ///     that an index for transparency is left.
  ///   - loops: the number of times it is played, 0 for an endless loop; nil for a still.
  init(width: Int, height: Int, palette: [UInt32], loops: Int?) throws(RasterError) {
    let longest = max(width, height)
    try RasterError.checkLimit("the longest side of a GIF picture in pixels", longest, most: Self.longestSide)
    let sink = Sink()
    var code: Int32 = 0
    let opened = EGifOpen(
      Unmanaged.passUnretained(sink).toOpaque(),
      { file, data, length in
        guard let sink = file?.pointee.UserData, let data else { return 0 }
        Unmanaged<Sink>.fromOpaque(sink).takeUnretainedValue().bytes.append(
          contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
        return length
      }, &code)
    guard let opened else { throw Self.failed(code) }
    EGifSetGifVersion(opened, true)
    let map = palette.isEmpty ? nil : Self.map(palette)
    defer { GifFreeMapObject(map) }
    guard EGifPutScreenDesc(opened, Int32(width), Int32(height), 8, 0, map) == GIF_OK,
      loops.map({ Self.put(loops: $0, into: opened) }) ?? true
    else {
      let failure = Self.failed(opened.pointee.Error)
      EGifCloseFile(opened, nil)
      throw failure
    }
    file = opened
    self.sink = sink
    isOpen = true
  }

  deinit { if isOpen { EGifCloseFile(file, nil) } }

  /// The browsers' extension for the number of loops.
  private static func put(loops: Int, into file: UnsafeMutablePointer<GifFileType>) -> Bool {
    // Playing once is the default; the number in the file counts repetitions.
    guard loops != 1 else { return true }
    let count = loops == 0 ? 0 : loops - 1
    let name = Array("NETSCAPE2.0".utf8)
    let data = [1, UInt8(count & 255), UInt8(count >> 8 & 255)]
    return EGifPutExtensionLeader(file, Int32(APPLICATION_EXT_FUNC_CODE)) == GIF_OK
      && EGifPutExtensionBlock(file, Int32(name.count), name) == GIF_OK
      && EGifPutExtensionBlock(file, Int32(data.count), data) == GIF_OK
      && EGifPutExtensionTrailer(file) == GIF_OK
  }

  /// Encodes a frame for a file with this size and palette.
  ///
  /// Frames do not depend on each other, so several can be encoded in parallel; each needs its own writer.
  /// The corresponding C functions are `EGifPutImageDesc` and `EGifPutLine`.
  static func pack(_ frame: Frame, width: Int, height: Int, palette: [UInt32]) throws(RasterError) -> Packed {
    let writer = try GIFWriter(width: width, height: height, palette: palette, loops: nil)
    let map = frame.palette.map { Self.map($0) } ?? nil
    defer { GifFreeMapObject(map) }
    let (rect, start) = (frame.rect, writer.sink.bytes.count)
    guard
      EGifPutImageDesc(
        writer.file, Int32(rect.minX), Int32(rect.minY), Int32(rect.width), Int32(rect.height), false, map)
        == GIF_OK
    else { throw Self.failed(writer.file.pointee.Error) }
    // giflib modifies its input: it clears the bits beyond the palette's depth.
    var indices = frame.indices
    let isWritten = indices.withUnsafeMutableBufferPointer { indices in
      (0..<rect.height).allSatisfy { y in
        !RenderLimits.isOver
          && EGifPutLine(writer.file, indices.baseAddress.map { $0 + y * rect.width }, Int32(rect.width))
            == GIF_OK
      }
    }
    try RenderLimits.check()
    guard isWritten else { throw Self.failed(writer.file.pointee.Error) }
    return Packed(transparent: frame.transparent, bytes: writer.sink.bytes[start...])
  }

  /// Adds a frame with a delay in hundredths of a second; the frame stays for the next one.
  ///
  /// The corresponding C function is `EGifPutExtension`.
  func appendFrame(_ frame: Packed, delay: Int) throws(RasterError) {
    let delay = min(65_535, delay)
    let control: [UInt8] = [
      // Disposal 1: the frame stays.
      1 << 2 | (frame.transparent == nil ? 0 : 1), UInt8(delay & 255), UInt8(delay >> 8),
      frame.transparent ?? 0,
    ]
    guard EGifPutExtension(file, Int32(GRAPHICS_EXT_FUNC_CODE), 4, control) == GIF_OK else {
      throw Self.failed(file.pointee.Error)
    }
    sink.bytes += frame.bytes
  }

  /// Ends the file.
  ///
  /// The corresponding C function is `EGifCloseFile`.
  mutating func finish() throws(RasterError) -> [UInt8] {
    var code: Int32 = 0
    isOpen = false
    guard EGifCloseFile(file, &code) == GIF_OK else { throw Self.failed(code) }
    return sink.bytes
  }

  /// A colour map whose size is a power of two, with at least one index left for transparency.
  private static func map(_ palette: [UInt32]) -> UnsafeMutablePointer<ColorMapObject>? {
    var places = 2
    while places < min(256, palette.count + 1) { places *= 2 }
    var colors = palette.map {
      GifColorType(
        Red: UInt8(truncatingIfNeeded: $0), Green: UInt8(truncatingIfNeeded: $0 >> 8),
        Blue: UInt8(truncatingIfNeeded: $0 >> 16))
    }
    while colors.count < places { colors.append(GifColorType(Red: 0, Green: 0, Blue: 0)) }
    return GifMakeMapObject(Int32(places), colors)
  }

  private static func failed(_ code: Int32) -> RasterError {
    let reason = GifErrorString(code).map { String(cString: $0) } ?? "error \(code)"
    return .library(operation: "writing a GIF picture", reason: reason)
  }
}
