import Testing

@testable import CardRaster

@Suite struct ColorParsingTests {
  @Test(arguments: [
    ("#fff", "#FFFFFF"), ("#1a2", "#11AA22"), ("#1A2B3C", "#1A2B3C"), ("#1a2b3c80", "#1A2B3C80"),
    ("#1a2c", "#11AA22CC"), ("#000F", "#000000"), ("  red\n", "#FF0000"), ("RebeccaPurple", "#663399"),
    ("transparent", "#00000000"), ("clear", "#00000000"), ("yellowgreen", "#9ACD32"),
    ("aliceblue", "#F0F8FF"),
    ("grey", "#808080"), ("rgb(1,2,3)", "#010203"), ("rgb( 1 , 2 , 3 )", "#010203"),
    ("rgb(1 2 3)", "#010203"),
    ("RGB(50%, 0%, 100%)", "#8000FF"), ("rgb(50% 0 255)", "#8000FF"), ("rgba(1, 2, 3, .5)", "#01020380"),
    ("rgb(1 2 3 / 50%)", "#01020380"), ("rgb(1 2 3/0.2)", "#01020333"), ("rgba(1,2,3,1)", "#010203"),
    ("rgb(300, -5, 1.4)", "#FF0001"), ("hsl(0, 100%, 50%)", "#FF0000"), ("hsl(120,100%,25%)", "#008000"),
    ("hsl(240deg 100% 50%)", "#0000FF"), ("hsl(-120, 100%, 50%)", "#0000FF"), ("hsl(480 100 50)", "#00FF00"),
    ("hsl(.5turn 100% 50%)", "#00FFFF"), ("hsl(200grad 100% 50%)", "#00FFFF"),
    ("hsla(30, 100%, 50%, 0.25)", "#FF800040"), ("hsl(210, 30%, 40%)", "#476685"),
    ("hsl(300 50% 50% / 100%)", "#BF40BF"),
  ]) func coloursAreParsedAsInCSS(text: String, hex: String) {
    #expect(Color(css: text)?.hexText == hex)
  }

  @Test(arguments: [
    "", " ", "#", "#12", "#12345", "#1234567", "#123456789", "#ggg", "# fff", "redd", "re d", "red;", "rgb",
    "rgb(",
    "rgb()", "rgb(1,2)", "rgb(1,2,3", "rgb(1,2,3)x", "rgb(1,2,3,)", "rgb(1,2,3,4,5)", "rgb(1 2,3)",
    "rgb(1,2 3)",
    "rgb(1,2,3/1)", "rgb(1 2 3,1)", "rgb(1%,2,3)", "rgb(1,2,3deg)", "rgb(1.,2,3)", "rgb(--1,2,3)",
    "rgb(1e2,2,3)",
    "rgb (1,2,3)", "rgb(123)", "hsl(1,2,3)", "hsl(1%,2%,3%)", "hsl(1px 2% 3%)", "hsv(1,2%,3%)", "0xFF0000",
    "FF0000",
    "#fff\u{0}", "ｒed", "#１２３", "rgb(1,2,3,1deg)", "none", "currentcolor",
  ]) func invalidColoursAreNil(text: String) {
    #expect(Color(css: text) == nil)
  }

  @Test func colourNamesAreSorted() {
    let names = Color.cssNames.map(\.name)
    #expect(names.count == 148)
    #expect(names == names.sorted())
    #expect(names.allSatisfy { Color(css: $0) != nil })
  }

  @Test func unknownColoursHaveANearestName() {
    #expect(Color.nearestName(to: "gren") == "green")
    #expect(Color.nearestName(to: "Dark-Orange") == "darkorange")
    #expect(Color.nearestName(to: "cornflowrblu") == "cornflowerblue")
    #expect(Color.nearestName(to: "primaryText") == nil)
  }
}
