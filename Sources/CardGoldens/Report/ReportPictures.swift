import CardRaster

/// The picture files that a page holds, within its limits.
struct ReportPictures {
  /// A picture of the page, or why it is not there.
  enum Entry {
    /// Its number and its size in pixels.
    case embedded(number: Int, width: Int, height: Int)
    /// The path does not name a PNG file: a golden in a lock file has no picture.
    case noPicture
    /// It could not be read, with the reason.
    case unreadable(String)
    /// There was no room.
    case tooMuch
  }

  private(set) var files: [[UInt8]] = []
  private(set) var bytes = 0
  private var passedBytes = 0
  private let limit: Int
  private let passedLimit: Int

  init(limit: Int, passedLimit: Int) {
    self.limit = limit
    self.passedLimit = passedLimit
  }

  /// Takes a picture file.
  mutating func add(_ path: String, passed: Bool) -> Entry {
    let room = passed ? min(passedLimit - passedBytes, limit - bytes) : limit - bytes
    do throws(RasterError) {
      // Goldens and what failed; what a link shows that leads elsewhere is nobody's business.
      let folder = FilePath.directory(of: path)
      let start = try FileReading.beginning(path: path, foundIn: folder, count: 24)
      guard let size = Self.size(start) else { return .noPicture }
      let file = try FileReading.read(path: path, foundIn: folder, limit: Limits.imageBytes)
      guard file.count <= room else { return .tooMuch }
      // Between both looks the file may have become another one.
      guard file.starts(with: start) else { return .unreadable("it changed while it was read") }
      files.append(file)
      bytes += file.count
      if passed { passedBytes += file.count }
      return .embedded(number: files.count - 1, width: size.width, height: size.height)
    } catch .file(_, let reason) {
      return .unreadable(reason)
    } catch .limit {
      return .tooMuch
    } catch {
      return .unreadable("\(error)")
    }
  }

  /// The size in a PNG file's header, or nil when it is none (PNG specification, 5.2 and 11.2.2).
  private static func size(_ start: [UInt8]) -> (width: Int, height: Int)? {
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    guard start.count == 24, start.starts(with: signature), start[12..<16].elementsEqual("IHDR".utf8) else {
      return nil
    }
    func number(_ offset: Int) -> Int { start[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
    let (width, height) = (number(16), number(20))
    guard width > 0, height > 0, width <= Limits.imagePixels / height else { return nil }
    return (width, height)
  }
}
