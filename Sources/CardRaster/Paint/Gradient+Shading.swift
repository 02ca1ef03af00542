/// Gradients in PDF documents (ISO 32000-1, section 8.7.4.5).
extension Gradient {
  /// The gradient over the unit square as a shading dictionary.
  ///
  /// It is nil if PDF does not support the gradient or renders it differently. Conic gradients are not
  /// supported. PDF interpolates colours and opacity separately, while pixels are premultiplied. A gradient
  /// of length 0 is drawn differently by each viewer.
  var shading: String? {
    guard let first = stops.first, stops.allSatisfy({ $0.color.alpha == first.color.alpha }) else {
      return nil
    }
    let (type, places): (Int, [Double])
    switch kind {
    case .linear(let start, let end):
      guard start != end else { return nil }
      (type, places) = (2, [start.x, start.y, end.x, end.y])
    case .radial(let center, let radius):
      guard radius > 0 else { return nil }
      (type, places) = (3, [center.x, center.y, 0, center.x, center.y, radius])
    case .conic: return nil
    }
    let coordinates = places.map { NumberText.format($0, digits: 6) }.joined(separator: " ")
    return
      "<< /ShadingType \(type) /ColorSpace /DeviceRGB /Coords [ \(coordinates) ] /Extend [ true true ]\n      /Function \(function) >>"
  }

  /// The colour at each offset, as functions between adjacent stops that are stitched together.
  private var function: String {
    var pieces: [(start: Double, end: Double, from: Color, to: Color)] = []
    var last = Stop(offset: 0, color: stops[0].color)
    for stop in stops + [Stop(offset: 1, color: stops[stops.count - 1].color)] {
      // Two colours at one offset are an edge between the functions on both sides.
      if stop.offset > last.offset { pieces.append((last.offset, stop.offset, last.color, stop.color)) }
      last = stop
    }
    let functions = pieces.map {
      "<< /FunctionType 2 /Domain [ 0 1 ] /N 1 /C0 [ \($0.from.channels) ] /C1 [ \($0.to.channels) ] >>"
    }
    guard functions.count > 1 else { return functions.first ?? "" }
    let bounds = pieces.dropLast().map { NumberText.format($0.end, digits: 6) }.joined(separator: " ")
    let encoding = pieces.map { _ in "0 1" }.joined(separator: " ")
    return
      "<< /FunctionType 3 /Domain [ 0 1 ] /Bounds [ \(bounds) ] /Encode [ \(encoding) ]\n      /Functions [ \(functions.joined(separator: "\n         ")) ] >>"
  }
}

extension Color {
  /// Red, green and blue, 0…1.
  fileprivate var channels: String {
    [red, green, blue].map { NumberText.format(Double($0) / 255, digits: 4) }.joined(separator: " ")
  }
}
