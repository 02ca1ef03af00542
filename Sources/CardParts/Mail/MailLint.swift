import CardRaster

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

  mutating func check(
    _ page: MailPage, _ html: String, _ pictures: [MadePicture], isWhole: Bool, hasBase: Bool
  ) {
    if html.utf8.count > MailSettings.mostHTML {
      warn(
        "the HTML has \(html.utf8.count) bytes, and Gmail cuts off what comes after \(MailSettings.mostHTML)")
    }
    for picture in pictures where picture.bytes.count > MailSettings.mostPicture {
      warn(
        "a picture has \(picture.bytes.count) bytes, more than the \(MailSettings.mostPicture) that an e-mail should have",
        hint: "choose a smaller --scale, or --max-bytes 1M")
    }
    let width = page.page.display.size.width
    if width > MailSettings.mostWidth {
      warn(
        "the card is \(NumberText.text(width)) points wide, and columns of mail end at \(NumberText.text(MailSettings.mostWidth))",
        hint: "'\"preset\": \"email\"' of the canvas is 600 wide")
    }
    if !isWhole, !hasBase {
      warn(
        "the picture is named without an address, so it shows beside the file only",
        hint: "say where pictures will be with --base-url https://…, or write a message to 'card.eml'")
    }
    for area in page.areas where !area.link.contains(":") {
      warn(
        "the link \(DeckIssue.quoted(area.link)) leads nowhere from an e-mail", hint: "write it with https:")
    }
    if page.page.display.title.isEmpty {
      warn(
        "the picture has no words, so nothing is read where it is not shown",
        hint: "give the card an 'alt' that says what it shows")
    }
  }

  /// Pictures without words: a reader who cannot see them learns nothing.
  static func pictures(of page: DeckPage, _ deck: LaidOutDeck) -> [DeckIssue] {
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
