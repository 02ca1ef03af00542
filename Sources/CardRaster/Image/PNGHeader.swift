/// What a PNG file says before its pixels.
struct PNGHeader: Equatable {
  var width: Int
  var height: Int
  /// An `acTL` chunk stands before the pixels: the file is a moving picture.
  var isAnimated: Bool

  /// Reads IHDR, which must come first, and looks through the chunks up to the first IDAT.
  init(_ bytes: [UInt8]) throws(RasterError) {
    func number(_ offset: Int) -> Int {
      bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    let damaged = RasterError.image(reason: "the PNG picture is damaged: its header cannot be read")
    guard bytes.count >= 33, number(8) == 13, bytes[12..<16].elementsEqual("IHDR".utf8) else { throw damaged }
    width = number(16)
    height = number(20)
    guard (1...Int(Int32.max)).contains(width), (1...Int(Int32.max)).contains(height) else { throw damaged }
    isAnimated = false
    var offset = 33
    while offset + 12 <= bytes.count {
      let name = bytes[offset + 4..<offset + 8]
      if name.elementsEqual("IDAT".utf8) { return }
      if name.elementsEqual("acTL".utf8) { isAnimated = true }
      offset += 12 + number(offset)
    }
  }
}
