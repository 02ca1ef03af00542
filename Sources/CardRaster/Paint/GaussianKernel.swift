/// The Gaussian kernel of shadows: sampled at whole pixels out to 3.5 σ, with the sum 1.
struct GaussianKernel: Sendable {
  /// The reach to each side, in samples.
  let reach: Int
  /// The weights of −reach … reach; their sum is 1.
  let weights: [Float]

  /// Makes the kernel for a standard deviation in samples; 0 or less gives the identity kernel.
  init(sigma: Double) {
    let reach = Self.reach(of: sigma)
    var half: [Double] = [1]
    if reach > 0 {
      // exp(−i²/2σ²) by multiplying with exp(−(2i + 1)/2σ²) from i to i + 1.
      let square = Self.exponential(-1 / (sigma * sigma))
      var step = Self.exponential(-0.5 / (sigma * sigma))
      for _ in 0..<reach {
        half.append((half.last ?? 0) * step)
        step *= square
      }
    }
    let sum = 2 * half.reduce(0, +) - half[0]
    let right = half.map { Float($0 / sum) }
    self.reach = reach
    weights = right.dropFirst().reversed() + right
  }

  /// The distance beyond which a shadow of this σ is invisible, in samples.
  static func reach(of sigma: Double) -> Int {
    guard sigma > 0 else { return 0 }
    return Int((min(sigma, 1e6) * 3.5).rounded(.up))
  }

  /// e to the power of a number that is not positive.
  ///
  /// It is identical on every machine, which libm does not guarantee.
  static func exponential(_ power: Double) -> Double {
    guard power > -700 else { return 0 }
    // e^x = (e^(x/1024))^1024: the series needs few terms near 0.
    let x = power / 1024
    var (sum, term) = (1.0, 1.0)
    for index in 1...8 {
      term *= x / Double(index)
      sum += term
    }
    for _ in 0..<10 { sum *= sum }
    return sum
  }
}
