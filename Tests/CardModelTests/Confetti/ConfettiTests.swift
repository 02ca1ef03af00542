import CardRaster
import TestSupport
import Testing

@testable import CardModel
@testable import CardParts

/// Confetti: sizes, randomness and time.
@Suite struct ConfettiTests {
  private func emitter(
    _ shape: ConfettiEmitter.Shape = .line, intensity: Double = 0.5, seed: Int = 0, colors: Int = 3,
    time: Double = 3
  ) -> ConfettiEmitter {
    let source = ConfettiEmitter.Source(color: .black, look: .shape(.star))
    return ConfettiEmitter(
      shape: shape, size: Size(width: 300, height: 200), intensity: intensity,
      sources: Array(repeating: source, count: colors), seed: seed, time: time)
  }

  @Test func threePiecesPerSecondLiveForSevenSeconds() {
    let half = emitter(colors: 1)
    #expect(half.particles(at: 0).count == 1)
    #expect(half.particles(at: 0.99).count == 3)
    #expect(half.particles(at: 6.9).count == 21)
    #expect(half.particles(at: 500.1).count == 21)
    #expect(half.particles(at: 500.1).allSatisfy { $0.age >= 0 && $0.age < 7 })
    #expect(half.particles(at: -1).isEmpty)
    #expect(emitter(intensity: 0).particles(at: 9).isEmpty)
    for intensity in [0.1, 0.37, 1] {
      let most = emitter(intensity: intensity).particles(at: 1_000).count
      #expect(most <= ConfettiEmitter.most(intensity: intensity, sources: 3))
      #expect(most >= ConfettiEmitter.most(intensity: intensity, sources: 3) - 3)
    }
  }

  @Test(arguments: [0.25, 0.5, 1]) func speedSpinAndSizeFollowTheIntensity(i: Double) {
    let point = emitter(.point, intensity: i)
    for particle in point.particles(at: 2) where particle.age > 0 {
      let (dx, dy) = (particle.position.x - 150, particle.position.y)
      #expect(dy >= -1e-9)
      let speed = (dx * dx + dy * dy).squareRoot() / particle.age
      #expect(speed >= 310 * i - 1e-6 && speed <= 390 * i + 1e-6)
      let spin = particle.angle / particle.age * Double.pi / 180
      #expect(spin >= 1.5 * i - 1e-9 && spin <= 5.5 * i + 1e-9)
      let born = particle.scale + 0.1 * i * particle.age
      #expect(particle.scale == 0 || (born >= 1 - i / 2 - 1e-9 && born <= 1 + i / 2 + 1e-9))
    }
  }

  @Test func randomNumbersAreUniformAndReproducible() {
    let values = (0..<10_000).map { ConfettiEmitter.chance(seed: 1, source: 2, number: $0, channel: 3) }
    for tenth in 0..<10 {
      let count = values.filter { Int($0 * 10) == tenth }.count
      #expect((900...1100).contains(count))
    }
    // The first value of SplitMix64 for the seed 0, as published by its authors.
    #expect(ConfettiEmitter.mixed(0) == 0xE220_A839_7B1D_CDAF)
  }

  @Test func aMomentDoesNotDependOnEarlierOnes() {
    let early = emitter().particles(at: 2)
    let late = emitter().particles(at: 3)
    // The same pieces a second later: on the same straight line, at the same speed.
    for piece in early {
      guard let later = late.first(where: { ($0.source, $0.number) == (piece.source, piece.number) }) else {
        Issue.record("piece \(piece.number) is gone")
        continue
      }
      #expect(isNear(later.age, piece.age + 1))
      guard piece.age > 0.01 else { continue }
      #expect(isNear(later.position.y / later.age, piece.position.y / piece.age, within: 1e-6))
    }
    #expect(emitter(seed: 1).particles(at: 2) != early)
    #expect(emitter().particles(at: 2) == early)
  }

  @Test func piecesStartInsideTheShape() {
    for (shape, xs, ys) in [
      (ConfettiEmitter.Shape.line, 0.0...300.0, 0.0...0.0), (.point, 150...150, 0...0),
      (.rectangle, 0...300, 0...1), (.sphere, 0...300, -150...150),
    ] {
      let born = (0..<300).flatMap { emitter(shape).particles(at: Double($0) / 3) }.filter { $0.age < 1e-9 }
      #expect(born.count >= 300)
      #expect(born.allSatisfy { xs.contains($0.position.x) && ys.contains($0.position.y) })
      // They are spread over the whole shape, not only near its start.
      let wide = born.map(\.position.x).max().map { $0 - (born.map(\.position.x).min() ?? 0) } ?? 0
      #expect(wide >= (xs.upperBound - xs.lowerBound) * 0.9)
    }
  }

  @Test func theDisplayListShowsTheRequestedMoment() throws {
    let laidOut = try LaidOut(part: #"{"type":"confetti","time":2}"#)
    let box = try #require(laidOut.deck.pages.first).box
    func dump(_ time: Double?) -> String { Flattening.flatten(box, scale: 1, title: "", time: time).dump }
    #expect(dump(nil) == dump(2))
    #expect(dump(2.5) != dump(2))
    #expect(
      dump(2.5)
        == (try LaidOut(part: #"{"type":"confetti","time":2.5}"#).deck.pages.first.map {
          Flattening.flatten($0.box, scale: 1, title: "").dump
        }))
  }

  @Test func fewerPicturesThanColorsAreRepeated() throws {
    let laidOut = try LaidOut(
      part:
        #"{"type":"confetti","style":"mixed","colors":["red","lime","blue"],"confettiImages":["square","circle"]}"#
    )
    #expect(laidOut.warnings.isEmpty)
    #expect(try LaidOut(part: #"{"type":"confetti","style":"mixed"}"#).warnings.isEmpty)
  }

  @Test func anOverlayTakesNoSpaceAndCoversTheCard() throws {
    let text = #"{"type":"text","text":"Well done"}"#
    let plain = try LaidOut(parts: text)
    for parts in [
      #"{"type":"confetti","overlay":"card"},\#(text)"#, #"\#(text),{"type":"confetti","overlay":"card"}"#,
    ] {
      let laidOut = try LaidOut(parts: parts)
      #expect(try laidOut.frame() == plain.frame())
      #expect(try laidOut.frame(0) == plain.frame(0))
      #expect(try laidOut.frame(1) == plain.frame())
      let card = try LaidOut(parts: parts, card: #""height":150,"#)
      #expect(try card.frame(1).height == card.frame().height)
    }
    let inset = try LaidOut(parts: #"\#(text),{"type":"confetti","overlay":"card","margins":5}"#)
    #expect(try inset.frame(1).width == plain.frame().width - 10)
  }

  @Test func anOverlayOfTheDeckCoversThePictureAndChangesNoCard() throws {
    func page(_ part: String) throws -> DeckPage {
      let deck = #"""
        {"canvas": {"width": 200}, "layout": {"type": "list", "spacing": 30}, "cards": [
          {"parts": [{"type": "text", "text": "One"}\#(part)]}, {"parts": [{"type": "text", "text": "Two"}]}]}
        """#
      return try DeckRenderer.laidOut(
        Array(deck.utf8), file: "deck.json", folder: "/", catalog: try Goldens.catalog()
      ).pages[0]
    }
    let plain = Inspection().page(try page(""))
    let covered = try page(#", {"type": "confetti", "id": "fall", "overlay": "deck"}"#)
    let inspected = Inspection().page(covered)
    #expect(inspected["cards"] == plain["cards"])
    let overlay = try #require(inspected["overlays"]?.element(0))
    #expect(overlay["id"]?.plain == "fall")
    #expect(overlay["frame"]?["height"]?.number == covered.display.size.height)
    #expect(overlay["frame"]?["width"]?.number == 200)
    // It is painted last, over both cards.
    guard case .box(let last, _) = covered.box.content.last else {
      Issue.record("nothing is painted over the page")
      return
    }
    #expect(last.content.count == 1)
  }

  @Test(arguments: ConfettiShape.allCases) func aPieceIsAsLargeAsItsFigures(_ shape: ConfettiShape) {
    let size = shape.size
    let extent: Rect
    switch shape.drawing {
    case .area(let path): extent = Self.extent(of: path)
    case .line(let path, let stroke):
      // Butt ends do not extend the path; the stroke is wider only where the path runs along an edge.
      let around = Self.extent(of: path).inset(by: -stroke.width / 2)
      extent =
        shape == .squiggle || shape == .circle
        ? around : Rect(x: -size.width / 2, y: -size.height / 2, width: size.width, height: size.height)
      #expect(around.width >= size.width - 0.01)
    }
    #expect(abs(extent.width - size.width) < 0.35, "\(extent)")
    #expect(abs(extent.height - size.height) < 0.35, "\(extent)")
    #expect(abs(extent.midX) < 0.2 && abs(extent.midY) < 0.2)
  }

  /// The bounding rectangle of points on a path's curves.
  private static func extent(of path: Path) -> Rect {
    var points: [Point] = []
    for element in path.elements {
      switch element {
      case .move(let point), .line(let point): points.append(point)
      case .curve(let a, let b, let end):
        let start = points.last ?? end
        for step in 1...16 {
          let t = Double(step) / 16
          let u = 1 - t
          let (p, q, r, s) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
          points.append(
            Point(
              x: p * start.x + q * a.x + r * b.x + s * end.x, y: p * start.y + q * a.y + r * b.y + s * end.y))
        }
      case .close: break
      }
    }
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
    return Rect(x: left, y: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top)
  }
}
