internal import CCairo

/// Reading JPEG pixels by libjpeg-turbo.
struct TurboJPEG: ~Copyable {
  /// What the header says.
  struct Header: Equatable {
    /// Pixels in a row, as stored.
    var width: Int
    /// Rows, as stored.
    var height: Int
    /// Four inks instead of three lights.
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
    guard status == 0 || isHarmless, width > 0, height > 0 else { throw damaged }
    let space = UInt32(bitPattern: colors)
    return Header(
      width: Int(width), height: Int(height),
      isCMYK: space == TJCS_CMYK.rawValue || space == TJCS_YCCK.rawValue)
  }

  /// Decodes RGBA8 with alpha 255, as stored, by the accurate transform.
  ///
  /// The corresponding C function is `tjDecompress2`.
  func decode(_ bytes: [UInt8], _ header: Header) throws(RasterError) -> Bitmap {
    guard let width = Int32(exactly: header.width), let height = Int32(exactly: header.height) else {
      throw damaged
    }
    var status: Int32 = -1
    let pixels = [UInt8](unsafeUninitializedCapacity: 4 * header.width * header.height) { buffer, count in
      status = bytes.withUnsafeBufferPointer {
        tjDecompress2(
          handle, $0.baseAddress, CUnsignedLong($0.count), buffer.baseAddress, width, 0, height,
          Int32(TJPF_RGBA.rawValue), TJFLAG_ACCURATEDCT | TJFLAG_LIMITSCANS)
      }
      count = status == 0 || isHarmless ? buffer.count : 0
    }
    guard let bitmap = Bitmap(width: header.width, height: header.height, pixels: pixels) else {
      throw damaged
    }
    return bitmap
  }

  /// Bytes between two segments are skipped without loss; every other warning means missing pixels.
  private var isHarmless: Bool {
    tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue) && reason.contains("extraneous bytes")
  }

  private var reason: String { tjGetErrorStr2(handle).map { String(cString: $0) } ?? "unknown reason" }

  private var damaged: RasterError { .image(reason: "the JPEG picture is damaged: \(reason)") }
}
