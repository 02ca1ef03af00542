import CardParts
import CardRaster
import Foundation
import TestSupport
import Testing

/// A long-running process neither grows nor leaks open files; `make long-life` draws 100,000 pictures.
@Suite(.serialized) struct LongLifeTests {
  /// Resident memory in bytes, as reported by the kernel.
  private var memory: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
  }

  private var descriptors: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
  }

  /// Draws a card with text, a gradient, a shadow and a picture, different each time.
  private func draw(_ number: Int, _ pipeline: DeckPipeline) throws {
    let side = number % 7 + 9
    let image = """
      data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='\(side)' height='9'%3E\
      %3Ccircle cx='4' cy='4' r='4' fill='%23c33'/%3E%3C/svg%3E
      """
    let deck = """
      {"canvas":{"width":80},"data":{"n":\(number)},"cards":[{"traits":{"shadow":{"radius":3},
       "gradient":{"colors":["#fff","#eef"]}},"parts":[{"type":"title","title":"Number {{ n }} of many"},
       {"type":"image","image":"\(image)"},{"type":"bar","percent":0.\(number % 10)}]}]}
      """
    let loaded = try pipeline.load(Array(deck.utf8), file: "deck.json", folder: ".")
    let laidOut = try pipeline.laidOut(loaded)
    let format = [OutputFormat.png, .pdf, .svg, .webp][number % 4]
    let page = try #require(laidOut.pages.first)
    _ = try pipeline.encode(page.display, fonts: laidOut.fonts, as: format)
  }

  /// The number of pictures; nil in a process that runs other tests.
  private static let count = ProcessInfo.processInfo.environment["CARDSHOT_LONG_LIFE"].flatMap { Int($0) }

  /// The first quarter fills the caches; after that memory does not grow.
  @Test(.enabled(if: count != nil)) func memoryAndFilesStayFlat() throws {
    let count = try #require(Self.count)
    let pipeline = try DeckPipeline()
    for number in 0..<count / 4 { try draw(number, pipeline) }
    let (before, files) = (memory, descriptors)
    for number in count / 4..<count { try draw(number, pipeline) }
    let grown = memory - before
    print(
      "long life: \(count) pictures, \(before >> 10) KiB after a quarter and \(grown >> 10) KiB more at the end"
    )
    #expect(grown < 12 << 20)
    #expect(descriptors == files)
  }

  /// A process of its own, since other tests fill the memory of this one at the same time.
  ///
  /// The address sanitizer delays the reuse of freed memory, which looks like growth unless its quarantine is
  /// small.
  @Test(.enabled(if: count == nil)) func aLongRunningProcessDoesNotGrow() throws {
    let result = try BuiltProgram.run(
      ["--testing-library", "swift-testing", "--filter", "LongLifeTests"],
      environment: [
        "CARDSHOT_LONG_LIFE": "600",
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1:quarantine_size_mb=1",
      ],
      program: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    let said = result.outputText + result.errorText
    #expect(result.status == 0 && said.contains("long life: 600 pictures"), "\(said)")
  }
}
