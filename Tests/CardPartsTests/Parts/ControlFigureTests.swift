import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// The geometry of sliders, switches, radio buttons, triangles and videos.
@Suite struct ControlFigureTests {
  private static func picture(_ side: Double) -> ImageSource {
    ImageSource(name: "p", size: Size(width: side, height: side), content: .vector(SVGPicture([])), file: nil)
  }

  // MARK: Sliders

  @Test func aSliderIsAsTallAsItsThumbOrItsTrack() throws {
    #expect(try LaidOut(part: #"{"type":"slider"}"#).frame(0) == Rect(x: 0, y: 0, width: 300, height: 28))
    #expect(try LaidOut(part: #"{"type":"slider","trackHeight":40}"#).frame(0).height == 40)
  }

  @Test(arguments: [(0.0, 0.0), (50, 136), (100, 272)])
  func theThumbNeverLeavesTheTrack(value: Double, left: Double) throws {
    let dump = try LaidOut(
      part: #"{"type":"slider","maximumValue":100,"value":\#(value),"trackHeight":8}"#
    ).dump
    #expect(dump.contains("\(NumberText.format(left)) 0 28 28"), "\(dump)")
    // The track is centred vertically.
    if value > 0 { #expect(dump.contains("0 10 \(NumberText.format(left + 14)) 8"), "\(dump)") }
  }

  @Test func multiSliderThumbsArePlacedByTheFormula() {
    var slider = MultiSliderPart()
    slider.orientation = .horizontal
    slider.maximumValue = 100
    slider.value = [75, 25]
    let geometry = MultiSliderGeometry(slider)
    #expect(geometry.inset == 14.5)
    // 321 − 2 · 14.5 = 292, and 321 − 2 · 11 = 299.
    #expect(geometry.centers(on: geometry.track(in: 321)) == [87.5, 233.5])
    slider.thumbImage = Self.picture(24)
    #expect(MultiSliderGeometry(slider).inset == 11)
    #expect(MultiSliderGeometry(slider).centers(on: 0...321) == [85.75, 235.25])
  }

  @Test func aVerticalMultiSliderHasItsMaximumAtTheTop() {
    var slider = MultiSliderPart()
    slider.value = [0.1, 1]
    slider.minimumImage = Self.picture(16)
    slider.maximumImage = Self.picture(20)
    let geometry = MultiSliderGeometry(slider)
    let track = geometry.track(in: 200)
    #expect(track == 28...176)
    let centers = geometry.centers(on: track)
    #expect(isNear(centers[1], 42.5))
    #expect(isNear(centers[0], 42.5 + 107.1))
    slider.orientation = .horizontal
    #expect(MultiSliderGeometry(slider).track(in: 200) == 24...172)
  }

  @Test func aMultiSliderIsLargeEnoughForThumbsTrackAndValues() throws {
    let lying = #"{"type":"multiSlider","orientation":"horizontal","value":[0.25,0.5]"#
    #expect(try LaidOut(part: lying + "}").frame(0).height == 31)
    #expect(try LaidOut(part: lying + #","trackWidth":40}"#).frame(0).height == 40)
    let labelled = try LaidOut(part: lying + #","valueLabelPosition":"top"}"#)
    let line = try labelled.line(0)
    // The gap between the thumb and its value is a quarter of the thumb's diagonal.
    let height = try labelled.frame(0).height
    #expect(isNear(height, 31 + 10.96 + line.height, within: 0.001))
    #expect(isNear(line.minY, 0))
    #expect(isNear(line.midX, 82.25, within: 0.6))
    #expect(try labelled.lines() == ["0.25", "0.5"])
    #expect(
      try LaidOut(part: lying + #","valueLabelPosition":"bottom","isValueLabelRelative":true}"#).lines() == [
        "0.25", "0.25",
      ])
    let standing = try LaidOut(
      part:
        #"{"type":"stack","alignment":"top","arrangedSubviews":[{"type":"multiSlider","value":0.5},{"type":"spacer"}]}"#
    )
    #expect(try standing.frame(0, 0).size == Size(width: 31, height: 160))
  }

  @Test func valuesAreSortedMovedToStepsAndIntoTheRange() {
    var slider = MultiSliderPart()
    slider.maximumValue = 10
    slider.value = [12, 3.4, -1]
    #expect(slider.thumbs == [0, 3.4, 10])
    slider.snapStepSize = 2.5
    #expect(slider.thumbs == [0, 2.5, 10])
    slider.minimumValue = 1
    slider.value = [3.4]
    #expect(slider.thumbs == [3.5])
    // Steps that do not reach the end.
    slider.snapStepSize = 4
    slider.value = [10]
    #expect(slider.thumbs == [9])
    slider.value = [10.9, 8.9]
    #expect(slider.thumbs == [9, 9])
  }

  @Test func furtherThumbsAreSpreadEvenly() {
    var slider = MultiSliderPart()
    slider.maximumValue = 100
    slider.thumbCount = 3
    #expect(slider.thumbs == [0, 50, 100])
    slider.thumbCount = 1
    #expect(slider.thumbs == [0])
    slider.value = [40]
    slider.thumbCount = 3
    #expect(slider.thumbs == [40, 70, 100])
  }

  @Test(
    arguments: [
      (25, "25"), (25.125, "25.12"), (25.135, "25.14"), (25.1250001, "25.13"), (0.5, "0.5"), (0, "0"),
      (1.255, "1.26"), (1.245, "1.24"), (0.005, "0.005"), (0.015, "0.02"), (0.0051, "0.01"),
      (-0.001, "-0.001"),
      (-3.14159, "-3.14"), (999_999.995, "1000000"), (1234.5, "1234.5"), (1e-9, "0.000000001"), (0.996, "1"),
    ] as [(Double, String)]) func valuesAreFormattedByTheNumberRule(value: Double, text: String)
  {
    #expect(NumberFormat.plain(value) == text)
  }

  @Test func valuesMayGoThroughAFormatter() throws {
    let slider =
      #"{"type":"multiSlider","orientation":"horizontal","maximumValue":1000,"value":[250,750],"valueLabelPosition":"top","valueLabelFormatter":"currency(0) | lower"}"#
    #expect(try LaidOut(part: slider).lines() == ["$250", "$750"])
  }

  @Test func aSwitchKeepsItsSize() throws {
    #expect(try LaidOut(part: #"{"type":"switch"}"#).frame(0) == Rect(x: 0, y: 0, width: 51, height: 31))
    let on = try LaidOut(part: #"{"type":"switch","isOn":true,"width":120}"#).dump
    #expect(on.contains("0 0 51 31") && on.contains("22 2 27 27"), "\(on)")
    #expect(try LaidOut(part: #"{"type":"switch"}"#).dump.contains("2 2 27 27"))
    #expect(try LaidOut(part: #"{"type":"switch","width":25.5}"#).frame(0).width == 25.5)
  }

  @Test func aRadioButtonsDotLeavesTheGap() throws {
    let radio = #"{"type":"radioButton","isSelected":true,"outerCircleLineWidth":2"#
    let plain = try LaidOut(part: radio + "}")
    #expect(try plain.frame(0).size == Size(width: 20, height: 20))
    #expect(plain.dump.contains("0 0 20 20") && plain.dump.contains("5 5 10 10"), "\(plain.dump)")
    #expect(plain.dump.contains("2 2 16 16"), "the ring is 2 thick: \(plain.dump)")
    // In a wide box it is centred, and its outer edge touches the long sides.
    let wide = try LaidOut(part: radio + #","width":60,"height":30,"innerCircleColor":"red"}"#).dump
    #expect(wide.contains("15 0 30 30") && wide.contains("20 5 20 20"), "\(wide)")
    #expect(wide.contains("#FF0000"))
    #expect(
      try !LaidOut(part: #"{"type":"radioButton","outerCircleLineWidth":2}"#).dump.contains("5 5 10 10"))
  }

  @Test func aTrianglePointsDown() throws {
    let laidOut = try LaidOut(part: #"{"type":"triangle","width":30,"height":20}"#)
    #expect(laidOut.dump.contains("M 0 0 L 30 0 L 15 20 Z"), "\(laidOut.dump)")
    #expect(try LaidOut(part: #"{"type":"triangle"}"#).frame(0) == Rect(x: 0, y: 0, width: 7, height: 7))
  }

  // MARK: Videos

  @Test func aVideoIsThreeHundredTallAndLinksToItsAddress() throws {
    let video = try LaidOut(part: #"{"type":"video","videoUrl":"https://a.b/v.mp4","duration":126}"#)
    #expect(try video.frame(0) == Rect(x: 0, y: 0, width: 300, height: 300))
    let region = try video.inspected()["regions"]?.element(0)
    #expect(region?["link"]?.plain == "https://a.b/v.mp4")
    #expect(region?["alt"]?.plain == "Video, 2:06")
    let other = try LaidOut(
      part: #"{"type":"video","videoUrl":"https://a.b/v.mp4","link":"https://c.d","alt":"A film"}"#)
    #expect(try other.inspected()["regions"]?.element(0)?["link"]?.plain == "https://c.d")
    #expect(try other.card()["parts"]?.element(0)?["videoUrl"]?.plain == "https://a.b/v.mp4")
  }

  @Test(
    arguments: [
      (0, "0:00"), (12.9, "0:12"), (65, "1:05"), (725, "12:05"), (3_600, "1:00:00"), (7_325, "2:02:05"),
    ] as [(Double, String)]) func timesAreFormattedLikeInPlayers(seconds: Double, text: String)
  {
    #expect(VideoControls.time(seconds) == text)
  }

  @Test func theTimesOfAVideoAddUp() throws {
    let video = #"{"type":"video","videoUrl":"v.mp4","currentTime":17.6,"duration":126.2"#
    #expect(try LaidOut(part: video + "}").lines() == ["0:17", "−1:49"])
    #expect(try LaidOut(part: #"{"type":"video","videoUrl":"v.mp4"}"#).lines() == ["0:00", "--:--"])
    #expect(try LaidOut(part: video + #","showsPlaybackControls":false}"#).lines() == [])
  }

  // MARK: Labels

  @Test func labelsAreMovedApartAndStayInside() {
    #expect(LabelRow.spread(centers: [10, 50], lengths: [20, 20], gap: 4, in: 100) == [0, 40])
    #expect(LabelRow.spread(centers: [2, 98], lengths: [20, 20], gap: 4, in: 100) == [0, 80])
    #expect(LabelRow.spread(centers: [50, 50], lengths: [20, 20], gap: 4, in: 100) == [28, 52])
    // Labels at an edge are pushed together.
    #expect(LabelRow.spread(centers: [95, 97], lengths: [20, 20], gap: 4, in: 100) == [56, 80])
    for count in 1..<8 {
      let centers = (0..<count).map { Double($0 * $0) * 3 }
      let starts = LabelRow.spread(centers: centers, lengths: centers.map { _ in 11 }, gap: 2, in: 150)
      for (a, b) in zip(starts, starts.dropFirst()) { #expect(b - a >= 13 - 1e-9) }
      #expect((starts.first ?? 0) >= 0 && (starts.last ?? 0) <= 139)
    }
  }

  @Test func theSmallestStepThatFitsIsTaken() {
    #expect(LabelRow.step(count: 10) { _, _ in true } == 1)
    #expect(LabelRow.step(count: 10) { label, previous in previous.map { label - $0 >= 3 } ?? true } == 3)
    #expect(LabelRow.step(count: 10) { _, previous in previous == nil } == 10)
    #expect(LabelRow.step(count: 0) { _, _ in false } == 1)
  }

  // MARK: Errors and warnings

  @Test(arguments: [
    (#""type":"slider","minimumValue":5,"maximumValue":5"#, "'maximumValue' 5 is not above 'minimumValue' 5"),
    (#""type":"slider","value":7"#, "7 is outside 0…1 and is drawn as 1"),
    (#""type":"multiSlider","value":[0.5,-2]"#, "-2 is outside 0…1 and is drawn as 0"),
    (#""type":"multiSlider","value":[0.5],"thumbCount":1,"outerTrackColor":"red""#, "less than two thumbs"),
    (#""type":"multiSlider","value":[0.1,0.5],"thumbCount":1"#, "less than the number of values, 2"),
    (#""type":"multiSlider","value":[0.1,0.5],"disabledThumbIndices":[2]"#, "no thumb 2"),
    (#""type":"multiSlider","valueLabelPosition":"top""#, "a vertical slider cannot be at its top"),
    (#""type":"multiSlider","valueLabelColor":"red""#, "no effect without 'valueLabelPosition'"),
    (
      #""type":"multiSlider","showsThumbImageShadow":false,"thumbShadowRadius":3"#,
      "no effect without 'showsThumbImageShadow'"
    ),
    (
      #""type":"multiSlider","valueLabelPosition":"left","valueLabelFormatter":"currncy""#,
      "did you mean 'currency'?"
    ),
    (
      #""type":"multiSlider","valueLabelPosition":"left","valueLabelFormatter":"number }} x""#,
      "is not a formatter"
    ),
    (
      #""type":"multiSlider","orientation":"horizontal","width":40,"maximumValue":1e6,"valueLabelPosition":"top","value":[900000,999999]"#,
      "points too long for the slider"
    ),
    (#""type":"slider","width":20"#, "there is no room for the track"),
    (#""type":"radioButton","isSelected":true,"width":9"#, "leaves no room for the dot"),
    (#""type":"video""#, "part 'video' needs 'videoUrl' or 'poster'"),
    (#""type":"video","videoUrl":"v.mp4","videoGravity":"resize""#, "no effect without 'poster'"),
    (#""type":"video","videoUrl":"javascript:x""#, "links cannot use 'javascript:'"),
    (#""type":"video","videoUrl":"v.mp4","currentTime":9,"duration":8"#, "is after the end at 8"),
    (#""type":"video","videoUrl":"v.mp4","height":30"#, "too small for all of its controls"),
  ]) func invisibleValuesCauseAWarning(part: String, message: String) throws {
    let issues = try LaidOut.issues(of: #"{"theme":"turbo","cards":[{"parts":[{\#(part)}]}]}"#)
    #expect(issues.contains { $0.contains(message) }, "\(issues)")
  }

  @Test(arguments: [
    #""type":"slider""#, #""type":"multiSlider","value":[0.5],"valueLabelPosition":"left""#,
    #""type":"multiSlider","orientation":"horizontal","thumbCount":9"#, #""type":"switch","isOn":true"#,
    #""type":"radioButton","isSelected":true"#, #""type":"triangle","direction":"left""#,
    #""type":"histogram","dataEntries":[{"height":1,"title":"A","textValue":"7"}],"histogramLines":{}"#,
    #""type":"video","videoUrl":"v.mp4","showsPlayButton":true"#,
  ]) func anySizeCanBeDrawn(part: String) throws {
    for size in [
      #""width":0,"height":0"#, #""width":1,"height":300"#, #""width":300,"height":1"#,
      #""width":0.001,"height":0.001"#, #""width":1000000,"height":3"#,
    ] {
      let deck =
        #"{"theme":"turbo","cards":[{"parts":[{\#(part),\#(size)},{"type":"stack","arrangedSubviews":[{\#(part)},{\#(part)}]}]}]}"#
      let issues = try LaidOut.issues(of: deck)
      #expect(!issues.contains { $0.contains("error") }, "\(issues)")
    }
  }
}
