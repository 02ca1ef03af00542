internal import CCairo
internal import Glibc

/// An SVG document parsed by librsvg.
///
/// It has no base URL, so no external resource is ever loaded. It does not limit the cost of parsing and
/// drawing: see `SVGDecoding`.
struct LibRSVG: ~Copyable {
  private let handle: OpaquePointer
  private let library: Library

  /// Parses a document.
  ///
  /// The corresponding C function is `rsvg_handle_new_from_data`.
  init(_ svg: [UInt8]) throws(RasterError) {
    guard let library = Library.opened else {
      throw .library(operation: "reading an SVG picture", reason: "\(Library.name) is not installed")
    }
    var failure: UnsafeMutablePointer<GError>?
    let parsed = svg.withUnsafeBufferPointer { library.parse($0.baseAddress, $0.count, &failure) }
    guard let parsed else {
      throw .image(reason: "the SVG picture cannot be read: \(Self.take(&failure))")
    }
    handle = parsed
    self.library = library
    // A CSS inch has 96 pixels; librsvg's own default is 90.
    library.setResolution(handle, 96)
  }

  deinit { cs_object_unref(UnsafeMutableRawPointer(handle)) }

  /// Draws the document into a rectangle of a cairo context.
  ///
  /// The corresponding C function is `rsvg_handle_render_document`.
  func render(into context: OpaquePointer, x: Double, y: Double, width: Double, height: Double)
    throws(RasterError)
  {
    var viewport = CSRsvgRectangle(x: x, y: y, width: width, height: height)
    var failure: UnsafeMutablePointer<GError>?
    guard library.render(handle, context, &viewport, &failure) != 0 else {
      throw .image(reason: "the SVG picture cannot be drawn: \(Self.take(&failure))")
    }
  }

  private static func take(_ failure: inout UnsafeMutablePointer<GError>?) -> String {
    guard let error = failure else { return "unknown reason" }
    defer { g_clear_error(&failure) }
    // Some end with a line feed.
    let words = error.pointee.message.map { String(cString: $0) } ?? "unknown reason"
    return words.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

/// A parsed document that can be drawn several times.
final class SVGHandle {
  /// librsvg's document.
  let document: LibRSVG

  init(_ document: consuming LibRSVG) { self.document = document }
}

extension LibRSVG {
  /// The version of librsvg, which is three variables; nil if it is not installed.
  static var version: String? {
    guard let library = dlopen(Library.name, RTLD_NOW | RTLD_LOCAL) else { return nil }
    let names: [String] = ["rsvg_major_version", "rsvg_minor_version", "rsvg_micro_version"]
    let numbers = names.compactMap { name in
      dlsym(library, name).map { String($0.assumingMemoryBound(to: UInt32.self).pointee) }
    }
    return numbers.count == 3 ? numbers.joined(separator: ".") : nil
  }

  /// librsvg, loaded when the first SVG picture is read.
  ///
  /// With all its dependencies (GdkPixbuf, libxml2, ICU, …) it takes half of the dynamic linking time of all
  /// libraries, and most decks have no SVG picture. The types are those of its header; their ABI is stable.
  private struct Library: Sendable {
    typealias Failure = UnsafeMutablePointer<UnsafeMutablePointer<GError>?>

    static let name = "librsvg-2.so.2"
    /// Nil if the library is not installed.
    static let opened = try? Library()

    let parse: @convention(c) @Sendable (UnsafePointer<UInt8>?, Int, Failure?) -> OpaquePointer?
    let setResolution: @convention(c) @Sendable (OpaquePointer, Double) -> Void
    let render:
      @convention(c) @Sendable (OpaquePointer, OpaquePointer, UnsafePointer<CSRsvgRectangle>, Failure?) ->
        Int32

    private init() throws(DynamicLibrary.Missing) {
      let library = try DynamicLibrary(Self.name)
      parse = try library.function("rsvg_handle_new_from_data")
      setResolution = try library.function("rsvg_handle_set_dpi")
      render = try library.function("rsvg_handle_render_document")
    }
  }
}
