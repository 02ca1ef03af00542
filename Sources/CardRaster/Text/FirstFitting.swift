/// The first of some attempts whose result fits, where all behind one that fits do too; the last one when none fits.
///
/// Attempts cost much and the first ones fit most often: they are looked at in steps that double, then what is left out is
/// halved. So of `count` attempts some 2·log₂(count) are made.
///
/// - Parameter count: how many attempts there are, at least one; they are numbered from 0.
func firstFitting<Result, E: Error>(
  of count: Int, _ attempt: (Int) throws(E) -> Result, fits: (Result) -> Bool
) throws(E) -> (number: Int, result: Result) {
  var low = 0
  var best = (number: 0, result: try attempt(0))
  while !fits(best.result), best.number < count - 1 {
    low = best.number + 1
    let next = min(2 * best.number + 1, count - 1)
    best = (next, try attempt(next))
  }
  while low < best.number {
    let middle = (low + best.number) / 2
    let result = try attempt(middle)
    if fits(result) { best = (middle, result) } else { low = middle + 1 }
  }
  return best
}
