/// Draws the pages of a PDF file one after another, with `pdftoppm` of [Poppler](https://poppler.freedesktop.org).
///
/// How it works: the program gets the file over its standard input, and sends each page as a PPM picture.
/// Guarantees: no file is written, and one page is in memory at a time. The program gets none of the user's
/// environment variables. It is killed if it exceeds its memory or its CPU time, or sends nothing for too
/// long.
package final class PDFPages {
  /// The executable.
  package static let program = "pdftoppm"
  /// The folders outside of `/usr` that it reads, for fonts that a file does not contain.
  package static let readFolders = ["/etc/fonts", "/var/cache/fontconfig"]

  /// Pixels per inch: a page is as large as browsers show it.
  private static let resolution = 96
  /// The maximum number of pages of a file.
  private static let mostPages = 1_000
  /// The maximum CPU time for all pages of a file, in seconds; a page takes some hundredths of a second.
  private static let processorTime = 120.0
  /// The maximum time without an answer, in seconds of wall-clock time.
  private static let wait = 30.0
  /// The maximum address space of the program, in bytes.
  private static let memory: UInt = 1 << 30

  private static let operation = "drawing the pages of a PDF file"

  private let process: ChildProcess
  private let watch: ChildProcess.Watch
  /// The number of pages drawn so far.
  private var count = 0

  /// Whether the program is in `PATH`.
  package static var isAvailable: Bool { path != nil }

  private static var path: String? {
    Subprocess.folder(of: program).map { FilePath.join($0, program) }
  }

  /// Starts drawing a file.
  ///
  /// - Throws: `RasterError.library` if the program cannot be started, `RasterError.image` if it does not
  ///   read the file.
  package init(_ file: [UInt8]) throws(RasterError) {
    guard let path = Self.path else {
      throw .library(operation: Self.operation, reason: "'\(Self.program)' is not in PATH")
    }
    do throws(ChildProcess.Failure) {
      process = try ChildProcess.start(
        path, ["-r", String(Self.resolution), "-cropbox", "-l", String(Self.mostPages + 1), "-"],
        sendsOutput: true)
    } catch {
      throw Self.sentence(error, "")
    }
    do throws(ChildProcess.Failure) {
      watch = try process.watch(processorTime: Self.processorTime, wait: Self.wait, memory: Self.memory)
      try process.send(file, watch)
      process.endInput()
    } catch {
      throw Self.sentence(error, process.complaints())
    }
  }

  /// The next page; nil after the last one.
  ///
  /// - Throws: `RasterError.image` if the program cannot draw the file or a page is too large,
  ///   `RasterError.limit` for too many pages, `RasterError.library` if the program does not answer.
  package func next() throws(RasterError) -> Bitmap? {
    do throws(ChildProcess.Failure) {
      let watch = watch.renewed(wait: Self.wait)
      guard let first = try firstByte(watch) else { return nil }
      let (width, height) = try size(first, watch)
      // Poppler sends one pixel for a page that is too large for it.
      let isTooLarge = width > Limits.imagePixels / height || (width, height) == (1, 1)
      if count < Self.mostPages, !isTooLarge {
        let colors = try process.receive(3 * width * height, watch)
        guard let page = Self.bitmap(colors, width: width, height: height) else { throw .nonsense }
        count += 1
        return page
      }
    } catch {
      throw Self.sentence(error, process.complaints())
    }
    guard count < Self.mostPages else {
      throw .limit(
        what: "the number of pages of a PDF file", value: Double(count + 1), limit: Double(Self.mostPages))
    }
    throw .image(reason: "page \(count + 1) has more than \(Limits.imagePixels) pixels")
  }

  /// The first byte of a page; nil if the program has ended without an error.
  private func firstByte(_ watch: ChildProcess.Watch) throws(ChildProcess.Failure) -> [UInt8]? {
    do throws(ChildProcess.Failure) {
      return try process.receive(1, watch)
    } catch {
      guard error == .exit, process.hasSucceeded, count > 0 else { throw error }
      return nil
    }
  }

  /// The size in the header of a PPM picture: `P6`, the width, the height and 255, each with a space or line
  /// end behind it.
  private func size(_ first: [UInt8], _ watch: ChildProcess.Watch) throws(ChildProcess.Failure) -> (Int, Int)
  {
    var words: [String] = []
    var word = first
    while words.count < 4 {
      let byte = try process.receive(1, watch)
      if byte[0] == UInt8(ascii: " ") || byte[0] == UInt8(ascii: "\n") {
        words.append(String(decoding: word, as: UTF8.self))
        word = []
      } else {
        word += byte
      }
      guard word.count < 10 else { throw .nonsense }
    }
    guard words[0] == "P6", let width = Int(words[1]), let height = Int(words[2]), width > 0, height > 0,
      words[3] == "255"
    else { throw .nonsense }
    return (width, height)
  }

  /// An opaque picture from red, green and blue.
  private static func bitmap(_ colors: [UInt8], width: Int, height: Int) -> Bitmap? {
    var pixels = [UInt8](repeating: 255, count: 4 * width * height)
    for pixel in 0..<width * height {
      pixels[4 * pixel] = colors[3 * pixel]
      pixels[4 * pixel + 1] = colors[3 * pixel + 1]
      pixels[4 * pixel + 2] = colors[3 * pixel + 2]
    }
    return Bitmap(width: width, height: height, pixels: pixels)
  }

  private static func sentence(_ failure: ChildProcess.Failure, _ complaints: String) -> RasterError {
    let lines = complaints.split(whereSeparator: \.isNewline)
    let complaint = (lines.first { $0.contains("Error") } ?? lines.first).map { String($0.prefix(200)) }
    return switch failure {
    case .processorTime:
      .image(reason: "its pages take more than \(NumberText.format(processorTime)) s of processor time")
    case .silence:
      .library(operation: operation, reason: "it did not respond within \(NumberText.format(wait)) s")
    case .signal(let number):
      .image(reason: "\(program) crashed with signal \(number)" + (complaint.map { ": \($0)" } ?? ""))
    case .exit, .nonsense: .image(reason: "\(program) cannot draw it: \(complaint ?? "it gave no reason")")
    case .unlimited: .library(operation: operation, reason: "the system rejected the limits of the program")
    case .system(let code): .library(operation: operation, reason: SystemError.reason(code))
    case .stopped(let stop): stop
    }
  }
}
