import Foundation
import TestSupport
import Testing

/// Makes the allocations of C libraries fail, one after another.
///
/// Libraries that do not handle this are left out: GLib aborts the process, as Swift's runtime does;
/// fontconfig, Pango and the WebP decoder (libwebp 1.2) use the failed allocation; HarfBuzz and small
/// allocations of Cairo 1.16 omit something silently.
@Suite(.withFaults) struct AllocationFaultTests {
  /// Interlaced in seven passes, which only libpng decodes.
  private static let picture =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAAHncGNIAAAADElEQVR4nGM4IWcDAALUASNyYth2AAAAAElFTkSuQmCC"

  /// A card of text, shadows, gradients and a picture.
  private static let deck = """
    {"canvas":{"width":120},"cards":[{"id":"a","traits":{"rounded":{"cornerRadius":9},"shadow":{"radius":4},
     "gradient":{"colors":["#fff","#eef"],"angle":45}},"parts":[{"type":"title","title":"Ab 😀"},
     {"type":"image","image":"\(picture)","height":12},{"type":"bar","percent":0.4}]}]}
    """

  /// A library, and an output format for which the program uses it.
  static let uses: [(library: String, output: String)] = [
    ("libpixman", "a.png"), ("libfreetype", "a.png"), ("libfreetype", "a.svg"), ("libpng16", "a.png"),
    ("libdeflate", "a.png"), ("libturbojpeg", "a.jpg"), ("libgif", "a.gif"),
  ]

  @Test(arguments: uses) func aFailedAllocationIsAnErrorOrHarmless(library: String, output: String) throws {
    try check(output, faults: ["LIBRARY": library], of: library)
  }

  /// The WebP encoder is linked into the program and is not a library file of its own.
  @Test func aFailedAllocationOfTheWebPEncoderIsAnErrorOrHarmless() throws {
    let names = try BuiltProgram.run(["nm", BuiltProgram.path()], program: "/usr/bin/env")
    try #require(names.status == 0, "\(names.errorText)")
    // Each line has an address, a letter and a name.
    var places: [UInt] = []
    for line in names.outputText.split(separator: "\n") {
      let words = line.split(separator: " ").map { String($0) }
      guard words.count == 3, words[1] == "T" else { continue }
      guard words[2].hasPrefix("WebP") || words[2].hasPrefix("VP8") else { continue }
      if let place = UInt(words[0], radix: 16) { places.append(place) }
    }
    let first = try #require(places.min())
    let last = try #require(places.max())
    let faults = ["FROM": String(first, radix: 16), "TO": String(last, radix: 16)]
    try check("a.webp", faults: faults, of: "libwebp")
  }

  /// Makes the allocations of a library fail, one after another.
  private func check(_ output: String, faults: [String: String], of library: String) throws {
    let (folder, beside) = (try RunFolder(["deck.json": Self.deck]), try RunFolder())
    let shim = try FaultShim(in: beside.path)
    let arguments = ["deck.json", "-o", output, "--sandbox", "off"]
    let whole = try shim.run(arguments, folder: folder.path, faults: faults)
    #expect(whole.program.status == 0, "\(whole.program.errorText)")
    #expect(whole.allocations > 0, "\(library) allocates nothing")
    let good = try folder.bytes(output)
    // The first ones, and a sample of the others: frequent allocations happen at the same places.
    var number = 1
    while number <= whole.allocations {
      try folder.remove(output)
      let result = try shim.run(
        arguments, folder: folder.path, faults: faults.merging(["ALLOC": "\(number)"]) { $1 })
      let place = "allocation \(number) of \(whole.allocations) by \(library): \(result.program.errorText)"
      #expect([0, 2].contains(result.program.status), "\(place)")
      if result.program.status == 0 {
        #expect(try folder.bytes(output) == good, "\(place)")
      } else {
        #expect(!folder.exists(output), "\(place)")
        #expect(result.program.errorText.contains("error: "), "\(place)")
        try folder.write(output, "")
      }
      number += number < 6 ? 1 : number / 2
    }
  }
}
