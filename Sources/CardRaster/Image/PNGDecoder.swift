/// Reads PNG files (Portable Network Graphics, third edition).
///
/// How it works: a plain file is inflated in one call into the end of the memory that becomes the picture, and its rows
/// are unfiltered and widened to RGBA where they lie, from the first on: what is written never reaches what is still to
/// be read. Everything else (interlaced or with a gamma of its own, damaged, or anything that is not quite in order) is
/// left to libpng, so that its judgement and its pixels count.
enum PNGDecoder {
  /// Decodes a file of which `PNGHeader` told the size, into RGBA8, straight, sRGB.
  ///
  /// - Throws: `RasterError.image` with libpng's sentence when the file is damaged, or when its end is missing.
  static func decode(_ bytes: [UInt8], width: Int, height: Int) throws(RasterError) -> Bitmap {
    let bitmap = try read(bytes, width: width, height: height)
    // libpng stops behind the last row, whether or not the file goes on.
    guard PNGChunks.hasEnd(bytes) else {
      throw .image(reason: "the PNG picture is damaged: its end is missing")
    }
    return bitmap
  }

  private static func read(_ bytes: [UInt8], width: Int, height: Int) throws(RasterError) -> Bitmap {
    if let file = PNGFile(bytes), file.width == width, file.height == height, let bitmap = plain(file, bytes)
    {
      return bitmap
    }
    return try LibPNG.decode(PNGChunks.withLargestWindow(bytes), width: width, height: height)
  }

  /// Decodes a plain file; nil when its pixels are not in order.
  static func plain(_ file: PNGFile, _ bytes: [UInt8]) -> Bitmap? {
    let (size, filtered) = (4 * file.width * file.height, file.filteredBytes)
    // Some words more, as pixels of three bytes are loaded as words.
    let space = max(size, filtered)
    let pixels = [UInt8](unsafeUninitializedCapacity: space + 16) { buffer, count in
      count = 0
      let memory = UnsafeMutableRawBufferPointer(buffer)
      let rows = UnsafeMutableRawBufferPointer(rebasing: memory[space - filtered..<space])
      HugePages.ask(for: memory)
      memory[space..<space + 16].initializeMemory(as: UInt8.self, repeating: 0)
      guard let target = memory.baseAddress, let source = rows.baseAddress, inflate(file, bytes, into: rows),
        PNGUnfilter.run(file, from: source, into: target)
      else { return }
      count = size
    }
    return Bitmap(width: file.width, height: file.height, pixels: pixels)
  }

  /// Inflates the rows of a plain file, with the numbers of their filters; false when the stream is not in order.
  static func inflate(
    _ file: PNGFile, _ bytes: [UInt8], into target: UnsafeMutableRawBufferPointer
  ) -> Bool {
    if file.dataRanges.count == 1 {
      return bytes.withUnsafeBytes {
        stream(UnsafeRawBufferPointer(rebasing: $0[file.dataRanges[0]]), target)
      }
    }
    var joined: [UInt8] = []
    joined.reserveCapacity(file.dataBytes)
    for range in file.dataRanges { joined += bytes[range] }
    return joined.withUnsafeBytes { stream($0, target) }
  }

  private static func stream(_ data: UnsafeRawBufferPointer, _ target: UnsafeMutableRawBufferPointer) -> Bool
  {
    data.count > 6 && Inflate.zlib(data, into: target)
  }
}
