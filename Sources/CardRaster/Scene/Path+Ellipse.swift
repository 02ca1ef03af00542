extension Path {
  /// An ellipse that touches the four sides of a rectangle.
  public static func ellipse(in rect: Rect) -> Path {
    RoundedRect(
      rect: rect, radii: CornerRadii(min(rect.width, rect.height) / 2), isEllipse: true
    ).path
  }
}
