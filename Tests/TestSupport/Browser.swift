import Foundation
import Glibc

/// A headless browser that a test controls, by Chromium's DevTools protocol over a pair of pipes.
package final class Browser {
  package struct Failure: Error, CustomStringConvertible {
    package var description: String
  }

  /// An event from the browser: its name and its parameters.
  package typealias Event = (name: String, parameters: [String: Any])

  /// The folder of the browser's profile and downloads.
  package let folder: String
  package private(set) var events: [Event] = []
  private let process = Process()
  private let toBrowser = Pipe()
  private let fromBrowser = Pipe()
  private var unread = Data()
  private var lastNumber = 0
  private var session: String?
  private let watchdog: DispatchWorkItem

  /// The browser, found in the usual folders under its usual names, or given by `CARDSHOT_BROWSER`.
  private static func program() throws -> String {
    let environment = ProcessInfo.processInfo.environment
    if let given = environment["CARDSHOT_BROWSER"] { return given }
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
    for folder in (environment["PATH"] ?? "/usr/bin").split(separator: ":") {
      for name in names where FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)") {
        return "\(folder)/\(name)"
      }
    }
    throw Failure(
      description: "there is no Chromium here: 'make test' installs it, CARDSHOT_BROWSER names another")
  }

  /// Starts a browser with an empty page.
  package init(width: Int = 1280, height: Int = 860) throws {
    let program = try Self.program()
    folder = try BuiltProgram.folder()
    try FileManager.default.createDirectory(
      atPath: folder + "/downloads", withIntermediateDirectories: true)
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // The protocol uses the descriptors 3 and 4. Names of hosts are never resolved, so nothing can leave the
    // machine.
    process.arguments = [
      "-c", #"exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null 2>/dev/null"#, program, "--headless",
      "--no-sandbox",
      "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync", "--disable-extensions",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--remote-debugging-pipe",
      "--user-data-dir=\(folder)/profile",
      "about:blank",
    ]
    process.environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder,
      "LC_ALL": "C.UTF-8",
    ]
    process.standardInput = toBrowser
    process.standardOutput = fromBrowser
    try process.run()
    let pid = process.processIdentifier
    watchdog = DispatchWorkItem { kill(pid, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 900, execute: watchdog)
    // Our own copies of its ends are closed, so that the pipe ends if the browser dies.
    try fromBrowser.fileHandleForWriting.close()
    signal(SIGPIPE, SIG_IGN)
    try attach(width: width, height: height)
  }

  private func attach(width: Int, height: Int) throws {
    let targets = try call("Target.getTargets")["targetInfos"] as? [[String: Any]] ?? []
    guard let page = targets.first(where: { $0["type"] as? String == "page" }), let id = page["targetId"]
    else {
      throw Failure(description: "the browser has no page")
    }
    _ = try call(
      "Browser.setDownloadBehavior",
      ["behavior": "allow", "downloadPath": folder + "/downloads", "eventsEnabled": true])
    session = try call("Target.attachToTarget", ["targetId": id, "flatten": true])["sessionId"] as? String
    for domain in ["Page", "Runtime", "Network", "Log"] { _ = try call("\(domain).enable") }
    // Otherwise a page in the background cannot have the focus.
    _ = try call("Emulation.setFocusEmulationEnabled", ["enabled": true])
    try resize(width, height)
  }

  deinit {
    watchdog.cancel()
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    BuiltProgram.remove(folder)
  }

  // MARK: Actions of a test

  /// Opens a file and waits until it is loaded.
  package func open(file path: String, fragment: String = "") throws {
    try open(address: URL(fileURLWithPath: path).absoluteString + fragment)
  }

  /// Opens an address and waits until it is loaded.
  package func open(address: String) throws {
    _ = try call("Page.navigate", ["url": address])
    try wait("the page is loaded") { try value("document.readyState") as? String == "complete" }
  }

  /// The value of an expression in the page.
  @discardableResult
  package func value(_ expression: String) throws -> Any? {
    let result = try call(
      "Runtime.evaluate", ["expression": expression, "returnByValue": true, "awaitPromise": true])
    if let details = result["exceptionDetails"] { throw Failure(description: "\(expression): \(details)") }
    return (result["result"] as? [String: Any])?["value"]
  }

  package func text(_ expression: String) throws -> String { try value(expression) as? String ?? "" }
  package func number(_ expression: String) throws -> Double {
    (try value(expression) as? NSNumber)?.doubleValue ?? .nan
  }
  package func flag(_ expression: String) throws -> Bool { try value(expression) as? Bool ?? false }

  /// Presses and releases a key: a letter, or a name such as `Enter`.
  package func press(_ key: String) throws {
    let codes = [
      "Enter": 13, "Escape": 27, "Tab": 9, "ArrowDown": 40, "ArrowUp": 38, "ArrowLeft": 37, "ArrowRight": 39,
    ]
    var parameters: [String: Any] = ["key": key]
    if key.count == 1 {
      parameters["text"] = key
      parameters["windowsVirtualKeyCode"] = Int(key.uppercased().unicodeScalars.first?.value ?? 0)
    } else {
      parameters["windowsVirtualKeyCode"] = codes[key] ?? 0
      if key == "Enter" { parameters["text"] = "\r" }
    }
    _ = try call("Input.dispatchKeyEvent", parameters.merging(["type": "keyDown"]) { $1 })
    parameters["text"] = nil
    _ = try call("Input.dispatchKeyEvent", parameters.merging(["type": "keyUp"]) { $1 })
  }

  /// Takes the network away, or gives it back.
  package func setOffline(_ isOffline: Bool) throws {
    _ = try call(
      "Network.emulateNetworkConditions",
      ["offline": isOffline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1])
  }

  package func type(_ text: String) throws {
    for letter in text { try press(String(letter)) }
  }

  /// Presses the mouse button at a place, moves the mouse and releases the button.
  package func drag(from start: (Double, Double), to end: (Double, Double)) throws {
    for (kind, place) in [("mousePressed", start), ("mouseMoved", end), ("mouseReleased", end)] {
      _ = try call(
        "Input.dispatchMouseEvent",
        ["type": kind, "x": place.0, "y": place.1, "button": "left", "buttons": 1, "clickCount": 1])
    }
  }

  package func resize(_ width: Int, _ height: Int) throws {
    _ = try call(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false])
  }

  /// Sets media features, such as `prefers-color-scheme`.
  package func prefer(_ features: [String: String]) throws {
    _ = try call(
      "Emulation.setEmulatedMedia", ["features": features.map { ["name": $0.key, "value": $0.value] }])
  }

  /// Waits until a condition holds; the timeout is long enough for a busy machine.
  package func wait(_ what: String, seconds: Double = 180, until condition: () throws -> Bool) throws {
    for _ in 0..<Int(seconds * 20) {
      if try condition() { return }
      usleep(50_000)
    }
    throw Failure(description: "it never came that \(what)")
  }

  /// The content of a download, once it exists.
  package func download(_ name: String) throws -> [UInt8] {
    let path = "\(folder)/downloads/\(name)"
    try wait("\(name) is downloaded") {
      _ = try value("0")
      return events.contains {
        $0.name.hasSuffix(".downloadProgress") && $0.parameters["state"] as? String == "completed"
      } && FileManager.default.fileExists(atPath: path)
    }
    return Array(FileManager.default.contents(atPath: path) ?? Data())
  }

  /// Exceptions, errors and warnings of the console, and violations of the content security policy.
  package var complaints: [String] {
    events.compactMap { event in
      switch event.name {
      case "Runtime.exceptionThrown", "Page.javascriptDialogOpening": "\(event.parameters)"
      case "Runtime.consoleAPICalled":
        ["error", "warning", "assert"].contains(event.parameters["type"] as? String ?? "")
          ? "\(event.parameters)" : nil
      case "Log.entryAdded": "\(event.parameters)"
      default: nil
      }
    }
  }

  /// The addresses that the page has requested.
  package var requests: [String] {
    events.filter { $0.name == "Network.requestWillBeSent" }.compactMap {
      ($0.parameters["request"] as? [String: Any])?["url"] as? String
    }
  }

  // MARK: The protocol

  private func call(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    lastNumber += 1
    let number = lastNumber
    var message: [String: Any] = ["id": number, "method": method, "params": parameters]
    if let session { message["sessionId"] = session }
    try toBrowser.fileHandleForWriting.write(
      contentsOf: try JSONSerialization.data(withJSONObject: message) + [0])
    while true {
      let answer = try receive()
      if answer["id"] as? Int == number {
        if let error = answer["error"] { throw Failure(description: "\(method): \(error)") }
        return answer["result"] as? [String: Any] ?? [:]
      }
      if let name = answer["method"] as? String {
        events.append((name, answer["params"] as? [String: Any] ?? [:]))
        // A dialog would block everything.
        if name == "Page.javascriptDialogOpening" { throw Failure(description: "a dialog opened: \(answer)") }
      }
    }
  }

  /// The next message; a zero byte ends each message.
  private func receive() throws -> [String: Any] {
    while true {
      if let end = unread.firstIndex(of: 0) {
        let message = unread[..<end]
        unread = Data(unread[(end + 1)...])
        return try JSONSerialization.jsonObject(with: message) as? [String: Any] ?? [:]
      }
      let more = fromBrowser.fileHandleForReading.availableData
      guard !more.isEmpty else { throw Failure(description: "the browser has gone") }
      unread += more
    }
  }
}
