internal import CCairo
internal import Glibc

/// Reading WebP pixels by the system's libwebp.
///
/// What is read may come from a stranger, so that it is the library which the system mends; it is opened for the first
/// such picture. What writes (`LibWebPWriter`) is part of the program, as each release of libwebp packs otherwise.
enum LibWebP {
  /// What the header says.
  struct Header: Equatable {
    /// Pixels in a row.
    var width: Int
    /// Rows.
    var height: Int
    /// More than one picture.
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

  /// The version of the libwebp that reads, as `1.2.4`; nil when it is not installed.
  ///
  /// The corresponding C function is `WebPGetDecoderVersion`.
  static var version: String? { Library.opened.map { text(of: $0.version()) } }

  /// A version as people write it.
  static func text(of version: Int32) -> String { "\(version >> 16).\(version >> 8 & 255).\(version & 255)" }

  private static func library() throws(RasterError) -> Library {
    guard let library = Library.opened else {
      throw .library(operation: "reading a WebP picture", reason: "\(Library.name) is not installed")
    }
    return library
  }

  /// libwebp, opened when the first picture is read.
  private struct Library: Sendable {
    typealias ReadHeader =
      @convention(c) @Sendable (
        UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<WebPBitstreamFeatures>, Int32
      )
      -> VP8StatusCode
    typealias Decode =
      @convention(c) @Sendable (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?, Int, Int32)
      -> UnsafeMutablePointer<UInt8>?
    typealias Version = @convention(c) @Sendable () -> Int32

    /// The types of these functions belong to this version, as the name says.
    static let name = "libwebp.so.7"
    static let opened = Library()

    let header: ReadHeader
    let decode: Decode
    let version: Version

    /// Opens the library for as long as the process lives; nil when it is not installed.
    ///
    /// The corresponding C functions are `dlopen` and `dlsym`.
    private init?() {
      guard let library = dlopen(Self.name, RTLD_NOW | RTLD_LOCAL),
        let header = dlsym(library, "WebPGetFeaturesInternal"),
        let decode = dlsym(library, "WebPDecodeRGBAInto"),
        let version = dlsym(library, "WebPGetDecoderVersion")
      else { return nil }
      self.header = unsafeBitCast(header, to: ReadHeader.self)
      self.decode = unsafeBitCast(decode, to: Decode.self)
      self.version = unsafeBitCast(version, to: Version.self)
    }
  }
}
