/// What a document says of itself in XMP (ISO 16684-1), which archives and readers for all look at.
struct XMPPacket {
  private let info: DocumentInfo
  private let isAccessible: Bool

  /// Makes one.
  ///
  /// - Parameter isAccessible: whether the document declares to keep PDF/UA-1 (ISO 14289-1).
  init(_ info: DocumentInfo, isAccessible: Bool) {
    self.info = info
    self.isAccessible = isAccessible
  }

  /// The packet as an object of a PDF document.
  var object: String {
    let text = text
    return
      "<< /Type /Metadata\n   /Subtype /XML\n   /Length \(text.utf8.count)\n>>\nstream\n\(text)\nendstream"
  }

  private var text: String {
    var properties: [String] = []
    if let title = info.title, !title.isEmpty {
      properties.append(
        "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">\(Self.plain(title))</rdf:li></rdf:Alt></dc:title>"
      )
    }
    if let author = info.author, !author.isEmpty {
      properties.append("<dc:creator><rdf:Seq><rdf:li>\(Self.plain(author))</rdf:li></rdf:Seq></dc:creator>")
    }
    if let language = info.plainLanguage {
      properties.append("<dc:language><rdf:Bag><rdf:li>\(language)</rdf:li></rdf:Bag></dc:language>")
    }
    if isAccessible { properties.append("<pdfuaid:part>1</pdfuaid:part>") }
    // The mark at the beginning is the one of ISO 16684-1, section 7.3.2.
    return """
      <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/">
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
      \(properties.joined(separator: "\n"))
      </rdf:Description>
      </rdf:RDF>
      </x:xmpmeta>
      <?xpacket end="r"?>
      """
  }

  /// A text in XML: what is a sign there is written as a reference, and what XML cannot hold is left out.
  private static func plain(_ text: String) -> String {
    var result = ""
    for scalar in text.withoutNoncharacters.unicodeScalars {
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\t", "\n", "\r": result += " "
      case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value): continue
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
