import CardRaster

/// What became of rows, for machines: a line of JSON each.
package enum RowReport {
  /// The line of a row.
  ///
  /// - Parameters:
  ///   - result: what became of it, with the bytes of all files.
  ///   - milliseconds: how long it took; nil where that is not known.
  ///   - isInline: whether the files themselves stand in it, as Base64.
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
    return isInline ? node.merged(with: .object([("base64", .of(Base64.text(file.bytes)))])) : node
  }
}
