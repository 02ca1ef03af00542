internal import CCairo

/// Writes JPEG files with libjpeg-turbo.
///
/// Guarantees: colours have full resolution (4:4:4), so that coloured text stays sharp; the file is
/// progressive; the transform is the accurate one, whose result is the same on every machine.
struct TurboJPEGWriter: ~Copyable {
  /// The longest side that the format supports.
  static let longestSide = 65_500

  private let handle: tjhandle

  init() throws(RasterError) {
    guard let handle = tjInitCompress() else {
      throw .library(operation: "writing a JPEG picture", reason: "libjpeg-turbo could not start")
    }
    self.handle = handle
  }

  deinit { tjDestroy(handle) }

  /// Encodes opaque pixels, `stride` bytes per row, in the format of a cairo surface.
  ///
  /// The corresponding C function is `tjCompress2`.
  ///
  /// - Parameter quality: 1…100.
  func encode(
    _ bytes: UnsafeRawBufferPointer, width: Int, height: Int, stride: Int, quality: Int
  ) throws(RasterError) -> [UInt8] {
    let longest = max(width, height)
    guard longest <= Self.longestSide, let w = Int32(exactly: width), let h = Int32(exactly: height),
      let pitch = Int32(exactly: stride)
    else {
      throw .limit(
        what: "the longest side of a JPEG picture in pixels", value: Double(longest),
        limit: Double(Self.longestSide))
    }
    var file: UnsafeMutablePointer<UInt8>?
    var size: CUnsignedLong = 0
    defer { tjFree(file) }
    // A pixel is one native word with alpha in the highest byte.
    let order = UInt32(1).littleEndian == 1 ? TJPF_BGRX : TJPF_XRGB
    let status = tjCompress2(
      handle, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), w, pitch, h, Int32(order.rawValue),
      &file, &size, Int32(TJSAMP_444.rawValue), Int32(quality), TJFLAG_PROGRESSIVE | TJFLAG_ACCURATEDCT)
    guard status == 0, let file else {
      let reason = tjGetErrorStr2(handle).map { String(cString: $0) } ?? "unknown reason"
      throw .library(operation: "writing a JPEG picture", reason: reason)
    }
    return Array(UnsafeBufferPointer(start: file, count: Int(size)))
  }
}
