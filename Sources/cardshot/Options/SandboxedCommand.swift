/// A command that can do its work with few files: the program enters its rules on the first thread, before there are others,
/// which they would not hold for.
protocol SandboxedCommand: SendableMetatype {
  /// Takes effect.
  func enterSandbox() throws
}
