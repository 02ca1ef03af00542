package import CardRaster

/// A file of an email.
package struct MailFile: Sendable {
  /// The file name.
  package let name: String
  /// The content.
  package let bytes: [UInt8]
  /// The picture that it is; nil for words.
  package let picture: ExportedFile?

  init(_ name: String, _ bytes: [UInt8]) { (self.name, self.bytes, picture) = (name, bytes, nil) }
  init(_ name: String, _ picture: ExportedFile) {
    (self.name, bytes, self.picture) = (name, picture.bytes, picture)
  }
}

/// A card as part of an email: a page, its pictures and a plain text, or one message with all of them.
package struct MailCard: Sendable {
  /// The files; the page or message is first.
  package let files: [MailFile]
  /// Warnings about problems in email clients.
  package let warnings: [DeckIssue]

  /// Creates the files of one page of a deck.
  ///
  /// - Parameters:
  ///   - versions: The page in the deck's own appearance and, if there is one, in the dark appearance.
  ///   - name: The name of the page or message.
  ///   - settings: The settings of the output.
  package init(_ versions: [ExportedFile], name: String, settings: MailSettings) {
    let sides = versions.compactMap { file in
      file.page.map { (page: $0.page, deck: $0.deck, picture: file) }
    }
    let (light, dark) = (sides[0], sides.dropFirst().first)
    let names = zip(sides, ["", "-dark"]).map { side, suffix in
      MailSettings.picture(MailSettings.stem(of: name) + suffix, side.picture.scale, side.picture.format)
    }
    let isWhole = settings.isMessage && settings.baseURL == nil
    let sources =
      isWhole
      ? ["card", "card-dark"].map { MailMessage.source("\($0)@cardshot") }
      : names.map(settings.address)
    let document = MailPage(
      light.page, title: light.deck.resolved.mail.subject ?? light.deck.resolved.document.title,
      language: light.deck.resolved.locale.language,
      isRightToLeft: light.deck.resolved.theme.direction == .rightToLeft, source: sources[0],
      darkSource: dark == nil ? nil : sources[1])
    let words = MailText(light.page)
    let (html, text) = (document.html, words.text)
    let pictures = zip(names, sides).map { MailFile($0, $1.picture) }
    if settings.isMessage {
      let headers = light.deck.resolved.mail
      let subject = MailMessage.subject([
        headers.subject, light.deck.resolved.document.title, words.heading, words.opening,
      ])
      let message = MailMessage(
        subject: subject ?? FilePath.name(of: MailSettings.stem(of: name)), from: headers.from,
        to: headers.to,
        text: text, html: html,
        pictures: isWhole
          ? zip(["card@cardshot", "card-dark@cardshot"], sides).map { (id: $0, picture: $1.picture) } : [])
      files = [MailFile(name, message.bytes(as: settings.form))] + (isWhole ? [] : pictures)
    } else if settings.form == .mjml {
      files = [MailFile(name, Array(document.mjml.utf8))] + pictures
    } else {
      files =
        [MailFile(name, Array(html.utf8))] + pictures
        + [MailFile(MailSettings.stem(of: name) + ".txt", Array(text.utf8))]
    }
    var lint = MailLint(file: light.deck.source.file, name: name)
    lint.checkPage(document, html, sides.map(\.picture), isWhole: isWhole, hasBase: settings.baseURL != nil)
    if let dark, MailArea.all(of: dark.page) != document.areas {
      lint.warn("the links are elsewhere in the dark picture, but both share one image map")
    }
    warnings = lint.warnings + MailLint.parts(of: light.page, light.deck)
  }
}

extension DeckLocale {
  /// The language as a BCP 47 tag, such as `en-US`.
  var language: String { identifier.replacing("_", with: "-") }
}

/// Warnings about an email.
///
/// Source of the limits: tables of email client support, such as caniemail.com.
struct MailLint {
  let file: String
  let name: String
  private(set) var warnings: [DeckIssue] = []

  mutating func warn(_ message: String, hint: String? = nil) {
    warnings.append(
      DeckIssue(.warning, file: file, message: "'\(name)': \(message)", hint: hint))
  }

  mutating func checkPage(
    _ page: MailPage, _ html: String, _ pictures: [ExportedFile], isWhole: Bool, hasBase: Bool
  ) {
    if html.utf8.count > MailSettings.mostHTML {
      warn(
        "the HTML has \(html.utf8.count) bytes, but Gmail cuts it off after \(MailSettings.mostHTML)")
    }
    for picture in pictures where picture.bytes.count > MailSettings.mostPicture {
      warn(
        "a picture has \(picture.bytes.count) bytes, more than the \(MailSettings.mostPicture) that an e-mail should have",
        hint: "choose a smaller --scale, or --max-bytes 1M")
    }
    let width = page.page.display.size.width
    if width > MailSettings.mostWidth {
      warn(
        "the card is \(NumberText.format(width)) points wide, more than the usual e-mail width of \(NumberText.format(MailSettings.mostWidth))",
        hint: "use '\"preset\": \"email\"' of the canvas for a width of 600")
    }
    if !isWhole, !hasBase {
      warn(
        "the picture has a relative address, so it is shown only next to its file",
        hint: "set the address of pictures with --base-url https://…, or write a message to 'card.eml'")
    }
    for area in page.areas where !area.link.contains(":") {
      warn(
        "the link \(DeckIssue.quoted(area.link)) does not work in an e-mail", hint: "write it with https:")
    }
    if page.page.display.title.isEmpty {
      warn(
        "the picture has no alternative text, so nothing is read if it is not shown",
        hint: "give the card an 'alt' that describes the picture")
    }
  }

  /// Warnings about pictures without alt text, which screen readers cannot describe, and buttons without links.
  static func parts(of page: DeckPage, _ deck: LaidOutDeck) -> [DeckIssue] {
    var issues: [DeckIssue] = []
    func look(_ box: LayoutBox, isLinked: Bool) {
      let isLinked = isLinked || box.link != nil
      if !isLinked, box.source?.type == ButtonPart.kind.name, let path = box.source?.path {
        issues.append(
          DeckIssue(
            .warning, file: deck.source.file, place: deck.source.root.place(at: path), path: path,
            message: "a button without 'link'", hint: "a tap on it does nothing in an email"))
      }
      if box.label != nil { return }
      if box.source?.type == "image", let path = box.source?.path {
        issues.append(
          DeckIssue(
            .warning, file: deck.source.file, place: deck.source.root.place(at: path), path: path,
            message: "a picture without 'alt'",
            hint: "describe the picture; use \"alt\": \"\" for a decorative one"))
      }
      for case .box(let child, _) in box.content { look(child, isLinked: isLinked) }
    }
    look(page.box, isLinked: false)
    return issues
  }
}

/// A card as plain text, for email clients without pictures and for screen readers.
struct MailText {
  /// The text, with one line per paragraph, and the links with their texts.
  private(set) var text = ""
  /// The text of the first heading; nil if there is none.
  private(set) var heading: String?
  /// The first line of text, without its link; nil if there is none.
  private(set) var opening: String?
  private var told: Set<String> = []
  /// The list marker, or the sign of an icon, of the following text.
  private var marker = ""
  /// The names of the last portraits, which are often written next to them too.
  private var portrayed: String?

  init(_ page: DeckPage) {
    var lines: [String] = []
    for case .box(let card, _) in page.box.content {
      if card.isOverlay {
        (lines, heading, opening) = ([], nil, nil)
        continue
      }
      collect(card, isSaid: true, into: &lines)
      if !marker.isEmpty { say("", to: &lines) }
      if lines.last?.isEmpty == false { lines.append("") }
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    text = lines.map(Printable.shown).joined(separator: "\n") + "\n"
  }

  /// Collects the lines of a box.
  ///
  /// - Parameter isSaid: Whether the texts in the box count. If an ancestor's alt text replaces them, only
  ///   their links count.
  private mutating func collect(_ box: LayoutBox, isSaid: Bool, into lines: inout [String]) {
    let count = lines.count
    // The texts of a card are kept even if it has an alt text, because they are nowhere else in the email.
    let isCard = box.source?.type == "card"
    if isSaid, !isCard, let label = box.label {
      if IconPart.isSign(label) { marker = label + " " } else { say(label, to: &lines) }
      if box.source?.type == AvatarsPart.kind.name { portrayed = label }
    }
    let isSaid = isSaid && (isCard || box.label == nil)
    // The cells of a row share one line.
    let isRow = isSaid && box.role == .row
    var cells: [String] = []
    for entry in isRow ? box.contentAsRead : box.content {
      var found: [String] = []
      switch entry {
      case .text(let text, _):
        if isSaid { say(text, to: &found) }
        for link in text.lines.flatMap(\.links) where !link.target.isEmpty {
          appendLink(link.target, link.text, to: &found)
        }
      case .box(let child, let point) where box.shows(child, at: point):
        collect(child, isSaid: isSaid, into: &found)
        if isSaid, child.source?.type == TitleDescriptionPart.kind.name, Self.hasTwoColumns(child) {
          found = [found.filter { !$0.isEmpty }.joined(separator: ", ")]
        }
      case .box, .item, .confetti: break
      }
      guard isRow else {
        lines += found
        continue
      }
      if !marker.isEmpty { say("", to: &found) }
      found.removeAll(where: \.isEmpty)
      if !found.isEmpty { cells.append(found.joined(separator: ", ")) }
    }
    if !cells.isEmpty { lines.append(cells.joined(separator: " | ")) }
    if isCard, lines.count == count, let label = box.label { say(label, to: &lines) }
    guard let link = box.link, told.insert(link).inserted else { return }
    if lines.count == count + 1 { lines[count] += ": \(link)" } else { lines.append(link) }
  }

  /// Whether texts of a part are at its left and at its right.
  private static func hasTwoColumns(_ part: LayoutBox) -> Bool {
    let starts = part.content.flatMap { entry -> [Double] in
      guard case .box(let column, let place) = entry else { return [] }
      return column.content.compactMap { if case .text(_, let point) = $0 { place.x + point.x } else { nil } }
    }
    guard let first = starts.min(), let last = starts.max() else { return false }
    return last - first > part.size.width / 4
  }

  private mutating func say(_ text: ShapedText, to lines: inout [String]) {
    if case .heading = text.role, heading == nil, !TextAlternative.inOneLine(text.words).isEmpty {
      heading = TextAlternative.inOneLine(text.words)
    }
    guard text.role != .label else { return marker = text.words + " " }
    defer { portrayed = nil }
    if text.words == portrayed { return }
    say(Self.marked(text), to: &lines)
  }

  /// The words of a text, with Markdown's marks of strikethroughs: without them, an old price looks like the new
  /// one.
  private static func marked(_ text: ShapedText) -> String {
    var (rest, result) = (Substring(text.words), "")
    for words in text.struckWords {
      guard let range = rest.firstRange(of: words) else { continue }
      result += rest[..<range.lowerBound] + "~~\(words)~~"
      rest = rest[range.upperBound...]
    }
    return result + rest
  }

  private mutating func say(_ words: String, to lines: inout [String]) {
    let words = marker + words
    marker = ""
    let said = words.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
      String($0).trimmingSpaces
    }
    guard let first = said.first(where: { !$0.isEmpty }) else { return }
    if opening == nil { opening = first }
    lines += said
  }

  private mutating func appendLink(_ link: String, _ words: String, to lines: inout [String]) {
    guard told.insert(link).inserted else { return }
    lines.append(words.isEmpty || words == link ? link : "\(words): \(link)")
  }
}

/// Settings for a card in an email.
package struct MailSettings: Sendable, Hashable {
  /// The form of the output.
  package enum Form: String, Sendable, Hashable, CaseIterable {
    /// A page, its pictures and a text.
    case html
    /// A fragment for MJML and its pictures.
    case mjml
    /// A message (RFC 5322).
    case eml
    /// The JSON of the programming interfaces of Postmark, SendGrid and Amazon SES.
    case postmark, sendgrid, ses

    /// The form for the name of an output; nil if it is not an e-mail.
    ///
    /// JSON has the name of the service before its extension: `card.postmark.json`.
    package init?(of name: String) {
      let words = FilePath.name(of: name).lowercased().split(separator: ".")
      switch words.last {
      case "html", "htm": self = .html
      case "mjml": self = .mjml
      case "eml": self = .eml
      case "json" where words.count > 2:
        guard let form = Form(rawValue: String(words[words.count - 2])), form.isJSON else { return nil }
        self = form
      default: return nil
      }
    }

    var isJSON: Bool { [.postmark, .sendgrid, .ses].contains(self) }
  }

  /// The form of the output.
  package var form = Form.html
  /// Whether to create one message, instead of a page and a separate text.
  package var isMessage: Bool { form == .eml || form.isJSON }
  /// Whether to add a second picture for dark mode.
  package var hasDark = false
  /// The prefix of picture names, such as `https://cdn.example.com/mail/`.
  ///
  /// It is nil for names without a prefix, and for pictures inside a message.
  package var baseURL: String?
  /// The path prefix of pictures that `baseURL` replaces: the folder of all outputs.
  package var folder = ""
  /// The number of pixels per point in the pictures.
  package var scale = 2.0

  /// Creates the default settings: a page with one picture at scale 2.
  package init() {}

  /// The maximum size of HTML that Gmail shows completely, in bytes.
  static let mostHTML = 102_000
  /// The maximum size of a picture that email clients load without problems, in bytes.
  static let mostPicture = 1_048_576
  /// The maximum width of a card that fits email clients, in points.
  static let mostWidth = 640.0

  /// The names of all files of a card, derived from the name of its page or message.
  ///
  /// - Parameter format: The format of the pictures.
  package func fileNames(of name: String, _ format: OutputFormat) -> [String] {
    if isMessage, baseURL == nil { return [name] }
    let stem = MailSettings.stem(of: name)
    let pictures = (hasDark ? ["", "-dark"] : [""]).map { MailSettings.picture(stem + $0, scale, format) }
    return [name] + pictures + (form == .html ? [stem + ".txt"] : [])
  }

  /// The address of a picture file; pictures in different folders have different addresses.
  func address(of picture: String) -> String {
    guard let baseURL else { return MailSettings.escaped(FilePath.name(of: picture)) }
    let path =
      picture.hasPrefix(folder) ? String(picture.dropFirst(folder.count)) : FilePath.name(of: picture)
    let steps = path.split(separator: "/").map { MailSettings.escaped(String($0)) }
    return baseURL + steps.joined(separator: "/")
  }

  /// A name escaped for a URL.
  private static func escaped(_ name: String) -> String {
    name.percentEncoded { $0.isLetterOrDigit || "-._~@".utf8.contains($0) }
  }

  /// A name without its extension.
  static func stem(of name: String) -> String {
    guard let dot = name.lastIndex(of: "."), !name[dot...].contains("/") else { return name }
    let stem = String(name[..<dot])
    return Form(of: name)?.isJSON == true ? Self.stem(of: stem) : stem
  }

  static func picture(_ stem: String, _ scale: Double, _ format: OutputFormat) -> String {
    let density = scale == 1 ? "" : "@\(NumberText.format(scale))x"
    return "\(stem)\(density).\(format.pathExtensions[0])"
  }
}
