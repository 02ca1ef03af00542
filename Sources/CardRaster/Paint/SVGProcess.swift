/// The subprocess that parses and renders SVG pictures; see `SVGDecoding`.
public enum SVGProcess {
  /// Serves SVG pictures to another process, if this one was started for that, and then does not return.
  ///
  /// Call it first in a program that draws decks with untrusted SVG pictures; `cardshot` does. Otherwise it
  /// returns at once, and from then on the program's own pictures are rendered by subprocesses of the same
  /// program.
  public static func serveIfAsked() {
    guard ServingProcess.isAsked(SVGWelcome.word) else {
      return SVGProgram.serves()
    }
    ServingProcess.begin()
    // Opens everything that is opened on first use, before the sandbox is closed.
    for sample in samples { _ = SVGService.answer(.check(sample), SVGService.Documents()) }
    let addressSpace = Sandbox.limit(memory: Limits.svgMemory)
    let welcome = SVGWelcome(hasFilter: Sandbox.filterCalls(), addressSpace: addressSpace)
    if SVGService.send(welcome.bytes), addressSpace != nil { SVGService.serve() }
    ServingProcess.end()
  }

  /// Ends the idle subprocesses of this process; call it before a fork, since a copy would talk to them too.
  package static func endIdle() { SVGProcesses.shared.endIdle() }

  /// The level of isolation of SVG pictures on a machine.
  public enum Isolation: Hashable, Sendable {
    /// A subprocess with limits and a system call filter.
    case filtered
    /// A subprocess with limits; the system does not support system call filters.
    case limited
    /// No subprocess, with the reason.
    case none(reason: String)
  }

  /// The level of isolation on this machine, as reported by a subprocess that is started for it.
  public static func isolation() -> Isolation {
    do throws(RasterError) {
      let welcome = try SVGProcesses.shared.welcome(program: try SVGDecoding.standard.program())
      return welcome.hasFilter ? .filtered : .limited
    } catch {
      return .none(reason: error.message)
    }
  }

  /// Pictures that use features with lazy initialisation.
  ///
  /// They have shapes, filters, embedded images, and the two other encodings.
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

/// The service of a subprocess for SVG pictures.
private enum SVGService {
  /// A cache of parsed documents, since a picture is drawn soon after it was checked, and often again.
  final class Documents {
    /// The maximum number of cached documents, and the largest size in bytes of those before the last one.
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

  /// Answers requests until the connection is closed.
  static func serve() {
    let documents = Documents()
    while let head = ServingProcess.receive(SVGRequest.headLength),
      let length = SVGRequest.length(afterHead: head), let body = ServingProcess.receive(length),
      let request = SVGRequest(head: head, body: body)
    {
      guard respond(to: request, documents) else { return }
    }
  }

  /// Sends the answer to a request; pixels are sent from the surface they were drawn on.
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

  /// The answer to a request that needs no pixels.
  static func answer(_ request: SVGRequest, _ documents: Documents) -> SVGAnswer {
    do throws(RasterError) {
      switch request {
      case .check(let svg):
        let size = try SVGReading.checkedSize(of: svg, foretellsWork: false)
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
  /// The maximum number of pixels of a trial rendering: about those of a social card.
  private static let trialPixels = 1_000_000.0

  /// A drawing in natural size, or smaller if that is very large.
  fileprivate static func trial(_ svg: [UInt8], _ size: Size) -> SVGDrawing {
    let scale = min(
      1, (trialPixels / (size.width * size.height)).squareRoot(), 4_000 / max(size.width, size.height))
    return SVGDrawing(
      svg: svg, size: size, frame: Rect(origin: .zero, size: size), map: .scale(scale, scale))
  }
}
