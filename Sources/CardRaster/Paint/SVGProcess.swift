/// The process that SVG pictures are read and drawn in; see `SVGDecoding`.
public enum SVGProcess {
  /// Draws SVG pictures for another process, if this one was started for that, and does not come back then.
  ///
  /// The first thing a program does that draws decks with SVG pictures of others; `cardshot` does. Otherwise it returns at
  /// once, and from then on the program's own pictures are drawn by processes of the same program.
  public static func serveIfAsked() {
    guard ServingProcess.isAsked(SVGWelcome.word) else {
      return SVGProgram.serves()
    }
    ServingProcess.begin()
    // All that is opened when it is first used is used now.
    for sample in samples { _ = SVGService.answer(.check(sample), SVGService.Documents()) }
    let addressSpace = Sandbox.limit(memory: Limits.svgMemory)
    let welcome = SVGWelcome(hasFilter: Sandbox.filterCalls(), addressSpace: addressSpace)
    if SVGService.send(welcome.bytes), addressSpace != nil { SVGService.serve() }
    ServingProcess.end()
  }

  /// Ends the processes that wait for pictures of this one, before a copy of it is made that would talk to them too.
  package static func endIdle() { SVGProcesses.shared.endIdle() }

  /// How well a machine keeps SVG pictures apart.
  public enum Isolation: Hashable, Sendable {
    /// They have a process with limits and a filter of system calls.
    case filtered
    /// They have a process with limits; the system has no filters of system calls.
    case limited
    /// They have none, and why.
    case none(reason: String)
  }

  /// How SVG pictures are kept apart here, as a process says that is started for it.
  public static func isolation() -> Isolation {
    do throws(RasterError) {
      let welcome = try SVGProcesses.shared.welcome(program: try SVGDecoding.standard.program())
      return welcome.hasFilter ? .filtered : .limited
    } catch {
      return .none(reason: error.message)
    }
  }

  /// Pictures that need what is opened late: shapes, filters, pictures within, and the two other encodings.
  private static let samples: [[UInt8]] = {
    let start =
      "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' width='9' height='9'>"
    let png =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    let body = """
      <style>rect { fill: red }</style>
      <filter id='f'><feGaussianBlur stdDeviation='2'/><feTurbulence baseFrequency='.1'/></filter>
      <rect width='9' height='9' filter='url(#f)'/><switch><g systemLanguage='en'><rect width='1' height='1'/></g></switch>
      <image width='9' height='9' xlink:href='data:image/png;base64,\(png)'/></svg>
      """
    return [
      "", "<?xml version='1.0' encoding='windows-1252'?>", "<?xml version='1.0' encoding='iso-8859-1'?>",
    ].map {
      Array(($0 + start + body).utf8)
    }
  }()
}

/// What a process for SVG pictures does.
private enum SVGService {
  /// Documents that were read, since a picture is drawn soon after it was checked, and often again.
  final class Documents {
    /// The most that are kept, and the largest of those before the last one in bytes.
    private static let (most, largest) = (16, 1 << 18)
    /// In order of reading.
    private var known: [(svg: [UInt8], document: SVGHandle)] = []

    /// Finds a document or reads it.
    func document(_ svg: [UInt8]) throws(RasterError) -> SVGHandle {
      if let found = known.first(where: { $0.svg == svg }) { return found.document }
      if let last = known.last, last.svg.count > Self.largest { known.removeLast() }
      let document = SVGHandle(try LibRSVG(svg))
      if known.count == Self.most { known.removeFirst() }
      known.append((svg, document))
      return document
    }
  }

  /// Answers requests until nobody is there to ask.
  static func serve() {
    let documents = Documents()
    while let head = ServingProcess.receive(SVGRequest.headLength),
      let length = SVGRequest.length(afterHead: head), let body = ServingProcess.receive(length),
      let request = SVGRequest(head: head, body: body)
    {
      guard respond(to: request, documents) else { return }
    }
  }

  /// Sends the answer to a request; pixels go out of the surface they were drawn on.
  private static func respond(to request: SVGRequest, _ documents: Documents) -> Bool {
    guard case .layer(let drawing, let width, let height) = request else {
      return send(answer(request, documents).bytes)
    }
    do throws(RasterError) {
      let surface = try layer(drawing, width: width, height: height, documents)
      return surface.withPixels { send(SVGFrame.head(0, $0.count)) && ServingProcess.send($0) }
    } catch {
      return send(SVGAnswer.failure(error).bytes)
    }
  }

  /// The answer to a request that asks for no pixels.
  static func answer(_ request: SVGRequest, _ documents: Documents) -> SVGAnswer {
    do throws(RasterError) {
      switch request {
      case .check(let svg):
        let size = try SVGReading.check(svg, foretellsWork: false)
        let drawing = SVGDrawing.trial(svg, size)
        _ = try layer(
          drawing, width: max(1, Int(drawing.map.a * size.width)),
          height: max(1, Int(drawing.map.d * size.height)),
          documents)
        return .size(size)
      case .document(let drawing):
        return .bytes(try drawing.document(try documents.document(drawing.svg)))
      case .layer: return .bytes([])
      }
    } catch {
      return .failure(error)
    }
  }

  private static func layer(
    _ drawing: SVGDrawing, width: Int, height: Int, _ documents: Documents
  ) throws(RasterError) -> CairoSurface {
    let painter = try BitmapPainter(width: width, height: height)
    try drawing.paint(try documents.document(drawing.svg), on: painter.context)
    return try painter.finished()
  }

  static func send(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes { ServingProcess.send($0) } }
}

extension SVGDrawing {
  /// The most pixels of a trial: about those of a social card.
  private static let trialPixels = 1_000_000.0

  /// A drawing in natural size, or smaller where that is very large.
  fileprivate static func trial(_ svg: [UInt8], _ size: Size) -> SVGDrawing {
    let scale = min(
      1, (trialPixels / (size.width * size.height)).squareRoot(), 4_000 / max(size.width, size.height))
    return SVGDrawing(
      svg: svg, size: size, frame: Rect(origin: .zero, size: size), map: .scale(scale, scale))
  }
}
