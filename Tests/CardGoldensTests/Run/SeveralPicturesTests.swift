import CardParts
import CardRaster
import TestSupport
import Testing

@testable import CardGoldens

/// Decks of several pictures, drawn by several workers.
@Suite("Several pictures of a deck") struct SeveralPicturesTests {
  private static let count = 24

  /// A folder with a deck of many cards; one card has states.
  private func folder() throws -> RunFolder {
    let cards = (1..<Self.count).map {
      #"{ "id": "c\#($0)", "parts": [ { "type": "text", "text": "Card \#($0)" } ] }"#
    }
    let last = ##"{ "id": "last", "states": { "full": [ { "type": "text", "text": "Full" } ] } }"##
    let list = (cards + [last]).joined(separator: ",\n")
    return try RunFolder(["d.json": #"{ "canvas": { "width": 80 }, "cards": [ \#(list) ] }"#])
  }

  private func request(_ folder: RunFolder, jobs: Int) -> GoldenRequest {
    var request = GoldenRequest(GoldenPlan(folder: folder.path))
    request.settings.drawsEachCard = true
    request.mode = .missing
    request.jobs = jobs
    return request
  }

  @Test("Each picture is reported and written as soon as it is ready", arguments: [1, 3])
  func progress(_ jobs: Int) async throws {
    let folder = try folder()
    var told: [Int] = []
    var written: [Int] = []
    let result = try await GoldenRunner(request(folder, jobs: jobs)).run { done, total in
      #expect(total == Self.count)
      told.append(done)
      written.append(folder.files("Goldens").count { $0.hasSuffix(".png") })
    }
    #expect(told == Array(1...Self.count))
    // Workers may have written more than was reported, but never less.
    #expect(zip(written, told).allSatisfy { $0 >= $1 })
    #expect(jobs > 1 || written == told)
    #expect(result.run.count(.recorded) == Self.count)
  }

  @Test("The number of workers does not change the result")
  func workers() async throws {
    let (one, many) = (try folder(), try folder())
    let a = try await GoldenRunner(request(one, jobs: 1)).run()
    let b = try await GoldenRunner(request(many, jobs: 5)).run()
    #expect(a.run.outcomes.map(\.name) == b.run.outcomes.map(\.name))
    #expect(a.run.outcomes.map(\.fingerprint) == b.run.outcomes.map(\.fingerprint))
    #expect(one.files("Goldens") == many.files("Goldens"))
    for file in one.files("Goldens") where file.hasSuffix(".png") || file.hasSuffix(".json") {
      #expect(try one.bytes("Goldens/\(file)") == many.bytes("Goldens/\(file)"), "\(file)")
    }
  }

  @Test("A layout error is reported once for all pictures of the deck")
  func broken() async throws {
    let folder = try folder()
    let deck = try folder.text("d.json").replacing("Card 7", with: "Card {{ nothing }}")
    try folder.write("d.json", deck)
    let outcomes = try await GoldenRunner(request(folder, jobs: 3)).run().run.outcomes
    #expect(outcomes.map(\.name) == ["d"])
    #expect(outcomes.first?.verdict == .broken)
    #expect(outcomes.first?.issues.first?.message.contains("nothing") == true)
    #expect(folder.files("Goldens").isEmpty)
  }

  @Test("A warning is reported only with the first picture that shows its cause")
  func warnings() async throws {
    let cards = (0..<4).map {
      let part =
        $0 == 0
        ? #""type": "text", "text": "a""# : #""type": "title", "title": "Far too long for it \#($0)""#
      return #"{ "id": "c\#($0)", "parts": [ { \#(part) } ] }"#
    }
    // Rows of data share the place of their card.
    let rows =
      #"{ "forEach": "{{ rows }}", "as": "row", "id": "r{{ row }}", "parts": [ { "type": "title", "title": "Just as long in each" } ] }"#
    let folder = try RunFolder([
      "d.json":
        #"{ "canvas": { "width": 60 }, "data": { "rows": [1, 2, 3] }, "cards": [ \#((cards + [rows]).joined(separator: ", ")) ] }"#
    ])
    let outcomes = try await GoldenRunner(request(folder, jobs: 2)).run().run.outcomes
    #expect(outcomes.map(\.name) == ["c0", "c1", "c2", "c3", "r1", "r2", "r3"].map { "d.card-\($0)" })
    #expect(outcomes.map(\.issues.count) == [0, 1, 1, 1, 1, 1, 1], "\(outcomes.map(\.issues))")
    let paths = outcomes.flatMap(\.issues).map { $0.path.text.prefix(8) }
    #expect(paths == ["cards[1]", "cards[2]", "cards[3]", "cards[4]", "cards[4]", "cards[4]"])
  }
}
