import Foundation
import Synchronization

/// Counts for Prometheus, in its text format.
final class Metrics: Sendable {
  struct Counts: Sendable {
    /// Requests by kind and status.
    var requests: [String: Int] = [:]
    /// Replaced workers by reason.
    var restarts: [String: Int] = [:]
    /// Pictures from the cache and others.
    var cache: [String: Int] = [:]
    /// Refused requests by code.
    var problems: [String: Int] = [:]
    /// Reloads by result.
    var reloads: [String: Int] = [:]
  }

  /// The upper bounds of the classes of times, in seconds.
  private static let bounds = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10]

  private struct Times {
    var classes = [Int](repeating: 0, count: Metrics.bounds.count)
    var sum = 0.0
    var count = 0

    mutating func add(_ seconds: Double) {
      for (number, bound) in Metrics.bounds.enumerated() where seconds <= bound { classes[number] += 1 }
      sum += seconds
      count += 1
    }
  }

  private struct State {
    var counts = Counts()
    var times: [String: Times] = [:]
  }

  private let state = Mutex(State())

  func count(_ path: any WritableKeyPath<Counts, [String: Int]> & Sendable, _ label: String) {
    state.withLock { $0.counts[keyPath: path][label, default: 0] += 1 }
  }

  /// Adds the time of a stage: queue, draw or request.
  func time(_ stage: String, _ duration: Duration) {
    let seconds = duration.milliseconds / 1000
    state.withLock { $0.times[stage, default: Times()].add(seconds) }
  }

  /// The text that Prometheus reads.
  func text(_ gauges: [(name: String, help: String, value: Int)]) -> String {
    let (counts, times) = state.withLock { ($0.counts, $0.times) }
    var lines: [String] = []
    func add(_ name: String, _ help: String, _ label: String, _ values: [String: Int]) {
      lines += ["# HELP cardshot_\(name) \(help)", "# TYPE cardshot_\(name) counter"]
      for (key, value) in values.sorted(by: { $0.key < $1.key }) {
        lines.append("cardshot_\(name){\(label)=\"\(key)\"} \(value)")
      }
    }
    add("requests_total", "Requests by kind and status.", "request", counts.requests)
    add("problems_total", "Answers with an error, by code.", "code", counts.problems)
    add("cache_total", "Pictures by their source.", "source", counts.cache)
    add("worker_restarts_total", "Replaced workers by reason.", "reason", counts.restarts)
    add("reloads_total", "Reloads of the decks by result.", "result", counts.reloads)
    for (name, help, value) in gauges {
      lines += [
        "# HELP cardshot_\(name) \(help)", "# TYPE cardshot_\(name) gauge", "cardshot_\(name) \(value)",
      ]
    }
    lines += [
      "# HELP cardshot_seconds The time of waiting, drawing and answering.",
      "# TYPE cardshot_seconds histogram",
    ]
    for (stage, time) in times.sorted(by: { $0.key < $1.key }) {
      for (bound, count) in zip(Self.bounds, time.classes) {
        lines.append("cardshot_seconds_bucket{stage=\"\(stage)\",le=\"\(bound)\"} \(count)")
      }
      lines.append("cardshot_seconds_bucket{stage=\"\(stage)\",le=\"+Inf\"} \(time.count)")
      lines.append("cardshot_seconds_sum{stage=\"\(stage)\"} \(time.sum)")
      lines.append("cardshot_seconds_count{stage=\"\(stage)\"} \(time.count)")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Duration {
  var milliseconds: Double {
    Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
  }
}

/// The time of drawing that each client has left.
///
/// Each client gets its budget per minute, evenly. A request reserves what a picture usually takes, and the
/// rest is settled when its time is known.
final class ClientBudgets: Sendable {
  private struct Account {
    var left: Double
    var last: ContinuousClock.Instant
  }

  private let budget: Double
  private let accounts = Mutex<[String: Account]>([:])
  /// The maximum number of clients; the ones that were away for the longest time are forgotten.
  private static let mostAccounts = 20_000

  /// - Parameter budget: milliseconds per minute.
  init(_ budget: Int) { self.budget = Double(budget) }

  /// Takes milliseconds from an account; false if it is empty.
  func reserve(_ milliseconds: Double, for client: String, at now: ContinuousClock.Instant = .now) -> Bool {
    accounts.withLock { accounts in
      if accounts.count >= Self.mostAccounts, accounts[client] == nil {
        // An account that is a minute old is full again, so forgetting it changes nothing.
        accounts = accounts.filter { now - $0.value.last < .seconds(60) }
        if accounts.count >= Self.mostAccounts {
          for (name, _) in accounts.sorted(by: { $0.value.last < $1.value.last }).prefix(
            Self.mostAccounts / 10)
          {
            accounts[name] = nil
          }
        }
      }
      var account = accounts[client] ?? Account(left: budget, last: now)
      account.left = min(budget, account.left + budget * (now - account.last).milliseconds / 60_000)
      account.last = now
      let isEnough = account.left >= milliseconds
      if isEnough { account.left -= milliseconds }
      accounts[client] = account
      return isEnough
    }
  }

  /// Corrects a reservation.
  func settle(_ reserved: Double, actual: Double, for client: String) {
    accounts.withLock { $0[client]?.left += reserved - actual }
  }
}
