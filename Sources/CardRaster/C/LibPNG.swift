internal import CCairo

/// Reads PNG pixels with libpng's simplified interface.
enum LibPNG {
  /// Decodes a PNG file into RGBA8, straight, sRGB.
  ///
  /// libpng handles palettes, grey, 1 to 16 bits, interlacing, `tRNS` and `gAMA`; the values of an 8-bit sRGB
  /// file are unchanged. The corresponding C functions are `png_image_begin_read_from_memory` and
  /// `png_image_finish_read`.
  static func decode(_ bytes: [UInt8], width: Int, height: Int) throws(RasterError) -> Bitmap {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    var failure: String?
    let pixels = bytes.withUnsafeBytes { data -> [UInt8] in
      guard png_image_begin_read_from_memory(&image, data.baseAddress, data.count) != 0 else {
        failure = message(&image)
        return []
      }
      guard Int(image.width) == width, Int(image.height) == height else {
        failure = "its header is not the first chunk"
        return []
      }
      // RGB with alpha; the macro is a sum of macros, which Swift does not import.
      image.format = 3
      // Without a gAMA chunk libpng treats 16 bits as linear light; other decoders do not.
      image.flags |= png_uint_32(PNG_IMAGE_FLAG_16BIT_sRGB)
      return [UInt8](unsafeUninitializedCapacity: 4 * width * height) { buffer, count in
        let read = png_image_finish_read(&image, nil, buffer.baseAddress, 0, nil)
        count = read == 0 ? 0 : buffer.count
        if read == 0 { failure = message(&image) }
      }
    }
    if let failure { throw .image(reason: "the PNG picture is damaged: \(failure)") }
    guard let bitmap = Bitmap(width: width, height: height, pixels: pixels) else {
      throw .image(reason: "the PNG picture is damaged: it has no pixels")
    }
    return bitmap
  }

  private static func message(_ image: inout png_image) -> String {
    withUnsafeBytes(of: &image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
