import ArgumentParser
import CardParts
import CardRaster

/// Cards for e-mails: a page with its picture, or a message.
extension RenderCommand {
  /// Refuses what has no meaning for an e-mail, and options that have one for it alone.
  func checkMail() throws {
    let mails = output.filter(MailOptions.isMail)
    if mails.isEmpty {
      if mail.baseURL != nil {
        throw ValidationError("--base-url has no effect without an .html or .eml file.")
      }
      if mail.dark { throw ValidationError("--dark has no effect without an .html or .eml file.") }
      return
    }
    if format != nil { throw ValidationError("--format cannot be combined with an .html or .eml file.") }
    if let name = [("pages", pages), ("quality", packing.quality != nil)].first(where: \.1)?.0 {
      throw ValidationError("--\(name) has no effect on an .html or .eml file.")
    }
    if mail.dark, arguments.choices.appearance == .dark {
      throw ValidationError(
        "--dark draws a dark picture beside the light one; --appearance dark makes both dark.")
    }
    if arguments.choices.appearances.count > 1 {
      throw ValidationError(
        "--appearance light,dark makes two files; --dark puts both pictures into one e-mail.")
    }
  }

  /// What is made of each page for an output.
  func order(for name: String) -> PictureOrder {
    var order = PictureOrder(format(of: name), settings: settings, budget: maxBytes)
    if moving.isMoving {
      order.movement = PictureOrder.Movement(
        timing: moving.timing, loops: moving.loop ?? 0, poster: moving.posterFrame.map { $0 - 1 })
    } else {
      order.moment = moving.at
    }
    guard MailOptions.isMail(name) else { return order }
    order.others = [.jpeg]
    // Some readers of mail show the first frame and nothing else: it has to say how it ends.
    if moving.posterFrame == nil { order.movement?.poster = moving.timing.frames - 1 }
    return order
  }

  /// Writes an e-mail of each page.
  @MainActor func writeMail(
    _ read: ReadDeck, _ settings: MailSettings, workers: Int
  ) async throws -> WrittenFiles {
    let pipeline = try DeckPipeline()
    let source = read.source
    var options = read.options
    options.scale = settings.scale
    let deck = try pipeline.layOut(source, options: options, onePageEach: makesPagesOfCards)
    var written = WrittenFiles(
      issues: deck.warnings
        + (moving.isMoving
          ? deck.stillness(from: moving.timing.start) + deck.droppedFrames(moving.timing, as: .gif) : []))
    if strict, let error = DeckError(strict: written.issues) { throw error }
    var darkOptions = options
    darkOptions.appearance = .dark
    let dark =
      settings.hasDark
      ? try pipeline.layOut(source, options: darkOptions, onePageEach: makesPagesOfCards) : nil
    let names = try files.names(of: deck.pages.map(\.label), deck.resolved.theme.appearance)
    for (index, name) in names.enumerated() {
      var sides: [MailSide] = []
      for (deck, options) in [(deck, options)] + (dark.map { [($0, darkOptions)] } ?? []) {
        let picture = try await mailPicture(
          index, of: deck, name: name, from: source, options, workers: workers, pipeline)
        written.issues += [picture.warning(maxBytes, name: name, file: arguments.file)].compactMap { $0 }
        sides.append(MailSide(deck.pages[index], of: deck, picture))
      }
      let card = MailCard(sides[0], dark: sides.dropFirst().first, name: name, settings: settings)
      if strict, let error = DeckError(strict: card.warnings) { throw error }
      written.issues += card.warnings
      // The page comes last: a run that is stopped leaves none whose pictures are missing.
      for file in card.files.reversed() { try FileWriting.write(file.bytes, to: file.name) }
      for file in card.files {
        written.outputs.append(
          .object([
            ("path", .of(file.name)), ("card", .of(deck.pages[index].name)), ("bytes", .of(file.bytes.count)),
          ]))
      }
    }
    return written
  }

  /// The picture of a page for a message, within the budget of bytes.
  @MainActor private func mailPicture(
    _ page: Int, of deck: LaidOutDeck, name: String, from source: Deck, _ options: DeckOptions, workers: Int,
    _ pipeline: DeckPipeline
  ) async throws -> MadePicture {
    let order = order(for: name)
    if let error = DeckError(deck.obstacles(to: order.format)) { throw error }
    return try await pipeline.picture(deck.pages[page], of: deck, order, name: name, workers: workers) {
      factor in
      var options = options
      options.scale = max(0.1, deck.resolved.canvas.scale * factor)
      let sized = try pipeline.layOut(source, options: options, onePageEach: makesPagesOfCards)
      return (sized.pages[page], sized)
    }
  }
}
