/// The caps on what comes from outside; those that only one file needs stand there.
///
/// A limit that is hit is an error with its number in it.
public enum Limits {
  /// The largest magnitude of a number in a deck.
  ///
  /// Cairo 1.16 hangs on an arc of radius 1e40 and its coordinates
  /// are 24.8 fixed point, so nothing beyond this may reach it.
  public static let number = 1e6
  /// The largest picture in pixels, after scale: 64 Mpx are 256 MiB of memory.
  ///
  /// Cairo itself would take 4 GiB.
  public static let canvasPixels = 64 << 20
  /// The longest side of a picture in pixels.
  ///
  /// Cairo's surfaces end at 32,767.
  public static let canvasSide = 32_000
  /// The largest scale: 8 pixels a point are 2,300 dots an inch on a phone.
  public static let scale = 8.0
  /// The longest text of one part in UTF-8 bytes.
  ///
  /// Pango's layout overflows at 1 MB and is slow before that.
  public static let textBytes = 100_000
  /// The most text of a picture, or of all pages of a report, in bytes of Latin letters; those of other scripts count twice.
  ///
  /// A megabyte of Latin text takes a second, one of Arabic four.
  public static let shapedText = 4 << 20
  /// The most pieces of dark modules of all codes of a deck: each is five steps of an outline.
  ///
  /// A ticket's QR code has two hundred of them, the largest one eight thousand.
  public static let codePieces = 2_500_000
  /// The most lines of a text that are balanced.
  ///
  /// Each width that is tried breaks the text once more, and nobody sees the length of line seven.
  public static let balancedLines = 10
  /// The largest file of patterns for hyphens in bytes; that of German has 1.3 MB.
  public static let patternBytes = 4 << 20
  /// The longest run of characters without a place to break, before one is put in.
  ///
  /// Pango is quadratic in it:
  /// 10,000 characters take 1.1 s, 100,000 more than 30 s.
  public static let unbrokenRun = 250
  /// The most combining marks on one character that are kept.
  ///
  /// 100 kB of stacked marks take Pango 1.5 s.
  public static let combiningMarks = 16
  /// The longest run of characters that show nothing, such as soft hyphens, before the rest of it is left out.
  ///
  /// HarfBuzz is quadratic in it: 40,000 take 12 s.
  public static let invisibleRun = 64
  /// The most tabs of a line of a text, before the rest of them become spaces.
  ///
  /// For each tab Pango adds up all that stands before it: 99,000 of them take two minutes.
  public static let tabs = 250
  /// The most glyphs that a font may make of each byte of a text, beside `glyphsOfText`.
  ///
  /// Letters that are split into their marks become four at most.
  public static let glyphsOfByte = 4
  /// The glyphs that a font may make of any text.
  public static let glyphsOfText = 1_000
  /// The most glyphs that a glyph of a font file is put together from, those of its parts among them.
  public static let glyphParts = 1_000
  /// How deep glyphs of a font file may be put together from others; FreeType follows each.
  public static let glyphDepth = 8
  /// The most text styles of a theme: nobody knows more names apart.
  public static let textStyles = 100
  /// The largest font size in points.
  ///
  /// FreeType fails at 1e7 and nobody needs 1e4.
  public static let fontSize = 2_000.0
  /// The most font files of a deck.
  ///
  /// Each is opened and looked through before anything is drawn, and no design has as many faces.
  public static let fontFiles = 1_000
  /// The most stops of a gradient.
  ///
  /// Cairo is quadratic in them: 1e5 take 2.9 s.
  public static let gradientStops = 256
  /// The most pixels in which a picture is blurred; a larger one is reduced to them first.
  ///
  /// A blur of two million pixels takes about a tenth of a second, and nobody sees that a blurred picture has no more.
  public static let blurredPixels = 2_000_000
  /// The most that is painted in one picture, in pixels of one colour: some five seconds.
  ///
  /// A gradient counts five times or twenty times, a blend up to thirty times, a blur fifty times and a picture
  /// seventy-five times, as they take that much longer.
  public static let paintedPixels = 10e9
  /// The most that is painted in all frames of a moving picture, in millions of pixels of one colour, with forty for each
  /// that is packed: some eight minutes.
  ///
  /// A minute of film in 3,840 × 2,160 pixels takes as much.
  public static let movingMegapixels = 1_000_000.0
  /// The most memory of a picture's layers that are held at once, in bytes, its own pixels among them.
  public static let layerBytes = 768 << 20
  /// The most blurred backdrops of a picture that become pictures in SVG and PDF.
  ///
  /// For each, all that lies below is painted once more, which counts; together they have no more pixels than `canvasPixels`.
  public static let backdrops = 256
  /// The most pages of a report: each is laid out and painted, and nobody reads more.
  public static let reportPages = 1_000
  /// The most components of a deck: more than a design system has.
  public static let components = 1_000
  /// The most files that a deck includes; each is read before anything is drawn.
  public static let includedFiles = 256
  /// The most bytes of all included files together.
  ///
  /// All of them are in memory at once.
  public static let includedBytes = 64 << 20
  /// How deep files may include each other: nobody finds a value behind more.
  public static let inclusionDepth = 8
  /// The longest text of a code in bytes: a QR code takes at most 2,953, others fewer or digits only.
  static let barcodeBytes = 7_089
  /// The largest list of the names of icons in bytes; ours has 45 kB.
  static let iconNames = 1 << 20
  /// The largest blur radius (σ) in pixels.
  ///
  /// Its cost is linear in the radius and its picture quadratic.
  public static let blurRadius = 512.0
  /// The most shapes that a text is laid around.
  ///
  /// Each line is checked against each of them.
  public static let exclusions = 256
  /// The most parts of a deck after `forEach`.
  public static let nodes = 100_000
  /// The most cards of a deck after `forEach`.
  public static let cards = 10_000
  /// How deep parts may be nested.
  public static let nesting = 32
  /// How deep groups of a display list may be nested: a part makes four at most, its card some more.
  ///
  /// Each is a step of recursion and may be a surface.
  public static let groups = 144
  /// The most columns of a file of rows: no table that people read has as many.
  public static let columns = 4_096
  /// How deep a JSON document may be nested.
  public static let jsonDepth = 128
  /// The largest JSON document in bytes.
  public static let jsonBytes = 16 << 20
  /// The most values of a JSON document.
  public static let jsonValues = 1_000_000
  /// The most entries of lists that the bindings of a deck go through, those of one list once for each binding.
  public static let listEntries = 50_000_000
  /// The most steps of all bindings of a deck: each name, value, sign and formatter is one, again for each repetition.
  public static let bindingSteps = 10_000_000
  /// The most bytes of the data files of a deck together, which stay in memory.
  public static let allDataBytes = 64 << 20
  /// The largest row of data in bytes; of rows themselves there may be any number, as no more than a few are in memory.
  public static let rowBytes = 4 << 20
  /// The largest picture file in bytes.
  public static let imageBytes = 64 << 20
  /// The largest colour profile of a picture in bytes; those of printing presses have some two million.
  static let colorProfileBytes = 8 << 20
  /// The most bytes that the picture files of a deck may have together.
  ///
  /// They stay in memory, as their pixels need not.
  public static let allImageBytes = 256 << 20
  /// The most pixels of a picture that is read; checked on the header before the body is decoded.
  public static let imagePixels = 64 << 20
  /// The most pixels of all frames of a moving picture together: 128 Mpx are 512 MiB of memory.
  public static let animationPixels = 128 << 20
  /// The most pixels of a WebP picture or of a frame of one: libwebp takes 26 bytes a pixel without loss, 36 for one frame
  /// of several, so that 24 Mpx are within a gigabyte.
  public static let webpPixels = 24 << 20
  /// The most memory that a moving WebP picture takes while it is written, in bytes: 36 for each pixel of a frame and 4 for
  /// each of those before it, if they are noise.
  public static let movingWebPBytes = 960 << 20
  /// The most pixels, all frames together, for which `smallest` tries everything: libdeflate's level 12 packs some two
  /// megabytes a second.
  ///
  /// Of a still with up to four times as many only the most promising way is packed so, of larger ones none.
  public static let exhaustivePixels = 1 << 20
  /// The largest SVG picture in bytes: librsvg has no limit of its own on time.
  public static let svgBytes = 4 << 20
  /// The most bytes of an SVG picture as a page of a PDF document.
  static let svgDocumentBytes = 64 << 20
  /// The most processor time that a row of data, or a golden, may take between two of its pictures or frames, in seconds.
  ///
  /// No picture within the other limits takes a tenth of it, except a very large one with the smallest compression: what
  /// takes longer is taken to go on for ever.
  package static let rowProcessorTime = 300.0
  /// The most processor time that one drawing of an SVG picture may take, in seconds.
  ///
  /// An icon takes a thousandth of it; a picture that was made for it would go on for ever.
  public static let svgProcessorTime = 2.0
  /// The most processor time that reading all SVG pictures of a deck may take, and drawing all those of one picture, in
  /// seconds.
  ///
  /// A thousand icons take less than one.
  public static let svgProcessorTimeTogether = 4.0
  /// The most memory that the process for SVG pictures may take, in bytes, above what it starts with and what the pixels
  /// of a large picture need.
  ///
  /// Ten layers of a social card are 30 MiB.
  public static let svgMemory = 512 << 20
  /// How long an answer of that process is waited for, in seconds by the clock.
  ///
  /// One that only sleeps uses no processor time; one on a busy machine may wait for its turn.
  public static let svgWait = 30.0
  /// The largest font file in bytes.
  public static let fontBytes = 64 << 20
  /// The most points of a path that is stroked or filled.
  ///
  /// 30,000 crossing points take cairo a second.
  public static let pathPoints = 10_000
  /// The most layouts of one card: a container may measure its children more than once.
  ///
  /// Each is kept until the card is done and takes some two kilobytes.
  public static let layouts = 400_000
  /// The most problems that are reported of one deck.
  public static let issues = 100
  /// The most regions that a comparison lists: nobody reads more, and joining them looks at all pairs.
  public static let differenceRegions = 64
  /// The most pins of one map: each has a shadow and words that look for room, and 20,000 take four seconds.
  public static let annotations = 20_000
  /// The most tiles of one map.
  ///
  /// Each holds a quarter of a megabyte, and a picture of `canvasPixels` has no more than this many.
  public static let mapTiles = 1_024
  /// The largest tile of a map in bytes, as it lies in its file or archive.
  public static let tileBytes = 4 << 20
  /// The longest side of a tile in pixels; four times the usual one.
  public static let tileSide = 1_024
  /// How long one question to an archive of tiles may take, in steps of SQLite's machine.
  ///
  /// A tile that is found by an index takes some hundred steps; a view that never ends would go on for ever.
  public static let archiveSteps = 5_000_000
  /// The most rows of a chart's data: nobody sees more of them in one picture.
  public static let chartRows = 100_000
  /// The most values in the data of all charts of a deck: rows times columns, and the rows that layers, columns as series
  /// and stacked areas make of them.
  ///
  /// A value takes some 24 bytes, and a few times as much in its marks.
  public static let chartCells = 2_000_000
  /// The most series of a chart: nobody tells more colours, dashes and patterns apart.
  public static let chartSeries = 64
  /// The most names on one axis of a chart; each is measured.
  public static let chartCategories = 2_000
  /// The most bars, points and cells that a chart draws; lines of any length are one.
  public static let chartMarks = 20_000
  /// The most bars, points and cells of all charts of a deck; a name on an axis counts as four, one of a slice as forty.
  ///
  /// Names take longest, as they are measured in several forms.
  public static let allChartMarks = 200_000
  /// The most layers of one chart.
  public static let chartLayers = 16
  /// The most pieces of confetti that are in the air at once in one part.
  public static let confetti = 5_000
  /// The most files and folders that are listed below one folder.
  public static let folderEntries = 1_000_000
  /// How deep folders may be nested: each open one is a descriptor.
  public static let folderDepth = 64
  /// The most parts that a snapshot of a layout lists; what goes beyond is summed up in the part around it.
  ///
  /// A part is some forty values, and a JSON document may have `jsonValues` of them.
  public static let snapshotNodes = 10_000
}
