import Foundation
import Platform
import TerminalKit
import Testing

@testable import Terminal

/// A pager that is a line for the shell, and what came out of it.
private final class Desk {
  private let folder: String
  let fallback = CapturedOutput()

  init() throws {
    var template = Array((NSTemporaryDirectory() + "/cleanstore-pager.XXXXXX").utf8CString)
    folder = try #require(mkdtemp(&template).map { String(cString: $0) })
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func pager(_ line: String, _ variables: [String: String] = [:]) -> PagerOutput {
    let environment = ["PATH": "/usr/bin:/bin", "OUT": folder + "/out"].merging(variables) { $1 }
    return PagerOutput(line, environment: environment, fallback: fallback)
  }

  /// The pager's output to `$OUT`.
  var shown: String? { try? String(contentsOfFile: folder + "/out", encoding: .utf8) }
}

@Suite(.timeLimit(.minutes(20))) struct PagerOutputTests {
  init() { ignoreWriteSignals() }

  @Test(arguments: [1, 65_536, 65_537, 300_000, 3_000_000])
  func `the pager is given everything`(count: Int) throws {
    let desk = try Desk()
    let pager = desk.pager(#"cat > "$OUT""#)
    let text = String(repeating: "x", count: count)
    for piece in [text.prefix(count / 2), text.suffix(count - count / 2)] {
      try pager.write(String(piece))
    }
    try pager.finish()
    #expect(desk.shown == text)
    #expect(desk.fallback.text.isEmpty)
  }

  @Test func `without output there is no pager`() throws {
    let desk = try Desk()
    let pager = desk.pager(#"cat > "$OUT""#)
    try pager.flush()
    try pager.finish()
    #expect(desk.shown == nil)
  }

  @Test(arguments: ["no-such-pager", "/dev/null", "exit 127"], [1, 100_000, 3_000_000])
  func `without a pager the output goes where it would have gone`(line: String, count: Int) throws {
    let desk = try Desk()
    let pager = desk.pager(line)
    let text = String(repeating: "x", count: count)
    try pager.write(text)
    try pager.flush()
    try pager.write("Amy\n")
    try pager.finish()
    #expect(desk.fallback.text == text + "Amy\n")
  }

  @Test func `a pager that is left early closes the output`() throws {
    let desk = try Desk()
    let pager = desk.pager("head -c 1 > /dev/null")
    let error = #expect(throws: OutputError.self) {
      for _ in 0..<100 { try pager.write(String(repeating: "x", count: 100_000)) }
    }
    #expect(error?.code == "output-closed")
    #expect(desk.fallback.text.isEmpty)
  }

  @Test func `a pager that fails has shown what it has`() throws {
    let desk = try Desk()
    let pager = desk.pager(#"cat > "$OUT"; exit 1"#)
    try pager.write("Amy\n")
    try pager.finish()
    #expect(desk.shown == "Amy\n" && desk.fallback.text.isEmpty)
  }

  @Test(arguments: [([:], "FRX -c"), (["LESS": "S", "LV": "x"], "S x")])
  func `less gets git's options, unless it has its own`(
    variables: [String: String], expected: String
  ) throws {
    let desk = try Desk()
    let pager = desk.pager(#"cat > /dev/null; echo "$LESS $LV" > "$OUT""#, variables)
    try pager.write("x")
    try pager.finish()
    #expect(desk.shown == expected + "\n")
  }

  @Test(arguments: [("most -s", "most -s"), ("", nil), ("cat", nil)] as [(String, String?)])
  func `an empty pager or cat is none`(chosen: String, expected: String?) {
    #expect(PagerOutput.line(chosen: chosen) == expected)
  }

  @Test(arguments: [
    ("cat > /dev/null", nil), ("false", 1), ("cat > /dev/null; exit 3", 3), ("exit 127", nil),
  ])
  func `a pager that fails says so`(_ line: String, _ code: Int32?) throws {
    let pager = try Desk().pager(line)
    try pager.write("Amy\n")
    do { try pager.finish() } catch { #expect(code != nil) }
    #expect(pager.failureCode == code)
  }

  @Test func `a missing default pager isn't reported`() throws {
    let line = try #require(PagerOutput.line(chosen: nil))
    #expect(line.contains("less"))
    let desk = try Desk()
    let pager = desk.pager("exec 2> \"$OUT\"; " + line, ["PATH": "/nowhere"])
    try pager.write("Amy\n")
    try pager.finish()
    #expect(desk.shown == "" && desk.fallback.text == "Amy\n")
  }

  @Test func `an interrupt waits until the pager is left`() async throws {
    let result = try await #require(
      processExitsWith: .signal(SIGINT), observing: [\.standardOutputContent]
    ) {
      // given a pager that takes its time when it has seen the end, and then looks who waits
      let pager = PagerOutput(
        #"cat; sleep 0.2; kill -0 "$WAITING" && echo left"#,
        environment: ["PATH": "/usr/bin:/bin", "WAITING": "\(getpid())"],
        fallback: CapturedOutput())
      try pager.write("Amy\n")
      try pager.flush()
      // when
      var signals = sigset_t()
      sigfillset(&signals)
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      raise(SIGINT)
    }
    // then
    #expect(String(decoding: result.standardOutputContent, as: UTF8.self).contains("Amy\nleft\n"))
  }
}
