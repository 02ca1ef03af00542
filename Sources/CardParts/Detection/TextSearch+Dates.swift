import CardRaster

/// Dates in words and numbers.
extension TextSearch {
  mutating func findDates() {
    var place = 0
    while place < text.count {
      let isStart = !isWordCharacter(place - 1) && !".,-/:$€£#@_+%".unicodeScalars.contains(at(place - 1))
      if isStart, isWordCharacter(place), let (end, date) = date(at: place), isFree(place..<end) {
        add(.calendarEvent, place..<end, target: nil, value: date)
        place = end
      } else if isWordCharacter(place) {
        while place < text.count, isWordCharacter(place) { place += 1 }
      } else {
        place += 1
      }
    }
  }

  /// A number of at most four digits.
  private func number(at place: Int) -> (value: Int, end: Int)? {
    var (value, end) = (0, place)
    while isDigit(end), end - place < 5 {
      value = 10 * value + Int(at(end).value - 0x30)
      end += 1
    }
    return end > place && end - place <= 4 ? (value, end) : nil
  }

  /// Whether a date may end here.
  private func endsDate(_ end: Int) -> Bool {
    if at(end) == "T" { return isDigit(end + 1) }
    if isWordCharacter(end) { return isIdeograph(end) }
    return !([".", "-", "/", ",", ":"].contains(at(end)) && isDigit(end + 1))
  }

  private func day(_ year: Int, _ month: Int, _ day: Int) -> String? {
    guard (1000...2999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
    return CalendarDate(
      "\(year)-\(String(month).leftPadded(to: 2))-\(String(day).leftPadded(to: 2))")?.text
  }

  private func date(at place: Int) -> (end: Int, date: String)? {
    if let first = number(at: place) { return numericDate(place, first) ?? dayMonthYear(first) }
    return monthDayYear(place)
  }

  private func numericDate(_ place: Int, _ first: (value: Int, end: Int)) -> (end: Int, date: String)? {
    let separator = at(first.end)
    guard ["-", "/", "."].contains(separator), let second = number(at: first.end + 1),
      at(second.end) == separator, let third = number(at: second.end + 1), second.end - first.end <= 3,
      endsDate(third.end)
    else { return nil }
    let length = third.end - second.end - 1
    if first.end - place == 4, length == 2, second.end - first.end == 3, separator != "." {
      return day(first.value, second.value, third.value).map { (third.end, $0) }
    }
    guard first.end - place <= 2, length == 4 else { return nil }
    let monthFirst = separator != "." && monthComesFirst
    let usual =
      monthFirst
      ? day(third.value, first.value, second.value) : day(third.value, second.value, first.value)
    // 03/25/2026 can be read in one way only.
    let other =
      separator == "."
      ? nil
      : monthFirst ? day(third.value, second.value, first.value) : day(third.value, first.value, second.value)
    return (usual ?? other).map { (third.end, $0) }
  }

  /// The place behind at least one space.
  private func afterBlanks(_ place: Int) -> Int? {
    var end = place
    while end - place < 3, isBlank(end) { end += 1 }
    return end > place ? end : nil
  }

  private func word(at place: Int) -> (text: String, end: Int)? {
    var end = place
    while isLetter(end), end - place < 24 { end += 1 }
    return end > place ? (string(place..<end).lowercased(), end) : nil
  }

  /// The place behind `st`, `nd`, `rd`, `th` or a point, if one is there.
  private func afterOrdinal(_ place: Int) -> Int {
    if at(place) == "." || at(place) == "º" { return place + 1 }
    if let word = word(at: place), ["st", "nd", "rd", "th", "er"].contains(word.text) { return word.end }
    return place
  }

  /// The place behind `of` or `de` and the space that follows, if one is there.
  private func afterParticle(_ place: Int) -> Int {
    if let word = word(at: place), ["of", "de", "del"].contains(word.text), let next = afterBlanks(word.end) {
      return next
    }
    return place
  }

  private func year(after place: Int) -> (value: Int, end: Int)? {
    var end = place
    if at(end) == "." { end += 1 }
    if at(end) == "," { end += 1 }
    guard let start = afterBlanks(end).map(afterParticle), let year = number(at: start),
      year.end - start == 4,
      endsDate(year.end)
    else { return nil }
    return year
  }

  /// `12 March 2026`, `12. März 2026`, `12 de marzo de 2026`.
  private func dayMonthYear(_ first: (value: Int, end: Int)) -> (end: Int, date: String)? {
    guard let start = afterBlanks(afterOrdinal(first.end)).map(afterParticle), let name = word(at: start),
      let month = DataDetector.months[name.text], let year = year(after: name.end)
    else { return nil }
    return day(year.value, month, first.value).map { (year.end, $0) }
  }

  /// `March 12, 2026`, `Mar. 12th 2026`.
  private func monthDayYear(_ place: Int) -> (end: Int, date: String)? {
    guard let name = word(at: place), let month = DataDetector.months[name.text],
      let start = afterBlanks(at(name.end) == "." ? name.end + 1 : name.end), let first = number(at: start),
      let year = year(after: afterOrdinal(first.end))
    else { return nil }
    return day(year.value, month, first.value).map { (year.end, $0) }
  }
}
