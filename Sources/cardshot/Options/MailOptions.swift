import ArgumentParser
import CardParts
import CardRaster

/// The options for cards in email.
struct MailOptions: ParsableArguments {
  @Option(
    name: .customLong("base-url"),
    help: ArgumentHelp(
      "The URL prefix of pictures in HTML, such as https://cdn.example.com/mail/.",
      valueName: "url"))
  var baseURL: String?

  @Flag(help: "Add a second picture for email clients in dark mode.")
  var dark = false

  @Option(
    help: ArgumentHelp(
      "The subject of e-mails, such as 'Hello {{ name }}'; overrides the deck's.", valueName: "text"))
  var subject: String?

  @Option(
    help: ArgumentHelp("The sender of e-mails, such as 'Shop <shop@example.com>'.", valueName: "address"))
  var from: String?

  @Option(help: ArgumentHelp("The recipient of e-mails, such as '{{ email }}'.", valueName: "address"))
  var to: String?

  /// Whether an output is an email, by its name.
  static func isMail(_ name: String) -> Bool { MailSettings.Form(of: name) != nil }

  /// The deck with the headers of the options.
  func deck(_ deck: Deck) -> Deck { deck.withMail(subject: subject, from: from, to: to) }

  func validate() throws {
    guard let baseURL else { return }
    try refuse(
      baseURL.contains("{"),
      "--base-url is one address for all cards and cannot contain placeholders. Folders in --output, as "
        + "in 'mail/{id}/card.html', are appended to it.")
    let isPlain = baseURL.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") }
    try refuse(
      !isPlain || !["https://", "http://"].contains(where: baseURL.hasPrefix),
      "--base-url must be an address such as https://cdn.example.com/mail/.")
  }

  /// The email settings of an output; nil for a picture.
  func settings(for name: String, scale: Double?) -> MailSettings? {
    guard let form = MailSettings.Form(of: name) else { return nil }
    var settings = MailSettings()
    settings.form = form
    settings.hasDark = dark
    settings.folder = OutputName(name).start
    settings.baseURL = baseURL.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
    if let scale { settings.scale = scale }
    return settings
  }
}
