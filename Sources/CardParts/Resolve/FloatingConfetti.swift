import CardRaster

extension [AnyPart] {
  /// The parts of a card; confetti without a place of its own falls behind the others.
  func withFloatingConfetti(_ theme: ResolvedTheme) -> [AnyPart] {
    func needsNoRoom(_ part: AnyPart) -> Bool {
      part.common.isHidden || (part.part is ConfettiPart && part.common.height == nil)
    }
    let hasOthers = !allSatisfy(needsNoRoom)
    return map { part in
      guard let confetti = part.part as? ConfettiPart else { return part }
      return changing(part) { $0.part = confetti.amongOthers(hasOthers, part.common, theme) }
    }
  }
}
