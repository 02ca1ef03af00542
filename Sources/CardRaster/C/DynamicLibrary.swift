internal import Glibc

/// A library that is loaded when it is first needed, and stays for the lifetime of the process.
struct DynamicLibrary {
  /// The library is not installed, or has no such function.
  struct Missing: Error {}

  private let handle: UnsafeMutableRawPointer

  /// Loads a library.
  ///
  /// The corresponding C function is `dlopen`.
  init(_ name: String) throws(Missing) {
    guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { throw Missing() }
    self.handle = handle
  }

  /// A function of the library; its type must be that of the header.
  ///
  /// The corresponding C function is `dlsym`.
  func function<Function>(_ name: String) throws(Missing) -> Function {
    guard let symbol = dlsym(handle, name) else { throw Missing() }
    return unsafeBitCast(symbol, to: Function.self)
  }
}
