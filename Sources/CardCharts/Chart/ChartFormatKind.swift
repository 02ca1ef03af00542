import CardModel
import CardRaster

/// The kind of values that a format supports.
enum ChartFormatKind: String, Hashable, Sendable {
  case numbers, dates

  /// Creates the kind of a deck's `format`.
  ///
  /// - Throws: an error if the format is invalid, or if a formatter does not support such values.
  init(_ format: String, _ locale: DeckLocale) throws(BindingError) {
    let style = try ChartFormat.style(format)
    if let style {
      if case .formatter(let calls) = style { _ = try ChartFormat.applied(calls, to: 1, locale) }
      self = .numbers
      return
    }
    if ChartFormat.isAbsolute(format) {
      throw BindingError(
        message: "'abs' removes the sign of numbers, but the format after it is for dates",
        hint: "remove 'abs'")
    }
    // A formatter that fails for one date fails for all.
    _ = try ChartTimeFormat.form(format)?.format(0, locale)
    self = .dates
  }

  /// The hint for this kind of format.
  var hint: String {
    switch self {
    case .numbers: "write a format of numbers such as ,.1f, compact or currency(0)"
    case .dates: "write a format of dates such as %b %Y or date('MMM yyyy')"
    }
  }
}

/// A format in a deck and its uses.
struct ChartFormatPlace: Hashable, Sendable {
  var path: JSONPath
  var format: String
  /// The kinds of values that are written with it; empty if the format has no effect.
  var written: Set<ChartFormatKind>
  /// The end of a message that begins with "'format' has no effect".
  var unused: String

  /// The property with the format, for messages: `x` of `x.axis.format`.
  var owner: String {
    let keys = path.steps.compactMap { if case .key(let key) = $0 { key } else { nil } }
    return keys.last { !["format", "axis", "legend"].contains($0) } ?? "format"
  }
}

extension ChartSpec {
  /// All formats of a chart, with their paths.
  ///
  /// - Parameter path: the path of the chart.
  func formats(at path: JSONPath) -> [(path: JSONPath, format: String)] {
    var result = writtenEncodings.flatMap(\.channels).flatMap { _, channel in
      channel.formats.map { (path: channel.path(of: $0.owner), format: $0.format) }
    }
    if let format = valueLabels?.format { result.append((ChartValueLabels.formatPath(path), format)) }
    return result
  }
}

extension ChartValueLabels {
  /// The path of the format of value labels in a chart.
  static func formatPath(_ chart: JSONPath) -> JSONPath { chart.key("valueLabels").key("format") }
}

extension ChartChannel {
  /// The formats with the nested objects that contain them; nil for the channel itself.
  var formats: [(owner: String?, format: String)] {
    [(nil, format), ("axis", axis.format), ("legend", legend.format)].compactMap { owner, format in
      format.map { (owner, $0) }
    }
  }

  /// The path of a format.
  func path(of owner: String?) -> JSONPath { (owner.map { path.key($0) } ?? path).key("format") }
}

extension ChartCompiler {
  private static let names = "on names"
  private static let silent = "because no value is written"

  /// Records the kinds of values written with the formats of a layer's channels.
  mutating func noteFormats(_ rows: ChartRows, _ encoding: ChartEncoding, isSecond: Bool = false) {
    for (name, channel) in encoding.channels {
      for (owner, format) in channel.formats {
        var place = ChartFormatPlace(
          path: channel.path(of: owner), format: format, written: [], unused: ChartCompiler.names)
        let writers: [String] =
          (owner == "legend" ? [] : ["x", "y"]) + ["color", "size"]
          + (owner == nil ? ["text"] + ChartFacets.names : [])
        if !writers.contains(name) {
          place.unused = ChartCompiler.silent
        } else if owner == nil, name != "text", channel.axis.format != nil {
          place.unused = "with the one of 'axis'"
        } else if owner != "legend", let other = dimension(name, isSecond)?.format,
          other != channel.axis.format ?? channel.format
        {
          place.unused = "with \(DeckIssue.quoted(other)) of an earlier layer"
        } else {
          place.written = written(name, channel, rows)
        }
        note(place)
      }
    }
  }

  /// Records the kinds of values written with the format of values.
  mutating func noteValueFormat() {
    guard let format = spec.valueLabels?.format else { return }
    var place = ChartFormatPlace(
      path: ChartValueLabels.formatPath(.root), format: format,
      written: model.form == .gauge ? [.numbers] : [], unused: ChartCompiler.silent)
    for layer in model.layers {
      let isDate = model[layer.valueAxis].type == .temporal && layer.mark.type != .rect
      place.written.insert(isDate ? .dates : .numbers)
    }
    model.valueFormat = place
  }

  private mutating func note(_ place: ChartFormatPlace) {
    guard let known = model.formats.firstIndex(where: { $0.path == place.path }) else {
      return model.formats.append(place)
    }
    // A format is used if one of the layers uses it.
    model.formats[known].written.formUnion(place.written)
  }

  private func dimension(_ name: String, _ isSecond: Bool) -> ChartDimension? {
    let second = isSecond ? model.second : model.y
    return ["x": model.x, "y": second, "color": model.color, "size": model.size][name] ?? nil
  }

  private func written(_ name: String, _ channel: ChartChannel, _ rows: ChartRows) -> Set<ChartFormatKind> {
    if name == "color", model.color == nil { return [] }
    guard let type = rows.types[name] else { return [] }
    if channel.timeUnit?.isCyclic == true { return [.dates] }
    let values = rows[name] ?? []
    switch type {
    case .quantitative: return [.numbers]
    case .temporal: return [.dates]
    case .nominal where name == "text" && values.contains { CSVTable.number($0.name) != nil }:
      return [.numbers]
    case .nominal: return []
    case .ordinal:
      var result: Set<ChartFormatKind> = []
      if values.contains(where: { Double($0.name) != nil }) { result.insert(.numbers) }
      if values.contains(where: { CalendarMoment(data: $0.name) != nil }) { result.insert(.dates) }
      return result
    }
  }
}
