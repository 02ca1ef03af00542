import CardRaster

/// Declarations of the inputs of a deck for programs that fill in a deck.
package struct InputTypes {
  /// The form of the declarations.
  package enum Form: String, CaseIterable, Sendable {
    case jsonSchema = "json-schema"
    case typescript, python, swift
  }

  let inputs: [Input]
  /// The name of the type.
  let name: String
  /// The file of the deck, for the comment.
  let file: String

  package init(_ inputs: [Input], name: String, file: String) {
    (self.inputs, self.name, self.file) = (inputs, name, Printable.line(file))
  }

  /// The declarations as a file.
  package func text(_ form: Form) -> String {
    switch form {
    case .jsonSchema: JSONDump.write(schema, pretty: true) + "\n"
    case .typescript: typescript
    case .python: python
    case .swift: swift
    }
  }

  /// The name of a type for a deck: `ProductInputs` for `product/deck.json`.
  package static func name(of file: String) -> String {
    var stem = FilePath.name(of: file).prefix { $0 != "." }
    if stem == "deck" { stem = FilePath.name(of: FilePath.directory(of: file))[...] }
    let words = Self.words(String(stem)).map(capitalized).joined()
    return (words.first.map { !$0.isLetter } ?? true ? "Deck" + words : words) + "Inputs"
  }

  /// The words of a name, with only the characters of an identifier.
  private static func words(_ name: String) -> [String] {
    name.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.map(String.init)
  }

  private static func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

  private static func quoted(_ text: String) -> String { JSONDump.write(.of(text), pretty: false) }
}

/// JSON Schema.
extension InputTypes {
  /// The JSON Schema (2020-12) of the data.
  package var schema: JSONNode {
    let head: [(String, JSONNode)] = [
      ("$schema", .of("https://json-schema.org/draft/2020-12/schema")), ("title", .of(name)),
    ]
    return .object(head + Self.members(ofObject: inputs))
  }

  private static func members(ofObject inputs: [Input]) -> [(String, JSONNode)] {
    let required = inputs.filter(\.isRequired)
    return [
      ("type", .of("object")),
      ("properties", .object(inputs.map { ($0.name, .object(members(of: $0))) })),
    ] + (required.isEmpty ? [] : [("required", .list(required.map { .of($0.name) }))])
      + [("additionalProperties", .of(false))]
  }

  private static func members(of input: Input) -> [(String, JSONNode)] {
    var result: [(String, JSONNode)] = []
    func add(_ key: String, _ value: JSONNode?) { if let value { result.append((key, value)) } }
    add("description", input.summary.map { .of($0) })
    switch input.kind {
    case .object where !input.members.isEmpty: result += members(ofObject: input.members)
    case .picture:
      add("type", .of("string"))
      add("format", .of("uri-reference"))
      add("pattern", input.folder.map { .of("^" + Self.escaped($0.hasSuffix("/") ? $0 : $0 + "/")) })
    default: add("type", .of(input.kind.rawValue))
    }
    add("enum", input.values.isEmpty ? nil : .list(input.values))
    add("minimum", input.minimum.map { .of($0) })
    add("maximum", input.maximum.map { .of($0) })
    add("minLength", input.minLength.map { .of($0) })
    add("maxLength", input.maxLength.map { .of($0) })
    add("pattern", input.pattern.map { .of($0.source) })
    add("format", input.format.map { .of($0.rawValue) })
    add("minItems", input.minItems.map { .of($0) })
    add("maxItems", input.maxItems.map { .of($0) })
    if input.kind == .array, let entry = input.members.first { add("items", .object(members(of: entry))) }
    add("default", input.standard)
    add("examples", input.examples.isEmpty ? nil : .list(input.examples))
    return result
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { $0 += "\\^$.|?*+()[]{}".contains($1) ? "\\\($1)" : String($1) }
  }
}

/// TypeScript.
extension InputTypes {
  private var typescript: String {
    "/** The values that \(Self.comment(file)) takes. */\nexport interface \(name) "
      + Self.typescript(inputs, indent: "") + "\n"
  }

  private static func typescript(_ inputs: [Input], indent: String) -> String {
    let inner = indent + "  "
    let lines = inputs.map { input in
      let summary = input.summary.map { "\(inner)/** \(comment($0)) */\n" } ?? ""
      let isPlain = words(input.name) == [input.name]
      return summary + inner + (isPlain ? input.name : quoted(input.name)) + (input.isRequired ? "" : "?")
        + ": "
        + typescript(input, indent: inner) + ";\n"
    }
    return "{\n" + lines.joined() + indent + "}"
  }

  private static func typescript(_ input: Input, indent: String) -> String {
    if !input.values.isEmpty {
      return input.values.map { JSONDump.write($0, pretty: false) }.joined(separator: " | ")
    }
    switch input.kind {
    case .string, .picture: return "string"
    case .number, .integer: return "number"
    case .boolean: return "boolean"
    case .array:
      let entry = input.members.first.map { typescript($0, indent: indent) } ?? "unknown"
      return "Array<\(entry)>"
    case .object:
      return input.members.isEmpty ? "Record<string, unknown>" : typescript(input.members, indent: indent)
    }
  }

  private static func comment(_ text: String) -> String {
    Printable.line(text).split(separator: "*/", omittingEmptySubsequences: false).joined(separator: "* /")
  }
}

/// Python.
extension InputTypes {
  private var python: String {
    var types: [String] = []
    Self.declare(inputs, name, &types)
    return "# The values that \(file) takes.\nfrom typing import Any, Literal, NotRequired, TypedDict\n\n"
      + types.joined(separator: "\n")
  }

  /// Declares an object after the objects in it.
  private static func declare(_ inputs: [Input], _ name: String, _ types: inout [String]) {
    var text = "\(name) = TypedDict(\(quoted(name)), {\n"
    for input in inputs {
      let type = python(input, name + words(input.name).map(capitalized).joined(), &types)
      if let summary = input.summary { text += "    # \(Printable.line(summary))\n" }
      text += "    \(quoted(input.name)): \(input.isRequired ? type : "NotRequired[\(type)]"),\n"
    }
    types.append(text + "})\n")
  }

  private static func python(_ input: Input, _ name: String, _ types: inout [String]) -> String {
    let texts = input.values.compactMap(\.plainText)
    if !texts.isEmpty { return "Literal[\(texts.map(quoted).joined(separator: ", "))]" }
    switch input.kind {
    case .string, .picture: return "str"
    case .number: return "float"
    case .integer: return "int"
    case .boolean: return "bool"
    case .array:
      return "list[" + (input.members.first.map { python($0, name + "Entry", &types) } ?? "Any") + "]"
    case .object:
      if input.members.isEmpty { return "dict[str, Any]" }
      // Names that differ only in characters that no identifier has.
      let taken = types.count { $0.hasPrefix("\(name) = ") || $0.hasPrefix("\(name)_") }
      let own = taken == 0 ? name : "\(name)_\(taken + 1)"
      declare(input.members, own, &types)
      return own
    }
  }
}

/// Swift.
extension InputTypes {
  private var swift: String {
    var usesJSON = false
    let type = Self.swift(inputs, name, indent: "", &usesJSON)
    return "/// The values that \(file) takes.\n\(type)" + (usesJSON ? Self.jsonValue : "")
  }

  private static func swift(
    _ inputs: [Input], _ name: String, indent: String, _ usesJSON: inout Bool
  ) -> String {
    let inner = indent + "  "
    var text = "\(indent)public struct \(name): Codable, Sendable {\n"
    var nested: [String] = []
    var names = Identifiers()
    var parameters: [String] = []
    let properties = inputs.map { ($0, names.identifier($0.name)) }
    for (input, property) in properties {
      let type = swift(input, capitalized(property.filter { $0 != "`" }), inner, &nested, &usesJSON)
      if let summary = input.summary { text += "\(inner)/// \(Printable.line(summary))\n" }
      text += "\(inner)public var \(property): \(type)\(input.isRequired ? "" : "?")\n"
      parameters.append("\(property): \(type)\(input.isRequired ? "" : "? = nil")")
    }
    text += "\n\(inner)public init(\(parameters.joined(separator: ", "))) {\n"
    for (_, property) in properties { text += "\(inner)  self.\(property) = \(property)\n" }
    text += "\(inner)}\n"
    if !properties.isEmpty {
      text += "\n\(inner)private enum CodingKeys: String, CodingKey {\n"
      for (input, property) in properties { text += "\(inner)  case \(property) = \(quoted(input.name))\n" }
      text += "\(inner)}\n"
    }
    return text + nested.map { "\n" + $0 }.joined() + "\(indent)}\n"
  }

  private static func swift(
    _ input: Input, _ name: String, _ indent: String, _ nested: inout [String], _ usesJSON: inout Bool
  ) -> String {
    let texts = input.values.compactMap(\.plainText)
    if !texts.isEmpty {
      var names = Identifiers()
      let cases = texts.map { "\(indent)  case \(names.identifier($0)) = \(quoted($0))\n" }
      nested.append(
        "\(indent)public enum \(name)Value: String, Codable, Sendable, CaseIterable {\n\(cases.joined())\(indent)}\n"
      )
      return "\(name)Value"
    }
    switch input.kind {
    case .string, .picture: return "String"
    case .number: return "Double"
    case .integer: return "Int"
    case .boolean: return "Bool"
    case .array:
      if let entry = input.members.first {
        return "[\(swift(entry, name + "Entry", indent, &nested, &usesJSON))]"
      }
      usesJSON = true
      return "[JSONValue]"
    case .object:
      if input.members.isEmpty {
        usesJSON = true
        return "[String: JSONValue]"
      }
      nested.append(swift(input.members, name + "Value", indent: indent, &usesJSON))
      return "\(name)Value"
    }
  }

  /// Identifiers of one scope, each used once.
  private struct Identifiers {
    private var taken: Set<String> = []

    mutating func identifier(_ name: String) -> String {
      let words = words(name)
      var result = (words.first ?? "") + words.dropFirst().map(capitalized).joined()
      if result.first.map({ $0.isNumber }) ?? true { result = "value" + result }
      let base = result
      var number = 2
      while !taken.insert(result).inserted {
        result = "\(base)\(number)"
        number += 1
      }
      return Self.keywords.contains(result) ? "`\(result)`" : result
    }

    /// Words that are not identifiers of their own in declarations of members and parameters.
    private static let keywords: Set<String> = [
      "Any", "Protocol", "Self", "Type", "as", "associatedtype", "break", "case", "catch", "class",
      "continue",
      "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate",
      "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
      "operator",
      "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static",
      "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where",
      "while",
    ]
  }

  /// The type of values that the inputs do not restrict.
  private static let jsonValue = """

    /// Any JSON value.
    public enum JSONValue: Codable, Sendable {
      case null, bool(Bool), number(Double), string(String), array([JSONValue]), object([String: JSONValue])

      public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
          self = .null
        } else if let flag = try? container.decode(Bool.self) {
          self = .bool(flag)
        } else if let number = try? container.decode(Double.self) {
          self = .number(number)
        } else if let text = try? container.decode(String.self) {
          self = .string(text)
        } else if let list = try? container.decode([JSONValue].self) {
          self = .array(list)
        } else {
          self = .object(try container.decode([String: JSONValue].self))
        }
      }

      public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let flag): try container.encode(flag)
        case .number(let number): try container.encode(number)
        case .string(let text): try container.encode(text)
        case .array(let list): try container.encode(list)
        case .object(let members): try container.encode(members)
        }
      }
    }

    """
}
