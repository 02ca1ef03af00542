extension SwiftSurface {
  /// The comments of enumerations and their cases.
  ///
  /// A line without indentation is the name of an enumeration, with a sentence if it is shared. Each line below it
  /// is a keyword with its sentence.
  static let wordComments: [String: (summary: String?, words: [String: String])] = {
    var result: [String: (summary: String?, words: [String: String])] = [:]
    var owner = ""
    for line in wordText.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
      let name = String(parts[0].drop { $0 == " " })
      let sentence = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : nil
      if line.hasPrefix(" ") {
        result[owner]?.words[name] = sentence
      } else {
        owner = name
        result[owner] = (sentence, [:])
      }
    }
    return result
  }()

  private static let wordText = """
    CardPartHistogramView.Distribution
      fill: Bars follow each other at `spacing`.
      equalSpacing: Bars are spread over the width, with equal spaces.
    CardPartChartView.Missing
      gap: The line has a gap.
      connect: The line connects the points on both sides.
      dash: A dashed line connects the points on both sides.
      zero: The value counts as 0.
    CardPartChartView.TextAlternative
      short: The kind of chart and the most important fact.
      full: The kind of chart, its trend and its extremes.
      data: The values themselves.
    CardPartStackView.Distribution
      fill: Parts that can grow take the remaining length.
      fillEqually: All parts have the same length.
      fillProportionally: Parts grow in proportion to their natural lengths.
      equalSpacing: The spaces between parts are equal.
      equalCentering: The distances between the centres of parts are equal.
    CardPartStackView.Alignment
      fill: Parts are stretched across the stack.
      leading: In a column, parts are at the edge where rows begin.
      top: In a row, parts are at the upper edge.
      firstBaseline: In a row, the first lines of text share a baseline.
      center: Parts are centred across the stack.
      trailing: In a column, parts are at the edge where rows end.
      bottom: In a row, parts are at the lower edge.
      lastBaseline: In a row, the last lines of text share a baseline.
    CardPartStackView.LineAlignment
      leading: Lines are at the edge where rows begin.
      center: Lines are centred.
      trailing: Lines are at the edge where rows end.
    CardPartTableView.Style
      plain: Sections have strong headings.
      grouped: Groups have quiet headings.
      insetGrouped: Groups are round boxes.
    CardPartTableView.SeparatorStyle
      singleLine: There is a line under each row.
      between: There are lines between rows only.
      none: There are no lines.
    CardPartButtonView.ContentHorizontalAlignment
      left: The title is at the left edge.
      center: The title is in the middle.
      right: The title is at the right edge.
      leading: The title is at the edge where rows begin.
      trailing: The title is at the edge where rows end.
    CardPartMultiSliderView.ValueLabelPosition
      none: Values are not written.
      left: Values are to the left of a vertical slider.
      right: Values are to the right of a vertical slider.
      top: Values are above a horizontal slider.
      bottom: Values are below a horizontal slider.
    CardPartConfettiView.Style
      star: Pieces are stars.
      confetti: Pieces are bent strips.
      diamond: Pieces are diamonds.
      mixed: Pieces have the shapes of `confettiImages`.
      image: Pieces are copies of a picture.
    CardPartConfettiView.Shape
      line: Pieces appear along the upper edge.
      sphere: Pieces appear in a ball around the middle of the upper edge.
      point: Pieces appear in the middle of the upper edge.
      rectangle: Pieces appear in a strip along the upper edge.
    CardPartConfettiView.Overlay
      none: The confetti has space of its own.
      behind: The confetti falls behind the other parts of the card.
      card: The confetti falls over the card.
      deck: The confetti falls over the whole picture.
    DeckCanvas.Preset
      og: 1200 × 630, for previews of links (Open Graph).
      email: 600 wide, for e-mails.
      phone: 375 wide, for phones.
      square: 1080 × 1080.
      story: 1080 × 1920.
    CardsLayout.Kind
      list: Cards are below each other.
      grid: Cards are in columns.
      fullScreen: One card fills the canvas.
      bottomSheet: The last card is a sheet over a list.
      swipeStack: Cards are a stack to swipe.
      sheet: Cards are over a map.
    CardBottomSheet.HandlePosition
      above: The handle is above the sheet.
      inside: The handle is inside the sheet.
      none: There is no handle.
    CardSwipeStack.Compatibility
      mgswipecards: MGSwipeCards of 2018.
      shuffle: Shuffle, its successor.
    CardSwipeStack.Transforms
      default: The transforms of the library in `compatibility`.
      fan: Cards below are rotated like a hand of cards.
    CardSheet.Compatibility
      tgcard2019: The version of 2019.
      tgcard2021: The version of 2021.
      tgcard2026: The version of 2026.
    CardSheet.Mode
      floating: The card is over the map.
      sidebar: The card is a panel along the edge of the screen.
    CardSheet.ButtonShape
      roundedRect: Groups of buttons have round corners.
      circle: Groups of buttons have half circles as ends.
      none: Groups of buttons have square corners.
    DeckPageSetup.Size
      A3: 297 × 420 mm.
      A4: 210 × 297 mm.
      A5: 148 × 210 mm.
      Letter: 8.5 × 11 inches.
      Legal: 8.5 × 14 inches.
      Tabloid: 11 × 17 inches.
    DeckPageSetup.Orientation
      portrait: The page is higher than wide.
      landscape: The page is wider than high.
    DeckInput.Kind
      string: A text.
      number: A number.
      integer: A whole number.
      boolean: `true` or `false`.
      array: A list.
      object: An object with properties.
      picture: The path of a picture, or a `data:` URI.
    DeckInput.Format
      date: A day such as `2026-11-21`.
      color: A CSS colour.
      uri: A web, mail or telephone address.
    CardPartTextRun.Script
      normal: On the baseline.
      superscript: Smaller and raised, as in m².
      subscript: Smaller and lowered, as in CO₂.
    CardPartIconPosition.Horizontal
      left: The icon is to the left of the text.
      right: The icon is to the right of the text.
      leading: The icon is on the side where the text begins.
      trailing: The icon is on the side where the text ends.
    CardPartTableRow.Accessory
      none: There is no accessory.
      disclosureIndicator: A chevron.
      checkmark: A check mark.
      detailButton: A button with an i.
      detailDisclosureButton: A button with an i, and a chevron.
    CardPartChartMark.Interpolate
      linear: Straight lines between points.
      monotone: A curve that never exceeds its points.
      step: Steps in the middle between points.
      step-before: Steps at the start of each interval.
      step-after: Steps at the end of each interval.
      catmull-rom: A smooth curve that may exceed its points.
    CardPartChartMark.Baseline
      top: The upper edge of the text.
      middle: The middle of the text.
      bottom: The lower edge of the text.
      alphabetic: The baseline of the text.
    CardPartChartMark.Extent
      min-max: From the smallest to the largest value.
      stderr: The standard error of the mean.
      stdev: The standard deviation.
      ci: The confidence interval of the mean.
      iqr: From the first to the third quartile.
    CardPartChartChannel.Kind
      quantitative: Numbers on a continuous scale.
      temporal: Dates and times.
      ordinal: Categories with an order.
      nominal: Categories without an order.
    CardPartTableTotal.Aggregate
      sum: The sum of the numbers.
      mean: The mean of the numbers.
      min: The smallest number.
      max: The largest number.
      count: How many numbers there are.
    CardPartChartChannel.Aggregate
      count: The number of rows.
      sum: The sum.
      mean: The mean.
      average: The mean, by another name.
      median: The median.
      min: The smallest value.
      max: The largest value.
      valid: The number of values that are not missing.
      missing: The number of missing values.
      distinct: The number of different values.
      product: The product.
      variance: The variance of a sample.
      variancep: The variance of a population.
      stdev: The standard deviation of a sample.
      stdevp: The standard deviation of a population.
      stderr: The standard error of the mean.
      q1: The first quartile.
      q3: The third quartile.
      ci0: The lower end of the confidence interval of the mean.
      ci1: The upper end of the confidence interval of the mean.
    CardPartChartChannel.TimeUnit
      year: Years.
      quarter: Quarters, without their year.
      month: Months, without their year.
      week: Weeks, without their year.
      day: Days of the week.
      date: Days of the month.
      hours: Hours of the day.
      yearquarter: Quarters of a year.
      yearmonth: Months of a year.
      yearweek: Weeks of a year.
      yearmonthdate: Days.
      yearmonthdatehours: Hours of a day.
      yearmonthdatehoursminutes: Minutes of a day.
      yearmonthdatehoursminutesseconds: Seconds of a day.
      monthdate: Days of a month, without their year.
      monthdatehours: Hours of days, without their year.
      hoursminutes: Minutes, without their day.
      hoursminutesseconds: Seconds, without their day.
      minutes: Minutes of the hour.
      seconds: Seconds of the minute.
      dayofyear: Days of the year, counted from its start.
    CardPartChartValueLabels.Show
      none: No values are written.
      all: All values are written.
      last: Only the last value is written.
      ends: The first and the last value are written.
      extremes: The smallest and the largest value are written.
    CardPartChartValueLabels.Position
      auto: The chart chooses the position of each.
      inside: Inside the bar, at its end.
      outside: Behind the end of the bar.
      center: In the middle of the bar.
    CardSheetCard.TitleStyle
      default: Title and subtitle.
      custom: The parts of `titleContent`.
      customExtended: The parts of `titleContent`, followed by the content of the card.
      none: There is no title.
    CardSheetCard.TableStyle
      plain: Rows follow each other.
      grouped: Rows are in groups.
    CardSheetCard.FloatingToolBarAlignment
      leading: The row is at the edge where rows begin.
      center: The row is centred.
      trailing: The row is at the edge where rows end.
      fill: The row is stretched from edge to edge.
    CardGradient.Kind
      linear: Along a line.
      radial: From the centre outwards.
      conic: Around the centre.
    CardGradient.Extent
      circle: To the inscribed circle; outside it the last colour continues.
      corners: From corner to corner.
    CardGradient.Shape
      ellipse: Stretched to the box.
      circle: Not stretched.
    CardPartPattern.Kind
      dots: Dots.
      grid: A grid of lines.
      lines: Horizontal lines.
      diagonal: Diagonal lines.
    CardBottomSheetTransition.Kind
      appear: The sheet comes up.
      dismiss: The sheet goes away.
      snapBack: The sheet returns from `currentHeight` to its full height.
      changeHeight: The height of the sheet changes from `fromHeight`.
    CardStatusBar.Style
      default: The colour of the appearance.
      light: White, for a dark background.
      dark: Black, for a light background.
    CardSwipeAnimation.Kind
      swipe: The top card flies away.
      undo: The last of `swiped` comes back.
      cancel: A card that was dragged springs back.
      shift: The top card goes to the back.
    CardSheetTransition.Kind
      push: The last card moves in over the one before it.
      pop: The last card moves out.
      swap: The last card replaces the one before it.
      snap: The card is released at `cardY`.
      tap: The title or the map is tapped.
      page: The pages turn from `fromPage` to the current one.
    CardPartChartGradient.Gradient
      linear: Along a line.
    CardPartChartUnit.At
      all: The unit is written after every number.
      top: The unit is written only after the top number.
      title: The unit is written in the title of the axis.
    CardPartChartScale.Kind
      linear: Equal distances for equal differences.
      log: Equal distances for equal ratios.
      symlog: Logarithmic on both sides of 0, and linear near it.
      sqrt: By the square root.
      pow: By a power, `exponent`.
      time: Dates and times.
      utc: Dates and times in UTC.
      band: A band for each category.
      point: A point for each category.
      quantize: Steps of equal length.
      threshold: Steps at the values of `domain`.
    CardPartChartAxis.Orient
      top: Above the plot.
      bottom: Below the plot.
      left: To the left of the plot.
      right: To the right of the plot.
    CardPartChartAxis.LabelOverlap
      auto: Labels wrap, turn or are left out at regular distances.
      parity: Every second label is left out, repeatedly.
      greedy: Each label that overlaps the previous one is left out.
      none: All labels are drawn.
    CardPartChartLegend.SymbolType
      circle: A circle.
      square: A square.
      triangle-up: A triangle that points upwards.
      cross: A cross.
      diamond: A diamond.
      triangle-right: A triangle that points to the right.
      triangle-down: A triangle that points downwards.
      triangle-left: A triangle that points to the left.
      stroke: A line.
    CardPartImageView.Fallback
      placeholder: A grey box with a symbol.
      none: The part takes no space.
    CardPartBarcodeView.Symbology
      qr: A QR code.
      dataMatrix: A Data Matrix code.
      aztec: An Aztec code.
      pdf417: A PDF417 code.
      code128: A Code 128 bar code.
      ean13: An EAN-13 bar code.
      ean8: An EAN-8 bar code.
      upcA: A UPC-A bar code.
      upcE: A UPC-E bar code.
    CardPartBarcodeView.ErrorCorrection
      low: About 7 % of a QR code may be damaged.
      medium: About 15 % of a QR code may be damaged.
      quartile: About 25 % of a QR code may be damaged.
      high: About 30 % of a QR code may be damaged.
    CardPartVideoView.VideoGravity
      resizeAspect: The whole poster, with black bars.
      resizeAspectFill: The poster fills the part; overflow is clipped.
      resize: The poster is stretched.
    CardPartMapView.Style
      standard: The usual colours.
      muted: Quiet colours, for pins and routes.
      satellite: Satellite pictures, which `tiles` provides.
    CardPartTextView.ListStyle
      none: Paragraphs have no marker.
      bullets: Paragraphs have bullets.
      numbers: Paragraphs are numbered.
    CardPartTitleView.Style
      titleOnly: The title alone.
      titleWithMenu: The title with a menu button.
      titleWithActionableButton: The title with a button.
    CardPartAttributedTextView.DataDetectorTypes
      link: Web and e-mail addresses.
      phoneNumber: Telephone numbers.
      address: Postal addresses.
      calendarEvent: Dates and times.
      all: All of these.
    CardPartTextField.Format
      none: The text as it is.
      currency: An amount in the deck's currency.
      zipcode: An American postal code.
      phone: An American telephone number.
      ssn: An American social security number.
    CardPartTextField.BorderStyle
      none: There is no frame.
      line: A thin line.
      bezel: A sunken frame.
      roundedRect: A thin frame with round corners.
    CardPartTextField.ClearButtonMode
      never: There is no clear button.
      unlessEditing: The button is shown unless the field is edited; a picture is never edited.
      always: The button is always shown.
    CardAxis: The direction of a row, a column, a slider or cuts.
      vertical: From top to bottom.
      horizontal: From one side to the other.
    CardContentMode: How a picture is fitted into a box.
      scaleToFill: Stretched to the box.
      scaleAspectFit: Whole, inside the box.
      scaleAspectFill: Fills the box; overflow is clipped.
      redraw: Stretched, as `scaleToFill`.
      center: Unscaled, in the centre.
      top: Unscaled, at the middle of the upper edge.
      bottom: Unscaled, at the middle of the lower edge.
      left: Unscaled, at the middle of the left edge.
      right: Unscaled, at the middle of the right edge.
      topLeft: Unscaled, in the upper left corner.
      topRight: Unscaled, in the upper right corner.
      bottomLeft: Unscaled, in the lower left corner.
      bottomRight: Unscaled, in the lower right corner.
      tile: Unscaled, and repeated from the upper left corner.
    CardDirection: The direction of a swipe or of a tip.
      down: Downwards.
      up: Upwards.
      left: To the left.
      right: To the right.
    CardEasing: The easing of an animation.
      linear: At constant speed.
      easeIn: Slow at the start.
      easeOut: Slow at the end.
      easeInOut: Slow at both ends.
    CardHorizontalEdge: The left or the right one of two titles.
      left: The left one.
      right: The right one.
    CardLabelTextAlignment: The alignment of a text.
      natural: At the side where the language of the text starts.
      left: At the left edge.
      center: In the middle.
      right: At the right edge.
      justified: At the side where the language of the text starts.
    CardLineBreakMode: The treatment of a text that is too long.
      tail: An ellipsis replaces its end.
      head: An ellipsis replaces its start.
      middle: An ellipsis replaces its middle.
      wordWrap: Lines break between words, without an ellipsis.
      charWrap: Lines break between any characters, without an ellipsis.
    CardLineBreakStrategy: The choice of the places where lines break.
      standard: Each line takes as many words as fit.
      balanced: Lines have about the same length, for headings.
      pretty: No word is alone in the last line.
    CardLineStyle: The style of a line.
      solid: Without gaps.
      dashed: Dashes three times as long as the line is thick.
      dotted: Round dots.
    CardPartButtonStyle: The style of a button.
      plain: The title alone.
      filled: The title on the accent colour.
      outlined: The title in an outline.
      tinted: The title on a light tint of the accent colour.
    CardPartChartAxisName: An axis of a chart.
      x: The horizontal axis.
      y: The vertical axis.
    CardPartChartLegendOrient: The place of a legend.
      auto: The chart chooses the place.
      none: There is no legend.
      top: Above the plot.
      bottom: Below the plot.
      left: To the left of the plot.
      right: To the right of the plot.
      direct: Names are at the ends of lines.
    CardPartChartMarkType: The mark of a chart.
      bar: Bars; vertical or horizontal by the types of the axes.
      line: Lines.
      area: Areas.
      point: Points.
      rule: Straight lines across the plot, or between two values.
      rect: Rectangles, such as cells and bands.
      arc: Slices of a circle.
      text: Texts.
      column: Vertical bars.
      horizontalBar: Horizontal bars.
      scatter: Points at two numbers.
      bubble: Points whose size is a number.
      pie: A pie chart.
      donut: A pie chart with a hole.
      sparkline: A small chart without axes.
      heatmap: Cells whose colour is a number.
      calendar: Days of a year whose colour is a number.
      gauge: A number on an arc.
      waterfall: Bars that start where the previous one ends.
      candlestick: Prices: opening, closing, highest and lowest.
      funnel: The steps of a process, below each other.
      rings: Rings around each other, each with the share of a goal.
      tick: Short lines.
      trail: A line whose width is a number.
      boxplot: Quartiles as boxes, with whiskers and outliers.
      errorbar: An interval as a line with ends.
      errorband: An interval as a band.
    CardPartChartScheme: The colours of numbers, as in Vega.
      viridis: From dark violet over green to yellow.
      blues: From light to dark blue.
      yellowgreenblue: From yellow over green to blue.
      redblue: From red over white to blue.
      purpleorange: From purple over white to orange.
      greens: From light to dark green.
      greys: From light to dark grey.
      oranges: From light to dark orange.
      purples: From light to dark purple.
      reds: From light to dark red.
      bluegreen: From light blue to dark green.
      bluepurple: From light blue to dark purple.
      greenblue: From light green to dark blue.
      orangered: From light orange to dark red.
      purpleblue: From light purple to dark blue.
      purplebluegreen: From light purple over blue to dark green.
      purplered: From light purple to dark red.
      redpurple: From light red to dark purple.
      yellowgreen: From light yellow to dark green.
      yelloworangebrown: From light yellow over orange to brown.
      yelloworangered: From light yellow over orange to red.
      brownbluegreen: From brown over white to blue-green.
      purplegreen: From purple over white to green.
      pinkyellowgreen: From pink over white to yellow-green.
      redgrey: From red over white to grey.
      redyellowblue: From red over yellow to blue.
      redyellowgreen: From red over yellow to green.
      spectral: From red over yellow and green to blue.
      magma: From black over magenta to light yellow.
      inferno: From black over red to light yellow.
      plasma: From blue over magenta to yellow.
      cividis: From dark blue to yellow; readable for colour-blind people.
      turbo: A rainbow from dark blue to dark red.
    CardPartChartSort: The order of categories.
      none: The order of the data.
      ascending: The smallest first.
      descending: The largest first.
    CardPartChartStack: How series stack.
      zero: From zero.
      normalize: As shares of 100 %.
      center: Around the middle.
    CardPartSecondaryTitlePosition: The alignment of the right column.
      right: At the right edge.
      center: In the middle.
    CardSheetPosition: The position of a card over a map.
      collapsed: Only the title is visible.
      peaking: A little more than half of the sheet is visible.
      extended: The sheet covers most of the map.
    CardPartTextShapeX: A horizontal position.
      left: At the left.
      center: In the middle.
      right: At the right.
    CardPartTextType: A text style of the theme.
      small: Small text.
      normal: Running text.
      title: A title.
      header: A heading.
      detail: Details below other text.
    CardSizeClass: The size class of a screen.
      compact: Little space.
      regular: Much space.
    CardTextAlignment: The alignment of lines.
      natural: At the side where the language of the text starts.
      left: At the left edge.
      center: In the middle.
      right: At the right edge.
      justified: Lines are stretched from edge to edge.
      leading: At the side where the deck's reading direction starts.
      trailing: At the side where the deck's reading direction ends.
    CardVerticalAlignment: A vertical position.
      top: At the top.
      center: In the middle.
      bottom: At the bottom.
    CardVerticalEdge: The top or the bottom.
      top: At the top.
      bottom: At the bottom.
    CardTheme.Compatibility
      none: Modern defaults.
      cardParts: The defaults of CardParts.
    """
}
