import EventLog
import Foundation
import JSONLines
import Terminal
import TerminalKit
import Testing

@testable import HistoryTool

/// The progress that a terminal shows of a command that takes longer than a second.
// Two tests that wait for what other threads show would keep these from running.
@Suite(.serialized, .timeLimit(.minutes(20))) struct ProgressTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write([UInt8](repeating: 0x0A, count: 2_000_000), to: "bytes")
  }

  private static let terminal = TerminalInfo(
    inputIsTerminal: false, outputIsTerminal: false, errorIsTerminal: true)

  @Test func `what was read shows until something else is reported, and nothing after the end`()
    throws
  {
    // given
    let output = CapturedOutput()
    let progress = Progress(on: output, Self.terminal)
    func shows(_ text: String) -> Bool {
      var found = false
      progress.withoutLine { found = output.text.contains(text) }
      return found
    }
    // when
    progress.start { 500_000_000_000 }
    while !shows(" of 500000 MB read\u{1b}[K") { try readMegabytes() }
    while !shows("\r7 lines\u{1b}[K") { progress.report("7 lines") }
    progress.stop()
    let shown = output.text
    progress.report("8 lines")
    usleep(200_000)
    // then
    #expect(shown.hasSuffix("\r\u{1b}[K"), "\(shown)")
    #expect(output.text == shown)
  }

  @Test func `what is read after the end doesn't show, even if nothing was reported`() throws {
    // given
    let output = CapturedOutput()
    let progress = Progress(on: output, Self.terminal)
    var isShown = false
    progress.start { nil }
    while !isShown {
      try readMegabytes()
      progress.withoutLine { isShown = output.text.contains(" MB read\u{1b}[K") }
    }
    // when
    progress.stop()
    let shown = output.text
    try readMegabytes()
    usleep(300_000)
    // then
    #expect(shown.hasSuffix("\r\u{1b}[K"), "\(shown)")
    #expect(output.text == shown)
  }

  /// Reads some megabytes, so that there is another number to show.
  private func readMegabytes() throws {
    for _ in 0..<10 {
      var storage = ByteStorage.empty
      _ = try HistoryFile(path: workspace.path + "/bytes").chunks(from: .start).next(
        reusing: &storage)
    }
  }

  @Test func `an import tells how far it is, and leaves nothing of it`() throws {
    // given
    try workspace.expect(.done, "init", "store")
    let session = try workspace.terminal(["import", "-"])
    session.type(Commands.line(0, "i-0", Commands.create()))
    // when
    usleep(1_200_000)
    for number in 1...3 {
      session.type(Commands.line(number, "i-\(number)", Commands.create()))
      usleep(150_000)
    }
    session.type("\u{4}")
    // then
    #expect(try session.finish() == .exited(0), "\(session.screen)")
    #expect(session.screen.contains(" lines\u{1b}[K"), "\(session.screen)")
    #expect(session.screen.contains("\r\u{1b}[KRecorded: 4"), "\(session.screen)")
  }
}

/// The progress uses it under its lock only.
extension CapturedOutput: @unchecked Sendable {}
