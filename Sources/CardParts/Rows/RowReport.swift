import CardRaster

/// Writes the report of a run: one line of JSON per row.
package enum RowReport {
  /// The line of a row.
  ///
  /// - Parameters:
  ///   - result: the result of the row, with the content of all files.
  ///   - milliseconds: the duration; nil if it is not known.
  ///   - isInline: whether to include the content of the files as Base64.
  package static func line(_ result: RowResult, milliseconds: Double?, isInline: Bool = false) -> String {
    let place = result.place
    var members: [(String, JSONNode)] = [("row", .of(place.number)), ("line", .of(place.line))]
    if let id = place.id { members.append(("id", .of(id))) }
    members.append(("ok", .of(!result.isBroken)))
    if result.isKept { members.append(("kept", .of(true))) }
    members.append(("files", .list(result.files.map { file($0, isInline: isInline) })))
    if !result.isBroken {
      members += [("alt", .of(result.alt)), ("regions", .list(result.regions))]
    }
    for (name, severity) in [("errors", DeckIssue.Severity.error), ("warnings", .warning)] {
      let issues = result.issues.filter { $0.severity == severity }
      if !issues.isEmpty { members.append((name, .list(issues.map(\.json)))) }
    }
    if let milliseconds { members.append(("ms", .of((milliseconds * 10).rounded() / 10))) }
    return JSONDump.write(.object(members), pretty: false)
  }

  private static func file(_ file: RowFile, isInline: Bool) -> JSONNode {
    let node = RowFile.record.json(file)
    return isInline ? node.merged(with: .object([("base64", .of(Base64.encode(file.bytes)))])) : node
  }
}
