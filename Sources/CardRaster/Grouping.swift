extension Sequence {
  /// The elements in groups with equal keys; groups and their elements keep their order.
  package func grouped<Key: Hashable>(by key: (Element) -> Key) -> [(key: Key, elements: [Element])] {
    var groups: [(key: Key, elements: [Element])] = []
    var places: [Key: Int] = [:]
    for element in self {
      let key = key(element)
      if let place = places[key] {
        groups[place].elements.append(element)
      } else {
        places[key] = groups.count
        groups.append((key, [element]))
      }
    }
    return groups
  }
}

extension RandomAccessCollection where Element: Equatable, Index == Int {
  /// The numbers of equal elements at the beginning, and at the end of the rest, of two collections.
  package func commonEnds(with other: Self) -> (start: Int, end: Int) {
    let start = zip(self, other).prefix { $0 == $1 }.count
    let rests = zip(dropFirst(start).reversed(), other.dropFirst(start).reversed())
    return (start, rests.prefix { $0 == $1 }.count)
  }
}
