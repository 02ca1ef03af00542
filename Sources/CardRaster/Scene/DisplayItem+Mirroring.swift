extension Rect {
  /// The rectangle as a mirror at the middle of a width shows it.
  public func mirrored(in width: Double) -> Rect {
    Rect(x: width - maxX, y: minY, width: self.width, height: height)
  }
}

extension DisplayItem {
  /// The item on the other side of a width: shapes are turned over, pictures and glyphs are moved as they are.
  public func mirrored(in width: Double) -> DisplayItem {
    let mirror = Transform(a: -1, b: 0, c: 0, d: 1, tx: width, ty: 0)
    switch self {
    case .fill(let shape, let paint, let bounds):
      return .fill(shape.mirrored(in: width), paint, bounds: bounds.mirrored(in: width))
    case .stroke(let path, let stroke, let color): return .stroke(path.transformed(by: mirror), stroke, color)
    case .glyphs(var run):
      run.origin.x = width - run.origin.x - run.width
      return .glyphs(run)
    case .image(var item):
      item.frame = item.frame.mirrored(in: width)
      return .image(item)
    case .shadow(let shape, let shadow, let hole):
      return .shadow(shape.mirrored(in: width), shadow, hole: hole?.mirrored(in: width))
    case .innerShadow(let shape, let shadow): return .innerShadow(shape.mirrored(in: width), shadow)
    case .backdrop(let shape, let blur): return .backdrop(shape.mirrored(in: width), blur)
    case .group(var group):
      // What is inside is mirrored at its own origin, and so is the way from there to here.
      let map = group.transform
      group.transform = Transform(a: map.a, b: -map.b, c: -map.c, d: map.d, tx: width - map.tx, ty: map.ty)
      group.clip = group.clip?.mirrored(in: 0)
      if let mask = group.mask { group.mask?.bounds = mask.bounds.mirrored(in: 0) }
      group.items = group.items.map { $0.mirrored(in: 0) }
      return .group(group)
    }
  }
}

extension DisplayItem.Shape {
  /// The area as a mirror at the middle of a width shows it.
  func mirrored(in width: Double) -> DisplayItem.Shape {
    switch self {
    case .roundedRect(let shape): .roundedRect(shape.mirrored(in: width))
    case .ring(let outer, let inner):
      .ring(outer: outer.mirrored(in: width), inner: inner.mirrored(in: width))
    case .path(let path):
      .path(path.transformed(by: Transform(a: -1, b: 0, c: 0, d: 1, tx: width, ty: 0)))
    }
  }
}
