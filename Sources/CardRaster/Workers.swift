/// Work on numbered things by several workers at once.
package enum Workers {
  /// The results for the numbers from 0, in their order, whichever worker makes them.
  ///
  /// - Parameters:
  ///   - count: how many things there are.
  ///   - workers: how many workers there are at most; each takes every so-manieth thing.
  ///   - tool: what a worker needs for all of its things and shares with no other, such as fonts.
  package static func map<Tool: ~Copyable, Result: Sendable>(
    _ count: Int, workers: Int, tool: @escaping @Sendable () throws -> Tool,
    _ work: @escaping @Sendable (Int, inout Tool) throws -> Result
  ) async throws -> [Result] {
    let workers = max(1, min(workers, count))
    return try await withThrowingTaskGroup(of: [(Int, Result)].self) { group in
      for worker in 0..<workers {
        group.addTask {
          var tool = try tool()
          return try stride(from: worker, to: count, by: workers).map { ($0, try work($0, &tool)) }
        }
      }
      var all = [Result?](repeating: nil, count: count)
      for try await some in group { for (number, result) in some { all[number] = result } }
      return all.compactMap { $0 }
    }
  }
}
