/// Labels beside each other along a line: values of a slider, titles of an axis.
enum LabelRow {
  /// Where labels start so that each is as near to its place as it can be and none touches its neighbour.
  ///
  /// Labels that would touch are moved apart by equal shares, and all are kept between 0 and `length`. Where there is
  /// too little room for all of them, the last ones go on beyond it.
  ///
  /// - Parameters:
  ///   - centers: where their middles should be, rising.
  ///   - lengths: how long they are.
  ///   - gap: the least space between two of them.
  static func spread(centers: [Double], lengths: [Double], gap: Double, in length: Double) -> [Double] {
    // Runs of labels that touch; a run stands where the mean of its labels wants it.
    struct Run {
      var first: Int
      var count: Int
      var length: Double
      /// The sum of the places where each label would like the run to start.
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

  /// The smallest step at which labels have room: of every `step`-th, from the first on, none touches another one.
  ///
  /// - Parameters:
  ///   - count: how many labels there are.
  ///   - first: a step below which nothing can fit.
  ///   - fits: whether a label has room after the one before it that is shown.
  static func step<Failure: Error>(
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
