import Foundation

/// The description of all addresses (OpenAPI 3.1), made from the inputs of the decks.
struct OpenAPI {
  let data: Data

  init(version: String, decks: [Catalog.Deck], hasTokens: Bool) {
    var paths: [String: Any] = [:]
    for deck in decks {
      let name = deck.name.split(separator: "/").map(Self.encoded).joined(separator: "/")
      let schema = deck.schema.flatMap { try? JSONSerialization.jsonObject(with: Data($0.text.utf8)) }
      paths["/v1/decks/\(name)/render"] = ["post": Self.render(deck, schema)]
      paths["/v1/decks/\(name)/inspect"] = [
        "post": Self.post(deck, "The layout of the cards", schema, json: [:])
      ]
      paths["/v1/decks/\(name)/mail"] = [
        "post": Self.post(deck, "The card as an e-mail", schema, json: Self.mail)
      ]
      paths["/v1/decks/\(name)/rows"] = ["post": Self.rows(deck)]
      if schema != nil {
        paths["/v1/decks/\(name)/schema"] = ["get": Self.get("The JSON Schema of the inputs of \(deck.name)")]
        paths["/d/\(name).{format}"] = ["get": Self.unsigned(deck, schema)]
      }
    }
    paths["/v1/decks"] = ["get": Self.get("The decks of the service")]
    var document: [String: Any] = [
      "openapi": "3.1.0",
      "info": [
        "title": "Cards", "version": version, "description": "Pictures of cards, rendered by cardshot.",
      ],
      "paths": paths,
      "components": [
        "schemas": ["Problem": Self.problem],
        "securitySchemes": ["token": ["type": "http", "scheme": "bearer"]],
      ],
    ]
    if hasTokens { document["security"] = [["token": [String]()]] }
    data =
      (try? JSONSerialization.data(withJSONObject: document, options: [.sortedKeys, .withoutEscapingSlashes]))
      ?? Data("{}".utf8)
  }

  private static func encoded(_ text: Substring) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? String(text)
  }

  private static var problem: [String: Any] {
    [
      "type": "object", "required": ["type", "title", "status", "code"],
      "properties": [
        "type": ["type": "string", "format": "uri-reference"], "title": ["type": "string"],
        "status": ["type": "integer"], "code": ["type": "string"], "detail": ["type": "string"],
        "issues": ["type": "array", "items": ["type": "object"]],
      ],
    ]
  }

  private static let formats = ["png", "jpeg", "webp", "gif", "svg", "pdf"]

  private static var options: [String: Any] {
    [
      "type": "object", "description": "Options of the command line, such as scale, appearance or locale.",
      "properties": [
        "scale": ["type": "number", "minimum": 0.1, "maximum": 8],
        "width": ["type": "number", "minimum": 1, "maximum": 16_384], "theme": ["type": "string"],
        "appearance": ["enum": ["light", "dark"]], "locale": ["type": "string"],
        "date": ["type": "string", "format": "date"], "state": ["type": "string"], "card": ["type": "string"],
      ],
    ]
  }

  private static var mail: [String: Any] {
    [
      "type": "object", "required": ["subject", "html", "text", "images"],
      "properties": [
        "subject": ["type": "string"], "html": ["type": "string"], "text": ["type": "string"],
        "images": ["type": "array", "items": ["type": "object"]],
      ],
    ]
  }

  /// The answers with errors that every address can give.
  private static func answers(_ good: [String: Any]) -> [String: Any] {
    var answers: [String: Any] = ["200": good]
    for status in [400, 401, 403, 404, 413, 414, 415, 422, 429, 500, 503] {
      answers["\(status)"] = [
        "description": "An error",
        "content": ["application/problem+json": ["schema": ["$ref": "#/components/schemas/Problem"]]],
      ]
    }
    return answers
  }

  private static var pictures: [String: Any] {
    [
      "description": "The picture",
      "content": Dictionary(
        uniqueKeysWithValues: Set(Service.endings.values.map(\.media)).map { ($0, [String: Any]()) }),
    ]
  }

  /// A schema whose optional values may be null, which counts as absent in data.
  private static func nullable(_ schema: Any?) -> Any? {
    guard var result = schema as? [String: Any] else { return schema }
    if let items = result["items"] { result["items"] = nullable(items) }
    guard let members = result["properties"] as? [String: Any] else { return result }
    let required = result["required"] as? [String] ?? []
    result["properties"] = Dictionary(
      uniqueKeysWithValues: members.map { name, member in
        let inner = nullable(member) ?? member
        return (name, required.contains(name) ? inner : ["anyOf": [inner, ["type": "null"]]])
      })
    return result
  }

  private static func body(_ schema: Any?, _ others: [String: Any] = [:]) -> [String: Any] {
    let members = ["data": nullable(schema) ?? ["type": "object"], "options": options].merging(others) { $1 }
    return [
      "required": true,
      "content": [
        "application/json": [
          "schema": ["type": "object", "properties": members, "additionalProperties": false]
        ]
      ],
    ]
  }

  private static func render(_ deck: Catalog.Deck, _ schema: Any?) -> [String: Any] {
    [
      "summary": "A picture of \(deck.title ?? deck.name)", "operationId": "render \(deck.name)",
      "requestBody": body(schema, ["format": ["enum": formats, "default": "png"]]),
      "responses": answers(pictures),
    ]
  }

  private static func post(
    _ deck: Catalog.Deck, _ summary: String, _ schema: Any?, json: [String: Any]
  ) -> [String: Any] {
    [
      "summary": "\(summary) of \(deck.title ?? deck.name)", "operationId": "\(summary) of \(deck.name)",
      "requestBody": body(schema),
      "responses": answers(["description": summary, "content": ["application/json": ["schema": json]]]),
    ]
  }

  private static func rows(_ deck: Catalog.Deck) -> [String: Any] {
    [
      "summary": "A picture of \(deck.title ?? deck.name) for each line",
      "operationId": "rows of \(deck.name)",
      "parameters": [["name": "format", "in": "query", "schema": ["enum": formats]]],
      "requestBody": [
        "required": true, "content": ["application/x-ndjson": ["schema": ["type": "string"]]],
      ],
      "responses": answers([
        "description": "A line for each row", "content": ["application/x-ndjson": [String: Any]()],
      ]),
    ]
  }

  private static func get(_ summary: String) -> [String: Any] {
    [
      "summary": summary, "operationId": summary,
      "responses": answers(["description": summary, "content": ["application/json": [String: Any]()]]),
    ]
  }

  /// Only inputs with a single value can be written in a query.
  private static func unsigned(_ deck: Catalog.Deck, _ schema: Any?) -> [String: Any] {
    let members = (schema as? [String: Any])?["properties"] as? [String: [String: Any]] ?? [:]
    let required = (schema as? [String: Any])?["required"] as? [String] ?? []
    var parameters: [[String: Any]] = [
      ["name": "format", "in": "path", "required": true, "schema": ["enum": formats]]
    ]
    for name in deck.inputs ?? [] {
      guard let member = members[name], !["object", "array"].contains(member["type"] as? String) else {
        continue
      }
      let isRequired = required.contains(name)
      let schema: [String: Any] = isRequired ? member : ["anyOf": [member, ["type": "null"]]]
      let parameter: [String: Any] = [
        "name": name, "in": "query", "required": isRequired, "schema": schema,
        "description": member["description"] ?? "",
      ]
      parameters.append(parameter)
    }
    parameters.append([
      "name": "scale", "in": "query", "schema": ["type": "number", "minimum": 0.1, "maximum": 8],
    ])
    return [
      "summary": "A picture of \(deck.title ?? deck.name), without a signature",
      // Pictures need no token.
      "security": [[String: Any]](),
      "operationId": "draw \(deck.name)",
      "parameters": parameters, "responses": answers(pictures),
    ]
  }
}
