/// A part with attributed text: runs with their own styles.
protocol HoldsRuns {
  /// The runs, by their deck keys.
  var runs: [(key: String, runs: [TextRunSpec]?)] { get }
}

extension TextPart: HoldsRuns {
  var runs: [(key: String, runs: [TextRunSpec]?)] { [("attributedText", content.attributedText)] }
}

extension AttributedTextPart: HoldsRuns {
  var runs: [(key: String, runs: [TextRunSpec]?)] { [("attributedText", content.attributedText)] }
}

extension TitleDescriptionPart: HoldsRuns {
  var runs: [(key: String, runs: [TextRunSpec]?)] {
    [
      ("leftTitleAttributedText", texts.leftTitle.runs),
      ("leftDescriptionAttributedText", texts.leftDescription.runs),
      ("rightTitleAttributedText", texts.rightTitle.runs),
      ("rightDescriptionAttributedText", texts.rightDescription.runs),
    ]
  }
}

extension HoldsRuns {
  /// The run properties that the deck sets, such as `attributedText[1].underline`.
  var givenOfRuns: [GivenProperty] {
    runs.flatMap { key, runs in
      (runs ?? []).enumerated().flatMap { number, run in
        GivenProperty.all(of: run, TextRunSpec.fields.fields, unlike: TextRunSpec()).map {
          GivenProperty(name: "\(key)[\(number)].\($0.name)", value: $0.value)
        }
      }
    }
  }
}
