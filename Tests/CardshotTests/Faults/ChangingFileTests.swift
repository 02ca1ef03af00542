import Foundation
import TestSupport
import Testing

/// A file that another program truncates while it is read.
@Suite(.withFaults) struct ChangingFileTests {
  @Test(arguments: ["deck.json", "data.json", "star.png", "town.mbtiles", "theme.theme.json"])
  func aTruncatedFileIsAnErrorOrReadAsItIs(name: String) throws {
    let (folder, beside) = (try RunFolder(), try RunFolder())
    func golden(_ path: String) throws -> [UInt8] { try #require(Goldens.bytes(path)) }
    try folder.write("star.png", try Goldens.png("layout/states"))
    try folder.write("town.mbtiles", try golden("parts/map/assets/town.mbtiles"))
    let filler = String(repeating: " ", count: 3000)
    try folder.write("data.json", #"{"words":"from data"\#(filler)}"#)
    try folder.write("theme.theme.json", #"{"name":"mine","textColor":"gray"\#(filler) }"#)
    try folder.write(
      "deck.json",
      """
      {"canvas":{"width":120},"theme":"theme.theme.json","data":{"words":"a"},"cards":[{"parts":[\(filler)
       {"type":"text","text":"{{ words }}"},{"type":"image","image":"star.png"},
       {"type":"map","location":[37.3861,-122.0839],"span":[0.001,0.0425],"tiles":"town.mbtiles"}]}]}
      """)
    let shim = try FaultShim(in: beside.path)
    let arguments = ["deck.json", "-o", "a.png", "--data", "data.json", "--sandbox", "off"]
    let result = try shim.run(arguments, folder: folder.path, faults: ["CUT": name])
    #expect(try folder.bytes(name).count == 100, "the file was not read")
    #expect(result.program.status == 2, "\(result.program.errorText)")
    #expect(result.program.errorText.contains("error: "), "\(result.program.errorText)")
    #expect(!folder.exists("a.png"))
  }
}
