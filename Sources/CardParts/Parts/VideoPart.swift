import CardRaster

/// A video: its poster on black, with player controls or a play button.
struct VideoPart: CardPart {
  /// How the poster is scaled, with AVFoundation's names.
  enum VideoGravity: String, Sendable, CaseIterable {
    case resizeAspect, resizeAspectFill, resize

    /// The equivalent content mode of a picture.
    var contentMode: ContentMode {
      switch self {
      case .resizeAspect: .scaleAspectFit
      case .resizeAspectFill: .scaleAspectFill
      case .resize: .scaleToFill
      }
    }
  }

  var videoUrl: String?
  var poster: ImageSource?
  var videoGravity = VideoGravity.resizeAspect
  var showsPlaybackControls = true
  var showsPlayButton: Bool?
  var isPlaying = false
  var currentTime = 0.0
  var duration: Double?

  static let kind = PartKind(
    "video", .picture, "A video: its poster on black, with the player's controls or a play button.",
    example:
      #"{ "type": "video", "videoUrl": "https://example.com/pots.mp4", "poster": "assets/pots.jpg", "height": 200, "duration": 95 }"#,
    make: { VideoPart() }, needs: [["videoUrl", "poster"]],
    fields: {
      Field(
        "videoUrl", \.videoUrl, .link,
        "The address of the video; a tap goes there unless the part has a `link`.")
      Field("poster", \.poster, .image, "The poster picture.", default: "black")
      Field(
        "videoGravity", \.videoGravity, .word,
        "How the poster is put into the part: whole with black bars, filling, or stretched.")
      Field(
        "showsPlaybackControls", \.showsPlaybackControls, .boolean,
        "Whether the player's controls are shown: buttons, times and scrubber.")
      Field(
        "showsPlayButton", \.showsPlayButton, .boolean, "Whether a large play button is shown in the middle.",
        default: "true for a video that does not play and has no controls")
      Field("isPlaying", \.isPlaying, .boolean, "Whether it plays, so that buttons offer to pause it.")
      Field(
        "currentTime", \.currentTime, .number(0...Limits.number), "The playback time in seconds.")
      Field("duration", \.duration, .number(0...Limits.number), "Its length in seconds.", default: "unknown")
    },
    check: { part, node, path, context in
      if node["poster"] == nil { context.refuse(["videoGravity"], of: node, path, "without 'poster'") }
      if let duration = part.duration, part.currentTime > duration {
        context.warning(
          "'currentTime' \(JSONNumber.format(part.currentTime)) is after the end at \(JSONNumber.format(duration)) and is drawn at the end",
          key: "currentTime", of: node, path)
      }
    })

  var hasNoWidth: Bool { true }
  var clipsToCorners: Bool { true }

  /// The default height, in points.
  static let naturalHeight = 300.0

  var keepsDirection: Bool { true }

  func layout(_ proposal: SizeProposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let width = proposal.width.bound.isFinite ? proposal.width.bound : 320
    let size = Size(width: width, height: proposal.height.resolve(VideoPart.naturalHeight))
    var box = LayoutBox(size: size)
    box.background = .solid(.black)
    box.isClipped = true
    box.radii = CornerRadii(context.theme.compatibility.mapRadius ?? context.theme.buttonCornerRadius)
    if let poster, !poster.size.isEmpty, !size.isEmpty {
      let frame = videoGravity.contentMode.frame(of: poster.size, in: size)
      for (length, name) in [(frame.width, "width"), (frame.height, "height")] {
        try context.checkLength(length, "the drawn poster's \(name) in pixels")
      }
      if frame.minX <= 0, frame.minY <= 0, frame.maxX >= width, frame.maxY >= size.height {
        // A black background would show through at rounded corners.
        box.background = nil
      }
      box.add(.image(DisplayItem.ImageItem(image: poster, frame: frame)))
      if let warning = context.enlargementWarning(of: poster, in: frame, key: "poster") {
        box.warnings.append(warning)
      }
    }
    var controls = VideoControls(size: size)
    controls.isPlaying = isPlaying
    controls.currentTime = min(currentTime, duration ?? currentTime)
    controls.duration = duration
    if showsPlaybackControls { try controls.addBar(to: &box, context) }
    if showsPlayButton ?? (!isPlaying && !showsPlaybackControls) { controls.addPlayButton(to: &box) }
    box.link = videoUrl
    box.label = duration.map { "Video, \(VideoControls.time($0))" } ?? "Video"
    if let videoUrl { box.attributes.append(LayoutBox.Attribute("videoUrl", videoUrl)) }
    box.attributes += [
      LayoutBox.Attribute("isPlaying", isPlaying ? "true" : "false"),
      LayoutBox.Attribute("currentTime", textOf: currentTime),
    ]
    if let duration { box.attributes.append(LayoutBox.Attribute("duration", textOf: duration)) }
    return box
  }
}
