/// Serialises values to bytes, for another process of the same program on the same machine.
///
/// Numbers take eight bytes in little-endian order. A text, a list and bytes are preceded by their count, and
/// an optional value by a byte of 0 or 1. `ByteReader` reads them in the same order.
package struct ByteWriter {
  /// The bytes written so far.
  package var bytes: [UInt8] = []

  /// Creates a writer without bytes.
  package init() {}

  /// Writes 64 bits.
  package mutating func bits(_ bits: UInt64) {
    withUnsafeBytes(of: bits.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Writes an integer.
  package mutating func number(_ number: Int) { bits(UInt64(bitPattern: Int64(number))) }

  /// Writes a floating-point number.
  package mutating func real(_ number: Double) { bits(number.bitPattern) }

  /// Writes a byte.
  package mutating func byte(_ byte: UInt8) { bytes.append(byte) }

  /// Writes a boolean.
  package mutating func flag(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  /// Writes bytes after their count.
  package mutating func counted(_ bytes: some Collection<UInt8>) {
    number(bytes.count)
    self.bytes += bytes
  }

  /// Writes a text.
  package mutating func text(_ text: String) { counted(text.utf8) }

  /// Writes an optional value.
  package mutating func optional<Value>(_ value: Value?, _ write: (inout Self, Value) -> Void) {
    flag(value != nil)
    if let value { write(&self, value) }
  }

  /// Writes a list.
  package mutating func list<Value>(_ values: [Value], _ write: (inout Self, Value) -> Void) {
    number(values.count)
    for value in values { write(&self, value) }
  }
}

/// Reads values that `ByteWriter` has written, from untrusted bytes.
///
/// Values after the end of the bytes are empty; `value(of:_:)` then returns nil.
package struct ByteReader {
  private let bytes: [UInt8]
  private var offset = 0
  private var isBroken = false

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The 64 bits at an index; missing bytes count as 0.
  static func bits(of bytes: [UInt8], at place: Int = 0) -> UInt64 {
    var bits: UInt64 = 0
    for index in stride(from: min(place + 8, bytes.count) - 1, through: place, by: -1) {
      bits = bits << 8 | UInt64(bytes[index])
    }
    return bits
  }

  /// Reads a value from bytes; nil if they are too short or invalid.
  package static func value<Value>(of bytes: [UInt8], _ read: (inout Self) -> Value) -> Value? {
    var reader = Self(bytes)
    let value = read(&reader)
    return reader.isBroken ? nil : value
  }

  /// Marks the bytes as invalid.
  package mutating func fail() {
    isBroken = true
    offset = bytes.count
  }

  /// Reads a number of bytes.
  package mutating func take(_ count: Int) -> ArraySlice<UInt8> {
    guard count >= 0, count <= bytes.count - offset else {
      fail()
      return []
    }
    defer { offset += count }
    return bytes[offset..<offset + count]
  }

  /// Reads the remaining bytes.
  package mutating func rest() -> [UInt8] { Array(take(bytes.count - offset)) }

  /// Reads a byte.
  package mutating func byte() -> UInt8 {
    guard offset < bytes.count else {
      fail()
      return 0
    }
    defer { offset += 1 }
    return bytes[offset]
  }

  /// Reads a boolean.
  package mutating func flag() -> Bool { byte() == 1 }

  /// Reads 64 bits.
  package mutating func bits() -> UInt64 {
    guard bytes.count - offset >= 8 else {
      fail()
      return 0
    }
    defer { offset += 8 }
    return Self.bits(of: bytes, at: offset)
  }

  /// Reads an integer.
  package mutating func number() -> Int { Int(truncatingIfNeeded: bits()) }

  /// Reads a floating-point number.
  package mutating func real() -> Double { Double(bitPattern: bits()) }

  /// Reads bytes after their count.
  package mutating func counted() -> ArraySlice<UInt8> { take(number()) }

  /// Reads a text.
  package mutating func text() -> String { String(decoding: counted(), as: UTF8.self) }

  /// Reads an optional value.
  package mutating func optional<Value>(_ read: (inout Self) -> Value) -> Value? {
    flag() ? read(&self) : nil
  }

  /// Reads a list.
  package mutating func list<Value>(_ read: (inout Self) -> Value) -> [Value] {
    let count = number()
    var values: [Value] = []
    while values.count < count, !isBroken { values.append(read(&self)) }
    return values
  }
}
