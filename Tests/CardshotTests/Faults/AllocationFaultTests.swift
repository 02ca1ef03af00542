import Foundation
import TestSupport
import Testing

/// C libraries meet an allocation that fails, one after another.
///
/// Not among them are those that cannot be held to it: GLib ends the process itself, as Swift's runtime does, fontconfig and
/// Pango use what they did not get, and HarfBuzz and small allocations of Cairo 1.16 leave something out without a word.
@Suite(.withFaults) struct AllocationFaultTests {
  private static let picture =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

  /// A card of text, shadows, gradients and a picture.
  private static let deck = """
    {"canvas":{"width":120},"cards":[{"id":"a","traits":{"rounded":{"cornerRadius":9},"shadow":{"radius":4},
     "gradient":{"colors":["#fff","#eef"],"angle":45}},"parts":[{"type":"title","title":"Ab 😀"},
     {"type":"image","image":"\(picture)","height":12},{"type":"bar","percent":0.4}]}]}
    """

  /// A library, and what makes the program use it.
  static let uses: [(library: String, output: String)] = [
    ("libpixman", "a.png"), ("libfreetype", "a.png"), ("libfreetype", "a.svg"), ("libpng16", "a.png"),
    ("libdeflate", "a.png"), ("libturbojpeg", "a.jpg"), ("libwebp", "a.webp"), ("libgif", "a.gif"),
  ]

  @Test(arguments: uses) func anAllocationThatFailsIsAnErrorOrNoMatter(library: String, output: String) throws
  {
    let (folder, beside) = (try RunFolder(["deck.json": Self.deck]), try RunFolder())
    let shim = try FaultShim(in: beside.path)
    let arguments = ["deck.json", "-o", output, "--sandbox", "off"]
    let whole = try shim.run(arguments, folder: folder.path, faults: ["LIBRARY": library])
    #expect(whole.program.status == 0, "\(whole.program.errorText)")
    let good = try folder.bytes(output)
    // The first ones, and some of the others: what happens most often happens in the same places.
    var number = 1
    while number <= whole.allocations {
      try folder.remove(output)
      let faults = ["LIBRARY": library, "ALLOC": "\(number)"]
      let result = try shim.run(arguments, folder: folder.path, faults: faults)
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
