/// The colour space of a picture, as described in its file.
enum PictureColors: Equatable {
  case sRGB
  /// An ICC profile.
  case profile([UInt8])
  /// A white point and three primaries, with one transfer curve for all channels.
  case primaries(Primaries, Curve)
  /// A colour space that could not be determined, with the reason.
  case unknown(String)

  /// White, red, green and blue as CIE 1931 x and y.
  struct Primaries: Equatable {
    var numbers: [Double]

    static let sRGB = Primaries(numbers: [0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06])
    static let rec2020 = Primaries(numbers: [0.3127, 0.329, 0.708, 0.292, 0.17, 0.797, 0.131, 0.046])
    static let displayP3 = Primaries(numbers: [0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06])

    /// Whether they are those of sRGB, within the rounding of files.
    var isSRGB: Bool { zip(numbers, Self.sRGB.numbers).allSatisfy { abs($0 - $1) < 0.002 } }

    /// Whether they span a colour space.
    var isUsable: Bool {
      let area =
        (numbers[4] - numbers[2]) * (numbers[7] - numbers[3])
        - (numbers[6] - numbers[2]) * (numbers[5] - numbers[3])
      return numbers.allSatisfy { (0.0...1).contains($0) } && abs(area) > 0.001
        && [1, 3, 5, 7].allSatisfy { numbers[$0] > 0.001 }
    }
  }

  /// The transfer curve from channel values to light.
  enum Curve: Equatable {
    case power(Double)
    case sRGB
    /// ITU-R BT.709, which BT.2020 shares.
    case video

    /// The type and parameters of a parametric curve in ICC profiles (ICC.1, section 10.18).
    ///
    /// Types are counted from 1.
    var parameters: (Int32, [Double]) {
      switch self {
      case .power(let exponent): (1, [exponent])
      case .sRGB: (4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
      case .video: (4, [1 / 0.45, 1 / 1.099, 0.099 / 1.099, 1 / 4.5, 0.081])
      }
    }
  }

  /// An ICC profile as stored in a file.
  init(profile: [UInt8]) {
    self =
      profile.count > Limits.colorProfileBytes
      ? .unknown("it has more than \(Limits.colorProfileBytes >> 20) MB") : .profile(profile)
  }

  /// Four code points of ITU-T H.273, as in the cICP chunk: primaries, curve, matrix, range.
  init(codePoints: [UInt8]) {
    let primaries: [UInt8: Primaries] = [1: .sRGB, 9: .rec2020, 12: .displayP3]
    let curves: [UInt8: Curve] = [
      1: .video, 4: .power(2.2), 5: .power(2.8), 6: .video, 8: .power(1), 13: .sRGB, 14: .video, 15: .video,
    ]
    guard codePoints.count == 4, codePoints[2...] == [0, 1], let corners = primaries[codePoints[0]],
      let curve = curves[codePoints[1]]
    else {
      self = .unknown("the colours of its cICP chunk are not supported, such as HDR")
      return
    }
    self = corners == .sRGB && curve == .sRGB ? .sRGB : .primaries(corners, curve)
  }
}
