import Foundation
import HTTPTypes
import Hummingbird

/// An error that a request is answered with (RFC 9457).
struct Problem: Error {
  let status: HTTPResponse.Status
  /// The stable word of the error; its page is `/errors/{code}`.
  let code: String
  let title: String
  var detail: String?
  /// The errors of the deck, as `cardshot --json` prints them.
  var issues: [[String: JSONText]] = []
  /// Seconds after which the request may succeed.
  var retryAfter: Int?
  var allow: String?

  init(_ status: HTTPResponse.Status, _ code: String, _ title: String, retryAfter: Int? = nil) {
    (self.status, self.code, self.title, self.retryAfter) = (status, code, title, retryAfter)
  }

  static let notFound = Problem(.notFound, "notFound", "There is nothing at this address")
  /// One answer for all reasons, so that it tells nothing about the signature.
  static let forbidden = Problem(.forbidden, "forbidden", "The address is not signed with a valid key")
  static let unsignedForbidden = Problem(
    .forbidden, "unsigned", "Unsigned addresses are answered for decks with inputs, and on this machine only")
  static let unauthorized = Problem(.unauthorized, "unauthorized", "The bearer token is missing or invalid")
  static let expired = Problem(.gone, "expired", "The address has expired")
  static let addressTooLong = Problem(
    .uriTooLong, "addressTooLong", "The address is longer than \(Settings.longestAddress) bytes")
  static let bodyTooLarge = Problem(
    .contentTooLarge, "bodyTooLarge", "The body is larger than \(Settings.largestBody) bytes")
  static let notJSON = Problem(
    .unsupportedMediaType, "mediaType", "The body must have the media type of this address")
  static let budget = Problem(
    .tooManyRequests, "budget", "This client has used its time of drawing", retryAfter: 10)
  static let busy = Problem(.serviceUnavailable, "busy", "Too many pictures are waiting", retryAfter: 1)
  static let slow = Problem(.serviceUnavailable, "slow", "The picture took too long", retryAfter: 60)
  static let tooLarge = Problem(
    .serviceUnavailable, "tooLarge", "The picture took too much memory", retryAfter: 60)
  static let crashed = Problem(
    .internalServerError, "crashed", "The process that drew the picture has ended unexpectedly")

  static func invalid(_ detail: String) -> Problem {
    var problem = Problem(.badRequest, "invalidRequest", "The request is not valid")
    problem.detail = detail
    return problem
  }

  static func method(_ allowed: String) -> Problem {
    var problem = Problem(.methodNotAllowed, "method", "This address does not accept the method")
    problem.allow = allowed
    return problem
  }

  /// The pages of the errors.
  static let pages: [String: String] = {
    let all = [
      notFound, forbidden, unsignedForbidden, unauthorized, expired, addressTooLong, bodyTooLarge, notJSON,
      budget,
      busy, slow, tooLarge, crashed, invalid(""), method(""),
      Problem(.internalServerError, "internal", "The service has a problem"),
      Problem(.unprocessableContent, "deck", "The deck or its data contain errors, which 'issues' lists"),
      Problem(.badRequest, "options", "The options of the request contain errors, which 'issues' lists"),
    ]
    return Dictionary(uniqueKeysWithValues: all.map { ($0.code, "\($0.status.code) \($0.title)\n") })
  }()

  /// The errors of the deck as a list of JSON.
  func issues(isDetailed: Bool) -> String {
    let shown = issues.map { issue in
      let kept = issue.filter { isDetailed || ["severity", "code", "path"].contains($0.key) }
      return "{"
        + kept.sorted { $0.key < $1.key }.map { "\(JSONText($0.key).text):\($0.value.text)" }
        .joined(separator: ",") + "}"
    }
    return "[\(shown.joined(separator: ","))]"
  }

  /// The answer.
  ///
  /// - Parameter isDetailed: Whether messages are included; strangers see codes and paths only.
  func response(isDetailed: Bool, isHead: Bool = false) -> Response {
    var members = [
      #""type":\#(JSONText("/errors/\(code)").text)"#, #""title":\#(JSONText(title).text)"#,
      #""status":\#(status.code)"#, #""code":\#(JSONText(code).text)"#,
    ]
    if isDetailed, let detail { members.append(#""detail":\#(JSONText(detail).text)"#) }
    if !issues.isEmpty { members.append(#""issues":\#(issues(isDetailed: isDetailed))"#) }
    var headers: HTTPFields = [
      .contentType: "application/problem+json", .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
    ]
    if let retryAfter { headers[.retryAfter] = "\(retryAfter)" }
    if let allow { headers[.allow] = allow }
    if status == .unauthorized { headers[.wwwAuthenticate] = "Bearer" }
    return Response(
      status: status, headers: headers, text: "{\(members.joined(separator: ","))}\n", isHead: isHead)
  }
}

/// A JSON value as text.
struct JSONText: Sendable {
  let text: String

  init(json text: String) { self.text = text }

  /// A string.
  init(_ string: String) {
    text = (try? JSONEncoder.plain.encode(string)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }
}

extension JSONEncoder {
  static var plain: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}

extension Response {
  /// An answer with its length; without its content for HEAD.
  init(status: HTTPResponse.Status, headers: HTTPFields, data: Data, isHead: Bool) {
    var headers = headers
    headers[.contentLength] = "\(data.count)"
    self.init(
      status: status, headers: headers,
      body: isHead
        ? ResponseBody(contentLength: data.count) { try await $0.finish(nil) }
        : ResponseBody(byteBuffer: ByteBuffer(bytes: data)))
  }

  init(status: HTTPResponse.Status, headers: HTTPFields, text: String, isHead: Bool) {
    self.init(status: status, headers: headers, data: Data(text.utf8), isHead: isHead)
  }
}
