import CardRaster
import TestSupport
import Testing

@testable import CardModel
@testable import CardParts
@testable import CardScreens

/// The positions of the cards of a stack at any moment, by the values of both libraries.
@Suite struct SwipeSceneTests {
  private static let screen = Size(width: 414, height: 736)

  /// Some cards with an overlay on the right, in a stack of 414 × 560 points.
  static func scene(_ count: Int = 4, _ change: (inout SwipeStack) -> Void = { _ in }) -> SwipeScene {
    var stack = SwipeStack()
    change(&stack)
    let cards = (0..<count).map {
      SwipeScene.Card(
        name: String($0 + 1), rules: SwipeRules(nil, in: stack, screen: screen), overlays: [.right])
    }
    return SwipeScene(
      stack: stack, screen: screen, bounds: Size(width: 414, height: 560), cards: cards)
  }

  private static func drag(_ x: Double, _ y: Double, upper: Bool = true) -> SwipeDrag {
    SwipeDrag(translation: Point(x: x, y: y), touchPoint: Point(x: 150, y: upper ? 120 : 400))
  }

  struct Vector: Sendable {
    let x, y: Double
    var upper = true
    let rotation: Double
    let old, new: SwipeDirection
    let shares, alphas: (Double, Double)
    let scale: Double
    let swipes: (Bool, Bool)
  }

  static let vectors = [
    Vector(
      x: 80, y: -20, rotation: 3.4783, old: .right, new: .right, shares: (0.3865, 0.7729),
      alphas: (0.6643, 0.5797), scale: 0.96932, swipes: (false, false)),
    Vector(
      x: 80, y: -20, upper: false, rotation: -3.4783, old: .right, new: .right, shares: (0.3865, 0.7729),
      alphas: (0.6643, 0.5797), scale: 0.96932, swipes: (false, false)),
    Vector(
      x: -120, y: 30, rotation: -5.2174, old: .left, new: .left, shares: (0.5797, 1.1594),
      alphas: (0.9964, 0.8696), scale: 0.97899, swipes: (true, true)),
    Vector(
      x: 0, y: -150, rotation: 0, old: .up, new: .up, shares: (0.4076, 1.4493), alphas: (0.8152, 1),
      scale: 0.98623, swipes: (false, true)),
    Vector(
      x: 40, y: -40, rotation: 1.7391, old: .right, new: .up, shares: (0.1932, 0.3865),
      alphas: (0.1691, 0), scale: 0.95966, swipes: (false, false)),
    Vector(
      x: 103.5, y: 0, rotation: 4.5, old: .right, new: .right, shares: (0.5, 1), alphas: (1, 1),
      scale: 0.975, swipes: (true, true)),
    Vector(
      x: -500, y: 0, rotation: -21.7391, old: .left, new: .left, shares: (2.4155, 4.8309), alphas: (1, 1),
      scale: 1, swipes: (true, true)),
    Vector(
      x: 500, y: 0, rotation: 18, old: .right, new: .right, shares: (2.4155, 4.8309), alphas: (1, 1),
      scale: 1, swipes: (true, true)),
  ]

  @Test(arguments: vectors) func aDragIsInterpretedAsInTheLibraries(_ vector: Vector) throws {
    for compatibility in SwipeCompatibility.allCases {
      let isOld = compatibility == .mgswipecards
      let scene = Self.scene {
        $0.compatibility = compatibility
        $0.drag = Self.drag(vector.x, vector.y, upper: vector.upper)
      }
      let drag = try #require(scene.drag)
      #expect(isNear(drag.pose.rotation, vector.rotation, within: 5e-5))
      #expect(drag.pose.translation == Point(x: vector.x, y: vector.y))
      #expect(drag.direction == (isOld ? vector.old : vector.new))
      #expect(isNear(drag.percentage, isOld ? vector.shares.0 : vector.shares.1, within: 5e-5))
      #expect(isNear(drag.overlayAlpha, isOld ? vector.alphas.0 : vector.alphas.1, within: 5e-5))
      #expect(drag.wouldSwipe == (isOld ? vector.swipes.0 : vector.swipes.1))
      let below = try #require(scene.placements.first)
      #expect(below.index == 1)
      #expect(isNear(below.poses.start.linear.a, vector.scale, within: 5e-6))
    }
  }

  @Test func aFastFlickSwipesHoweverShortItIsAndEvenBackwards() throws {
    func swipes(_ speed: Double) throws -> Bool {
      try #require(
        Self.scene {
          $0.drag = SwipeDrag(translation: Point(x: 20, y: 0), velocity: Point(x: speed, y: 0))
        }.drag
      ).wouldSwipe
    }
    #expect(try swipes(1100) && swipes(-1100))
    #expect(try !swipes(1099))
  }

  @Test func aDirectionThatIsNotAllowedDoesNotCount() throws {
    let drag = try #require(
      Self.scene {
        $0.swipeDirections = [.left, .up]
        $0.drag = Self.drag(200, -20)
      }.drag)
    #expect(drag.direction == .up)
    #expect(drag.pose.translation.x == 200)
  }

  @Test func withoutATouchPointACardOfShuffleDoesNotTurn() throws {
    for (compatibility, angle) in [(SwipeCompatibility.shuffle, 0.0), (.mgswipecards, 9)] {
      let scene = Self.scene {
        $0.compatibility = compatibility
        $0.drag = SwipeDrag(translation: Point(x: 207, y: 0))
      }
      #expect(try #require(scene.drag).pose.rotation == angle)
    }
  }

  @Test func atRestTheSecondCardIsHiddenByTheFirst() {
    let placements = Self.scene().placements
    #expect(placements.map(\.card) == [1, 0])
    #expect(placements.map(\.poses.end.scaleX) == [0.95, 1])
    #expect(placements.allSatisfy { $0.poses.end.translation == .zero && $0.poses.legs.isEmpty })
  }

  @Test func aFanTurnsItsCardsInTurn() {
    let fan = CardTransforms.fan
    #expect(fan.pose(at: 0) == .rest)
    for (index, x, y, angle, scale) in [
      (1, 20, 20, 15, 0.8), (2, -40, 40, -15, 0.6), (3, 60, 60, 15, 0.4),
    ] as [(Int, Double, Double, Double, Double)] {
      let pose = fan.pose(at: index)
      #expect(pose.translation == Point(x: x, y: y))
      #expect(pose.rotation == angle)
      #expect(isNear(pose.scaleX, scale) && pose.scaleX == pose.scaleY)
    }
  }

  @Test func cardsOfMGSwipeCardsInterpolateTheirTransforms() throws {
    func below(_ compatibility: SwipeCompatibility) throws -> Transform {
      try #require(
        Self.scene {
          $0.compatibility = compatibility
          $0.transforms = .fan
          $0.drag = SwipeDrag(translation: Point(x: 103.5, y: 0))
        }.placements.first
      ).poses.end.linear
    }
    let (sine, cosine) = Angle.sineAndCosine(degrees: 15)
    let mixed = try below(.mgswipecards)
    #expect(isNear(mixed.a, (1 + 0.8 * cosine) / 2) && isNear(mixed.b, 0.4 * sine))
    let (half, long) = Angle.sineAndCosine(degrees: 7.5)
    let turned = try below(.shuffle)
    #expect(isNear(turned.a, 0.9 * long) && isNear(turned.b, 0.9 * half))
  }

  // MARK: Animations

  private static func swipe(
    _ compatibility: SwipeCompatibility, _ direction: SwipeDirection, at time: Double, count: Int = 4,
    _ change: (inout SwipeStack) -> Void = { _ in }
  ) -> [SwipeScene.Placement] {
    scene(count) {
      $0.compatibility = compatibility
      $0.animations = [SwipeAnimation(kind: .swipe, direction: direction, time: time)]
      change(&$0)
    }.placements
  }

  @Test(
    arguments: [
      // Moment, opacity of the overlay, translation, rotation, scale of the card below.
      (0, 0, 0, 0, 0.95), (0.105, 1, 0, 0, 0.95), (0.0525, 0.5, 0, 0, 0.95),
      (0.4025, 1, 702.229, 18, 0.9925), (0.455, 1, 826.15, 21.17647, 1), (0.7, 1, 1404.458, 36, 1),
    ] as [(Double, Double, Double, Double, Double)])
  func aForcedSwipeOfShuffle(time: Double, alpha: Double, way: Double, turn: Double, scale: Double) throws {
    let placements = Self.swipe(.shuffle, .right, at: time)
    #expect(placements.map(\.card) == [2, 1, 0])
    let leaving = placements[2]
    #expect(leaving.index == nil)
    #expect(isNear(leaving.poses.end.translation.x, way, within: 0.01))
    #expect(isNear(leaving.poses.end.rotation, turn, within: 1e-4))
    #expect(isNear(try #require(leaving.overlays[.right]).end.opacity, alpha, within: 1e-9))
    #expect(isNear(placements[1].poses.end.scaleX, scale, within: 1e-9))
    #expect(placements[0].poses.end.scaleX == 0.95)
  }

  @Test func withoutAnOverlayTheCardOfShuffleLeavesAtOnce() {
    let placements = Self.swipe(.shuffle, .left, at: 0.35)
    #expect(isNear(placements[2].poses.end.translation.x, -702.229, within: 0.01))
    #expect(placements[2].poses.end.rotation == -18)
    #expect(placements[2].overlays.isEmpty)
    #expect(isNear(placements[1].poses.end.scaleX, 0.95 + 0.05 * 0.7, within: 1e-9))
  }

  @Test func aForcedSwipeOfMGSwipeCards() {
    let side = Self.swipe(.mgswipecards, .right, at: 0.4)[2]
    #expect(isNear(side.poses.end.translation.x, 541.229, within: 0.01))
    #expect(isNear(side.poses.end.rotation, 18))
    let up = Self.swipe(.mgswipecards, .up, at: 0.6)[2]
    #expect(isNear(up.poses.end.translation.y, -1404.458, within: 0.01))
    #expect(up.poses.end.rotation == 0)
    #expect(isNear(Self.swipe(.mgswipecards, .right, at: 0.25)[1].poses.end.scaleX, 0.975))
  }

  @Test(arguments: [
    (SwipeCompatibility.mgswipecards, -1082.458, 270.61), (.shuffle, -1362.525, 340.631),
  ]) func aDraggedCardContinuesInItsDirection(compatibility: SwipeCompatibility, x: Double, y: Double) {
    for (upper, turn) in [(true, -36.0), (false, 36)] {
      let scene = Self.scene {
        $0.compatibility = compatibility
        $0.drag = Self.drag(-120, 30, upper: upper)
        $0.animations = [SwipeAnimation(kind: .swipe, forced: false)]
      }
      let leaving = scene.placements[2]
      #expect(leaving.poses.start == scene.drag?.pose)
      #expect(isNear(leaving.poses.end.rotation, turn))
      #expect(isNear(leaving.poses.end.translation.x, x, within: 0.01))
      // In MGSwipeCards a card moves down by the height of the screen.
      #expect(
        isNear(leaving.poses.end.translation.y, compatibility == .shuffle ? y : 1404.458 / 4, within: 0.01))
    }
  }

  @Test func aFastDragEndsSoonerInShuffleAndMovesFurtherInMGSwipeCards() {
    func scene(_ compatibility: SwipeCompatibility) -> SwipeScene {
      Self.scene {
        $0.compatibility = compatibility
        $0.drag = SwipeDrag(translation: Point(x: 60, y: 0), velocity: Point(x: 2200, y: 0))
        $0.animations = [SwipeAnimation(kind: .swipe, forced: false)]
      }
    }
    #expect(scene(.shuffle).placements[2].poses.restsAt == 0.5)
    #expect(scene(.shuffle).placements[1].poses.restsAt == 0.25)
    #expect(isNear(scene(.mgswipecards).placements[2].poses.end.translation.x, 2164.916, within: 0.01))
  }

  @Test func anUndoneCardComesBackTheWayTheProgramSendsIt() throws {
    func undo(_ compatibility: SwipeCompatibility, at time: Double) -> [SwipeScene.Placement] {
      Self.scene {
        $0.compatibility = compatibility
        $0.swiped = [SwipedCard(card: "1", direction: .right)]
        $0.animations = [SwipeAnimation(kind: .undo, time: time)]
      }.placements
    }
    let start = undo(.shuffle, at: 0)
    #expect(start.map(\.card) == [1, 0])
    #expect(isNear(start[1].poses.end.translation.x, 1404.458, within: 0.01))
    #expect(start[1].poses.end.rotation == 36)
    #expect(start[0].poses.end == .rest)
    #expect(isNear(undo(.shuffle, at: 0.10625)[1].poses.end.rotation, 18))
    #expect(undo(.shuffle, at: 0.2125)[1].poses.end == .rest)
    #expect(try #require(undo(.shuffle, at: 0.2125)[1].overlays[.right]).end.opacity == 1)
    #expect(isNear(try #require(undo(.shuffle, at: 0.23125)[1].overlays[.right]).end.opacity, 0.5))
    #expect(isNear(undo(.shuffle, at: 0.0625)[0].poses.end.scaleX, 0.975))
    #expect(isNear(undo(.mgswipecards, at: 0.05)[1].poses.end.translation.x, 541.229, within: 0.01))
    #expect(try #require(undo(.mgswipecards, at: 0.2)[1].overlays[.right]).end.opacity == 0)
  }

  @Test(
    arguments: [
      (0, 0), (0.05, 0.4055), (0.1, 0.9311), (0.15, 1.1385), (0.2, 1.1084), (0.25, 1.0260),
      (0.3, 0.9832), (0.4, 0.9934), (0.5, 1.0030),
    ] as [(Double, Double)])
  func aCancelledCardOfMGSwipeCardsSwingsPastItsPlace(time: Double, share: Double) throws {
    let top = try #require(
      Self.scene {
        $0.drag = SwipeDrag(translation: Point(x: 100, y: 0))
        $0.animations = [SwipeAnimation(kind: .cancel, time: time)]
      }.placements.last)
    #expect(isNear(top.poses.end.translation.x, 100 * (1 - share), within: 0.01))
    #expect(try #require(top.overlays[.right]).end.opacity >= 0)
  }

  @Test(
    arguments: [
      (0.75, [0, 0.2878, 0.6842, 0.9221, 1.0132, 1.0281]),
      (0.8, [0, 0.2603, 0.6285, 0.8673, 0.9769, 1.0114]),
      (1, [0, 0.2361, 0.5509, 0.7638, 0.8832, 0.9445]), (0.5, [0, 0.5629, 1.0962, 1.1392, 1.0236, 0.9740]),
    ] as [(Double, [Double])])
  func aSpringSettlesInItsTime(damping: Double, shares: [Double]) {
    let spring = Spring(damping: damping, duration: 2)
    for (number, share) in shares.enumerated() {
      #expect(isNear(spring.share(at: Double(number) * 0.2), share, within: 6e-5))
    }
    #expect(spring.share(at: 2) == 1)
    #expect(isNear(spring.share(at: 1.9999), 1, within: 2e-3))
  }

  @Test func aShiftChangesTheOrderAtOnce() {
    func shift(_ compatibility: SwipeCompatibility, _ distance: Int, at time: Double) -> [SwipeScene
      .Placement]
    {
      Self.scene {
        $0.compatibility = compatibility
        $0.animations = [SwipeAnimation(kind: .shift, distance: distance, time: time)]
      }.placements
    }
    #expect(shift(.mgswipecards, 1, at: 0).map(\.card) == [2, 1])
    #expect(shift(.mgswipecards, 1, at: 0).map(\.poses.end.scaleX) == [0.95, 0.95])
    #expect(isNear(shift(.mgswipecards, 1, at: 0.05)[1].poses.end.scaleX, 0.975))
    #expect(shift(.mgswipecards, 1, at: 0.1)[1].poses.end == .rest)
    #expect(shift(.shuffle, -1, at: 0).map(\.card) == [0, 3])
    #expect(shift(.shuffle, -1, at: 0).map(\.poses.end.scaleX) == [1, 0.95])
    #expect(shift(.mgswipecards, -1, at: 0).map(\.poses.end.scaleX) == [0.95, 1])
    #expect(shift(.mgswipecards, 5, at: 0).map(\.card) == [1, 0])
  }

  @Test func aPileHasTheRemainingCardsInOrder() {
    func pile(_ compatibility: SwipeCompatibility = .mgswipecards, _ change: (inout SwipeStack) -> Void)
      -> SwipePile
    {
      Self.scene {
        $0.compatibility = compatibility
        change(&$0)
      }.pile
    }
    var gone = pile {
      $0.swiped = [SwipedCard(card: "2", direction: .left), SwipedCard(card: "1", direction: .up)]
      $0.order = ["4"]
    }
    #expect(gone.remaining == [3, 2])
    gone.undo(.mgswipecards)
    #expect(gone.remaining == [0, 3, 2])
    #expect(gone.swiped.map(\.card) == [1])
    for (compatibility, order) in [
      (SwipeCompatibility.mgswipecards, [0, 1, 2, 3]), (.shuffle, [0, 2, 3, 1]),
    ] {
      var shifted = pile(compatibility) {
        $0.swiped = [SwipedCard(card: "1", direction: .left)]
        $0.shift = 1
      }
      #expect(shifted.remaining == [2, 3, 1])
      shifted.undo(compatibility)
      #expect(shifted.remaining == order)
    }
    let alone = pile {
      $0.numberOfVisibleCards = 1
      $0.shift = 1
    }
    #expect(alone.remaining == [0, 1, 2, 3])
  }

  @Test func cardsAreInsertedIntoTheRemainingOnesAndDeletedFromAll() {
    let scene = Self.scene(6) {
      $0.compatibility = .shuffle
      $0.swiped = [SwipedCard(card: "1", direction: .left)]
      $0.deleted = ["3"]
      $0.shift = 1
      $0.inserted = [InsertedCard(card: "5", position: 1), InsertedCard(card: "6", position: 9)]
    }
    // 2 and 4 were swiped to the left; the rest is shifted by one.
    #expect(scene.pile.remaining == [3, 4, 1, 5])
    #expect(scene.pile.swiped.map(\.card) == [0])
    var undone = scene.pile
    undone.undo(.shuffle)
    #expect(undone.remaining == [0, 3, 4, 1, 5])
  }

  @Test func anEmptyStackHasNoCards() {
    let swiped = (1...2).map { SwipedCard(card: String($0), direction: .left) }
    for animations in [[], [SwipeAnimation(kind: .swipe, direction: .left)]] {
      #expect(
        Self.scene(2) {
          $0.swiped = swiped
          $0.animations = animations
        }.placements == [])
    }
  }

  @Test func animationsFollowEachOther() throws {
    let scene = Self.scene(4) {
      $0.animations = [
        SwipeAnimation(kind: .swipe, direction: .left), SwipeAnimation(kind: .shift, distance: 1),
        SwipeAnimation(kind: .undo),
      ]
    }
    let after = scene.afterAnimations.pile
    #expect(after.remaining == [0, 1, 2, 3] && after.swiped.isEmpty)
    let placements = scene.placements
    func seen(at time: Double?) -> [Int] {
      placements.filter { $0.poses.pose(at: time).opacity > 0 }.map(\.card)
    }
    // A swipe takes 0.1 + 0.6 seconds with its overlay, or 0.6 without; a shift takes 0.1.
    #expect(seen(at: 0) == [2, 1, 0])
    let ends = placements.map(\.poses.restsAt).max() ?? 0
    #expect(ends > 0.7)
    #expect(seen(at: ends) == [1, 0])
    #expect(seen(at: nil) == [1, 0])
    for time in stride(from: 0, through: ends, by: 0.01) { #expect(seen(at: time).count >= 2, "\(time)") }
  }

  @Test func theSpringOfMGSwipeCardsIsThatOfPOP() {
    let usual = Spring(bounciness: 12, speed: 20)
    #expect(abs(usual.frequency - 22.628) < 0.001 && abs(usual.damping - 0.523) < 0.001)
    let stiff = Spring(bounciness: 0, speed: 20)
    #expect(stiff.damping > usual.damping)
    #expect(Spring(bounciness: 12, speed: 10).frequency < usual.frequency)
  }

  @Test func aCardHasTimesOfItsOwn() throws {
    var own = SwipeCard()
    own.times.swipeDuration = 2
    let stack = SwipeStack()
    let rules = SwipeRules(own, in: stack, screen: Size(width: 375, height: 812))
    #expect(rules.times.swipeDuration == 2)
    #expect(SwipeRules(nil, in: stack, screen: Size(width: 375, height: 812)).times.swipeDuration == nil)
  }
}
