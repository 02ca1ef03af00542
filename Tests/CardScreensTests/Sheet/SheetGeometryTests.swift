import CardRaster
import TestSupport
import Testing

@testable import CardParts
@testable import CardScreens

/// The positions of a sheet, by the rules of TGCardViewController.
@Suite struct SheetGeometryTests {
  struct Device: Sendable {
    let width, height, top, bottom: Double
    let extended, peaking, collapsed: (Double, Double)
  }

  static let devices = [
    Device(
      width: 320, height: 568, top: 20, bottom: 0, extended: (70, 70), peaking: (249, 249),
      collapsed: (509.5, 507.5)),
    Device(
      width: 375, height: 667, top: 20, bottom: 0, extended: (70, 70), peaking: (298.5, 298.5),
      collapsed: (608.5, 606.5)),
    Device(
      width: 414, height: 736, top: 20, bottom: 0, extended: (70, 70), peaking: (333, 333),
      collapsed: (677.5, 675.5)),
    Device(
      width: 375, height: 812, top: 44, bottom: 34, extended: (94, 56), peaking: (359, 378),
      collapsed: (719.5, 717.5)),
    Device(
      width: 414, height: 896, top: 44, bottom: 34, extended: (94, 56), peaking: (401, 420),
      collapsed: (803.5, 801.5)),
  ]

  private static func title(
    _ compatibility: SheetCompatibility, subtitle: Bool = false, hasClose: Bool = false
  ) -> Double {
    let text =
      compatibility.titleLine + (subtitle ? compatibility.subtitleGap + compatibility.subtitleLine : 0)
    return compatibility.headerHeight(text: text, hasClose: hasClose, hasHandle: true).collapsed
  }

  static func geometry(
    _ compatibility: SheetCompatibility = .tgcard2021, _ width: Double = 320, _ height: Double = 568,
    top: Double = 20,
    bottom: Double = 0, isSidebar: Bool = false
  ) -> SheetGeometry {
    SheetGeometry(
      compatibility, screen: Size(width: width, height: height),
      safeArea: Insets(top: top, left: 0, bottom: bottom, right: 0), titleHeight: title(compatibility),
      isSidebar: isSidebar)
  }

  @Test(arguments: devices) func theThreePositions(_ device: Device) {
    for compatibility in [SheetCompatibility.tgcard2019, .tgcard2021] {
      let sheet = Self.geometry(
        compatibility, device.width, device.height, top: device.top, bottom: device.bottom)
      let isOld = compatibility == .tgcard2019
      func top(_ position: SheetPosition) -> Double { sheet.cardTop(sheet.y(of: position)) }
      #expect(top(.extended) == (isOld ? device.extended.0 : device.extended.1))
      #expect(top(.peaking) == (isOld ? device.peaking.0 : device.peaking.1))
      #expect(top(.collapsed) == (isOld ? device.collapsed.0 : device.collapsed.1))
      #expect(sheet.card(sheet.extendedY).height == device.height - sheet.extendedY)
      #expect(sheet.card(0).width == device.width)
    }
  }

  @Test func titlesHaveTheHeightsOfTheLibrary() {
    #expect(Self.title(.tgcard2019) == 58.5)
    #expect(Self.title(.tgcard2019, hasClose: true) == 82)
    #expect(Self.title(.tgcard2019, subtitle: true) == 79.5)
    #expect(Self.title(.tgcard2021) == 60.5)
    #expect(Self.title(.tgcard2021, subtitle: true, hasClose: true) == 78.5)
    let version = SheetCompatibility.tgcard2021
    let both = version.headerHeight(
      text: 20.5, accessory: 44, hasClose: true, hasHandle: true)
    #expect(both.collapsed == 60.5)
    #expect(both.whole == 104.5)
    let new = SheetCompatibility.tgcard2026.headerHeight(
      text: 41, accessory: 44, hasClose: true, hasHandle: true)
    #expect(new.collapsed == new.whole)
    let bare = SheetCompatibility.tgcard2019.headerHeight(
      text: 20.5, hasClose: false, hasHandle: false)
    #expect(bare.whole == 37.5)
  }

  @Test func aHeaderPushesAllPositionsDown() {
    var sheet = Self.geometry()
    sheet.headerBottom = 73
    #expect(sheet.cardTop(sheet.extendedY) == 143)
    #expect(sheet.cardTop(sheet.peakY) == 322)
    #expect(sheet.cardTop(sheet.collapsedY) == 507.5)
    #expect(sheet.map.minY == 0)
    var old = Self.geometry(.tgcard2019)
    old.headerBottom = 73
    #expect(old.map == Rect(x: 0, y: 73, width: 320, height: 495))
    #expect(old.card(old.extendedY).height == 425)
  }

  @Test(
    arguments: [
      (70, 1, 0), (249, 1, 1), (222.15, 1, 0.5), (195.3, 1, 0), (408.5, 0.5, 1), (568, 0, 1),
    ] as [(Double, Double, Double)])
  func contentAndButtonsFollowTheDrag(y: Double, content: Double, buttons: Double) {
    let sheet = Self.geometry()
    #expect(isNear(sheet.contentAlpha(y), content))
    #expect(isNear(sheet.buttonAlpha(y), buttons))
  }

  @Test(
    arguments: [
      (205, .extended, .extended), (206, .extended, .peaking), (249, .peaking, .peaking),
      (524, .peaking, .peaking), (525, .peaking, .collapsed), (568, .collapsed, .collapsed),
    ] as [(Double, SheetPosition, SheetPosition)])
  func aFreePlaceHasTheNameOfAPosition(y: Double, old: SheetPosition, new: SheetPosition) {
    #expect(Self.geometry(.tgcard2019).position(at: y) == old)
    #expect(Self.geometry(.tgcard2021).position(at: y) == new)
  }

  @Test(
    arguments: [
      (91.9, 0, .extended), (92, 0, .peaking), (292.9, 0, .peaking), (293, 0, .collapsed),
      (300, -100, .peaking), (200, -400, .extended), (500, -100, .peaking), (120, 100, .peaking),
    ] as [(Double, Double, SheetPosition)])
  func aReleasedCardMovesInItsDirection(y: Double, velocity: Double, target: SheetPosition) {
    #expect(Self.geometry().target(from: y, velocity: velocity) == target)
  }

  @Test func theTimeOfASnapFollowsFromDistanceAndSpeed() {
    let sheet = Self.geometry()
    #expect(sheet.snapDuration(from: 270, to: 70, velocity: -250) == 0.8)
    #expect(sheet.snapDuration(from: 270, to: 70, velocity: -2500) == 0.4)
    #expect(Self.geometry(.tgcard2019).snapDuration(from: 270, to: 70, velocity: -2500) == 0.25)
    #expect(sheet.snapDuration(from: 270, to: 70, velocity: -10) == 1.3)
  }

  @Test func aWideScreenHasTheCardBesideTheMap() {
    let tablet = Self.geometry(.tgcard2021, 1024, 768)
    #expect(tablet.isBeside && tablet.isWide && !tablet.isLow)
    #expect(tablet.card(tablet.peakY).minX == 8 && tablet.cardWidth == 360)
    #expect(tablet.buttonAlpha(tablet.extendedY) == 1)
    #expect(tablet.mapInsets(.peaking).left == 368)
    #expect(tablet.mapInsets(.collapsed).left == 0)
    let phone = Self.geometry(.tgcard2021, 568, 320, top: 0)
    #expect(phone.isBeside && phone.isLow)
    #expect(isNear(phone.cardWidth, 215.84))
    #expect(phone.allowed(.peaking) == .extended)
    let sidebar = Self.geometry(.tgcard2021, 1024, 768, isSidebar: true)
    #expect(sidebar.card(0).minX == 0 && sidebar.y(of: .extended) == 0)
    #expect(!Self.geometry().isBeside)
  }

  @Test func withoutAMapTheCardIsExtended() {
    var withoutMap = Self.geometry()
    withoutMap.hasMap = false
    #expect(withoutMap.allowed(.collapsed) == .extended)
    for y in [70.0, 300, 560] {
      #expect(withoutMap.position(at: y) == .extended)
      #expect(withoutMap.target(from: y, velocity: 2000) == .extended)
      #expect(withoutMap.contentAlpha(y) == 1)
      #expect(withoutMap.buttonAlpha(y) == 0)
    }
    #expect(Self.geometry().allowed(.collapsed) == .collapsed)
  }

  @Test func theMapInsetsAreThoseOfTheSheet() {
    let sheet = Self.geometry()
    #expect(sheet.mapInsets(.peaking) == Insets(top: 20, left: 0, bottom: 319, right: 0))
    #expect(sheet.mapInsets(.extended) == sheet.mapInsets(.peaking))
    #expect(sheet.mapInsets(.collapsed).bottom == 75)
    #expect(sheet.creditInset(sheet.peakY) == 319)
    #expect(sheet.creditInset(sheet.collapsedY) == 60.5)
  }
}
