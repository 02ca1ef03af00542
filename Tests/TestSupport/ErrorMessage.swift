import CardParts
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

/// The errors of a file that a call reads, one text per error; empty if the file is valid.
package func issues<Value>(reading body: () throws -> Value) -> [String] {
  do {
    _ = try body()
    return []
  } catch let error as DeckError {
    return error.issues.map(\.text)
  } catch {
    return ["another error"]
  }
}
