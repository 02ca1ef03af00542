import ArgumentParser
import CardParts
import CardRaster

/// Two picture files to compare, with the options for the report and the difference picture.
struct ComparedPictures: Equatable {
  var expected: String
  var actual: String
  /// The file for the difference picture; `-` is standard output.
  var output: String?
  var style = DiffImage.Style.strip
  var isJSON = false
  var isQuiet = false

  /// Prints errors, to standard error if the difference picture goes to standard output.
  var printer: IssuePrinter {
    IssuePrinter(isJSON: isJSON, isQuiet: isQuiet, outputIsTaken: output == "-")
  }

  /// Compares both files, writes the difference picture and prints the verdict.
  ///
  /// - Parameter settings: returns the settings for the two pictures; called once both are read.
  /// - Throws: the exit status, unless the pictures are the same.
  nonisolated(nonsending) func compare(_ settings: (PicturePair) throws -> Comparison.Settings) async throws {
    let comparison = try await printer.reporting {
      let pair = try await pictures()
      let comparison = try Comparison(pair, settings: try settings(pair))
      try draw(comparison)
      return comparison
    }
    let report = ComparisonReport(
      comparison: comparison, expected: expected, actual: actual, picture: output)
    if isJSON || !isQuiet {
      let text = isJSON ? report.json : report.text
      if output == "-" { StandardStreams.error(text) } else { StandardStreams.output(text) }
    }
    if !comparison.isSame { throw ExitCode.different }
  }

  private func draw(_ comparison: Comparison) throws {
    guard let output else { return }
    // This file is usually viewed once. The best compression would take longer than the comparison.
    let file = try PNGEncoder.encode(try DiffImage.draw(comparison, style), scale: 1, compression: .fast)
    try FileWriting.writeOutput(file, to: output)
  }

  /// Reads both files.
  private nonisolated(nonsending) func pictures() async throws -> PicturePair {
    let (expectedBytes, actualBytes) = (try Self.bytes(expected), try Self.bytes(actual))
    if PicturePair.areEqual(expectedBytes, actualBytes) {
      return PicturePair(twice: try Self.picture(try Self.file(expectedBytes, expected), expected))
    }
    let (one, other) = await files(expectedBytes, actualBytes)
    let expectedFile = try one.get()
    // If both files are bad, the error always names the first one.
    if case .failure = other { _ = try Self.picture(expectedFile, expected) }
    let actualFile = try other.get()
    if let pair = PicturePair(expectedFile, actualFile) { return pair }
    return PicturePair(
      expected: try Self.picture(expectedFile, expected), actual: try Self.picture(actualFile, actual))
  }

  /// If both files together are larger than this number of bytes, they are decoded on two threads.
  ///
  /// Below it, decoding takes less time than starting a thread with its own memory.
  private static let fewBytes = 1 << 20

  private nonisolated(nonsending) func files(
    _ expectedBytes: [UInt8], _ actualBytes: [UInt8]
  ) async -> (Result<ComparedFile, any Error>, Result<ComparedFile, any Error>) {
    let (expected, actual) = (expected, actual)
    guard expectedBytes.count + actualBytes.count > Self.fewBytes else {
      ProcessMemory.prepare(ComparedFile.pixelBytes(expectedBytes) + ComparedFile.pixelBytes(actualBytes))
      return (
        Result { try Self.file(expectedBytes, expected) }, Result { try Self.file(actualBytes, actual) }
      )
    }
    async let other = Result { try Self.file(actualBytes, actual) }
    let one = Result { try Self.file(expectedBytes, expected) }
    return (one, await other)
  }

  private static func bytes(_ path: String) throws(RasterError) -> [UInt8] {
    try FileReading.readInput(path: path, limit: Limits.imageBytes)
  }

  private static func file(_ bytes: [UInt8], _ path: String) throws(RasterError) -> ComparedFile {
    do throws(RasterError) {
      return try ComparedFile(bytes)
    } catch {
      throw .file(path: DeckChoices.name(of: path), reason: error.message)
    }
  }

  /// Reads and decodes the picture at a path.
  static func picture(_ path: String) throws(RasterError) -> Bitmap {
    try picture(try file(try bytes(path), path), path)
  }

  private static func picture(_ file: ComparedFile, _ path: String) throws(RasterError) -> Bitmap {
    let name = DeckChoices.name(of: path)
    let picture: Bitmap?
    do throws(RasterError) {
      picture = try file.picture()
    } catch {
      throw .file(path: name, reason: error.message)
    }
    guard let picture else {
      throw .file(path: name, reason: "SVG pictures cannot be compared; use PNG, JPEG or WebP")
    }
    return picture
  }
}
