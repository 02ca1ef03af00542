/// What becomes of a layout that is not the golden's, while the picture is equal or let pass.
///
/// A link, a text alternative, an id, a frame and the words of a text stand in the layout; pixels may have a tolerance.
package enum LayoutRule: String, CaseIterable, Hashable, Sendable {
  /// Another layout fails.
  case exact
  /// Another layout is told, and passes.
  case told
  /// No layout is kept or looked at.
  case off
}
