import CardRaster
import Synchronization

/// The texts that this process has written into test sources.
///
/// Each one moves the lines below it. Later calls are found at their new lines.
enum InlineGoldens {
  private struct File {
    /// The file as this process last wrote it.
    var source: [UInt8]
    /// The line shifts: the code below `line`, as counted by the compiler, has moved by `by` lines.
    var shifts: [(line: Int, by: Int)] = []
    /// The written texts, by line and column of the call.
    var texts: [String: String] = [:]
  }

  private static let files = Mutex<[String: File]>([:])

  /// Writes a text after a call.
  ///
  /// - Parameters:
  ///   - text: the new text.
  ///   - old: the text at compile time; nil if the call had no closure.
  ///   - name: the name of the called function.
  /// - Throws: a `ExpectationError` if the source has changed since it was compiled, or another text was written there
  ///   in this run.
  static func write(_ text: String, over old: String?, callOf name: String, at site: CallSite)
    throws(ExpectationError)
  {
    var fault: ExpectationError?
    files.withLock { files in
      do throws(ExpectationError) {
        try write(text, over: old, callOf: name, at: site, &files)
      } catch {
        fault = error
      }
    }
    if let fault { throw fault }
  }

  private static func write(
    _ text: String, over old: String?, callOf name: String, at site: CallSite, _ files: inout [String: File]
  ) throws(ExpectationError) {
    let source = try ExpectationError.wrapping { () throws(RasterError) in
      try FileReading.read(path: site.path, limit: Limits.jsonBytes)
    }
    var file = files[site.path] ?? File(source: source)
    guard file.source == source else {
      throw ExpectationError("the source changed while the tests ran; build and run them again")
    }
    let (line, call) = (Int(site.line), "\(site.line):\(site.column)")
    if let known = file.texts[call] {
      guard known == text else {
        throw ExpectationError(
          "this call already recorded another text in this run; each text needs its own call")
      }
      return
    }
    let moved = file.shifts.reduce(line) { $1.line < line ? $0 + $1.by : $0 }
    let place = try InlineText(source, callOf: name, line: moved, column: Int(site.column))
    let found = try place.replaced(by: text, over: old)
    try ExpectationError.wrapping { () throws(RasterError) in try FileWriting.writeFile(found, to: site.path)
    }
    file.source = found
    file.texts[call] = text
    file.shifts.append((line, found.count { $0 == 0x0A } - source.count { $0 == 0x0A }))
    files[site.path] = file
  }
}
