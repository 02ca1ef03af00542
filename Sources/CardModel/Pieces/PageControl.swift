package import CardRaster

/// The dots of a paged part, with UIPageControl's measures.
///
/// Dots that do not fit are omitted. Those around the current page remain, and the outer ones shrink if there
/// are more.
package struct PageControl {
  package var count: Int
  package var current: Int
  package var color: Color
  package var currentColor: Color
  /// The height of the control, in which the dots are centred.
  package var height = PageControl.height
  /// The scale of the dots and of the distances between them.
  package var scale = 1.0

  package init(
    count: Int, current: Int, color: Color, currentColor: Color, height: Double = PageControl.height
  ) {
    self.count = count
    self.current = current
    self.color = color
    self.currentColor = currentColor
    self.height = height
  }

  package static let height = 37.0
  private static let dot = 7.0
  private static let pitch = 16.0
  /// The diameters of the outermost dots if there are more, from the outside.
  private static let small = [3.0, 5.0]

  /// The visible dots: the page of each, and its diameter.
  func dots(in width: Double) -> [(page: Int, diameter: Double)] {
    let width = width / scale
    guard width >= PageControl.dot, count > 0 else { return [] }
    // Limited before the conversion, which would overflow.
    let most = Int(min(Double(count), (width - PageControl.dot) / PageControl.pitch + 1))
    let first = max(0, min(count - most, current - most / 2))
    return (first..<first + most).map { page in
      var diameter = PageControl.dot
      for (index, small) in PageControl.small.enumerated() where page != current {
        if first > 0, page == first + index { diameter = min(diameter, small) }
        if first + most < count, page == first + most - 1 - index { diameter = min(diameter, small) }
      }
      return (page, diameter * scale)
    }
  }

  /// The dots centred in a box.
  package func layoutDots(width: Double) -> LayoutBox {
    var box = LayoutBox(size: Size(width: width, height: height))
    let dots = dots(in: width)
    let (dot, pitch) = (PageControl.dot * scale, PageControl.pitch * scale)
    let length = Double(dots.count - 1) * pitch + dot
    // Rounded to whole points, so that all dots are rasterised equally.
    let start = ((width - length) / 2).rounded() + dot / 2
    for (index, dot) in dots.enumerated() {
      let center = Point(x: start + Double(index) * pitch, y: height / 2)
      let frame = Rect(
        x: center.x - dot.diameter / 2, y: center.y - dot.diameter / 2, width: dot.diameter,
        height: dot.diameter)
      box.add(
        .roundedRect(
          RoundedRect(rect: frame, radii: CornerRadii(dot.diameter / 2)),
          .solid(dot.page == current ? currentColor : color)))
    }
    return box
  }
}
