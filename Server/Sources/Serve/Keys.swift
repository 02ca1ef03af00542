import Crypto
import Foundation

/// The secret that signs addresses.
struct Key: Sendable {
  private let signing: SymmetricKey
  private let sealing: SymmetricKey
  private let nonces: SymmetricKey

  /// A key of at least 16 bytes, in Base64 or Base64url; nil for anything else.
  init?(_ text: String) {
    guard let bytes = Base64URL.decode(text), bytes.count >= 16 else { return nil }
    let key = SymmetricKey(data: bytes)
    func derived(_ purpose: String) -> SymmetricKey {
      HKDF<SHA256>.deriveKey(inputKeyMaterial: key, info: Data(purpose.utf8), outputByteCount: 32)
    }
    (signing, sealing, nonces) = (key, derived("cardshot seal"), derived("cardshot nonce"))
  }

  /// The HMAC-SHA256 of a text.
  func signature(of text: String) -> String {
    Base64URL.encode(Data(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: signing)))
  }

  /// Compares in a time that does not depend on the signature.
  func isValid(_ signature: String, of text: String) -> Bool {
    guard let bytes = Base64URL.decode(signature), Base64URL.encode(bytes) == signature else { return false }
    return HMAC<SHA256>.isValidAuthenticationCode(bytes, authenticating: Data(text.utf8), using: signing)
  }

  /// Encrypts a payload for a file such as `card.png` (AES-256-GCM).
  ///
  /// The nonce follows from the payload, so that a card has one address, which caches recognize.
  func seal(_ payload: Data, for file: String) throws -> String {
    let text = Data(file.utf8)
    let code = HMAC<SHA256>.authenticationCode(for: text + [0] + payload, using: nonces)
    let nonce = try AES.GCM.Nonce(data: Data(code).prefix(12))
    let box = try AES.GCM.seal(payload, using: sealing, nonce: nonce, authenticating: text)
    guard let combined = box.combined else { throw CryptoKitError.incorrectParameterSize }
    return Base64URL.encode(combined)
  }

  /// The payload of a sealed text; nil if it was changed or made with another key.
  func open(_ sealed: String, for file: String) -> Data? {
    guard let bytes = Base64URL.decode(sealed), Base64URL.encode(bytes) == sealed,
      let box = try? AES.GCM.SealedBox(combined: bytes)
    else { return nil }
    return try? AES.GCM.open(box, using: sealing, authenticating: Data(file.utf8))
  }

  /// The keys in a text, one per line; the first one signs, all are accepted.
  static func list(_ text: String, from source: String) throws(ServeError) -> [Key] {
    let words = text.split { $0.isWhitespace || $0 == "," }
    guard !words.isEmpty else { throw ServeError("\(source) contains no key") }
    guard words.count <= 4 else { throw ServeError("\(source) contains more than four keys") }
    var keys: [Key] = []
    for (number, word) in words.enumerated() {
      // The message must not repeat a secret.
      guard let key = Key(String(word)) else {
        throw ServeError(
          "key \(number + 1) of \(source) is not Base64 of at least 16 bytes; 'openssl rand -base64 32' makes one"
        )
      }
      keys.append(key)
    }
    return keys
  }
}

/// Base64 for addresses (RFC 4648, section 5), without padding.
enum Base64URL {
  static func encode(_ data: some Sequence<UInt8>) -> String {
    Data(data).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  /// Accepts the usual alphabet too, for keys.
  static func decode(_ text: String) -> Data? {
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
    var text = text.replacing("-", with: "+").replacing("_", with: "/").replacing("=", with: "")
    text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    return Data(base64Encoded: text)
  }
}

/// A failure that ends a command.
struct ServeError: Error {
  let message: String
  init(_ message: String) { self.message = message }
}
