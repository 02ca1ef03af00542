import ArgumentParser

extension ExitCode {
  /// Something is wrong with the deck, a file or the machine; usage errors are 64, which ArgumentParser gives.
  static let fault = ExitCode(2)
  /// Somebody wished that a run ends before it was done, as shells have it.
  static let interrupted = ExitCode(130)
  /// Two pictures that were compared differ.
  static let different = ExitCode(1)
}
