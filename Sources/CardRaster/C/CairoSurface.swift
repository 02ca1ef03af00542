internal import CCairo
internal import Glibc

/// A surface in memory that cairo draws on.
///
/// Guarantees: not empty, within `Limits.canvasSide` and `Limits.canvasPixels`; clear when new, unless
/// `isClear` is false. The corresponding C type is `cairo_surface_t`, made by `cairo_image_surface_create`.
struct CairoSurface: ~Copyable {
  /// The pixel format.
  enum Format {
    /// 32 bits, premultiplied, native-endian: blue, green, red, alpha in memory on a little-endian machine.
    case color
    /// 8 bits of coverage.
    case coverage
  }

  /// The width in pixels.
  let width: Int
  /// The height in pixels.
  let height: Int
  /// Bytes from one row to the next.
  let stride: Int
  /// The pixel format.
  let format: Format
  private let pointer: OpaquePointer
  private let bytes: UnsafeMutablePointer<UInt8>

  /// Makes a surface.
  ///
  /// - Parameter isClear: false for a surface whose pixels are all written before one is read: its memory is
  ///   not initialised.
  /// - Throws: `RasterError.limit` if a side is too long or the area too large; `.library` if a side is empty
  ///   or memory is exhausted.
  init(width: Int, height: Int, format: Format = .color, isClear: Bool = true) throws(RasterError) {
    let operation = "making a picture of \(width) × \(height) pixels"
    let longest = max(width, height)
    guard longest <= Limits.canvasSide, let w = Int32(exactly: width), let h = Int32(exactly: height) else {
      throw .limit(
        what: "the longest side in pixels", value: Double(longest), limit: Double(Limits.canvasSide))
    }
    guard w > 0, h > 0 else { throw .library(operation: operation, reason: "a side is empty") }
    try RasterError.checkLimit("the number of pixels", width * height, most: Limits.canvasPixels)
    let kind = format == .color ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_A8
    let made = isClear ? cairo_image_surface_create(kind, w, h) : Self.unwritten(kind, w, h)
    guard let made else { throw .library(operation: operation, reason: "no surface") }
    let status = CairoStatus(cairo_surface_status(made))
    guard status == .success, let data = cairo_image_surface_get_data(made) else {
      cairo_surface_destroy(made)
      try checkStatus(status, during: operation)
      throw .library(operation: operation, reason: "the surface has no pixel memory")
    }
    self.width = width
    self.height = height
    self.format = format
    stride = Int(cairo_image_surface_get_stride(made))
    bytes = data
    pointer = made
  }

  deinit { cairo_surface_destroy(pointer) }

  /// A surface on uninitialised memory; nil if memory is exhausted.
  ///
  /// The surface owns the memory. The corresponding C functions are `cairo_image_surface_create_for_data` and
  /// `cairo_surface_set_user_data`.
  private static func unwritten(_ kind: cairo_format_t, _ width: Int32, _ height: Int32) -> OpaquePointer? {
    let stride = cairo_format_stride_for_width(kind, width)
    guard stride > 0, let memory = malloc(Int(stride) * Int(height)) else { return nil }
    guard
      let made = cairo_image_surface_create_for_data(
        memory.assumingMemoryBound(to: UInt8.self), kind, width, height, stride)
    else {
      free(memory)
      return nil
    }
    // A key is a unique address. A surface with an error is shared by all errors, and does not take
    // ownership.
    let key = UnsafePointer(memory.assumingMemoryBound(to: cairo_user_data_key_t.self))
    guard cairo_surface_status(made) == CAIRO_STATUS_SUCCESS,
      cairo_surface_set_user_data(made, key, memory, { free($0) }) == CAIRO_STATUS_SUCCESS
    else {
      cairo_surface_destroy(made)
      free(memory)
      return nil
    }
    return made
  }

  /// Passes cairo's pointer to the wrappers of this folder.
  func withPointer<R>(_ body: (OpaquePointer) -> R) -> R { body(pointer) }

  /// Passes the bytes, `stride` bytes per row, after flushing cairo's drawing.
  ///
  /// The corresponding C functions are `cairo_surface_flush` and `cairo_image_surface_get_data`.
  func withPixels<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    cairo_surface_flush(pointer)
    return try body(UnsafeRawBufferPointer(start: bytes, count: stride * height))
  }

  /// Passes the bytes for modification, `stride` bytes per row, and notifies cairo.
  ///
  /// The corresponding C functions are `cairo_surface_flush` and `cairo_surface_mark_dirty`.
  func withMutablePixels<R, E: Error>(_ body: (UnsafeMutableRawBufferPointer) throws(E) -> R) throws(E) -> R {
    cairo_surface_flush(pointer)
    defer { cairo_surface_mark_dirty(pointer) }
    return try body(UnsafeMutableRawBufferPointer(start: bytes, count: stride * height))
  }

  /// A copy of a colour surface with straight alpha (`PremultipliedPixel.straight`).
  ///
  /// - Throws: `RasterError.limit` if the picture has more pixels than a bitmap may.
  func bitmap() throws(RasterError) -> Bitmap {
    guard let all = PixelRect(minX: 0, minY: 0, maxX: width, maxY: height) else {
      throw .library(operation: "reading pixels", reason: "there are none")
    }
    return try bitmap(of: all)
  }

  /// A copy of an area inside the surface, with straight alpha.
  ///
  /// - Throws: `RasterError.limit` if it has more pixels than a bitmap may.
  func bitmap(of area: PixelRect) throws(RasterError) -> Bitmap {
    let (width, height, words) = (area.width, area.height, stride / 4)
    let first = area.minY * words + area.minX
    let pixels = withPixels { source in
      [UInt8](unsafeUninitializedCapacity: 4 * width * height) { out, count in
        guard let source = source.baseAddress, let out = UnsafeMutableRawPointer(out.baseAddress) else {
          return
        }
        for y in 0..<height {
          Premultiplication.unpremultiply(
            source + 4 * (first + y * words), count: width, to: out + 4 * y * width)
        }
        count = 4 * width * height
      }
    }
    guard let bitmap = Bitmap(width: width, height: height, pixels: pixels) else {
      throw .limit(
        what: "the number of pixels", value: Double(width * height), limit: Double(Limits.imagePixels))
    }
    return bitmap
  }
}
