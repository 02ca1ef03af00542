import CardParts
import CardRaster

/// The report about the machine: lines of text, or one JSON object.
struct DoctorReport {
  let check: SystemCheck
  /// The variables that are set and can change pixels.
  ///
  /// Their values are private and not printed.
  let variables: [String]

  var text: String {
    var lines = ["cardshot \(Version.number), \(SystemCheck.processor)", "", "libraries"]
    for entry in check.libraries {
      let known = entry.known.map { $0 == entry.library.version ? "" : "  (known: \($0))" } ?? ""
      lines.append("  \(Self.padded(entry.library.name, 14))\(entry.library.version)\(known)")
    }
    lines += ["", "fonts: \(check.fonts.count) files, \(check.fontPlace)"]
    for font in check.fonts {
      let verdict = font.sum == nil ? "missing" : font.isExpected ? "ok" : "changed"
      lines.append("  \(Self.padded(verdict, 9))\(font.sum ?? "")  \(font.file)")
    }
    lines += [
      "", "pictures" + (check.knownAs.map { ", equal to those of \($0)" } ?? ", versions not known"),
    ]
    for picture in check.pictures {
      lines.append(
        "  \(Self.padded(picture.verdict.rawValue, 11))\(Self.padded(picture.name, 10))\(picture.fingerprint ?? picture.note)"
      )
    }
    lines += ["", "locale and time zone: no effect, neither is read"]
    lines.append(
      variables.isEmpty
        ? "environment: no effect" : "environment: \(variables.joined(separator: " and ")) set")
    lines.append("SVG pictures: \(isolation.text)")
    lines.append(
      "sandbox: "
        + (FileRules.areKnown
          ? "file access can be restricted to the files of a run (Landlock)"
          : "this kernel does not support Landlock: --sandbox auto has no effect, --sandbox required fails"))
    lines.append(
      "videos: " + (hasEncoder ? "encoded with ffmpeg" : "not available, because ffmpeg is not in PATH"))
    lines.append("")
    lines += advice
    return lines.map { Printable.line($0) + "\n" }.joined()
  }

  /// Whether the video encoder is installed.
  ///
  /// Its path is private and not printed.
  private var hasEncoder: Bool { Subprocess.folder(of: VideoEncoder.program) != nil }

  /// The isolation of SVG pictures, as text and as flags.
  private var isolation: (text: String, hasProcess: Bool, hasFilter: Bool) {
    switch check.svg {
    case .filtered: ("in a separate process, with limits and a filter of system calls", true, true)
    case .limited: ("in a separate process, with limits; system calls cannot be filtered", true, false)
    case .none(let reason): ("cannot be drawn: \(reason)", false, false)
    }
  }

  private var advice: [String] {
    variables.map { "\($0) is set and changes the output of libraries: unset it." } + check.advice
  }

  private static func padded(_ text: String, _ count: Int) -> String {
    text + String(repeating: " ", count: max(1, count - text.count))
  }

  var json: String {
    func textNode(_ value: String?) -> JSONNode { value.map { .of($0) } ?? .null }
    let libraries = check.libraries.map { entry in
      JSONNode.object([
        ("name", .of(entry.library.name)), ("version", .of(entry.library.version)),
        ("known", textNode(entry.known)),
      ])
    }
    let fonts = check.fonts.map { font in
      JSONNode.object([
        ("file", .of(font.file)), ("sha256", textNode(font.sum)), ("expected", .of(font.isExpected)),
      ])
    }
    let pictures = check.pictures.map { picture in
      JSONNode.object([
        ("name", .of(picture.name)), ("shows", .of(picture.summary)),
        ("verdict", .of(picture.verdict.rawValue)),
        ("fingerprint", textNode(picture.fingerprint)), ("note", .of(picture.note)),
      ])
    }
    let document = JSONNode.object([
      ("ok", .of(check.isFine)), ("version", .of(Version.number)), ("processor", .of(SystemCheck.processor)),
      ("knownAs", textNode(check.knownAs)), ("libraries", .list(libraries)),
      ("fonts", .object(["place": .of(check.fontPlace), "files": .list(fonts)])),
      ("pictures", .list(pictures)),
      (
        "svgPictures",
        .object(["process": .of(isolation.hasProcess), "filter": .of(isolation.hasFilter)])
      ),
      ("sandbox", .object(["landlock": .of(FileRules.areKnown)])),
      ("videos", .object(["encoder": .of(hasEncoder)])),
      (
        "influences",
        .object(["locale": false, "timeZone": false, "environment": .list(variables.map { .of($0) })])
      ),
      ("advice", .list(advice.map { .of($0) })),
    ])
    return JSONDump.write(document, pretty: true) + "\n"
  }
}
