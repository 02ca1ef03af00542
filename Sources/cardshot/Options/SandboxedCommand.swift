/// A command that needs few files.
///
/// It enters the sandbox on the first thread, because the rules do not apply to threads that already run.
protocol SandboxedCommand: SendableMetatype {
  /// Restricts the file access of the process.
  func enterSandbox() throws
}
