import CardParts
import CardRaster

/// The report of a comparison: a few lines of text, or one JSON object.
struct ComparisonReport {
  let comparison: Comparison
  let expected: String
  let actual: String
  let picture: String?

  /// The verdict, followed by one line per region.
  var text: String {
    var lines = ["\(comparison.isSame ? "same" : "different"): \(comparison.summary)"]
    for region in comparison.regions {
      let frame = region.frame
      lines.append(
        "  \(frame.width) × \(frame.height) at \(frame.minX),\(frame.minY): "
          + "\(region.pixels) \(region.pixels == 1 ? "pixel" : "pixels")")
    }
    if comparison.omittedRegions > 0 { lines.append("  and \(comparison.omittedRegions) smaller ones") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// All results as JSON.
  var json: String {
    let settings = comparison.settings
    let window = comparison.densestWindow.map(node) ?? .null
    let document = JSONNode.object(present: [
      "same": .of(comparison.isSame), "verdict": .of(comparison.verdict.rawValue),
      "metric": .of(settings.metric.rawValue),
      "threshold": settings.metric.isPerceptual ? .of(settings.tolerance.threshold) : nil,
      "differingPixels": .of(comparison.differingPixels), "comparedPixels": .of(comparison.comparedPixels),
      "allowedPixels": .of(comparison.allowedPixels), "antialiasedPixels": .of(comparison.antialiasedPixels),
      "ignoredPixels": .of(comparison.ignoredPixels), "maxDelta": .of(comparison.maxDelta),
      "maxChannelDelta": .of(comparison.maxChannelDelta), "wholeShift": .of(comparison.wholeShift),
      "expected": file(expected, comparison.expected), "actual": file(actual, comparison.actual),
      "densestWindow": settings.tolerance.window == nil ? nil : window,
      "regions": .list(comparison.regions.map(node)), "omittedRegions": .of(comparison.omittedRegions),
      "diff": picture.map { .of($0) },
    ])
    return JSONDump.write(document, pretty: true) + "\n"
  }

  private func file(_ path: String, _ picture: Bitmap) -> JSONNode {
    .object(["path": .of(path), "width": .of(picture.width), "height": .of(picture.height)])
  }

  private func node(_ region: Comparison.Region) -> JSONNode {
    .object([
      "x": .of(region.frame.minX), "y": .of(region.frame.minY), "width": .of(region.frame.width),
      "height": .of(region.frame.height), "pixels": .of(region.pixels),
    ])
  }
}
