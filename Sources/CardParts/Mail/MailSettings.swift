import CardRaster

/// How a card becomes a part of an e-mail.
package struct MailSettings: Sendable, Hashable {
  /// Whether one message is made, instead of a page with its text beside it.
  package var isMessage = false
  /// Whether there is a second picture for readers with a dark background.
  package var hasDark = false
  /// What stands before the names of pictures, such as `https://cdn.example.com/mail/`; nil for names alone, and for pictures
  /// inside of a message.
  package var baseURL: String?
  /// What the names of pictures begin with that `baseURL` stands for: the folder of all outputs.
  package var folder = ""
  /// Pixels in a point of the pictures.
  package var scale = 2.0

  /// Makes settings: a page with one picture of twice the pixels.
  package init() {}

  /// The largest HTML that Gmail shows whole.
  static let mostHTML = 102_000
  /// The largest picture that readers of mail load without complaint.
  static let mostPicture = 1_048_576
  /// The widest card that the columns of readers of mail hold, in points.
  static let mostWidth = 640.0

  /// The names of all files of a card, given that of its page or message.
  ///
  /// - Parameter format: what the pictures are.
  package func fileNames(of name: String, _ format: OutputFormat) -> [String] {
    if isMessage, baseURL == nil { return [name] }
    let stem = MailSettings.stem(of: name)
    let pictures = (hasDark ? ["", "-dark"] : [""]).map { MailSettings.picture(stem + $0, scale, format) }
    return [name] + pictures + (isMessage ? [] : [stem + ".txt"])
  }

  /// The address of a picture's file, for which a picture of another folder has another one.
  func address(of picture: String) -> String {
    guard let baseURL else { return MailSettings.escaped(FilePath.name(of: picture)) }
    let path =
      picture.hasPrefix(folder) ? String(picture.dropFirst(folder.count)) : FilePath.name(of: picture)
    let steps = path.split(separator: "/").map { MailSettings.escaped(String($0)) }
    return baseURL + steps.joined(separator: "/")
  }

  /// A name as part of an address.
  private static func escaped(_ name: String) -> String {
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

  /// A name without its ending.
  static func stem(of name: String) -> String {
    guard let dot = name.lastIndex(of: "."), !name[dot...].contains("/") else { return name }
    return String(name[..<dot])
  }

  /// The name of a picture.
  static func picture(_ stem: String, _ scale: Double, _ format: OutputFormat) -> String {
    let density = scale == 1 ? "" : "@\(NumberText.text(scale))x"
    return "\(stem)\(density).\(format.pathExtensions[0])"
  }
}
