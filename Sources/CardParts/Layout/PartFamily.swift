/// The families of the manual.
enum PartFamily: String, Sendable, CaseIterable {
  case text, picture, control, rule, container, chart, effect

  var title: String {
    switch self {
    case .text: "Text"
    case .picture: "Pictures"
    case .control: "Controls"
    case .rule: "Rules and space"
    case .container: "Containers"
    case .chart: "Charts"
    case .effect: "Effects"
    }
  }
}
