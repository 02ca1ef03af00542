/// Labels side by side on a line, such as slider values or axis titles.
package enum LabelRow {
  /// The starts of labels, each as close to its position as possible, without touching a neighbour.
  ///
  /// Labels that would touch are moved apart by equal amounts, and all are kept between 0 and `length`. If
  /// there is not enough space for all, the last ones overflow.
  ///
  /// - Parameters:
  ///   - centers: The preferred centres, in ascending order.
  ///   - lengths: The lengths of the labels.
  ///   - gap: The minimum space between two labels.
  package static func spread(centers: [Double], lengths: [Double], gap: Double, in length: Double) -> [Double]
  {
    // A run of labels that touch. Its position is the mean of its labels' preferred positions.
    struct Run {
      var first: Int
      var count: Int
      var length: Double
      /// The sum of the preferred starts of the run, one for each label.
      var wishes: Double

      func start(in room: Double) -> Double { max(0, min(room - length, wishes / Double(count))) }
    }
    var runs: [Run] = []
    for index in centers.indices {
      var run = Run(
        first: index, count: 1, length: lengths[index], wishes: centers[index] - lengths[index] / 2)
      while let last = runs.last,
        last.start(in: length) + last.length + gap > run.start(in: length)
      {
        let shift = last.length + gap
        run = Run(
          first: last.first, count: last.count + run.count, length: shift + run.length,
          wishes: last.wishes + run.wishes - shift * Double(run.count))
        runs.removeLast()
      }
      runs.append(run)
    }
    var starts = [Double](repeating: 0, count: centers.count)
    for run in runs {
      var place = run.start(in: length)
      for index in run.first..<run.first + run.count {
        starts[index] = place
        place += lengths[index] + gap
      }
    }
    return starts
  }

  /// The smallest step at which labels fit.
  ///
  /// Every `step`-th label, starting with the first, can be shown without touching another.
  ///
  /// - Parameters:
  ///   - count: The number of labels.
  ///   - first: The smallest step to try.
  ///   - fits: Whether a label fits after the previously shown one.
  package static func step<Failure: Error>(
    count: Int, from first: Int = 1, fits: (_ label: Int, _ previous: Int?) throws(Failure) -> Bool
  ) throws(Failure) -> Int {
    for step in max(1, first)..<max(2, count, first) {
      var previous: Int?
      var isRoomy = true
      for label in stride(from: 0, to: count, by: step) {
        guard try fits(label, previous) else {
          isRoomy = false
          break
        }
        previous = label
      }
      if isRoomy { return step }
    }
    return max(1, count)
  }
}
