/// The limits on input; limits that only one file needs are declared there.
///
/// Exceeding a limit is an error that names the limit.
public enum Limits {
  /// The largest magnitude of a number in a deck.
  ///
  /// Cairo 1.16 hangs on an arc of radius 1e40, and its coordinates are 24.8 fixed point, so no larger number
  /// may reach it.
  public static let number = 1e6
  /// The maximum number of pixels of a picture, after scale: 64 Mpx are 256 MiB of memory.
  ///
  /// Cairo itself would accept 4 GiB.
  public static let canvasPixels = 64 << 20
  /// The longest side of a picture in pixels.
  ///
  /// Cairo's surfaces are limited to 32,767.
  public static let canvasSide = 32_000
  /// The largest scale: 8 pixels per point are 2,300 dpi on a phone.
  public static let scale = 8.0
  /// The scales that a deck or a caller can choose, in pixels per point.
  package static let scales = 0.1...scale
  /// The widths and heights of a canvas, in points.
  package static let canvasLengths = 1...Double(canvasSide)
  /// The longest text of one part in UTF-8 bytes.
  ///
  /// Pango's layout overflows at 1 MB and is slow before that.
  public static let textBytes = 100_000
  /// The maximum text of a picture, or of all pages of a report, in bytes.
  ///
  /// Bytes of scripts other than Latin count twice. A megabyte of Latin text takes a second, one of Arabic
  /// four.
  public static let shapedText = 4 << 20
  /// The maximum number of runs of dark modules in all barcodes of a deck: each is five steps of an outline.
  ///
  /// A ticket's QR code has two hundred of them, the largest one eight thousand.
  public static let codePieces = 2_500_000
  /// The maximum number of lines of a text that is balanced.
  ///
  /// Each width that is tried breaks the text once more, and the difference is not visible in longer texts.
  public static let balancedLines = 10
  /// The largest file of hyphenation patterns in bytes; the German one has 1.3 MB.
  public static let patternBytes = 4 << 20
  /// The longest run of characters without a line break opportunity, before one is inserted.
  ///
  /// Pango is quadratic in it: 10,000 characters take 1.1 s, 100,000 more than 30 s.
  public static let unbrokenRun = 250
  /// The maximum number of combining marks on one character; further ones are dropped.
  ///
  /// 100 kB of stacked marks take Pango 1.5 s.
  public static let combiningMarks = 16
  /// The longest run of invisible characters, such as soft hyphens; the rest of it is dropped.
  ///
  /// HarfBuzz is quadratic in it: 40,000 take 12 s.
  public static let invisibleRun = 64
  /// The maximum number of tabs in a line of text; further ones become spaces.
  ///
  /// For each tab Pango adds up everything before it: 99,000 of them take two minutes.
  public static let tabs = 250
  /// The maximum number of glyphs per byte of a text, in addition to `glyphsOfText`.
  ///
  /// Letters that are decomposed into their marks become four glyphs at most.
  public static let glyphsOfByte = 4
  /// The number of glyphs allowed for any text.
  public static let glyphsOfText = 1_000
  /// The maximum number of components of a composite glyph in a font file, including nested ones.
  public static let glyphParts = 1_000
  /// The maximum nesting depth of composite glyphs in a font file; FreeType follows each level.
  public static let glyphDepth = 8
  /// The maximum number of text styles of a theme: more names would be confusing.
  public static let textStyles = 100
  /// The largest font size in points.
  ///
  /// FreeType fails at 1e7, and no design needs 1e4.
  public static let fontSize = 2_000.0
  /// The maximum number of font files of a deck.
  ///
  /// Each is opened and checked before anything is drawn, and no design has as many faces.
  public static let fontFiles = 1_000
  /// The maximum number of stops of a gradient.
  ///
  /// Cairo is quadratic in them: 1e5 take 2.9 s.
  public static let gradientStops = 256
  /// The maximum number of pixels of a blurred picture; a larger one is first scaled down.
  ///
  /// A blur of two million pixels takes about a tenth of a second, and the lower resolution is not visible in
  /// a blurred picture.
  public static let blurredPixels = 2_000_000
  /// The maximum painting cost of one picture, in pixels of one colour: some five seconds.
  ///
  /// A gradient counts five times or twenty times, a blend up to thirty times, a blur fifty times and a
  /// picture seventy-five times, as they take that much longer.
  public static let paintedPixels = 10e9
  /// The maximum painting cost of all frames of an animation: some eight minutes.
  ///
  /// The unit is millions of pixels of one colour; each encoded pixel counts as forty more. A minute of film
  /// in 3,840 × 2,160 pixels takes as much.
  public static let movingMegapixels = 1_000_000.0
  /// The maximum memory of the layers of a picture that exist at once, in bytes, including its own pixels.
  public static let layerBytes = 768 << 20
  /// The maximum number of blurred backdrops that are rasterised in SVG and PDF.
  ///
  /// For each of them, the content below is painted once more, which adds to the painting cost. Together they
  /// have at most `canvasPixels` pixels.
  public static let backdrops = 256
  /// The maximum number of pages of a report: each is laid out and painted.
  public static let reportPages = 1_000
  /// The maximum number of components of a deck: more than a design system has.
  public static let components = 1_000
  /// The maximum number of files that a deck includes; each is read before anything is drawn.
  public static let includedFiles = 256
  /// The maximum number of bytes of all included files together.
  ///
  /// All of them are in memory at once.
  public static let includedBytes = 64 << 20
  /// The maximum nesting depth of included files: a value behind more levels would be hard to find.
  public static let inclusionDepth = 8
  /// The longest text of a barcode in bytes: a QR code takes at most 2,953, others fewer or digits only.
  static let barcodeBytes = 7_089
  /// The largest list of icon names in bytes; the built-in one has 45 kB.
  static let iconNames = 1 << 20
  /// The largest blur radius (σ) in pixels.
  ///
  /// The cost is linear in the radius, and the size of the blurred picture is quadratic.
  public static let blurRadius = 512.0
  /// The maximum number of shapes that a text flows around.
  ///
  /// Each line is checked against each of them.
  public static let exclusions = 256
  /// The maximum number of parts of a deck after `forEach`.
  public static let nodes = 100_000
  /// The maximum number of cards of a deck after `forEach`.
  public static let cards = 10_000
  /// The maximum nesting depth of parts.
  public static let nesting = 32
  /// The maximum nesting depth of groups in a display list: a part adds four at most, its card some more.
  ///
  /// Each is a step of recursion and may be a surface.
  public static let groups = 144
  /// The maximum number of columns of a data file: no table for human readers has as many.
  public static let columns = 4_096
  /// The maximum number of lines of a part `code`: each is shaped on its own, and no canvas shows as many.
  public static let codeLines = 2_000
  /// The maximum number of inputs of a deck, with those inside of lists and objects.
  public static let inputs = 1_000
  /// The maximum nesting depth of a JSON document.
  public static let jsonDepth = 128
  /// The largest JSON document in bytes.
  public static let jsonBytes = 16 << 20
  /// The maximum number of values of a JSON document.
  public static let jsonValues = 1_000_000
  /// The maximum number of list entries that the bindings of a deck iterate over.
  ///
  /// An entry is counted once for each binding.
  public static let listEntries = 50_000_000
  /// The maximum number of steps of all bindings of a deck.
  ///
  /// Each name, value, operator and formatter is one step, again for each repetition.
  public static let bindingSteps = 10_000_000
  /// The maximum number of bytes of all data files of a deck, which stay in memory.
  public static let allDataBytes = 64 << 20
  /// The largest row of data in bytes; the number of rows is not limited, as only a few are in memory.
  public static let rowBytes = 4 << 20
  /// The largest image file in bytes.
  public static let imageBytes = 64 << 20
  /// The largest colour profile of an image in bytes; those of printing presses have about two million.
  static let colorProfileBytes = 8 << 20
  /// The maximum number of bytes of all image files of a deck.
  ///
  /// The files stay in memory; their pixels may be evicted.
  public static let allImageBytes = 256 << 20
  /// The maximum number of pixels of an input image; checked on the header before the body is decoded.
  public static let imagePixels = 64 << 20
  /// The maximum number of pixels of all frames of an animation: 128 Mpx are 512 MiB of memory.
  public static let animationPixels = 128 << 20
  /// The maximum number of pixels of a WebP picture or frame.
  ///
  /// libwebp takes 26 bytes per pixel for a lossless picture and 36 for a frame of an animation, so 24 Mpx
  /// are within a gigabyte.
  public static let webpPixels = 24 << 20
  /// The maximum memory for writing an animated WebP, in bytes.
  ///
  /// It takes 36 bytes for each pixel of a frame, and 4 for each pixel of earlier frames that are noise.
  public static let movingWebPBytes = 960 << 20
  /// The maximum number of pixels, over all frames, for which `smallest` tries everything.
  ///
  /// Level 12 of libdeflate compresses some two megabytes per second. For a still with up to four times as
  /// many pixels, only the most promising variant is compressed at that level; for larger ones none.
  public static let exhaustivePixels = 1 << 20
  /// The largest SVG picture in bytes: librsvg has no time limit of its own.
  public static let svgBytes = 4 << 20
  /// The largest SVG picture as a page of a PDF document, in bytes.
  static let svgDocumentBytes = 64 << 20
  /// The maximum CPU time between two pictures or frames of a row of data or a golden, in seconds.
  ///
  /// No picture within the other limits takes a tenth of it, except a very large one with the smallest
  /// compression. Anything that takes longer is assumed to run forever.
  package static let rowProcessorTime = 300.0
  /// The maximum CPU time of one rendering of an SVG picture, in seconds.
  ///
  /// An icon takes a thousandth of it; a malicious picture could run forever.
  public static let svgProcessorTime = 2.0
  /// The maximum CPU time for the SVG pictures of a deck, in seconds.
  ///
  /// It applies to reading all of them, and to drawing all those of one picture. A thousand icons take less
  /// than one.
  public static let svgProcessorTimeTogether = 4.0
  /// The maximum memory of the SVG subprocess, in bytes.
  ///
  /// Its initial size and the pixels of a large picture are not counted. Ten layers of a social card are 30
  /// MiB.
  public static let svgMemory = 512 << 20
  /// The timeout for a reply of the SVG subprocess, in seconds of wall-clock time.
  ///
  /// A process that only sleeps uses no CPU time, and on a busy machine it may wait to be scheduled.
  public static let svgWait = 30.0
  /// The largest font file in bytes.
  public static let fontBytes = 64 << 20
  /// The maximum number of points of a path that is stroked or filled.
  ///
  /// 30,000 crossing points take cairo a second.
  public static let pathPoints = 10_000
  /// The maximum number of layouts of one card: a container may measure its children more than once.
  ///
  /// Each is kept until the card is done and takes some two kilobytes.
  public static let layouts = 400_000
  /// The maximum number of problems reported for one deck.
  public static let issues = 100
  /// The maximum number of regions that a comparison lists; merging them compares all pairs.
  public static let differenceRegions = 64
  /// The maximum number of pins of one map.
  ///
  /// Each has a shadow and a label that must be placed; 20,000 take four seconds.
  public static let annotations = 20_000
  /// The largest GeoJSON file of a map in bytes: that of a large city.
  public static let mapFeatureBytes = 64 << 20
  /// The maximum number of features in a map's GeoJSON file.
  public static let mapFeatures = 200_000
  /// The maximum number of points of all features in a map's GeoJSON file, of 16 bytes each.
  public static let mapPoints = 2_000_000
  /// The maximum number of tiles of one map.
  ///
  /// Each takes a quarter of a megabyte, and a picture of `canvasPixels` needs at most this many.
  public static let mapTiles = 1_024
  /// The largest tile of a map in bytes, as stored in its file or archive.
  public static let tileBytes = 4 << 20
  /// The longest side of a tile in pixels; four times the usual one.
  public static let tileSide = 1_024
  /// The maximum work of one query to a tile archive, in steps of SQLite's virtual machine.
  ///
  /// Finding a tile by an index takes some hundred steps; a malicious view could run forever.
  public static let archiveSteps = 5_000_000
  /// The maximum number of rows of a chart's data; more would not be visible in one picture.
  public static let chartRows = 100_000
  /// The maximum number of values in the data of all charts of a deck: rows times columns.
  ///
  /// Rows generated by layers, columns as series and stacked areas are included. A value takes some 24 bytes,
  /// and a few times as much in its marks.
  public static let chartCells = 2_000_000
  /// The maximum number of series of a chart: more colours, dashes and patterns would look alike.
  public static let chartSeries = 64
  /// The maximum number of labels on one axis of a chart; each is measured.
  public static let chartCategories = 2_000
  /// The maximum number of bars, points and cells that a chart draws; a line of any length counts as one.
  public static let chartMarks = 20_000
  /// The maximum number of bars, points and cells of all charts of a deck.
  ///
  /// An axis label counts as four of them, a slice label as forty. Labels take the most time, as they are
  /// measured in several forms.
  public static let allChartMarks = 200_000
  /// The maximum number of layers of one chart.
  public static let chartLayers = 16
  /// The maximum number of panels of one chart; each is a plot of its own.
  public static let chartPanels = 100
  /// The maximum number of steps in one `transform` of a chart.
  public static let chartTransforms = 64
  /// The maximum work of the transforms of a chart: rows, operations of expressions, and pairs of numbers.
  public static let chartSteps = 20_000_000
  /// The maximum number of characters of an expression of a chart, and of a text that it joins.
  public static let chartExpression = 2_000
  /// The maximum nesting depth of an expression of a chart.
  public static let chartExpressionDepth = 100
  /// The maximum number of pieces of confetti in the air at once in one part.
  public static let confetti = 5_000
  /// The maximum number of files and folders listed below one folder.
  public static let folderEntries = 1_000_000
  /// The maximum nesting depth of folders: each open one is a descriptor.
  public static let folderDepth = 64
  /// The maximum number of parts that a layout snapshot lists.
  ///
  /// Further parts are summarised in the part around them. A part is some forty values, and a JSON document
  /// may have `jsonValues` of them.
  public static let snapshotNodes = 10_000
}
