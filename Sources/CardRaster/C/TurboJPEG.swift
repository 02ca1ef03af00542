internal import CCairo

/// Reads JPEG pixels with libjpeg-turbo.
struct TurboJPEG: ~Copyable {
  /// The properties in the header.
  struct Header: Equatable {
    /// The width in pixels, as stored.
    var width: Int
    /// The height in pixels, as stored.
    var height: Int
    /// Whether it has four inks instead of RGB or grey.
    var isCMYK: Bool
  }

  private let handle: tjhandle

  init() throws(RasterError) {
    guard let handle = tjInitDecompress() else {
      throw .library(operation: "reading a JPEG picture", reason: "libjpeg-turbo could not start")
    }
    self.handle = handle
  }

  deinit { tjDestroy(handle) }

  /// Reads the header.
  ///
  /// The corresponding C function is `tjDecompressHeader3`.
  func header(_ bytes: [UInt8]) throws(RasterError) -> Header {
    var width: Int32 = 0
    var height: Int32 = 0
    var sampling: Int32 = 0
    var colors: Int32 = 0
    let status = bytes.withUnsafeBufferPointer {
      tjDecompressHeader3(
        handle, $0.baseAddress, CUnsignedLong($0.count), &width, &height, &sampling, &colors)
    }
    // Warnings are repeated when the pixels are read; an unusual subsampling matters only for planar output.
    guard status == 0 || isWarning || reason.contains("subsampling"), width > 0, height > 0 else {
      throw damaged
    }
    let space = UInt32(bitPattern: colors)
    return Header(
      width: Int(width), height: Int(height),
      isCMYK: space == TJCS_CMYK.rawValue || space == TJCS_YCCK.rawValue)
  }

  /// Decodes RGBA8 with alpha 255, as stored, by the accurate transform; for a CMYK picture the four inks.
  ///
  /// The corresponding C function is `tjDecompress2`.
  ///
  /// - Parameter isMended: whether all errors that do not affect the pixels were repaired.
  /// - Returns: nil for a file with a warning of the decoder; `damaged` has the reason.
  func decode(_ bytes: [UInt8], _ header: Header, isMended: Bool) throws(RasterError) -> Bitmap? {
    guard let width = Int32(exactly: header.width), let height = Int32(exactly: header.height) else {
      throw damaged
    }
    let format = header.isCMYK ? TJPF_CMYK : TJPF_RGBA
    var status: Int32 = -1
    let pixels = [UInt8](unsafeUninitializedCapacity: 4 * header.width * header.height) { buffer, count in
      status = bytes.withUnsafeBufferPointer {
        tjDecompress2(
          handle, $0.baseAddress, CUnsignedLong($0.count), buffer.baseAddress, width, 0, height,
          Int32(format.rawValue), TJFLAG_ACCURATEDCT | TJFLAG_LIMITSCANS)
      }
      count = status == 0 || isExtra(isMended: isMended) ? buffer.count : 0
    }
    return Bitmap(width: header.width, height: header.height, pixels: pixels)
  }

  /// Whether the last call gave a result with a warning.
  var isWarning: Bool { tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue) }

  /// Whether the warning is about extra bytes, which are skipped without losing a pixel.
  ///
  /// The decoder reports only its first warning. No other warning can follow extra bytes before the end
  /// (0xd9), and few can in a repaired file. Bytes before a restart marker (0xd0 to 0xd7) are pixels.
  private func isExtra(isMended: Bool) -> Bool {
    guard isWarning, let range = reason.firstRange(of: "extraneous bytes before marker 0x"),
      let marker = UInt8(reason[range.upperBound...].prefix(2), radix: 16)
    else { return false }
    return marker == 0xD9 || isMended && !(0xD0...0xD7).contains(marker)
  }

  private var reason: String { tjGetErrorStr2(handle).map { String(cString: $0) } ?? "unknown reason" }

  /// The error of the last call.
  var damaged: RasterError { .image(reason: "the JPEG picture is damaged: \(reason)") }
}
