#if Maps
internal import CCairo

/// A read-only, untrusted SQLite database.
///
/// The file may come from anywhere: it cannot write, load code or run for long, and no value is larger than
/// `Limits.tileBytes`.
struct SQLiteDatabase: ~Copyable {
  private let handle: OpaquePointer
  /// The remaining steps of a query; SQLite's progress callback counts them down.
  private let steps: UnsafeMutablePointer<Int>
  private let name: String

  /// Opens a file.
  ///
  /// The corresponding C function is `sqlite3_open_v2`.
  ///
  /// - Parameter name: the name of the file in messages.
  /// - Throws: `RasterError.image` if SQLite cannot open it.
  init(path: String, name: String) throws(RasterError) {
    var database: OpaquePointer?
    // An immutable file is read without locks and without a journal, so nothing is ever written next to it.
    let encoded = path.percentEncoded { $0.isLetterOrDigit || "/-_.".utf8.contains($0) }
    let address = "file:\(encoded)?mode=ro&immutable=1"
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE
    let code = sqlite3_open_v2(address, &database, flags, nil)
    guard code == SQLITE_OK, let database else {
      sqlite3_close_v2(database)
      throw Self.error(code, nil, name)
    }
    handle = database
    self.name = name
    steps = .allocate(capacity: 1)
    steps.initialize(to: Limits.archiveSteps)
    for (option, value) in [
      (SQLITE_DBCONFIG_DEFENSIVE, Int32(1)), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
      (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0), (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0),
      (SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0),
    ] {
      _ = cs_sqlite3_switch(database, option, value)
    }
    for (limit, value) in [
      (SQLITE_LIMIT_LENGTH, Int32(Limits.tileBytes)), (SQLITE_LIMIT_SQL_LENGTH, 20_000),
      (SQLITE_LIMIT_COLUMN, 100), (SQLITE_LIMIT_EXPR_DEPTH, 100), (SQLITE_LIMIT_COMPOUND_SELECT, 20),
      (SQLITE_LIMIT_VDBE_OP, 20_000), (SQLITE_LIMIT_FUNCTION_ARG, 8), (SQLITE_LIMIT_ATTACHED, 0),
      (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100), (SQLITE_LIMIT_VARIABLE_NUMBER, 8),
      (SQLITE_LIMIT_TRIGGER_DEPTH, 1), (SQLITE_LIMIT_WORKER_THREADS, 0),
    ] {
      sqlite3_limit(database, limit, value)
    }
    sqlite3_progress_handler(
      database, Int32(Self.pace),
      { context in
        guard let left = context?.assumingMemoryBound(to: Int.self) else { return 1 }
        left.pointee -= SQLiteDatabase.pace
        return left.pointee > 0 ? 0 : 1
      }, steps)
  }

  deinit {
    sqlite3_close_v2(handle)
    steps.deallocate()
  }

  /// The number of steps between two calls of the progress callback.
  private static let pace = 1_000

  /// A value of a row.
  enum Value: Hashable {
    case null
    case integer(Int)
    case bytes([UInt8])

    /// The value as text.
    var text: String? {
      switch self {
      case .null: nil
      case .integer(let number): String(number)
      case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
      }
    }

    /// The value as an integer, or as the integer in its text.
    var whole: Int? {
      if case .integer(let number) = self { number } else { text.flatMap { Int($0) } }
    }
  }

  /// The first rows of a query's result.
  ///
  /// The corresponding C functions are `sqlite3_prepare_v3`, `sqlite3_step` and `sqlite3_column_blob`.
  ///
  /// - Throws: `RasterError.image` if the file is damaged, has other tables, or the query takes too long.
  borrowing func rows(_ query: StaticString, _ numbers: [Int] = [], most: Int) throws(RasterError)
    -> [[Value]]
  {
    steps.pointee = Limits.archiveSteps
    var prepared: OpaquePointer?
    try checkCode(sqlite3_prepare_v3(handle, String(describing: query), -1, 0, &prepared, nil))
    guard let statement = prepared else { return [] }
    defer { sqlite3_finalize(statement) }
    for (index, number) in numbers.enumerated() {
      try checkCode(sqlite3_bind_int64(statement, Int32(index + 1), Int64(number)))
    }
    var rows: [[Value]] = []
    while rows.count < most {
      let code = sqlite3_step(statement)
      if code == SQLITE_DONE { break }
      guard code == SQLITE_ROW else { throw Self.error(code, handle, name) }
      rows.append((0..<sqlite3_column_count(statement)).map { Self.value(statement, $0) })
    }
    return rows
  }

  private static func value(_ statement: OpaquePointer, _ column: Int32) -> Value {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_NULL: return .null
    case SQLITE_INTEGER: return .integer(Int(sqlite3_column_int64(statement, column)))
    default:
      // A number with a fraction is returned as its text.
      guard let bytes = sqlite3_column_blob(statement, column) else { return .bytes([]) }
      let count = Int(sqlite3_column_bytes(statement, column))
      return .bytes([UInt8](UnsafeRawBufferPointer(start: bytes, count: count)))
    }
  }

  /// The only place where a code of SQLite becomes an error.
  private borrowing func checkCode(_ code: Int32) throws(RasterError) {
    guard code == SQLITE_OK else { throw Self.error(code, handle, name) }
  }

  private static func error(_ code: Int32, _ database: OpaquePointer?, _ name: String) -> RasterError {
    let reason: String
    switch code & 0xFF {
    case SQLITE_INTERRUPT: reason = "a query takes too long"
    case SQLITE_TOOBIG: reason = "a value is larger than \(Limits.tileBytes) bytes"
    // The library's message for the last call names the missing table; for other codes it adds nothing.
    case SQLITE_ERROR:
      reason = database.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? "an error"
    default: reason = sqlite3_errstr(code).map { String(cString: $0) } ?? "SQLite returned \(code)"
    }
    return .image(reason: "cannot read the tiles of '\(name)': \(reason)")
  }
}
#else
/// A build without maps cannot read a database.
struct SQLiteDatabase: ~Copyable {
  enum Value {
    case bytes([UInt8])
    var text: String? { nil }
    var whole: Int? { nil }
  }

  init(path: String, name: String) throws(RasterError) {
    throw .leftOut("a reader of map tiles in archives", trait: "Maps")
  }

  borrowing func rows(_ query: StaticString, _ numbers: [Int] = [], most: Int) throws(RasterError)
    -> [[Value]]
  { [] }
}
#endif
