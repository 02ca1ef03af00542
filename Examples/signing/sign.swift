// swift sign.swift KEY DECK FORMAT DATA prints the signed path of a card, for 'cardshot serve'.
// On Linux it needs the package swift-crypto.
import Foundation

#if canImport(CryptoKit)
  import CryptoKit
#else
  import Crypto
#endif

func base64URL(_ bytes: some Sequence<UInt8>) -> String {
  Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
    .replacing("=", with: "")
}

func sign(_ key: String, _ deck: String, _ format: String, _ data: String) -> String? {
  let text = key.replacing("-", with: "+").replacing("_", with: "/").replacing("=", with: "")
  let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
  guard let secret = Data(base64Encoded: text + padding),
    let file = deck.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
  else { return nil }
  let rest = "\(base64URL(#"{"data":\#(data)}"#.utf8))/\(file).\(format)"
  let code = HMAC<SHA256>.authenticationCode(for: Data(rest.utf8), using: SymmetricKey(data: secret))
  return "/i/\(base64URL(code))/\(rest)"
}

let words = CommandLine.arguments
guard words.count == 5, let path = sign(words[1], words[2], words[3], words[4]) else {
  fatalError("usage: sign KEY DECK FORMAT DATA")
}
print(path)
