import ArgumentParser

extension ExitCode {
  /// An error in the deck, a file or the machine.
  ///
  /// Usage errors have the code 64, which ArgumentParser sets.
  static let fault = ExitCode(2)
  /// The run was interrupted by the user.
  ///
  /// This is the code that shells use for SIGINT.
  static let interrupted = ExitCode(130)
  /// The compared pictures differ.
  static let different = ExitCode(1)
}
