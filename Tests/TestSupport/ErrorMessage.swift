import CardRaster

/// The message of the error that a call throws.
package func message(_ body: () throws -> Void) -> String {
  do {
    try body()
    return "no error"
  } catch let error as RasterError {
    return error.message
  } catch {
    return "another error"
  }
}
