internal import CCairo

/// Reads WebP pixels with the system's libwebp.
///
/// Input may be untrusted, so reading uses the library that the system keeps up to date; it is loaded for the
/// first such picture. Writing (`LibWebPWriter`) uses a copy in the program, as each release of libwebp
/// compresses differently.
enum LibWebP {
  /// The properties in the header.
  struct Header: Equatable {
    /// The width in pixels.
    var width: Int
    /// The height in pixels.
    var height: Int
    /// Whether it is an animation.
    var isAnimated: Bool
  }

  /// Reads the header.
  ///
  /// The corresponding C function is `WebPGetFeatures`.
  static func header(_ bytes: [UInt8]) throws(RasterError) -> Header {
    let library = try library()
    var features = WebPBitstreamFeatures()
    let status = bytes.withUnsafeBufferPointer {
      library.header($0.baseAddress, $0.count, &features, WEBP_DECODER_ABI_VERSION)
    }
    guard status == VP8_STATUS_OK, features.width > 0, features.height > 0 else {
      throw .image(reason: "the WebP picture is damaged: its header cannot be read")
    }
    return Header(
      width: Int(features.width), height: Int(features.height), isAnimated: features.has_animation != 0)
  }

  /// Decodes RGBA8, straight.
  ///
  /// The corresponding C function is `WebPDecodeRGBAInto`.
  static func decode(_ bytes: [UInt8], _ header: Header) throws(RasterError) -> Bitmap {
    let library = try library()
    let size = 4 * header.width * header.height
    let pixels = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      let answer = bytes.withUnsafeBufferPointer { data in
        library.decode(data.baseAddress, data.count, buffer.baseAddress, size, Int32(4 * header.width))
      }
      count = answer == nil ? 0 : size
    }
    guard let bitmap = Bitmap(width: header.width, height: header.height, pixels: pixels) else {
      throw .image(reason: "the WebP picture is damaged: its pixels cannot be read")
    }
    return bitmap
  }

  /// The version of the libwebp used for reading, such as `1.2.4`; nil if it is not installed.
  ///
  /// The corresponding C function is `WebPGetDecoderVersion`.
  static var version: String? { Library.opened.map { format($0.version()) } }

  /// A version in its usual notation.
  static func format(_ version: Int32) -> String { "\(version >> 16).\(version >> 8 & 255).\(version & 255)" }

  private static func library() throws(RasterError) -> Library {
    guard let library = Library.opened else {
      throw .library(operation: "reading a WebP picture", reason: "\(Library.name) is not installed")
    }
    return library
  }

  /// libwebp, loaded when the first picture is read.
  private struct Library: Sendable {
    /// The types of these functions match this version, as the name says.
    static let name = "libwebp.so.7"
    /// Nil if the library is not installed.
    static let opened = try? Library()

    let header:
      @convention(c) @Sendable (
        UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<WebPBitstreamFeatures>, Int32
      )
        -> VP8StatusCode
    let decode:
      @convention(c) @Sendable (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?, Int, Int32)
        -> UnsafeMutablePointer<UInt8>?
    let version: @convention(c) @Sendable () -> Int32

    private init() throws(DynamicLibrary.Missing) {
      let library = try DynamicLibrary(Self.name)
      header = try library.function("WebPGetFeaturesInternal")
      decode = try library.function("WebPDecodeRGBAInto")
      version = try library.function("WebPGetDecoderVersion")
    }
  }
}
