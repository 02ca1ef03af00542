/// An SVG document on its way to pixels: its natural size, the rectangle that it is stretched over, and the map from there.
struct SVGDrawing: Equatable, Sendable {
  /// The document.
  var svg: [UInt8]
  /// The size it is laid out for, in points.
  var size: Size
  /// Where it goes; nothing of it is drawn beyond.
  var frame: Rect
  /// From the coordinates of the frame to pixels.
  var map: Transform
}
