import CardRaster

/// The data of a deck: its own, overridden by data from outside, which is checked against the inputs.
struct DeckData {
  let deck: Deck
  let options: DeckOptions
  /// The declared inputs; empty for a deck that accepts any data.
  let inputs: [Input]
  let log: IssueLog

  /// All data, and whether the inputs among them are valid; problems are added to the log.
  func merged() -> (data: JSONNode, isValid: Bool) {
    let errors = log.added
    if !options.hasCheckedNames { for issue in UnusedDataKeys.issues(deck, options) { log.add(issue) } }
    var result = JSONNode.object([:])
    if let node = deck.root["data"] {
      if case .object = node.value {
        result = localized(node)
      } else {
        log.add(
          deck.issue(.error, at: JSONPath.root.key("data"), "expected an object, found \(node.briefText)"))
      }
    }
    if deck.root["inputs"] != nil {
      result = checkedSample(result)
      result = DataOverlay.merge(checkedData(sample: result), onto: result)
    } else {
      for layer in options.dataLayers { result = DataOverlay.merge(localized(layer), onto: result) }
    }
    for (number, assignment) in options.assignments.enumerated() {
      let place = options.assignmentPlaces.place(of: number)
      do throws(DeckIssue) {
        result = try DataOverlay.set(assignment, in: result) { value, path in
          InputCheck(file: "--set") { issue in
            var issue = issue
            issue.option = "assignments"
            log.add(issue.placed(at: place))
          }.value(inputs.isEmpty ? value : value.asCell, at: path, among: inputs)
        }
      } catch {
        log.add(error.placed(at: place))
      }
    }
    return (result, inputs.isEmpty || log.added == errors)
  }

  /// The data with the notation of numbers and dates in its cells.
  private func localized(_ data: JSONNode) -> JSONNode {
    guard let format = deck.cellFormat(options) else { return data }
    return data.marked { if $0.isCell { $0.cellFormat = format } }
  }

  /// The deck's own data, with the types of the inputs; values that are not inputs are constants of the deck.
  private func checkedSample(_ data: JSONNode) -> JSONNode {
    let path = JSONPath.root.key("data")
    let check = InputCheck(file: deck.file) { log.add($0) }
    let checked = check.members(data, of: inputs, at: path, allowsOthers: true)
    guard case .object(var members) = checked.value else { return checked }
    for (number, member) in members.enumerated() where !inputs.contains(where: { $0.name == member.key }) {
      members[number].value = member.value.marked { $0.mayNameFile = true }
    }
    return changing(checked) { $0.value = .object(members) }
  }

  /// The data from outside, with the types of the inputs and their defaults.
  private func checkedData(sample: JSONNode) -> JSONNode {
    var result = JSONNode.object([:])
    for (number, layer) in options.dataLayers.enumerated() {
      let place = options.dataPlaces.place(of: number)
      let file = options.dataFiles.indices.contains(number) ? options.dataFiles[number] : ""
      let check = InputCheck(file: file) { issue in
        var issue = issue.placed(at: place)
        if place == nil { issue.option = "data" }
        log.add(issue)
      }
      // Names that are not inputs are reported with the other unused names.
      let checked = check.members(localized(layer), of: inputs, allowsOthers: true)
      result = DataOverlay.merge(checked, onto: result)
    }
    if options.dataLayers.isEmpty, options.assignments.isEmpty {
      // The sample takes precedence over defaults, because nothing comes from outside.
      var missing: [JSONPath] = []
      let result = InputCheck(file: "") { missing.append($0.path) }.completed(sample, inputs)
      if !missing.isEmpty { reportMissing(missing) }
      return result
    }
    let given = Set(
      options.assignments.compactMap { text -> String? in
        guard case .key(let name)? = (try? DataOverlay.parts(of: text))?.path.steps.first else { return nil }
        return name
      })
    let file = options.dataLayers.isEmpty ? "--set" : options.dataFiles.last ?? ""
    let check = InputCheck(file: file) { issue in
      var issue = issue
      issue.option = options.dataLayers.isEmpty ? "assignments" : "data"
      log.add(issue)
    }
    return check.completed(result, inputs, given: given)
  }

  /// Reports required inputs that have no sample in a deck that is drawn without data.
  private func reportMissing(_ paths: [JSONPath]) {
    let shown = paths.prefix(5).map { DeckIssue.quoted($0.text) }.joined(separator: ", ")
    let more = paths.count > 5 ? " and \(paths.count - 5) more" : ""
    log.add(
      deck.issue(
        .error, at: JSONPath.root.key("inputs"),
        "required input\(paths.count == 1 ? "" : "s") without data: \(shown)\(more)",
        hint: options.namesProperties
          ? "set 'data' of DeckOptions, or write samples under 'data'"
          : deck.leavesDataFile
            ? "to use '\(BindingScope.dataFile)' next to the deck, pass it with --data"
            : "pass --data or --set, or write samples under 'data'", code: .missingValue))
  }
}
