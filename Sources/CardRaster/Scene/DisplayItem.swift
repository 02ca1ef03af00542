/// One thing to draw.
///
/// The set is closed: every painter draws all of them. What is much larger than a shape is kept apart (`indirect`), since
/// lists of thousands of items are moved and copied.
public enum DisplayItem: Hashable, Sendable {
  /// A filled shape. The paint's unit square is stretched over `bounds`.
  case fill(Shape, Paint, bounds: Rect)
  /// A line along an outline.
  case stroke(Path, Stroke, Color)
  /// Glyphs in one face, size and colour.
  case glyphs(GlyphRun)
  /// A picture stretched over a rectangle.
  case image(ImageItem)
  /// The shadow of a rounded rectangle; the part of it below `hole` is left out (nothing when nil).
  case shadow(RoundedRect, Shadow, hole: RoundedRect?)
  /// The shadow that all around a rounded rectangle casts into it: what the moved and blurred shape leaves open of it.
  case innerShadow(RoundedRect, Shadow)
  /// What lies behind a shape, blurred: it takes the place of what was drawn there before.
  case backdrop(Shape, BackdropBlur)
  /// Items drawn together.
  indirect case group(Group)

  /// An area.
  public enum Shape: Hashable, Sendable {
    /// A rectangle, its corners rounded or not.
    case roundedRect(RoundedRect)
    /// The area between two rounded rectangles, one inside the other: a border.
    indirect case ring(outer: RoundedRect, inner: RoundedRect)
    /// The inside of an outline (non-zero winding).
    case path(Path)
  }

  /// A picture and where it goes.
  public struct ImageItem: Hashable, Sendable {
    /// The picture.
    public var image: ImageSource
    /// Where the whole picture is stretched to.
    public var frame: Rect
    /// A colour that replaces the picture's own, its alpha kept; nil leaves the colours.
    public var tint: Color?

    /// Makes an image item.
    public init(image: ImageSource, frame: Rect, tint: Color? = nil) {
      self.image = image
      self.frame = frame
      self.tint = tint
    }

    /// What is drawn of an outline: a filled shape, black without a tint; nil for a picture of another kind.
    package var fill: DisplayItem? {
      guard case .outline(let path) = image.content, !image.size.isEmpty else { return nil }
      let map = Transform.scale(frame.width / image.size.width, frame.height / image.size.height)
        .then(.translation(frame.origin))
      return .fill(.path(path.transformed(by: map)), .solid(tint ?? .black), bounds: frame)
    }
  }

  /// Items drawn together: moved, clipped, faded, with shadows, as one link.
  public struct Group: Hashable, Sendable {
    /// The map from the items' coordinates to those of the group's parent.
    public var transform: Transform
    /// What is drawn outside this shape (in the items' coordinates) is not seen.
    public var clip: Shape?
    /// 0…1, for the whole group at once.
    public var opacity: Double
    /// Shadows of all that the group draws, each below it, the first at the top; none shadows another.
    public var shadows: [Shadow]
    /// Where all that the group draws, its shadows included, is seen, and how strongly.
    public var mask: Mask?
    /// How all of it is mixed with what was drawn before on the same layer.
    public var blendMode = BlendMode.normal
    /// What it is in a document that is read out; nil for nothing of its own.
    public var role: StructureRole?
    /// Where a tap on the group goes.
    public var link: String?
    /// The text alternative of the group.
    public var label: String?
    /// What it is called, if it has a text alternative that describes it at length; may be empty.
    public var title: String?
    /// What it holds, the first at the bottom.
    public var items: [DisplayItem]

    /// Makes a group; without further arguments it changes nothing.
    public init(
      _ items: [DisplayItem], transform: Transform = .identity, clip: Shape? = nil, opacity: Double = 1,
      shadows: [Shadow] = [], mask: Mask? = nil, blendMode: BlendMode = .normal, role: StructureRole? = nil,
      link: String? = nil, label: String? = nil,
      title: String? = nil
    ) {
      self.items = items
      self.transform = transform
      self.clip = clip
      self.opacity = opacity
      self.shadows = shadows
      self.mask = mask
      self.blendMode = blendMode
      self.role = role
      self.link = link
      self.label = label
      self.title = title
    }
  }
}

extension DisplayItem {
  /// A filled rectangle.
  public static func rect(_ rect: Rect, _ color: Color) -> DisplayItem {
    .fill(.roundedRect(RoundedRect(rect: rect)), .solid(color), bounds: rect)
  }

  /// A filled rectangle with rounded corners.
  public static func roundedRect(_ shape: RoundedRect, _ paint: Paint) -> DisplayItem {
    .fill(.roundedRect(shape), paint, bounds: shape.rect)
  }
}
