package import CardRaster
import Synchronization

/// The colours of series.
///
/// Any two can be distinguished with protanopia, deuteranopia and tritanopia, and all have a contrast of at
/// least 3:1 with the surface.
package enum ChartPalette {
  private static let light: [Color] = [
    0x05A4B5, 0x1844B9, 0xBD871C, 0x8F68EB, 0xB71C0E, 0x713C6D,
  ].map { Color(rgb: $0) }
  private static let dark: [Color] = [
    0x1FB6C7, 0x3772AC, 0xD98A2E, 0xA071FC, 0xA4515A, 0xFACCFC,
  ].map { Color(rgb: $0) }

  package static func standard(_ appearance: Appearance) -> [Color] { appearance == .dark ? dark : light }

  /// The palette starting with a given colour, without those that look like it.
  static func colors(_ appearance: Appearance, first: Color) -> [Color] {
    let standard = standard(appearance)
    guard first != standard.first else { return standard }
    return [first] + standard.dropFirst().filter { !isAlike($0, first) }
  }

  /// Whether the weighted distance of two colours is less than a sixth of that between black and white.
  private static func isAlike(_ a: Color, _ b: Color) -> Bool {
    func part(_ x: UInt8, _ y: UInt8, _ weight: Double) -> Double {
      let way = Double(x) - Double(y)
      return weight * way * way
    }
    let sum = part(a.red, b.red, 0.3) + part(a.green, b.green, 0.59) + part(a.blue, b.blue, 0.11)
    return sum < 1_800
  }
}

/// Palettes of modern themes and brands.
extension ChartPalette {
  /// Eight colours that start with a given one and have enough contrast with a surface.
  ///
  /// With normal vision, protanopia, deuteranopia and tritanopia, any two of the first five differ by a
  /// CIEDE2000 distance of at least 10; the others differ as much as possible. Each next colour is the
  /// candidate that differs most from the previous ones, preferring other hues and a medium lightness. No colour is
  /// brown, and two of similar lightness have hues that differ by at least 20°.
  ///
  /// Themes ask for the same few palettes again and again, so the last ones are kept.
  ///
  /// - Parameter light: The palette of the light appearance. The colours of a dark one have its hues, so that a
  ///   series is known by the same word in both.
  static func derived(from first: Color, on surface: Color, like light: [Color] = []) -> [Color] {
    let key = [first, surface] + light
    if let known = derived.withLock({ $0[key] }) { return known }
    let colors = darkened(light, from: first, on: surface) ?? search(from: first, on: surface)
    derived.withLock {
      if $0.count >= 64 { $0 = [:] }
      $0[key] = colors
    }
    return colors
  }

  /// The colours of rising and falling values: the first colour and the warmest of the next four.
  ///
  /// On a dark surface falling values are not lighter. A red or orange first colour is that of falling values, and the
  /// coolest of the next four that of rising ones.
  static func changes(_ colors: [Color], on surface: Color) -> (rising: Color, falling: Color) {
    let rising = OKLab(colors[0])
    let isDark = surface.luminance < 0.18
    func warmth(_ color: OKLab) -> Double { (0.8 * color.a + 0.6 * color.b) / max(0.04, color.chroma) }
    let isWarm = warmth(rising) >= 0.5
    let isYellow = isWarm && rising.b >= 1.5 * rising.a
    var next = Array(colors[1..<min(5, colors.count)])
    // If rising values are yellow, the second colour differs most.
    if !isYellow { next.sort { warmth(OKLab($0)) > warmth(OKLab($1)) } }
    if isWarm, !isYellow,
      let cool = next.last(where: { !isDark || OKLab($0).lightness >= rising.lightness })
    {
      return (cool, colors[0])
    }
    let others = next.map { OKLab($0) }
    let views = OKLab.views(of: colors[0])
    // Next to a dark accent, colours of its lightness may be too similar.
    for step in isDark ? [0, 0.06, 0.12] : [0.56, 0] {
      let shades = others.map { color in
        // A darker shade of a pale colour would be dull.
        let strength = max(1, 0.17 / max(0.04, color.chroma))
        let lightness = isDark ? min(color.lightness, rising.lightness + step) : max(color.lightness, step)
        return OKLab(lightness: lightness, a: color.a * strength, b: color.b * strength).color
      }
      let seen = shades.map { $0.standingOut(from: [surface], by: Accents.shapes) }
      if let color = seen.first(where: { distance(OKLab.views(of: $0), views) >= 0.1 }) {
        return (colors[0], color)
      }
    }
    return (colors[0], colors[1])
  }

  private static let derived = Mutex<[[Color]: [Color]]>([:])

  private static func search(from first: Color, on surface: Color) -> [Color] {
    let all = surface.luminance < 0.18 ? darkCandidates : lightCandidates
    let usable = all.usable(on: surface)
    let own = OKLab.views(of: first)
    let distances = all.views.map { distance($0, own) }
    let hues = all.views.map { hueDistance($0[0], own[0]) }
    let isDark = surface.luminance < 0.18
    let enough = isDark ? enough.dark : enough.light
    func score(_ number: Int, _ distances: [Double], _ hues: [Double], _ chosen: [Int] = []) -> Double {
      let isFar = isDark && chosen.count < 3 && all.range(chosen + [number], own[0].lightness) > 0.2
      return min(distances[number], 0.14) + 0.2 * min(hues[number], 0.25) - all.penalties[number]
        - (isFar ? 1 : 0)
    }
    let starts = usable.filter { hues[$0] >= 0.12 }.map { ($0, score($0, distances, hues)) }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    var best: (five: Double, eight: Double, numbers: [Int]) = (-1, -1, [])
    for (start, _) in starts {
      var (distances, hues, numbers, least, five) = (distances, hues, [Int](), Double.infinity, 0.0)
      var next = start
      while numbers.count < 7 {
        least = min(least, distances[next])
        numbers.append(next)
        if numbers.count == 4 { five = least }
        for number in usable {
          distances[number] = min(distances[number], all.distances[next][number])
          hues[number] = min(hues[number], all.hues[next][number])
        }
        let scores = usable.map { ($0, score($0, distances, hues, numbers)) }
        next = scores.max { ($0.1, $1.0) < ($1.1, $0.0) }?.0 ?? next
      }
      (five, least) = (min(five, enough), min(least, 0.06))
      if (five, least) > (best.five, best.eight) { best = (five, least, numbers) }
      if five == enough, least == 0.06 { break }
    }
    return [first] + best.numbers.map { all.colors[$0] }
  }

  /// A dark palette with the hues of a light one, or with their neighbours where colours would be too alike.
  ///
  /// It is nil on a light surface, and where the first colours have different hues.
  private static func darkened(_ light: [Color], from first: Color, on surface: Color) -> [Color]? {
    let all = darkCandidates
    let hues = light.dropFirst().compactMap { lightCandidates.colors.firstIndex(of: $0) }
      .map { $0 % Candidates.hues.count }
    guard surface.luminance < 0.18, let lead = light.first, hues.count == 7,
      hueDistance(OKLab(first), OKLab(lead)) < 0.08
    else { return nil }
    let own = OKLab.views(of: first)
    let distances = all.views.map { distance($0, own) }
    let usable = all.usable(on: surface)
    func least(_ number: Int, _ chosen: [Int]) -> Double {
      chosen.reduce(distances[number]) { min($0, all.distances[number][$1]) }
    }
    // Neighbouring hues have a distance up to 0.11, and those on both sides of the gap between yellow and green 0.24.
    for (reach, range) in [
      (0, 0.2), (0.115, 0.2), (0.115, 0.25), (0, 1), (0.115, 1), (0.26, 1),
    ] {
      let choices = hues.map { hue in
        usable.filter { Candidates.gap($0 % Candidates.hues.count, hue) <= reach }
      }
      var best: (score: Double, numbers: [Int]) = (-.infinity, [])
      // The best combination of first colours that can be distinguished has a medium lightness.
      func extend(_ chosen: [Int], _ score: Double) {
        guard score > best.score else { return }
        guard chosen.count < 4 else { return best = (score, chosen) }
        for number in choices[chosen.count] {
          guard least(number, chosen) >= enough.dark,
            chosen.count > 2 || all.range(chosen + [number], own[0].lightness) <= range
          else { continue }
          extend(chosen + [number], score - all.penalties[number])
        }
      }
      extend([], 0)
      guard !best.numbers.isEmpty else { continue }
      var numbers = best.numbers
      for choice in choices.dropFirst(4) {
        // The hues of the last colours matter less than their differences.
        let isNew = numbers.count < 5 || choice.contains { least($0, numbers) > 0 }
        let scores = (isNew ? choice : usable).map { ($0, min(least($0, numbers), 0.1) - all.penalties[$0]) }
        numbers += scores.max { ($0.1, $1.0) < ($1.1, $0.0) }.map { [$0.0] } ?? []
      }
      return [first] + numbers.map { all.colors[$0] }
    }
    return nil
  }

  /// The colours from which palettes are made, and how much they differ.
  private struct Candidates: Sendable {
    /// Ten hues with a chroma of 0.18, without greenish yellows, which look like mud on white.
    static let hues = [
      (0.176, 0.037), (0.134, 0.12), (0.076, 0.163), (-0.156, 0.09), (-0.179, -0.016), (-0.138, -0.116),
      (-0.047, -0.174), (0.037, -0.176), (0.127, -0.127), (0.176, -0.037),
    ]
    /// The distance of two hues.
    static func gap(_ first: Int, _ second: Int) -> Double {
      let (a, b) = (hues[first].0 - hues[second].0, hues[first].1 - hues[second].1)
      return (a * a + b * b).squareRoot()
    }
    var colors: [Color] = []
    /// How far each lightness is from the preferred one.
    var penalties: [Double] = []
    let views: [[OKLab]]
    let distances, hues: [[Double]]

    init(lightness: some Sequence<Double>, preferred: Double) {
      for lightness in lightness {
        colors += Self.hues.map { OKLab(lightness: lightness, a: $0.0, b: $0.1).color }
        penalties += Self.hues.map { _ in 0.2 * abs(lightness - preferred) }
      }
      let views = colors.map { OKLab.views(of: $0) }
      self.views = views
      distances = Self.pairs(views.count) { distance(views[$0], views[$1]) }
      self.hues = Self.pairs(views.count) { hueDistance(views[$0][0], views[$1][0]) }
    }

    /// The colours that can be seen on a surface; on a light one without orange and yellow, which would be brown.
    func usable(on surface: Color) -> [Int] {
      colors.indices.filter { number in
        let color = views[number][0]
        let isWarm = color.a > 0 && color.b > color.a / 2
        let isBrown = surface.luminance > 0.18 && isWarm && (color.lightness < 0.6 || color.b > color.a)
        return !isBrown && colors[number].contrast(with: surface) >= Accents.shapes
      }
    }

    /// The range of the lightness of colours and of a given one; a much lighter one would look like the main series.
    func range(_ numbers: [Int], _ lightness: Double) -> Double {
      let all = numbers.map { views[$0][0].lightness } + [lightness]
      return (all.max() ?? 0) - (all.min() ?? 0)
    }

    /// The values of all pairs, calculated once for both directions, because this is done at each start of the program.
    private static func pairs(_ count: Int, _ value: (Int, Int) -> Double) -> [[Double]] {
      var all = Array(repeating: Array(repeating: 0.0, count: count), count: count)
      for first in 0..<count {
        for second in 0..<first {
          all[first][second] = value(first, second)
          all[second][first] = all[first][second]
        }
      }
      return all
    }
  }

  private static let lightCandidates = Candidates(
    lightness: stride(from: 0.42, through: 0.68, by: 0.05), preferred: 0.58)
  private static let darkCandidates = Candidates(
    lightness: stride(from: 0.6, through: 0.88, by: 0.045), preferred: 0.72)

  /// The distance of colours that are sure to differ by 10 in CIEDE2000.
  private static let enough = (light: 0.13, dark: 0.12)

  /// The smallest difference of two colours with the four kinds of vision; 0 for shades of a hue.
  ///
  /// Lightness, chroma and hue have about the weights of CIEDE2000.
  private static func distance(_ first: [OKLab], _ second: [OKLab]) -> Double {
    if first[0].isShade(of: second[0]) { return 0 }
    return zip(first, second).lazy.map { first, second in
      let (lightness, chroma) = (first.lightness - second.lightness, first.chroma - second.chroma)
      let hue = hueDistance(first, second)
      let scaled = chroma / (1 + first.chroma + second.chroma)
      let colors = scaled * scaled + max(0, hue * hue - chroma * chroma)
      return (lightness * lightness + 1.96 * colors).squareRoot()
    }.min() ?? 0
  }

  /// The difference of two colours without that of their lightness.
  private static func hueDistance(_ first: OKLab, _ second: OKLab) -> Double {
    first.distance(to: second.with(lightness: first.lightness))
  }
}

extension OKLab {
  /// Whether two colours have about the same lightness, and hues that differ by less than 20°.
  fileprivate func isShade(of other: OKLab) -> Bool {
    let product = chroma * other.chroma
    return abs(lightness - other.lightness) < 0.25 && min(chroma, other.chroma) > 0.04
      && a * other.a + b * other.b > 0.94 * product
  }
}
