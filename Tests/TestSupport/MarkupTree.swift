import Foundation
import FoundationXML

/// An element of an XML document, read by a strict parser.
package final class MarkupTree {
  package let name: String
  package let attributes: [String: String]
  package private(set) var children: [MarkupTree] = []
  /// The text directly inside the element.
  package private(set) var text = ""

  private init(_ name: String, _ attributes: [String: String]) {
    self.name = name
    self.attributes = attributes
  }

  /// The root of a document; nil if it is not well-formed.
  package static func read(_ bytes: [UInt8]) -> MarkupTree? {
    let parser = XMLParser(data: Data(bytes))
    let reader = Reader()
    parser.delegate = reader
    return parser.parse() ? reader.document.children.first : nil
  }

  /// The element and all its descendants.
  package var all: [MarkupTree] { [self] + children.flatMap(\.all) }

  /// Those with a name.
  package func all(_ name: String) -> [MarkupTree] { all.filter { $0.name == name } }

  private final class Reader: NSObject, XMLParserDelegate {
    let document = MarkupTree("", [:])
    lazy var open = [document]

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      let element = MarkupTree(name, attributes)
      open.last?.children.append(element)
      open.append(element)
    }
    func parser(_ parser: XMLParser, didEndElement: String, namespaceURI: String?, qualifiedName: String?) {
      open.removeLast()
    }
    func parser(_ parser: XMLParser, foundCharacters text: String) { open.last?.text += text }
    func parser(_ parser: XMLParser, foundCDATA block: Data) {
      open.last?.text += String(decoding: block, as: UTF8.self)
    }
  }
}
