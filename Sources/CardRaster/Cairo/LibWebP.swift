internal import CCairo

/// Reading WebP pixels by libwebp.
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
    var features = WebPBitstreamFeatures()
    let status = bytes.withUnsafeBufferPointer { WebPGetFeatures($0.baseAddress, $0.count, &features) }
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
    let size = 4 * header.width * header.height
    let pixels = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      let answer = bytes.withUnsafeBufferPointer { data in
        WebPDecodeRGBAInto(data.baseAddress, data.count, buffer.baseAddress, size, Int32(4 * header.width))
      }
      count = answer == nil ? 0 : size
    }
    guard let bitmap = Bitmap(width: header.width, height: header.height, pixels: pixels) else {
      throw .image(reason: "the WebP picture is damaged: its pixels cannot be read")
    }
    return bitmap
  }
}
