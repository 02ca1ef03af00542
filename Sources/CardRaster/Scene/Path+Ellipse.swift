extension Path {
  /// The ellipse inscribed in a rectangle.
  public static func ellipse(in rect: Rect) -> Path {
    RoundedRect(
      rect: rect, radii: CornerRadii(min(rect.width, rect.height) / 2), isEllipse: true
    ).path
  }
}
