import CardRaster
import Synchronization
import TestSupport
import Testing

@testable import CardParts

/// Rows that are cancelled while they are drawn.
@Suite struct StoppedRowTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Draws three rows and stops at the given number of checks; returns the files of the delivered rows.
  private func draw(
    _ orders: [ExportRequest], asked most: Int, workers: Int = 1
  ) async throws -> (files: [String], isStopped: Bool) {
    let path = folder.path + "/rows.csv"
    try FileWriting.write(Array("id,p\nA,0.1\nB,0.2\nC,0.3\n".utf8), to: path)
    let deck = try DeckLoader.load(
      Array(
        #"{"canvas":{"width":40,"height":20},"cards":[{"parts":[{"type":"bar","percent":"{{ p }}"}]}]}"#.utf8),
      file: "deck.json", folder: ".")
    let outputs = orders.enumerated().map { number, order in
      RowOutput(name: OutputName("{id}-\(number).\(order.format.rawValue)"), order: order)
    }
    var rows = try RowSource(try ByteSource(path: path), form: .csv, file: "rows.csv")
    let asked = Atomic(0)
    var files: [String] = []
    do {
      try await RowDrawing(deck, outputs: outputs).draw(
        &rows, workers: workers, in: try DeckPipeline(),
        isStopped: { asked.add(1, ordering: .relaxed).newValue > most }
      ) { result in
        #expect(!result.isBroken, "\(result.issues)")
        files += result.files.map(\.name)
      }
    } catch is StoppedRow {
      return (files, true)
    }
    return (files, false)
  }

  /// With two pictures per row, stopping before either omits the row, and the rows before it are complete.
  @Test(arguments: [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2)])
  func aRowOfSeveralPicturesIsLeftBetweenThem(asked: Int, whole: Int) async throws {
    let (files, isStopped) = try await draw([ExportRequest(.png), ExportRequest(.svg)], asked: asked)
    #expect(isStopped)
    #expect(files == ["A", "B", "C"].prefix(whole).flatMap { ["\($0)-0.png", "\($0)-1.svg"] })
  }

  @Test(arguments: [1, 3]) func withoutStoppingAllRowsAreDrawn(workers: Int) async throws {
    let (files, isStopped) = try await draw(
      [ExportRequest(.png), ExportRequest(.svg)], asked: .max, workers: workers)
    #expect(!isStopped)
    #expect(files.count == 6)
  }

  /// Several workers deliver no row after the cancelled one.
  @Test func severalWorkersStopToo() async throws {
    let (files, isStopped) = try await draw([ExportRequest(.png)], asked: 1, workers: 3)
    #expect(isStopped)
    #expect(files.count <= 1)
  }

  /// An animation is cancelled between its frames.
  ///
  /// There is a check before the picture and after each of four frames.
  @Test(arguments: [(0, 0), (3, 0), (5, 1), (8, 1), (10, 2)])
  func aMovingPictureIsLeftBetweenItsFrames(asked: Int, whole: Int) async throws {
    let movement = ExportRequest.Movement(timing: FrameTiming(frames: 4, rate: 4))
    let (files, isStopped) = try await draw([ExportRequest(.gif, movement: movement)], asked: asked)
    #expect(isStopped)
    #expect(files == ["A", "B", "C"].prefix(whole).map { "\($0)-0.gif" })
  }

  /// The search for a file within a byte budget draws many pictures, and can be cancelled between them.
  @Test func aSearchForFewerPixelsIsLeft() async throws {
    var order = ExportRequest(.png)
    order.budget = ByteBudget("90")
    let (files, isStopped) = try await draw([order], asked: 1)
    #expect(isStopped && files.isEmpty)
  }
}
