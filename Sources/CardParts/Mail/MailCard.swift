import CardRaster

/// A file of an e-mail.
public struct MailFile: Sendable {
  /// Its name.
  public let name: String
  /// Its bytes.
  public let bytes: [UInt8]
}

/// A card as part of an e-mail: a page, its pictures and a text, or one message with all of them.
public struct MailCard: Sendable {
  /// The files; the page or message comes first.
  public let files: [MailFile]
  /// What readers of mail would make of it that nobody wants.
  public let warnings: [DeckIssue]

  /// Makes the files of one page of a deck.
  ///
  /// - Parameters:
  ///   - page: the page, laid out with the scale of the settings.
  ///   - deck: the deck it is of.
  ///   - dark: the same page in the dark appearance; nil for none.
  ///   - name: the name of the page or message.
  ///   - settings: what is made.
  ///   - pictures: how pictures are packed.
  ///   - pipeline: what paints.
  /// - Throws: what `OutputFormat.encode` throws.
  public init(
    _ page: Page, of deck: LaidOutDeck, dark: (page: Page, deck: LaidOutDeck)?, name: String,
    settings: MailSettings, pictures: OutputFormat.Settings, in pipeline: DeckPipeline
  ) throws {
    func picture(_ page: Page, _ deck: LaidOutDeck) throws -> [UInt8] {
      try deck.source.placing([page.box]) { () throws(RasterError) in
        try pipeline.encode(page.display, fonts: deck.fonts, as: .png, settings: pictures)
      }
    }
    let names = Array(settings.fileNames(of: name).dropFirst())
    let sources: [String]
    if settings.isMessage {
      sources = ["card", "card-dark"].map { MailMessage.source("\($0)@cardshot") }
    } else {
      sources = names.map { (settings.baseURL ?? "") + Self.escapedPath(FilePath.name(of: $0)) }
    }
    let document = MailPage(
      page, language: deck.resolved.locale.language, source: sources[0],
      darkSource: dark == nil ? nil : sources[1])
    let (html, text) = (document.html, MailText(page).text)
    var images = [try picture(page, deck)]
    if let dark { images.append(try picture(dark.page, dark.deck)) }
    if settings.isMessage {
      let parts = zip(["card@cardshot", "card-dark@cardshot"], images).map { (id: $0, bytes: $1) }
      let subject = text.split(separator: "\n").first.map(String.init) ?? name
      files = [
        MailFile(
          name: name,
          bytes: MailMessage(subject: subject, text: text, html: html, pictures: parts).bytes)
      ]
    } else {
      files =
        [MailFile(name: name, bytes: Array(html.utf8))]
        + zip(names, images).map { MailFile(name: $0, bytes: $1) }
        + [MailFile(name: names[names.count - 1], bytes: Array(text.utf8))]
    }
    var lint = MailLint(deck.source.file, name)
    lint.check(document, html, images, isMessage: settings.isMessage, hasBase: settings.baseURL != nil)
    if let dark, MailArea.all(of: dark.page) != document.areas {
      lint.warn("the places that lead somewhere are others in the dark picture, but a map has only one")
    }
    warnings = lint.warnings + MailLint.pictures(of: page, deck)
  }

  /// The name of a file as part of an address.
  private static func escapedPath(_ name: String) -> String {
    var result = ""
    for byte in name.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x40:
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
    return result
  }
}

/// What is doubtful about an e-mail.
///
/// Source of the figures: tables of what readers of mail support, such as caniemail.com.
struct MailLint {
  private let file: String
  private let name: String
  private(set) var warnings: [DeckIssue] = []

  init(_ file: String, _ name: String) {
    self.file = file
    self.name = name
  }

  mutating func warn(_ message: String, hint: String? = nil) {
    warnings.append(
      DeckIssue(.warning, file: file, place: nil, path: .root, message: "'\(name)': \(message)", hint: hint))
  }

  mutating func check(_ page: MailPage, _ html: String, _ images: [[UInt8]], isMessage: Bool, hasBase: Bool) {
    if html.utf8.count > MailSettings.mostHTML {
      warn(
        "the HTML has \(html.utf8.count) bytes, and Gmail cuts off what comes after \(MailSettings.mostHTML)")
    }
    for bytes in images where bytes.count > MailSettings.mostPicture {
      warn(
        "a picture has \(bytes.count) bytes, more than the \(MailSettings.mostPicture) that an e-mail should have",
        hint: "choose a smaller --scale or --compression smallest")
    }
    if page.page.display.size.width > 640 {
      warn(
        "the card is \(NumberText.text(page.page.display.size.width)) points wide, and columns of mail end at 640",
        hint: "'\"preset\": \"email\"' of the canvas is 600 wide")
    }
    if !isMessage, !hasBase {
      warn(
        "the picture is named without an address, so it shows beside the file only",
        hint: "say where pictures will be with --base-url https://…, or write a message to 'card.eml'")
    }
    for area in page.areas where !area.link.contains(":") {
      warn("the link '\(area.link)' leads nowhere from an e-mail", hint: "write it with https:")
    }
  }

  /// Pictures without words: a reader who cannot see them learns nothing.
  static func pictures(of page: Page, _ deck: LaidOutDeck) -> [DeckIssue] {
    var issues: [DeckIssue] = []
    func look(_ box: LayoutBox) {
      if box.label != nil { return }
      if box.source?.type == "image", let path = box.source?.path {
        issues.append(
          DeckIssue(
            .warning, file: deck.source.file, place: deck.source.root.place(at: path), path: path,
            message: "a picture without 'alt'",
            hint: "say what it shows; \"alt\": \"\" for one that only decorates"))
      }
      for case .box(let child, _) in box.content { look(child) }
    }
    look(page.box)
    return issues
  }
}

extension DeckLocale {
  /// The language as documents name it: `en-US`.
  var language: String { identifier.replacing("_", with: "-") }
}
