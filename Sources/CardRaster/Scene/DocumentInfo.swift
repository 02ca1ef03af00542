/// What a document says of itself beside its pages.
public struct DocumentInfo: Hashable, Sendable {
  /// Its title; nil for that of its first page.
  public var title: String?
  /// Who wrote it.
  public var author: String?
  /// The language of its words, such as `en-US` (BCP 47); nil when nobody knows it.
  public var language: String?

  /// Makes one; without arguments it says nothing.
  public init(title: String? = nil, author: String? = nil, language: String? = nil) {
    self.title = title
    self.author = author
    self.language = language
  }

  /// The language as it stands in a PDF document: letters, digits and hyphens, nothing that could end its string.
  var plainLanguage: String? {
    guard let language, !language.isEmpty, language.utf8.count <= 100 else { return nil }
    let isPlain = language.unicodeScalars.allSatisfy {
      ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0) || $0 == "-"
    }
    return isPlain ? language : nil
  }
}
