// A browser without a window, which tests drive as a person would: with keys and clicks. It speaks the DevTools protocol
// over two named pipes: messages in JSON, each with a zero byte after it.

import Foundation
import Testing

final class HeadlessChromium {
  private let process: RunningProcess
  private let requests: Int32
  private let replies: Int32
  private var session: String?
  private var lastID = 0
  private var received: [UInt8] = []
  /// The page's complaints.
  private(set) var complaints: [String] = []
  private var hasLoaded = false

  init(in workspace: Workspace) throws {
    let pipes = [workspace.file("requests"), workspace.file("replies")]
    for pipe in pipes { try #require(mkfifo(pipe, 0o600) == 0) }
    // To read and to write, so that neither side waits for the other to open it.
    requests = platformOpen(pipes[0], O_RDWR | O_CLOEXEC)
    replies = platformOpen(pipes[1], O_RDWR | O_CLOEXEC)
    let program = try #require(Files.program("chromium"), "chromium isn't installed")
    process = try RunningProcess(
      "/bin/sh",
      [
        "-c", #"exec "$0" "$@" 3<requests 4>replies >log 2>&1"#, program, "--headless=new",
        "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
        "--disable-background-networking", "--remote-debugging-pipe",
        "--user-data-dir=\(workspace.file("profile"))", "about:blank",
      ], in: workspace.path, environment: Tool.environment.merging(["HOME": workspace.path]) { $1 })
    let targets = try call("Target.getTargets")["targetInfos"] as? [[String: Any]] ?? []
    let page = try #require(targets.first { $0["type"] as? String == "page" }?["targetId"])
    session =
      try call("Target.attachToTarget", ["targetId": page, "flatten": true])["sessionId"]
      as? String
    for domain in ["Page", "Runtime", "Log"] { try call("\(domain).enable") }
    try resize(width: 1280, height: 900)
  }

  deinit {
    process.signal(SIGKILL)
    _ = try? process.finish()
    close(requests)
    close(replies)
  }

  /// Loads a file, and waits until it is there.
  func open(_ path: String, fragment: String = "") throws {
    hasLoaded = false
    try call("Page.navigate", ["url": "file://\(path)\(fragment)"])
    while !hasLoaded { note(try nextMessage()) }
  }

  func resize(width: Int, height: Int) throws {
    try call(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600])
  }

  /// - Parameter features: `prefers-color-scheme` and others, with their values.
  func emulate(media: String = "", _ features: [String: String] = [:]) throws {
    try call(
      "Emulation.setEmulatedMedia",
      ["media": media, "features": features.map { ["name": $0.key, "value": $0.value] }])
  }

  /// The value of an expression on the page.
  @discardableResult
  func evaluate<Value>(_ expression: String, as type: Value.Type = Any.self) throws -> Value {
    let result = try call("Runtime.evaluate", ["expression": expression, "returnByValue": true])
    #expect(result["exceptionDetails"] == nil, "\(expression): \(result)")
    let value = (result["result"] as? [String: Any])?["value"]
    return try #require(value as? Value, "\(expression): \(result)")
  }

  func run(_ statement: String) throws { try evaluate("(() => { \(statement); return true })()") }

  func press(_ key: String, _ code: Int, times: Int = 1) throws {
    for _ in 0..<times {
      for type in ["keyDown", "keyUp"] {
        var event: [String: Any] = [
          "type": type, "key": key, "code": key, "windowsVirtualKeyCode": code,
        ]
        if key == "Enter", type == "keyDown" { event["text"] = "\r" }
        try call("Input.dispatchKeyEvent", event)
      }
    }
  }

  func type(_ text: String) throws { try call("Input.insertText", ["text": text]) }

  /// Clicks in the middle of an element.
  func click(_ selector: String) throws {
    let middle = try evaluate(
      """
      (() => {
        const element = document.querySelector(\(Self.quoted(selector)));
        element.scrollIntoView({ block: "center", behavior: "instant" });
        const box = element.getBoundingClientRect();
        return [box.left + box.width / 2, box.top + box.height / 2];
      })()
      """, as: [NSNumber].self)
    for type in ["mousePressed", "mouseReleased"] {
      try call(
        "Input.dispatchMouseEvent",
        ["type": type, "x": middle[0], "y": middle[1], "button": "left", "clickCount": 1])
    }
  }

  /// A text as JavaScript has it.
  static func quoted(_ text: String) -> String {
    let data = try? JSONSerialization.data(withJSONObject: [text])
    return String(decoding: data ?? Data(), as: UTF8.self).dropFirst().dropLast() + ""
  }

  /// Bytes that come in Base64.
  func bytes(_ method: String, _ parameters: [String: Any] = [:]) throws -> [UInt8] {
    let text = try #require(try call(method, parameters)["data"] as? String)
    return Array(try #require(Data(base64Encoded: text)))
  }

  @discardableResult
  func call(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    lastID += 1
    var message: [String: Any] = ["id": lastID, "method": method, "params": parameters]
    message["sessionId"] = session
    let bytes = try Array(JSONSerialization.data(withJSONObject: message)) + [0]
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { platformWrite(requests, $0.baseAddress, $0.count) }
      try #require(count > 0)
      rest = rest.dropFirst(count)
    }
    while true {
      let reply = try nextMessage()
      guard reply["id"] as? Int == lastID else {
        note(reply)
        continue
      }
      return try #require(reply["result"] as? [String: Any], "\(method): \(reply)")
    }
  }

  private func note(_ event: [String: Any]) {
    switch event["method"] as? String {
    case "Page.loadEventFired": hasLoaded = true
    case "Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded":
      complaints.append("\(event)")
    default: break
    }
  }

  private func nextMessage() throws -> [String: Any] {
    while true {
      if let end = received.firstIndex(of: 0) {
        let message = Data(received[..<end])
        received.removeFirst(end + 1)
        return try #require(
          try JSONSerialization.jsonObject(with: message) as? [String: Any])
      }
      var waiting = pollfd(fd: replies, events: Int16(POLLIN), revents: 0)
      try #require(poll(&waiting, 1, 60_000) == 1, "chromium doesn't answer")
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let count = buffer.withUnsafeMutableBytes { read(replies, $0.baseAddress, $0.count) }
      try #require(count > 0)
      received += buffer[..<count]
    }
  }
}

// Under names that the class's own methods don't hide.
private func platformOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }
private func platformWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}
