import CardGoldens
import CardRaster
import Foundation
import TestSupport
import Testing

@Suite("Pictures on terminals") struct TerminalPictureTests {
  /// A picture with a gradient, a hole and a half transparent corner.
  private static func picture(width: Int = 61, height: Int = 41) throws -> Bitmap {
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let alpha: UInt8 = (20..<30).contains(x) && (10..<20).contains(y) ? 0 : x < 5 && y < 5 ? 128 : 255
        pixels += [UInt8(x * 4 % 256), UInt8(y * 6 % 256), UInt8((x + y) % 7 * 30), alpha]
      }
    }
    return try #require(Bitmap(width: width, height: height, pixels: pixels))
  }

  private static func decode(_ bytes: [UInt8]) throws -> Bitmap {
    let source = try ImageDecoding.decode(bytes, name: "a.png")
    guard case .bitmap(let bitmap) = source.content else { throw BuiltProgram.NotBuilt() }
    return bitmap
  }

  @Test(
    "The format follows from the environment of the terminal",
    arguments: [
      ([:], nil), (["TERM": "xterm-256color"], nil), (["TERM": "dumb", "KITTY_WINDOW_ID": "1"], nil),
      (["TERM": "xterm-kitty"], .kitty), (["TERM": "xterm-256color", "KITTY_WINDOW_ID": "3"], .kitty),
      (["TERM": "xterm-ghostty"], .kitty), (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], .iterm),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], .iterm),
      (["TERM": "xterm-256color", "LC_TERMINAL": "iTerm2"], .iterm), (["TERM": "foot"], .sixel),
      (["TERM": "mlterm-256color"], .sixel), (["TERM": "yaft-256color"], .sixel),
      (["TERM": "xterm-sixel"], .sixel),
      (["TERM": "xterm-256color", "KONSOLE_VERSION": "220401"], .sixel),
      (["TERM": "xterm-256color", "KONSOLE_VERSION": "210800"], nil),
      (["TERM": "screen-256color", "TERM_PROGRAM": "iTerm.app"], nil),
      (["TERM": "tmux-256color", "KITTY_WINDOW_ID": "3"], nil),
      (["TERM": "xterm-kitty", "TMUX": "/tmp/tmux-0/default,1,0"], nil),
      (["TERM": "xterm-kitty", "STY": "1"], nil),
    ] as [([String: String], TerminalPicture.Format?)])
  func format(_ environment: [String: String], _ format: TerminalPicture.Format?) {
    #expect(TerminalPicture(environment: environment)?.format == format)
  }

  @Test("kitty gets a PNG file in chunks and sends no reply") func kitty() throws {
    // Noise compresses badly, so there are several pieces.
    var seed: UInt32 = 1
    let pixels = (0..<120 * 90).flatMap { _ -> [UInt8] in
      seed = seed &* 1_664_525 &+ 1_013_904_223
      return [UInt8(seed >> 24), UInt8(seed >> 16 & 255), UInt8(seed >> 8 & 255), 255]
    }
    let picture = try #require(Bitmap(width: 120, height: 90, pixels: pixels))
    let text = String(decoding: try TerminalPicture(.kitty).bytes(picture), as: UTF8.self)
    #expect(text.hasSuffix("\u{1B}\\\n"))
    let pieces = text.components(separatedBy: "\u{1B}\\").dropLast()
    #expect(pieces.count > 5)
    var letters = ""
    for (number, piece) in pieces.enumerated() {
      let parts = piece.components(separatedBy: ";")
      #expect(parts.count == 2)
      let more = number == pieces.count - 1 ? 0 : 1
      #expect(parts[0] == (number == 0 ? "\u{1B}_Ga=T,f=100,q=2,m=\(more)" : "\u{1B}_Gq=2,m=\(more)"))
      #expect(parts[1].utf8.count <= 4096)
      #expect(parts[1].utf8.count.isMultiple(of: 4))
      letters += parts[1]
    }
    let file = try #require(Data(base64Encoded: letters))
    #expect(try Self.decode(Array(file)) == picture)
  }

  @Test("iTerm gets a PNG file with its size") func iterm() throws {
    let picture = try Self.picture()
    let text = String(decoding: try TerminalPicture(.iterm).bytes(picture), as: UTF8.self)
    let parts = text.components(separatedBy: ":")
    #expect(parts.count == 2)
    #expect(parts[1].hasSuffix("\u{7}\n"))
    let file = try #require(Data(base64Encoded: String(parts[1].dropLast(2))))
    #expect(
      parts[0]
        == "\u{1B}]1337;File=inline=1;size=\(file.count);width=61px;height=41px;preserveAspectRatio=1")
    let shown = try Self.decode(Array(file))
    #expect(shown.fingerprint == picture.fingerprint)
  }

  @Test(
    "Sixels decode to the picture, as exactly as percentages allow",
    arguments: [(61, 41), (1, 1), (7, 6), (300, 13)])
  func sixel(_ width: Int, _ height: Int) throws {
    let picture = try Self.picture(width: width, height: height)
    let bytes = try TerminalPicture(.sixel).bytes(picture)
    #expect(bytes.last == 0x0A)
    let shown = try SixelReader.read(Array(bytes.dropLast()))
    #expect((shown.width, shown.height) == (width, height))
    var (sum, drift) = (0, 0)
    for place in 0..<width * height {
      let original = picture.pixels[4 * place..<4 * place + 4].map(Int.init)
      guard original[3] > 0 else {
        #expect(shown.pixels[place] == nil)
        continue
      }
      let color = try #require(shown.pixels[place])
      for channel in 0..<3 {
        let wanted = (original[channel] * original[3] + 255 * (255 - original[3]) + 127) / 255
        sum += abs(color[channel] - wanted)
        drift += color[channel] - wanted
      }
    }
    // The palette has 256 colours: each pixel is close, and the picture as a whole is neither lighter nor
    // darker.
    #expect(sum < 12 * 3 * width * height)
    #expect(abs(drift) <= 3 * width * height)
  }

  @Test("A picture of few colours keeps them to within a percent") func fewColors() throws {
    let colors: [[UInt8]] = [[0, 0, 0], [255, 255, 255], [69, 202, 230], [0, 151, 230], [12, 200, 31]]
    let pixels = (0..<50 * 20).flatMap { place -> [UInt8] in colors[place % 50 / 10] + [255] }
    let picture = try #require(Bitmap(width: 50, height: 20, pixels: pixels))
    let shown = try SixelReader.read(SixelEncoder.encode(picture))
    for place in 0..<50 * 20 {
      let color = try #require(shown.pixels[place])
      for channel in 0..<3 { #expect(abs(color[channel] - Int(pixels[4 * place + channel])) <= 2) }
    }
  }

  @Test("A fully transparent picture is a valid sequence too") func transparent() throws {
    let picture = try #require(Bitmap(width: 3, height: 9, pixels: [UInt8](repeating: 0, count: 108)))
    let shown = try SixelReader.read(SixelEncoder.encode(picture))
    #expect(shown.pixels.allSatisfy { $0 == nil })
  }

  @Test("Large pictures are reduced to fit the box, each pixel the mean of its area") func reduced() throws {
    let picture = try Self.picture(width: 400, height: 100)
    #expect(picture.reduced(toFit: (400, 100)) == picture)
    let half = picture.reduced(toFit: (200, 1000))
    #expect((half.width, half.height) == (200, 50))
    let low = picture.reduced(toFit: (1000, 10))
    #expect((low.width, low.height) == (40, 10))
    let thin = try Self.picture(width: 400, height: 2).reduced(toFit: (10, 10))
    #expect((thin.width, thin.height) == (10, 1))
    // The mean of red and transparent is half transparent red, not dark red.
    let two = try #require(Bitmap(width: 2, height: 1, pixels: [255, 0, 0, 255, 0, 0, 0, 0]))
    #expect(two.reduced(toFit: (1, 1)).pixels == [255, 0, 0, 128])
    let three = try #require(
      Bitmap(width: 3, height: 1, pixels: [90, 0, 0, 255, 0, 90, 0, 255, 0, 0, 90, 255]))
    #expect(three.reduced(toFit: (2, 1)).pixels == [60, 30, 0, 255, 0, 30, 60, 255])
  }

  @Test("Files are read, reduced and shown; a file that is not a picture is an error") func files() throws {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    try FileWriting.write(try PNGEncoder.encode(try Self.picture(), scale: 1), to: "\(folder)/a.png")
    let bytes = try TerminalPicture(.sixel).bytes(file: "\(folder)/a.png", within: (30, 30))
    let shown = try SixelReader.read(Array(bytes.dropLast()))
    #expect((shown.width, shown.height) == (30, 20))
    try FileWriting.write(Array("no picture".utf8), to: "\(folder)/b.png")
    for name in ["b.png", "c.png"] {
      #expect(throws: RasterError.self) { try TerminalPicture(.kitty).bytes(file: "\(folder)/\(name)") }
    }
  }
}

/// A strict sixel decoder.
struct SixelReader {
  struct Diagnostic: Error {
    var text: String
  }

  var width = 0
  var height = 0
  /// Red, green and blue of each pixel; nil where nothing was painted.
  var pixels: [[Int]?] = []

  static func read(_ bytes: [UInt8]) throws -> SixelReader {
    var reader = SixelReader()
    var place = 0
    func next() -> UInt8 { place < bytes.count ? bytes[place] : 0 }
    func take(_ text: String) throws {
      guard bytes[place...].starts(with: text.utf8) else {
        throw Diagnostic(text: "expected \(text) at \(place)")
      }
      place += text.utf8.count
    }
    func number() throws -> Int {
      var value: Int?
      while next() >= 0x30, next() <= 0x39 {
        value = (value ?? 0) * 10 + Int(next() - 0x30)
        place += 1
      }
      guard let value else { throw Diagnostic(text: "expected a number at \(place)") }
      return value
    }
    try take("\u{1B}P0;1q\"1;1;")
    reader.width = try number()
    try take(";")
    reader.height = try number()
    reader.pixels = [[Int]?](repeating: nil, count: reader.width * reader.height)
    var palette: [Int: [Int]] = [:]
    var (color, x, top) = (-1, 0, 0)
    while next() != 0x1B {
      switch next() {
      case UInt8(ascii: "#"):
        place += 1
        color = try number()
        if next() == UInt8(ascii: ";") {
          try take(";2;")
          var levels = [try number()]
          try take(";")
          levels.append(try number())
          try take(";")
          levels.append(try number())
          guard levels.allSatisfy({ $0 <= 100 }), color < 256 else {
            throw Diagnostic(text: "a level or number")
          }
          palette[color] = levels.map { ($0 * 255 + 50) / 100 }
        }
      case UInt8(ascii: "$"): (x, place) = (0, place + 1)
      case UInt8(ascii: "-"): (x, top, place) = (0, top + 6, place + 1)
      case UInt8(ascii: "!"), 0x3F...0x7E:
        var count = 1
        if next() == UInt8(ascii: "!") {
          place += 1
          count = try number()
        }
        guard next() >= 0x3F, next() <= 0x7E, let levels = palette[color] else {
          throw Diagnostic(text: "a letter or a colour at \(place)")
        }
        let mask = next() - 0x3F
        place += 1
        for column in x..<x + count {
          for row in 0..<6 where mask >> UInt8(row) & 1 == 1 {
            guard column < reader.width, top + row < reader.height else { throw Diagnostic(text: "outside") }
            reader.pixels[(top + row) * reader.width + column] = levels
          }
        }
        x += count
      default: throw Diagnostic(text: "unexpected \(next()) at \(place)")
      }
    }
    try take("\u{1B}\\")
    guard place == bytes.count else { throw Diagnostic(text: "bytes after the end") }
    return reader
  }
}
