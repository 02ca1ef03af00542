import CardRaster

/// The templates in a folder, each in a folder of its own.
package struct DeckTemplates: Sendable {
  /// The folder that holds a folder for each template.
  package let folder: String
  /// The names in order.
  package let names: [String]

  /// Finds the templates of a folder.
  ///
  /// - Throws: a `DeckError` when the folder cannot be read.
  package init(folder: String) throws(DeckError) {
    self.folder = folder
    let ending = "/\(DeckTemplate.noteFile)"
    names = try DeckError.wrapping(try FileTree.entries(below: folder)).filter {
      $0.path.hasSuffix(ending) && $0.path.split(separator: "/").count == 2
    }.map { String($0.path.dropLast(ending.count)) }.sorted()
  }

  /// The template of a name.
  ///
  /// - Throws: a `DeckError` with the nearest name when there is none.
  package func template(_ name: String) throws(DeckError) -> DeckTemplate {
    guard names.contains(name) else {
      let near = Spelling.nearest(to: name, in: names).map { "did you mean '\($0)'?" }
      throw DeckError(
        DeckIssue(
          .error, file: "", place: nil, path: .root,
          message: "there is no template \(DeckIssue.quoted(name))",
          hint: near ?? "see 'cardshot list templates'"))
    }
    return try DeckTemplate(name: name, folder: "\(folder)/\(name)")
  }

  /// All of them, in order of their names.
  ///
  /// - Throws: a `DeckError` when one cannot be read.
  package func all() throws(DeckError) -> [DeckTemplate] {
    var templates: [DeckTemplate] = []
    for name in names { templates.append(try template(name)) }
    return templates
  }
}
