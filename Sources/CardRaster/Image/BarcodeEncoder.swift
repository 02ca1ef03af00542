/// The supported symbologies.
package enum Symbology: String, Hashable, Sendable, CaseIterable {
  /// QR code: squares that every phone reads.
  case qr
  /// Data Matrix: small squares on parts and letters.
  case dataMatrix
  /// Aztec: squares around a bull's eye, on train tickets.
  case aztec
  /// PDF417: stacked bars, on boarding passes and driving licences.
  case pdf417
  /// Code 128: bars for any ASCII text.
  case code128
  /// EAN-13: bars for 13 digits on goods.
  case ean13
  /// EAN-8: bars for 8 digits on small goods.
  case ean8
  /// UPC-A: bars for 12 digits on goods in North America.
  case upcA
  /// UPC-E: bars for 8 digits on small goods in North America.
  case upcE
}

/// The level of error correction: how much of a code may be hidden or damaged.
package enum ErrorCorrection: String, Hashable, Sendable, CaseIterable {
  /// About 7 % of a QR code.
  case low
  /// About 15 %.
  case medium
  /// About 25 %.
  case quartile
  /// About 30 %.
  case high
}

/// Encodes text as the modules of a code.
package enum BarcodeEncoder {
  /// Encodes a text.
  ///
  /// - Throws: `RasterError.limit` for a text that is too long for any code, `.image` for one that this code
  ///   does not support, `.library` if libzint is missing.
  package static func encode(_ text: String, as symbology: Symbology, _ level: ErrorCorrection? = nil)
    throws(RasterError) -> BarcodeModules
  {
    let bytes = Array(text.utf8)
    try RasterError.checkLimit("the length of a code's text in bytes", bytes.count, most: Limits.barcodeBytes)
    guard !bytes.isEmpty else { throw .image(reason: "a code needs a text") }
    guard !bytes.contains(0) else { throw .image(reason: "a code's text cannot contain U+0000") }
    try symbology.checkDigits(of: text)
    let level = symbology.hasLevels ? level.map(symbology.number(of:)) : nil
    return try LibZint.modules(of: bytes, number: symbology.number(for: text), level: level ?? 0)
  }
}

extension Symbology {
  /// The width of the quiet zone in modules.
  package var quietZone: Int {
    switch self {
    case .qr: 4
    case .dataMatrix, .aztec: 2
    case .pdf417: 2
    case .code128: 10
    case .ean13, .ean8: 11
    case .upcA, .upcE: 9
    }
  }

  /// Whether the code is one row of bars.
  package var isLinear: Bool {
    switch self {
    case .qr, .dataMatrix, .aztec, .pdf417: false
    case .code128, .ean13, .ean8, .upcA, .upcE: true
    }
  }

  /// Whether it has levels of error correction.
  package var hasLevels: Bool { self == .qr || self == .aztec || self == .pdf417 }

  /// The number of digits without and with the check digit; nil for a code that is not limited to digits.
  private var digits: ClosedRange<Int>? {
    switch self {
    case .ean13: 12...13
    case .ean8: 7...8
    case .upcA: 11...12
    case .upcE: 6...8
    case .qr, .dataMatrix, .aztec, .pdf417, .code128: nil
    }
  }

  fileprivate func checkDigits(of text: String) throws(RasterError) {
    guard let digits else { return }
    let isNumber = text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    guard isNumber, digits.contains(text.utf8.count) else {
      throw .image(
        reason: "a code of kind '\(rawValue)' must have \(digits.lowerBound) to \(digits.upperBound) digits")
    }
  }

  /// The symbology's number in zint; for a text with its check digit, the one that validates it.
  fileprivate func number(for text: String) -> Int32 {
    let isChecked = digits?.upperBound == text.utf8.count
    return switch self {
    case .qr: 58
    case .dataMatrix: 71
    case .aztec: 92
    case .pdf417: 55
    case .code128: 20
    case .ean13, .ean8: isChecked ? 14 : 13
    case .upcA: isChecked ? 35 : 34
    case .upcE: isChecked ? 38 : 37
    }
  }

  /// The number of the level in this symbology.
  fileprivate func number(of level: ErrorCorrection) -> Int32 {
    let step: Int32 =
      switch level {
      case .low: 1
      case .medium: 2
      case .quartile: 3
      case .high: 4
      }
    return self == .pdf417 ? step + 1 : step
  }
}
