import CardRaster
import Testing

@Suite struct DisplayListDumpTests {
  @Test func namesEveryItemOnALineOfItsOwn() throws {
    let box = RoundedRect(rect: Rect(x: 10, y: 10, width: 100, height: 50), radii: CornerRadii(8))
    let gradient = try #require(
      Gradient(
        kind: .linear(start: .zero, end: Point(x: 0, y: 1)), colors: [.black, Color(rgb: 0xFF0000)]))
    let conic = try #require(
      Gradient(kind: .conic(center: Point(x: 0.5, y: 0.5), angle: 90), colors: [.white]))
    let bitmap = try #require(Bitmap(width: 1, height: 1, pixels: [1, 2, 3, 4]))
    let image = ImageSource(
      name: "a\"b.png", size: Size(width: 1, height: 1), content: .bitmap(bitmap), file: nil)
    let run = GlyphRun(
      face: FontFace(path: "Fonts/Inter-Regular.otf"), font: Font("Inter", size: 13.5), isColor: false,
      color: .black, origin: Point(x: 4, y: 20.25), glyphs: [.init(id: 3, x: 0, y: 0)], width: 7.128,
      text: "a\n\u{202E}é", isRightToLeft: true)
    let shadow = Shadow(
      color: Color.black.multiplyingAlpha(by: 0.5), radius: 4, offset: Point(x: 0, y: 2))
    let list = DisplayList(
      size: Size(width: 200, height: 120), scale: 2, background: .solid(.white), title: "Card",
      items: [
        .rect(Rect(x: 0, y: 0, width: 200, height: 1.005), .black),
        .roundedRect(box, .gradient(gradient)),
        .fill(.path(.polygon([.zero, Point(x: 5, y: 0)])), .gradient(conic), bounds: box.rect),
        .fill(.ring(outer: box, inner: box.inset(by: 2)), .solid(.clear), bounds: box.rect),
        .stroke(.ellipse(in: Rect(x: 0, y: 0, width: 2, height: 2)), Stroke(width: 1), .black),
        .stroke(.polygon([.zero]), Stroke(width: 1.5, dashes: [2, 1], cap: .round), .white),
        .glyphs(run),
        .image(.init(image: image, frame: box.rect, tint: .white)),
        .shadow(box, shadow, hole: RoundedRect(rect: box.rect)),
        .group(
          .init(
            [.group(.init([.rect(.init(x: 1, y: 2, width: 3, height: 4), .white)]))],
            transform: .translation(Point(x: 1, y: 2)), clip: .roundedRect(box), opacity: 0.25,
            shadows: [shadow, Shadow(color: .black, radius: 1, offset: .zero)],
            link: "https://a.b", label: "go")),
        .group(.init([], transform: .scale(2, 2))),
        .innerShadow(
          RoundedRect(rect: box.rect, radii: CornerRadii(8), curve: .continuous), shadow),
      ])
    #expect(
      list.dump == #"""
        list 200 x 120 at 2 "Card"
          background #FFFFFF
          fill rect 0 0 200 1 #000000
          fill rect 10 10 100 50 radius 8 linear 0 0 to 0 1 [#000000 0, #FF0000 1]
          fill path M 0 0 L 5 0 Z conic 0.5 0.5 angle 90 [#FFFFFF 0] over 10 10 100 50
          fill ring rect 10 10 100 50 radius 8 - rect 12 12 96 46 radius 6 #00000000
          stroke path M 1 0 L 1 0 C 1.55 0 2 0.45 2 1 L 2 1 C 2 1.55 1.55 2 1 2 L 1 2 C 0.45 2 0 1.55 0 1 L 0 1 C 0 0.45 0.45 0 1 0 Z #000000 width 1
          stroke path M 0 0 Z #FFFFFF width 1.5 dashes 2 1 round
          glyphs "a\n\u{202E}é" Inter-Regular 13.5 #000000 at 4 20.25 width 7.13 count 1 right-to-left
          image "a\"b.png" 1 x 1 in 10 10 100 50 tint #FFFFFF
          shadow rect 10 10 100 50 radius 8 #00000080 blur 4 offset 0 2 hole rect 10 10 100 50
          group move 1 2 clip rect 10 10 100 50 radius 8 opacity 0.25 shadow #00000080 blur 4 offset 0 2 shadow #000000 blur 1 offset 0 0 link "https://a.b" label "go"
            group
              fill rect 1 2 3 4 #FFFFFF
          group map 2 0 0 2 0 0
          inner shadow rect 10 10 100 50 radius 8 continuous #00000080 blur 4 offset 0 2

        """#)
  }
}
