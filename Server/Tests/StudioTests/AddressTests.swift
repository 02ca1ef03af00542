import Foundation
import Testing

/// Answers and refusals of the studio.
@Suite struct AddressTests {
  private func withStudio(
    _ files: [String: String] = ["deck.json": Decks.titled("One")], _ arguments: [String] = ["deck.json"],
    _ body: (RunningStudio) throws -> Void
  ) throws {
    let folder = try Decks.folder(files)
    defer { BuiltProgram.remove(folder) }
    let studio = try RunningStudio(arguments, in: folder)
    try body(studio)
    #expect(studio.stop() == 0)
  }

  @Test func thePageIsServedWithItsRules() throws {
    try withStudio { studio in
      let page = try studio.get("")
      #expect(page.status == 200)
      #expect(page.headers["content-type"] == "text/html; charset=utf-8")
      for answer in [
        page, try studio.get("studio.js"), try studio.get("api/state"), try studio.get("nothing"),
      ] {
        #expect(answer.headers["content-security-policy"]?.contains("default-src 'none'") == true)
        #expect(answer.headers["x-content-type-options"] == "nosniff")
        #expect(answer.headers["referrer-policy"] == "no-referrer")
        #expect(answer.headers["cross-origin-resource-policy"] == "same-origin")
        #expect(answer.headers["access-control-allow-origin"] == nil)
      }
    }
  }

  @Test func onlyTheWholeAddressOpensIt() throws {
    try withStudio { studio in
      let token = studio.path
      for path in [
        "/", "/api/state", "/0000000000000000000000000000000\(0)/", token.uppercased(),
        String(token.dropLast(2)) + "/",
        String(token.dropLast()), "//" + token.dropFirst(), token + "../api/state", token + "%2e%2e/",
        token + "Package.swift", token + "..%2fstudio.js", token + "picture/../index.html",
        token + "mail/..%2f..%2f/x",
      ] {
        #expect([400, 404].contains(try studio.request("GET", path).status), "\(path)")
      }
      let page = try studio.request("GET", token)
      #expect(page.status == 200)
    }
  }

  @Test func otherNamesAndOtherPagesAreRefused() throws {
    try withStudio { studio in
      let own = "http://127.0.0.1:\(studio.port)"
      let cases: [([String: String], Int)] = [
        (["Host": "evil.example"], 403), (["Host": "127.0.0.1"], 403),
        (["Host": "localhost:\(studio.port)"], 200),
        (["Host": "127.0.0.1.evil.example:\(studio.port)"], 403), (["Origin": "https://evil.example"], 403),
        (["Origin": "null"], 403), (["Origin": own], 200), (["Sec-Fetch-Site": "cross-site"], 403),
        (["Sec-Fetch-Site": "same-site"], 403), (["Sec-Fetch-Site": "same-origin"], 200),
        // A link from another program or a bookmark.
        (["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"], 200),
      ]
      for (headers, status) in cases {
        #expect(try studio.get("api/state", headers: headers).status == status, "\(headers)")
      }
      // A form of another page can send text, but no JSON.
      let plain = try studio.post(
        "api/render", ["deck": "deck.json"], headers: ["Content-Type": "text/plain"])
      #expect(plain.status == 415)
      let navigation = try studio.post(
        "api/render", ["deck": "deck.json"],
        headers: ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"])
      #expect(navigation.status == 403)
    }
  }

  @Test func picturesHaveTheBytesOfTheProgram() throws {
    try withStudio(["a/deck.json": Decks.withInputs, "b.json": Decks.titled("B")], ["."]) { studio in
      let answer = try studio.post(
        "api/render",
        ["deck": "a/deck.json", "data": ["title": "Bye"], "options": ["scale": 2, "appearance": "dark"]])
      #expect(answer.json["ok"] as? Bool == true, "\(answer.text)")
      let picture = (answer.json["pictures"] as? [[String: Any]])?.first
      let bytes = try studio.get(try #require(picture?["url"] as? String))
      #expect(bytes.headers["content-type"] == "image/png")
      #expect(bytes.headers["cache-control"]?.contains("immutable") == true)
      let run = try BuiltProgram.run(
        ["a/deck.json", "-o", "-", "--set", "title=Bye", "--scale", "2", "--appearance", "dark"],
        folder: studio.folder, program: RunningStudio.program)
      #expect(bytes.body == Data(run.output))
      for format in ["jpeg", "webp", "gif", "svg", "pdf"] {
        let other = try studio.post("api/render", ["deck": "b.json", "format": format])
        #expect((other.json["pictures"] as? [Any])?.count == 1, "\(format) \(other.text)")
      }
      #expect(try studio.post("api/render", ["deck": "b.json", "format": "exe"]).status == 400)
    }
  }

  @Test func errorsHaveTheirLine() throws {
    let files = [
      "deck.json": "{ \"cards\": { \"$include\": \"parts/c.json\" } }",
      "parts/c.json": "[\n  { \"parts\": [ { \"type\": \"txet\" } ] }\n]",
    ]
    try withStudio(files) { studio in
      let answer = try studio.post("api/render", ["deck": "deck.json"])
      #expect(answer.status == 200)
      #expect(answer.json["ok"] as? Bool == false)
      let issue = (answer.json["issues"] as? [[String: Any]])?.first
      #expect(issue?["line"] as? Int == 2)
      #expect(issue?["source"] as? String == "  { \"parts\": [ { \"type\": \"txet\" } ] }")
      #expect((issue?["absolute"] as? String)?.hasSuffix("/parts/c.json") == true)
      #expect((issue?["hint"] as? String)?.contains("text") == true)
      let deck = try studio.get("api/deck?deck=deck.json")
      #expect(deck.status == 200, "\(deck.text)")
      let layout = try studio.post("api/inspect", ["deck": "deck.json"])
      #expect(layout.json["ok"] as? Bool == false)
    }
  }

  @Test func valuesOfARequestAreNeverOptions() throws {
    try withStudio(["--help.json": Decks.titled("One"), "deck.json": Decks.titled("Two")], ["."]) { studio in
      #expect(try studio.post("api/render", ["deck": "--help.json"]).json["ok"] as? Bool == true)
      for options in [
        ["state": "--json"], ["locale": "--output=/tmp/x"], ["theme": "-o"], ["card": "--sandbox=off"],
        ["appearance": "light --set a=b"], ["date": "--help"],
      ] {
        let answer = try studio.post("api/render", ["deck": "deck.json", "options": options])
        #expect(answer.json["ok"] as? Bool == false, "\(options) \(answer.text)")
      }
      #expect(
        try studio.post("api/approve", ["deck": "deck.json", "name": "--all", "fingerprint": ""])
          .json["approved"] as? Bool == false)
    }
  }

  @Test func filesOutsideTheFolderStayOutside() throws {
    let outside = try Decks.folder(["secret.json": Decks.titled("Secret")])
    defer { BuiltProgram.remove(outside) }
    try withStudio(["deck.json": Decks.titled("One")], ["."]) { studio in
      try FileManager.default.createSymbolicLink(
        atPath: studio.folder + "/link.json", withDestinationPath: outside + "/secret.json")
      for path in [
        "../\((outside as NSString).lastPathComponent)/secret.json", outside + "/secret.json", "link.json",
        "", ".",
        "deck.json/../../x.json", "none.json", "/etc/passwd", "deck.json\u{0}.json",
      ] {
        let answer = try studio.post("api/render", ["deck": path])
        #expect([400, 404].contains(answer.status), "\(path) \(answer.text)")
        #expect([400, 404].contains(try studio.post("api/golden", ["deck": path]).status), "\(path)")
      }
      #expect(try studio.post("api/rows", ["deck": "deck.json", "file": "../x.csv"]).status == 404)
      for file in ["deck.json", "../x.png", outside + "/x.png", "link.json", ""] {
        #expect(try studio.get("api/picture?deck=deck.json&file=\(file)").status == 404, "\(file)")
      }
      #expect(
        try studio.post("api/open", ["file": outside + "/secret.json"]).status != 204)
    }
  }

  @Test func requestsHaveLimits() throws {
    try withStudio { studio in
      let long = try studio.post(
        "api/render", ["deck": "deck.json", "data": ["title": String(repeating: "x", count: 5 << 20)]])
      #expect(long.status == 413)
      for body in ["", "{", "[]", "{\"deck\":1}", "null", String(repeating: "[", count: 100_000)] {
        let answer = try studio.request(
          "POST", studio.path + "api/render", headers: ["Content-Type": "application/json"],
          body: Data(body.utf8))
        #expect(answer.status == 400, "\(body.prefix(20)) \(answer.status)")
      }
      #expect(try studio.request("DELETE", studio.path).status == 405)
      // A client that sends nothing more disturbs nobody.
      let slow = try studio.connect()
      defer { close(slow) }
      try RunningStudio.send(Data("GET /".utf8), to: slow)
      #expect(try studio.get("api/state").status == 200)
    }
  }

  @Test func largeFoldersAndDecksAreShown() throws {
    let folder = try Decks.folder(["deck.json": Decks.titled("One")])
    defer { BuiltProgram.remove(folder) }
    for number in 0..<10_000 {
      try Data("{}".utf8).write(to: URL(fileURLWithPath: "\(folder)/file\(number).json"))
    }
    // A deck of more than 10 MB: one long text that is not drawn.
    let data = "{ \"x\": \"\(String(repeating: "y", count: 10 << 20))\" }"
    try Decks.write(
      #"{ "data": \#(data), "cards": [ { "parts": [ { "type": "title", "title": "Big" } ] } ] }"#,
      folder + "/a/big.json")
    try Decks.write(Decks.titled("Hidden"), folder + "/locked/deck.json")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: folder + "/locked")
    defer {
      try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder + "/locked")
    }
    let studio = try RunningStudio(["."], in: folder)
    let state = try studio.get("api/state").json
    let names = (state["decks"] as? [[String: Any]])?.compactMap { $0["path"] as? String } ?? []
    // Root can read everything.
    #expect(names.filter { $0 != "locked/deck.json" } == ["a/big.json", "deck.json"])
    #expect(state["truncated"] as? Bool == false)
    let answer = try studio.post("api/render", ["deck": "a/big.json"])
    #expect(answer.json["ok"] as? Bool == true, "\(answer.text.prefix(500))")
    #expect(studio.stop() == 0)
  }

  @Test func rowsOfATableTestTheDesign() throws {
    let files = [
      "deck.json": Decks.withInputs, "people.csv": "title,share\nAnn,0.5\nBartholomew the Great,0.25\n,0\n",
    ]
    try withStudio(files) { studio in
      #expect(try studio.get("api/files?deck=deck.json").json["tables"] as? [String] == ["people.csv"])
      let rows = try studio.post("api/rows", ["deck": "deck.json", "file": "people.csv"]).json
      #expect(rows["count"] as? Int == 3)
      let samples = try #require(rows["samples"] as? [[String: Any]])
      #expect(samples.map { $0["row"] as? Int } == [1, 2, 3])
      // A row that cannot be drawn has its reason.
      let wrong = try studio.post(
        "api/render", ["deck": "deck.json", "data": ["share": "a lot"], "cells": true])
      #expect(
        (wrong.json["issues"] as? [[String: Any]])?.first?["path"] as? String == "share", "\(wrong.text)")
      // Texts of a table are numbers where the deck expects them.
      let answer = try studio.post(
        "api/render", ["deck": "deck.json", "data": samples[1]["data"] as Any, "cells": true])
      #expect(answer.json["ok"] as? Bool == true, "\(answer.text)")
      #expect((answer.json["pictures"] as? [Any])?.count == 1)
    }
  }

  @Test func mailIsShownWithoutScripts() throws {
    try withStudio { studio in
      let answer = try studio.post("api/mail", ["deck": "deck.json"])
      let url = try #require(answer.json["url"] as? String, "\(answer.text)")
      let page = try studio.get(url)
      #expect(
        page.headers["content-security-policy"]?.hasPrefix("sandbox allow-same-origin; default-src 'none'")
          == true)
      let source = String(try #require(page.text.firstMatch(of: /src="([^"]+)"/)?.1))
      #expect(source.hasPrefix(studio.address + url))
      let name = try #require(source.split(separator: "/").last)
      #expect(try studio.get(url + name).status == 200)
      let without = try studio.get(url + "?images=off")
      #expect(without.headers["content-security-policy"]?.contains("img-src 'none'") == true)
      #expect(try studio.get(url + "?inverted=1").text.contains("invert(1)"))
      // Old e-mails do not fill the disk.
      for _ in 0..<24 { _ = try studio.post("api/mail", ["deck": "deck.json"]) }
      #expect(try studio.get(url).status == 404)
    }
  }

  @Test func goldensAreComparedAndApproved() throws {
    let folder = try Decks.folder(["deck.json": Decks.titled("One")])
    defer { BuiltProgram.remove(folder) }
    _ = try BuiltProgram.run(["test", "deck.json"], folder: folder, program: RunningStudio.program)
    let before = FileManager.default.contents(atPath: folder + "/Goldens/deck.png")
    try Decks.write(Decks.titled("Two"), folder + "/deck.json")
    let studio = try RunningStudio(["deck.json"], in: folder)
    let outcome = try #require(
      (try studio.post("api/golden", ["deck": "deck.json"]).json["outcomes"] as? [[String: Any]])?.first)
    #expect(outcome["verdict"] as? String == "failed")
    #expect(outcome["changes"] as? [String] == ["title of card 'first': 'One' → 'Two'"])
    for name in ["expected", "difference", "actual"] {
      #expect(try studio.get(try #require(outcome[name] as? String)).status == 200)
    }
    func approve(_ fingerprint: String) throws -> Bool? {
      try studio.post("api/approve", ["deck": "deck.json", "name": "deck", "fingerprint": fingerprint])
        .json["approved"] as? Bool
    }
    #expect(try approve(String(repeating: "0", count: 64)) == false)
    #expect(FileManager.default.contents(atPath: folder + "/Goldens/deck.png") == before)
    #expect(try approve(try #require(outcome["fingerprint"] as? String)) == true)
    #expect(FileManager.default.contents(atPath: folder + "/Goldens/deck.png") != before)
    #expect(studio.stop() == 0)
  }

  @Test func theEditorGetsThePlace() throws {
    let folder = try Decks.folder(["deck.json": Decks.titled("One")])
    defer { BuiltProgram.remove(folder) }
    let script = folder + "/editor"
    try "#!/bin/sh\nprintf '%s\\n' \"$@\" > \(folder)/opened\n".write(
      toFile: script, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
    let studio = try RunningStudio(
      ["deck.json"], in: folder, environment: ["CARDSHOT_EDITOR": "\(script) --goto {file}:{line}"])
    #expect(try studio.get("api/state").json["hasEditor"] as? Bool == true)
    let place: [String: Any] = ["file": folder + "/deck.json", "line": 3, "column": 7]
    #expect(try studio.post("api/open", place).status == 204)
    for _ in 0..<600 where !FileManager.default.fileExists(atPath: folder + "/opened") { usleep(50_000) }
    for _ in 0..<100
    where (try? String(contentsOfFile: folder + "/opened", encoding: .utf8))?.isEmpty != false {
      usleep(50_000)
    }
    #expect(
      try String(contentsOfFile: folder + "/opened", encoding: .utf8) == "--goto\n\(folder)/deck.json:3\n")
    #expect(studio.stop() == 0)
  }

  @Test func aTakenPortIsNamed() throws {
    try withStudio { studio in
      let folder = try Decks.folder(["deck.json": Decks.titled("Two")])
      defer { BuiltProgram.remove(folder) }
      let other = try RunningStudio(
        ["deck.json", "--port", "\(studio.port)"], in: folder, isExpectedToStart: false)
      #expect(other.status == 2)
      #expect(other.messages.contains("the port \(studio.port) is taken"), "\(other.messages)")
      let next = try RunningStudio(["deck.json"], in: folder)
      #expect(next.port != studio.port)
      #expect(next.stop() == 0)
    }
  }

  @Test func wrongArgumentsAreNamed() throws {
    let folder = try Decks.folder(["deck.json": Decks.titled("One")])
    defer { BuiltProgram.remove(folder) }
    for (arguments, status, text) in [
      (["none/deck.json"], 2, "there is no folder 'none'"), (["-"], 64, "must be a file"),
      ([".", "-o", "a.png"], 64, "for one deck"), (["deck.json", "--port", "70000"], 64, "--port"),
      (["deck.json", "-o", "-"], 64, "standard output"),
      (["deck.json", "-o", "out.exe"], 64, "must end in one of .png"),
      (["deck.json", "--appearance", "pink"], 64, "pink"),
    ] {
      let studio = try RunningStudio(arguments, in: folder, isExpectedToStart: false)
      #expect(studio.status == Int32(status), "\(arguments) \(studio.messages)")
      #expect(studio.messages.contains(text), "\(arguments) \(studio.messages)")
    }
  }

  @Test func theSecretBelongsToTheUser() throws {
    let folder = try Decks.folder(["deck.json": Decks.titled("One")])
    defer { BuiltProgram.remove(folder) }
    let first = try RunningStudio(["deck.json"], in: folder)
    let file = folder + "/.state/cardshot/studio-token"
    let rights = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(rights == 0o600)
    #expect(first.stop() == 0)
    // Bookmarks stay valid.
    let second = try RunningStudio(["deck.json"], in: folder)
    #expect(second.path == first.path)
    #expect(second.stop() == 0)
    try Decks.write("short", file)
    let third = try RunningStudio(["deck.json"], in: folder)
    #expect(third.path != first.path)
    #expect(third.stop() == 0)
  }

  @Test func nothingStaysBehind() throws {
    let folder = try Decks.folder(["deck.json": Decks.titled("One"), "other.json": Decks.titled("Two")])
    defer { BuiltProgram.remove(folder) }
    let scratch = folder + "/.scratch"
    try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
    let studio = try RunningStudio(["deck.json"], in: folder, environment: ["TMPDIR": scratch])
    _ = try studio.post("api/mail", ["deck": "deck.json"])
    let children = try Self.children(of: studio.processIdentifier)
    #expect(!children.isEmpty)
    #expect(studio.stop() == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch).isEmpty)
    for child in children {
      for _ in 0..<100 where kill(child, 0) == 0 { usleep(50_000) }
      #expect(kill(child, 0) != 0, "a process was left")
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix(".") }.sorted()
        == ["deck.json", "other.json"])
  }

  private static func children(of process: Int32) throws -> [Int32] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }.filter { id in
      let text = (try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)) ?? ""
      return text.split(separator: ")").last?.split(separator: " ").dropFirst().first == "\(process)"
    }
  }
}
