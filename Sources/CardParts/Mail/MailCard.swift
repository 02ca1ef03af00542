import CardRaster

/// A file of an e-mail.
package struct MailFile: Sendable {
  /// Its name.
  package let name: String
  /// Its bytes.
  package let bytes: [UInt8]
  /// The picture that it is; nil for words.
  package let picture: MadePicture?

  init(_ name: String, _ bytes: [UInt8]) { (self.name, self.bytes, picture) = (name, bytes, nil) }
  init(_ name: String, _ picture: MadePicture) {
    (self.name, bytes, self.picture) = (name, picture.bytes, picture)
  }
}

/// One appearance of a card in an e-mail.
package struct MailSide: Sendable {
  let page: DeckPage
  let deck: LaidOutDeck
  let picture: MadePicture

  /// Joins a page with its picture.
  package init(_ page: DeckPage, of deck: LaidOutDeck, _ picture: MadePicture) {
    (self.page, self.deck, self.picture) = (page, deck, picture)
  }
}

/// A card as part of an e-mail: a page, its pictures and a text, or one message with all of them.
package struct MailCard: Sendable {
  /// The files; the page or message comes first.
  package let files: [MailFile]
  /// What readers of mail would make of it that nobody wants.
  package let warnings: [DeckIssue]

  /// Makes the files of one page of a deck.
  ///
  /// - Parameters:
  ///   - light: the page in the deck's own appearance.
  ///   - dark: the same page in the dark one; nil for none.
  ///   - name: the name of the page or message.
  ///   - settings: what is made.
  package init(_ light: MailSide, dark: MailSide?, name: String, settings: MailSettings) {
    let sides = [light] + (dark.map { [$0] } ?? [])
    let names = zip(sides, ["", "-dark"]).map { side, suffix in
      MailSettings.picture(MailSettings.stem(of: name) + suffix, side.picture.scale, side.picture.format)
    }
    let isWhole = settings.isMessage && settings.baseURL == nil
    let sources =
      isWhole
      ? ["card", "card-dark"].map { MailMessage.source("\($0)@cardshot") }
      : names.map(settings.address)
    let document = MailPage(
      light.page, language: light.deck.resolved.locale.language, source: sources[0],
      darkSource: dark == nil ? nil : sources[1])
    let words = MailText(light.page)
    let (html, text) = (document.html, words.text)
    let pictures = zip(names, sides).map { MailFile($0, $1.picture) }
    if settings.isMessage {
      let message = MailMessage(
        subject: MailMessage.subject([light.deck.resolved.document.title, words.heading, words.opening])
          ?? FilePath.name(of: MailSettings.stem(of: name)), text: text,
        html: html,
        pictures: isWhole
          ? zip(["card@cardshot", "card-dark@cardshot"], sides).map { (id: $0, picture: $1.picture) } : [])
      files = [MailFile(name, message.bytes)] + (isWhole ? [] : pictures)
    } else {
      files =
        [MailFile(name, Array(html.utf8))] + pictures
        + [MailFile(MailSettings.stem(of: name) + ".txt", Array(text.utf8))]
    }
    var lint = MailLint(light.deck.source.file, name)
    lint.check(document, html, sides.map(\.picture), isWhole: isWhole, hasBase: settings.baseURL != nil)
    if let dark, MailArea.all(of: dark.page) != document.areas {
      lint.warn("the places that lead somewhere are others in the dark picture, but a map has only one")
    }
    warnings = lint.warnings + MailLint.pictures(of: light.page, light.deck)
  }
}

extension DeckLocale {
  /// The language as documents name it: `en-US`.
  var language: String { identifier.replacing("_", with: "-") }
}
