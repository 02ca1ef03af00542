/// The names of series and of the places of an axis, as they are written.
extension ChartLayout {
  /// A name as it is written.
  func name(_ name: String) -> String {
    // Rows without a name are a series too.
    if name.isEmpty, plan.series.count > 1 { return "–" }
    return name == ChartPlanner.other ? spec.otherTitle ?? ChartWords.other(locale) : name
  }

  /// The name of a category; "–" for rows without one.
  private func categoryName(_ name: String) -> String { name.isEmpty ? "–" : self.name(name) }

  /// The name of a series as it is written: of a month its own, and not its number.
  func seriesName(_ name: String) -> String {
    guard let unit = plan.seriesUnit, let number = ChartDimension.number(in: name) else {
      return self.name(name)
    }
    return ChartTicks.cyclic(number, unit, locale, isShort: false)
  }

  /// The names of the categories of an axis, the longest form first.
  func forms(_ axis: KeyPath<ChartPlan, ChartDimension>) -> [[ChartTick]] {
    texts.names(of: axis == \.x ? "x" : "y") { makeForms(plan[keyPath: axis]) }
  }

  private func makeForms(_ dimension: ChartDimension) -> [[ChartTick]] {
    func ticks(_ name: (String, Int) -> String) -> [ChartTick] {
      dimension.categories.enumerated().map {
        ChartTick(value: Double($0.offset), text: name($0.element, $0.offset))
      }
    }
    let moments = ChartTimeFormat(dimension.format, locale)
    if let unit = dimension.timeUnit, unit.isCyclic, moments.form != nil {
      return [
        ticks { name, _ in
          ChartDimension.number(in: name).flatMap { Int(exactly: $0) }
            .flatMap { unit.moment(of: $0, locale.weeks) }
            .flatMap { moments.given(Double($0.seconds)) } ?? categoryName(name)
        }
      ]
    }
    if let unit = dimension.timeUnit, unit.isCyclic {
      return [false, true].map { isShort in
        ticks { name, _ in
          ChartDimension.number(in: name).map { ChartTicks.cyclic($0, unit, locale, isShort: isShort) }
            ?? categoryName(name)
        }
      }
    }
    if dimension.type == .temporal {
      let seconds = dimension.categories.map { CalendarMoment(data: $0).map { Double($0.seconds) } }
      return moments.forms(of: seconds.compactMap { $0 }, dimension.timeUnit).map { form in
        ticks { name, _ in categoryName(name) }.enumerated().map { number, tick in
          var moment = seconds[number].map(form) ?? tick
          moment.value = tick.value
          return moment
        }
      }
    }
    if dimension.type == .ordinal, moments.form != nil {
      return [
        ticks { name, _ in
          CalendarMoment(data: name).flatMap { moments.given(Double($0.seconds)) } ?? categoryName(name)
        }
      ]
    }
    if dimension.type != .nominal, dimension.format != nil {
      let numbers = dimension.categories.map { ChartDimension.number(in: $0) }
      let known = numbers.compactMap { $0 }
      var texts = ChartFormat.texts(known, known.map { _ in ChartFormat.values([], dimension, locale) })
        .texts[...]
      return [
        ticks { name, number in numbers[number].flatMap { _ in texts.popFirst() } ?? categoryName(name) }
      ]
    }
    return [ticks { name, _ in categoryName(name) }]
  }
}
