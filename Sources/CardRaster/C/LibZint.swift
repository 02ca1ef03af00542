internal import CCairo

/// Encodes text as the modules of a barcode.
///
/// libzint is loaded for the first code, since most decks have none.
enum LibZint {
  /// The modules of a text in UTF-8.
  ///
  /// The corresponding C functions are `ZBarcode_Create`, `ZBarcode_Encode` and `ZBarcode_Delete`.
  ///
  /// - Parameters:
  ///   - number: the number of the symbology in zint.
  ///   - level: the level of error correction, as the symbology counts it; 0 for its default.
  static func modules(of text: [UInt8], number: Int32, level: Int32) throws(RasterError) -> BarcodeModules {
    guard let library = Library.opened else {
      throw .library(operation: "encoding a bar code", reason: "\(Library.name) is not installed")
    }
    guard let symbol = library.create() else {
      throw .library(operation: "encoding a bar code", reason: "out of memory")
    }
    defer { library.delete(symbol) }
    symbol.pointee.symbology = number
    symbol.pointee.input_mode = UNICODE_MODE
    if level > 0 { symbol.pointee.option_1 = level }
    // People and scanners expect a square, though a flat code may be smaller.
    if number == BARCODE_DATAMATRIX { symbol.pointee.option_3 = DM_SQUARE }
    let code = text.withUnsafeBufferPointer { library.encode(symbol, $0.baseAddress, Int32($0.count)) }
    // Lower codes are warnings, such as that the text declares its encoding.
    guard code < ZINT_ERROR else { throw .image(reason: reason(code, symbol)) }
    return modules(symbol)
  }

  /// Our own message for zint's error number, if there is one; otherwise zint's message without the number.
  private static func reason(_ code: Int32, _ symbol: UnsafeMutablePointer<zint_symbol>) -> String {
    switch code {
    case ZINT_ERROR_TOO_LONG: return "the text is too long for this kind of code"
    case ZINT_ERROR_INVALID_DATA: return "the text has characters that this kind of code does not support"
    case ZINT_ERROR_INVALID_CHECK: return "the last digit is not the correct check digit"
    default: break
    }
    let words = withUnsafeBytes(of: &symbol.pointee.errtxt) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    guard words.hasPrefix("Error "), let colon = words.firstIndex(of: ":") else { return words }
    return String(words[words.index(after: colon)...].drop { $0 == " " })
  }

  /// The modules, row by row.
  private static func modules(_ symbol: UnsafeMutablePointer<zint_symbol>) -> BarcodeModules {
    let (rows, width) = (Int(symbol.pointee.rows), Int(symbol.pointee.width))
    var result = BarcodeModules(width: width)
    for row in 0..<rows {
      result.rows.append((0..<width).map { cs_zint_module(symbol, Int32(row), Int32($0)) != 0 })
      result.heights.append(Double(cs_zint_row_height(symbol, Int32(row))))
    }
    result.text = withUnsafeBytes(of: &symbol.pointee.text) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return result
  }

  /// The version of libzint, such as `2.11.1`; nil if it is not installed.
  ///
  /// The corresponding C function is `ZBarcode_Version`.
  static var version: String? {
    guard let number = Library.opened?.version() else { return nil }
    return "\(number / 10000).\(number / 100 % 100).\(number % 100)"
  }

  /// libzint, loaded when the first code is encoded.
  private struct Library: Sendable {
    /// The layout of `zint_symbol` matches this version, as the name says.
    static let name = "libzint.so.2.11"
    /// Nil if the library is not installed.
    static let opened = try? Library()

    let create: @convention(c) @Sendable () -> UnsafeMutablePointer<zint_symbol>?
    let encode:
      @convention(c) @Sendable (UnsafeMutablePointer<zint_symbol>, UnsafePointer<UInt8>?, Int32) -> Int32
    let delete: @convention(c) @Sendable (UnsafeMutablePointer<zint_symbol>) -> Void
    let version: @convention(c) @Sendable () -> Int32

    private init() throws(DynamicLibrary.Missing) {
      let library = try DynamicLibrary(Self.name)
      create = try library.function("ZBarcode_Create")
      encode = try library.function("ZBarcode_Encode")
      delete = try library.function("ZBarcode_Delete")
      version = try library.function("ZBarcode_Version")
    }
  }
}
