import Benchmark
import CardParts
import CardRaster

// Each stage of the pipeline alone, in one warm process, as a suite of the benchmark library; `make bench`
// reads the JSON that `--format json` prints. Names are `deck: stage`.

let folder = String(#filePath.dropLast("Sources/Stages/main.swift".count)) + "decks"

/// The stages of one deck; the input of each is the output of the previous one.
func stages(of name: String) throws -> BenchmarkSuite {
  let path = "\(folder)/\(name).json"
  let text = try FileReading.read(path: path, limit: Limits.jsonBytes)
  let pipeline = try DeckPipeline()
  let deck = try pipeline.load(text, file: path, folder: folder)
  let resolved = try pipeline.resolve(deck)
  let boxes = try pipeline.boxes(of: resolved)
  let list = pipeline.flatten(boxes[0], of: resolved)
  let suite = BenchmarkSuite(name: name)
  suite.benchmark("load") { _ = try pipeline.load(text, file: path, folder: folder) }
  suite.benchmark("resolve") { _ = try pipeline.resolve(deck) }
  suite.benchmark("lay out") { _ = try pipeline.boxes(of: resolved) }
  suite.benchmark("flatten") { _ = boxes.map { pipeline.flatten($0, of: resolved) } }
  suite.benchmark("all four") {
    _ = try pipeline.laidOut(try pipeline.load(text, file: path, folder: folder))
  }
  suite.benchmark("paint") { _ = try pipeline.paint(list, fonts: resolved.fonts) }
  for compression in PNGCompression.allCases {
    // An iteration takes about a second: two are enough.
    let settings: [any BenchmarkSetting] =
      compression == .smallest ? [Iterations(2), WarmupIterations(0)] : []
    suite.benchmark("encode \(compression.rawValue)", settings: settings) { (state: inout BenchmarkState) in
      let picture = try pipeline.paint(list, fonts: resolved.fonts)
      state.start()
      _ = try picture.png(compression)
      try state.end()
    }
  }
  return suite
}

/// Decoding a picture, and comparing two, without reading the files.
func comparison() throws -> BenchmarkSuite {
  let pipeline = try DeckPipeline()
  let files = try ["W2", "W2-changed"].map { name in
    let path = "\(folder)/\(name).json"
    let text = try FileReading.read(path: path, limit: Limits.jsonBytes)
    let resolved = try pipeline.resolve(try pipeline.load(text, file: path, folder: folder))
    let list = pipeline.flatten(try pipeline.boxes(of: resolved)[0], of: resolved)
    return try pipeline.paint(list, fonts: resolved.fonts).png(.balanced)
  }
  func bitmap(_ bytes: [UInt8]) throws -> Bitmap? {
    guard case .bitmap(let bitmap) = try ImageDecoding.decode(bytes, name: "picture").content else {
      return nil
    }
    return bitmap
  }
  let suite = BenchmarkSuite(name: "W2")
  guard let first = try bitmap(files[0]), let second = try bitmap(files[1]) else { return suite }
  suite.benchmark("decode PNG") { _ = try bitmap(files[0]) }
  suite.benchmark("compare different") {
    _ = try Comparison(expected: first, actual: second, settings: .perceptual)
  }
  suite.benchmark("compare equal") {
    _ = try Comparison(expected: first, actual: first, settings: .perceptual)
  }
  return suite
}

Benchmark.main([try stages(of: "W1"), try stages(of: "W2"), try comparison()])
