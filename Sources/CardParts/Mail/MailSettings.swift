/// How a card becomes a part of an e-mail.
public struct MailSettings: Sendable, Hashable {
  /// Whether one message with everything in it is made, instead of a page with pictures beside it.
  public var isMessage = false
  /// Whether there is a second picture for readers with a dark background.
  public var hasDark = false
  /// What stands before the names of pictures, such as `https://cdn.example.com/mail/`; nil for names alone.
  public var baseURL: String?
  /// Pixels in a point of the pictures.
  public var scale = 2.0

  /// Makes settings: a page with one picture of twice the pixels.
  public init() {}

  /// The largest HTML that Gmail shows whole.
  static let mostHTML = 102_000
  /// The largest picture that readers of mail load without complaint.
  static let mostPicture = 1_048_576

  /// The names of all files of a card, given that of its page or message.
  func fileNames(of name: String) -> [String] {
    if isMessage { return [name] }
    let stem = MailSettings.stem(of: name)
    return [name, MailSettings.picture(stem, scale)]
      + (hasDark ? [MailSettings.picture(stem + "-dark", scale)] : []) + [stem + ".txt"]
  }

  /// A name without its ending.
  static func stem(of name: String) -> String {
    guard let dot = name.lastIndex(of: "."), !name[dot...].contains("/") else { return name }
    return String(name[..<dot])
  }

  /// The name of a picture.
  static func picture(_ stem: String, _ scale: Double) -> String {
    scale == 1 ? "\(stem).png" : "\(stem)@\(scale.formattedBriefly)x.png"
  }
}

extension Double {
  fileprivate var formattedBriefly: String { self == rounded() ? String(Int(self)) : String(self) }
}
