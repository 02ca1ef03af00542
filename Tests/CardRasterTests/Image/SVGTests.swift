import TestSupport
import Testing

@testable import CardRaster

@Suite struct SVGTests {
  private func svg(_ attributes: String, _ body: String = "<rect width='5' height='5'/>") -> [UInt8] {
    Array(
      ("<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' \(attributes)>"
        + body + "</svg>").utf8)
  }

  private func reason(_ body: String, _ way: SVGDecoding = .standard) -> String {
    message { _ = try ImageDecoding.decode(svg("width='10' height='10'", body), name: "a.svg", svg: way) }
  }

  @Test(arguments: [
    ("<filter id='f'><feDropShadow dx='3'/></filter>", ["feDropShadow"]),
    ("<rect style='fill:var(--c,#0a0)'/>", ["var()"]), ("<rect fill='oklch(70% .1 90)'/>", ["oklch()"]),
    ("<rect fill='oklab(1 0 0)' stroke='lab(1 0 0)'/>", ["lab()", "oklab()"]),
    (
      "<rect style='transform-origin:center;transform-box:fill-box'/>", ["transform-origin", "transform-box"]
    ),
    ("<path vector-effect='non-scaling-stroke' d='M0 0'/>", ["vector-effect"]),
    ("<foreignObject width='9' height='9'/>", ["foreignObject"]),
    ("<style>@media screen { a { fill: red } }</style>", ["@media"]),
    ("<rect style='clip-path:circle(8px)'/><g style='rotate:3deg'/>", ["rotate", "shapes as clip-path"]),
    ("<rect><animate attributeName='x'/></rect>", ["animation"]),
    // Features that are drawn, or left out on purpose.
    ("<!-- <feDropShadow/> --><rect fill='hsl(1 2% 3%)' transform='translate(1 2) rotate(3) scale(4)'/>", []),
    ("<style>@media (prefers-color-scheme: dark) { a { fill: #fff } } @media print{}</style>", []),
    ("<switch><foreignObject requiredExtensions='x'/><g/></switch>", []),
    ("<linearGradient><stop stop-color='red' flood-color='blue'/></linearGradient>", []),
    ("<circle r='1'/><ellipse rx='1'/><polygon points='0 0'/><path d='M0 0'/>", []),
  ]) func featuresThatAreNotDrawnAreNamed(_ content: String, _ names: [String]) {
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>\(content)</svg>"
    #expect(SVGFeatures.undrawn(in: Array(svg.utf8)) == names)
  }

  @Test("Embedded pictures with a colour profile are named, except for sRGB profiles")
  func profilesInDocuments() throws {
    let plain = try PNGEncoder.encode(try #require(PictureSample.opaqueNoise.bitmap(9, 9)), scale: 1)
    let profile = Array("p".utf8) + [0, 0] + (try Deflate.zlib(SampleProfile.swapped, level: 6))
    let swapped = ChangedPNG.with([("iCCP", profile)], in: ChangedPNG.without("sRGB", in: plain))
    for (file, names) in [(plain, []), (swapped, ["a colour profile"])] {
      let data = Base64.encode(file)
      let svg = "<svg><image href='data:image/png;base64,\(data)'/><rect style='fill:hsl(1 2% 3%)'/></svg>"
      #expect(SVGFeatures.undrawn(in: Array(svg.utf8)) == names)
    }
  }

  @Test(arguments: [
    ("width='20' height='10'", 20.0, 10.0), ("width='1in' height='72pt'", 96, 96),
    ("viewBox='0 0 30 40'", 30, 40),
    ("width='60' viewBox='0 0 30 40'", 60, 80),
    ("width='1e2' height='.5E+1px'", 100, 5), ("width='2em' height='1ex'", 32, 8),
    ("width='1e' height='5'", 300, 5), ("height='20' viewBox='0,0,30,40'", 15, 20), ("", 300, 150),
    ("width='100%' height='100%'", 300, 150), ("width='100%' height='100%' viewBox='0 0 7 8'", 7, 8),
    ("width='2.54cm' height='25.4mm'", 96, 96),
  ]) func hasANaturalSize(attributes: String, width: Double, height: Double) throws {
    let source = try ImageDecoding.decode(svg(attributes), name: "a.svg")
    #expect(abs(source.size.width - width) < 1e-9 && abs(source.size.height - height) < 1e-9)
    #expect(source.file?.mediaType == "image/svg+xml")
  }

  @Test(arguments: [SVGDecoding.standard, .inProcess]) func ordinaryDrawingsAreAccepted(way: SVGDecoding) {
    #expect(
      reason(
        """
        <!-- a --><defs><linearGradient id='g'><stop offset='0'/></linearGradient><g id='s'><path d='M0 0h5z'/></g></defs>
        <style>.a { fill: url(#g); opacity: .5 }</style><use xlink:href='#s'/><use href='#s' x='3' class='a'/>
        <a href='https://example.com'><text> </text><path d='M0 0h5z'/></a><title>A &amp; B</title>
        <image href='data:image/png;base64,\(SampleFile.interlaced.rawValue)' width='3' height='3'/>
        """, way) == "no error")
  }

  @Test(arguments: [
    "<image href='file:///etc/passwd' width='9' height='9'/>", "<image xlink:href='other.png'/>",
    "<use href='other.svg#a'/>", "<image href='&#x2f;etc/passwd'/>", "<rect fill='url(other.svg#a)'/>",
    "<rect style='mask:url(\"http://example.com/#a\")'/>", "<style>rect { fill: url(x.svg#a) }</style>",
    "<a mask='url(other.svg#a)'/>",
  ]) func nothingOutsideIsRead(body: String) {
    #expect(reason(body).hasSuffix("but external references are not read"))
    #expect(reason(body, .inProcess) == reason(body))
  }

  @Test func inclusionsAndStyleSheetsAreErrors() {
    #expect(reason("<xi:include xmlns:xi='x' href='/etc/passwd'/>").contains("includes another file"))
    #expect(reason("<style>@import 'a.css';</style>").contains("external style sheet"))
    #expect(reason("<?xml-stylesheet href='a.css'?>").contains("external style sheet"))
  }

  @Test func entitiesAreErrors() {
    let text = "<!DOCTYPE svg [<!ENTITY a 'b'>]><svg xmlns='http://www.w3.org/2000/svg'>&a;</svg>"
    #expect(
      message { _ = try ImageDecoding.decode(Array(text.utf8), name: "a") }.contains("its own entities"))
    let plain = "<?xml version='1.0' encoding='UTF-16'?><svg/>"
    #expect(message { _ = try ImageDecoding.decode(Array(plain.utf8), name: "a") }.contains("use UTF-8"))
  }

  @Test(arguments: ["use", "pattern", "mask", "escape"])
  func bombsAreRejectedBeforeDrawingInThisProcess(kind: String) {
    var body = "<defs><g id='a0'><rect width='1' height='1'/></g>"
    for level in 1...12 {
      switch kind {
      case "use":
        body += "<g id='a\(level)'>" + String(repeating: "<use href='#a\(level - 1)'/>", count: 10) + "</g>"
      case "pattern":
        let rect = "<rect width='9' height='9' fill='url(#a\(level - 1))'/>"
        body +=
          "<pattern id='a\(level)' width='1' height='1'>" + String(repeating: rect, count: 10) + "</pattern>"
      case "mask":
        let rect = "<rect style='mask: url( #a\(level - 1) )'/>"
        body += "<mask id='a\(level)'>" + String(repeating: rect, count: 10) + "</mask>"
      default:
        let use = "<use xlink:href='&#35;a\(level - 1)'/>"
        body += "<g id='a\(level)'>" + String(repeating: use, count: 10) + "</g>"
      }
    }
    var found = ""
    let time = ProcessorClock().measure { found = reason(body + "</defs><use href='#a12'/>", .inProcess) }
    #expect(found.hasPrefix("the drawing time of an SVG picture"))
    #expect(time < .seconds(20))
  }

  @Test func depthAndPathsAndFiltersAreLimited() {
    let deep = String(repeating: "<g>", count: 300) + String(repeating: "</g>", count: 300)
    #expect(reason(deep, .inProcess).hasPrefix("the depth of an SVG picture"))
    let path = "<path d='M0 0" + String(repeating: "L5 9 ", count: 50_000) + "'/>"
    #expect(reason(path, .inProcess).hasPrefix("the number of points"))
    let crossing = "<path d='M0 0" + String(repeating: "L5 9 ", count: 9_500) + "'/>"
    #expect(reason(crossing, .inProcess).hasPrefix("the drawing time"))
    let blur = "<feGaussianBlur stdDeviation='9'/>"
    #expect(
      reason("<filter id='f'>" + String(repeating: blur, count: 300) + "</filter>", .inProcess).hasPrefix(
        "the drawing time"))
    #expect(reason("<path d='M0 0h9' stroke-dasharray='0.00001'/>", .inProcess).hasPrefix("the drawing time"))
    let chain = (1...900).map { "<g id='c\($0)'><use href='#c\($0 + 1)'/></g>" }.joined()
    #expect(reason(chain, .inProcess).contains("through its references"))
  }

  @Test func aStyleSheetMayReferToElements() {
    let masks = (0..<101).map { "<mask id='m\($0)'/>" }.joined()
    let style = (0..<101).map { "rect { mask: url(#m\($0)) }" }.joined()
    #expect(reason("\(masks)<style>\(style)</style>", .inProcess).hasPrefix("the number of references"))
  }

  @Test func noPictureIsReadIfSVGIsDisabled() {
    #expect(reason("<rect/>", .refused) == "SVG pictures are not allowed here")
  }

  @Test func cyclicReferencesEnd() { #expect(reason("<g id='a'><use href='#a'/></g>") == "no error") }

  @Test func documentsThatAreNotWellFormedAreErrors() {
    #expect(reason("<rect").contains("damaged"))
    #expect(reason("<g></rect>").contains("cannot be read"))
    #expect(message { _ = try ImageDecoding.decode(Array("<svg/>".utf8), name: "a") }.contains("lacks xmlns"))
  }

  @Test func aLargeDocumentIsRefused() {
    let bytes = svg("", String(repeating: " ", count: Limits.svgBytes))
    #expect(
      message { _ = try ImageDecoding.decode(bytes, name: "a") }.hasPrefix("the size of an SVG picture"))
  }
}
