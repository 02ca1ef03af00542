import ArgumentParser
import CardParts
import CardRaster

/// Cards for e-mails: a page with its picture, or a message.
extension RenderCommand {
  /// Refuses what has no meaning for an e-mail, and options that have one for it alone.
  func checkMail() throws {
    let mails = output.filter(MailOptions.isMail)
    if mails.isEmpty {
      if mail.baseURL != nil { throw ValidationError("--base-url has no effect without an .html file.") }
      if mail.dark { throw ValidationError("--dark has no effect without an .html or .eml file.") }
      return
    }
    if format != nil { throw ValidationError("--format cannot be combined with an .html or .eml file.") }
    let refused: [(String, Bool)] = [
      ("max-bytes", maxBytes != nil), ("pages", pages), ("quality", quality != nil),
      ("frames", moving.isMoving), ("at", moving.at != nil),
    ]
    if let name = refused.first(where: \.1)?.0 {
      throw ValidationError("--\(name) has no effect on an .html or .eml file.")
    }
    if mail.dark, arguments.choices.appearance == .dark {
      throw ValidationError(
        "--dark draws a dark picture beside the light one; --appearance dark makes both dark.")
    }
  }

  /// Writes an e-mail of each page.
  @MainActor func writeMail(_ settings: MailSettings) throws -> WrittenFiles {
    let pipeline = try DeckPipeline()
    let source = try DeckChoices.load(arguments.deck)
    var options = try arguments.choices.options()
    options.scale = settings.scale
    let deck = try pipeline.layOut(source, options: options, onePageEach: makesPagesOfCards)
    if strict, let error = DeckError(strict: deck.warnings) { throw error }
    options.appearance = .dark
    let dark =
      settings.hasDark ? try pipeline.layOut(source, options: options, onePageEach: makesPagesOfCards) : nil
    let names = try files.names(of: deck.pages.map(\.label), deck.resolved.theme.appearance)
    var written = WrittenFiles(issues: deck.warnings)
    for (index, page) in deck.pages.enumerated() {
      let card = try MailCard(
        page, of: deck, dark: dark.map { ($0.pages[index], $0) }, name: names[index], settings: settings,
        pictures: self.settings, in: pipeline)
      if strict, let error = DeckError(strict: card.warnings) { throw error }
      written.issues += card.warnings
      for file in card.files {
        try FileWriting.write(file.bytes, to: file.name)
        written.outputs.append(
          .object([("path", .of(file.name)), ("card", .of(page.name)), ("bytes", .of(file.bytes.count))]))
      }
    }
    return written
  }
}
