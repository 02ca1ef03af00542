/// The first of some attempts whose result fits; the last one if none fits.
///
/// If an attempt fits, all later ones must fit too. Attempts are expensive and the first ones fit most often,
/// so the search doubles its step until one fits, then bisects the gap. It makes about 2·log₂(count)
/// attempts.
///
/// - Parameter count: the number of attempts, at least one; they are numbered from 0.
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
