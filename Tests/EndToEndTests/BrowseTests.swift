import Terminal
import TerminalKit
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `browse` at a terminal, as a person sees it.
@Suite(.timeLimit(.minutes(10))) struct BrowseTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
  }

  private func start(_ arguments: String..., with variables: [String: String] = [:]) throws
    -> TerminalSession
  {
    try workspace.terminal(
      ["browse", "--store", "store", "--actor", "amy"] + arguments, with: variables)
  }

  /// Waits until the screen, as a terminal shows it, has some texts; returns it.
  @discardableResult
  private func see(
    _ texts: String..., in session: TerminalSession, rows: Int = 24, columns: Int = 80
  )
    throws -> VirtualTerminal
  {
    var terminal = VirtualTerminal(ScreenSize(rows: rows, columns: columns))
    var taken = 0
    try session.wait { bytes in
      terminal.feed(bytes[taken...])
      taken = bytes.count
      return texts.allSatisfy(terminal.text.contains)
    }
    return terminal
  }

  @Test func `from the list to an entry, back in time, and out`() throws {
    let session = try start()
    try see("2 orders", "1002   placed", "7 of 7", in: session)
    #expect(!session.echoes)
    session.type("\u{1b}[D\u{1b}[D\u{1b}[D")
    try see("in the past", "1001   paid", "4 of 7", in: session)
    session.type("\r")
    // The selection stays at its order.
    try see("Order 1002 at 4: placed, revision 1", in: session)
    session.type("h\r")
    try see("Entry 2: create-order, accepted", in: session)
    session.type("q")
    #expect(try session.finish() == .exited(0))
    #expect(session.echoes)
    let terminal = try see(in: session)
    #expect(terminal.problems == [] && !terminal.isAlternate)
  }

  @Test func `an order is paid from there, and is shown as it is then`() throws {
    let session = try start()
    try see("7 of 7", in: session)
    session.type("P19.90\r")
    try see("paid in full", "Press Enter", in: session)
    session.type("\r")
    try see("1002   paid", "8 of 8", in: session)
    session.type("q")
    #expect(try session.finish() == .exited(0))
    let entry = try workspace.expect(.done, "log", "--store", "store", "-1", "--json").output
    #expect(
      entry.contains(
        /"actor":"amy","engine":"\d+","command":{"type":"pay-order","expect":2,"amount":1990/))
  }

  @Test func `what others write appears by itself`() throws {
    let session = try start()
    try see("7 of 7", in: session)
    try workspace.expect(.done, "pay", "1002", "--store", "store")
    try see("1002   paid", "8 of 8", in: session)
    session.type("q")
    #expect(try session.finish() == .exited(0))
  }

  @Test func `it fits the window when that changes`() throws {
    let session = try start()
    try see("7 of 7", "q quit", in: session)
    var taken = session.bytes.count
    session.resize(rows: 12, columns: 50)
    // Its terminal isn't the one that controls it.
    session.signal(SIGWINCH)
    // A blank window for the output from now on.
    var window = VirtualTerminal(ScreenSize(rows: 12, columns: 50))
    try session.wait { bytes in
      window.feed(bytes[taken...])
      taken = bytes.count
      return window.text(row: 0).hasPrefix("Orders by last change")
        && window.text.contains("1002   placed") && window.text(row: 10).hasSuffix("7 of 7")
        && window.text(row: 11).hasSuffix("? keys  q quit")
    }
    session.type("?")
    try session.wait { _ in session.screen.contains("Keys") }
    session.type("\u{7f}q")
    #expect(try session.finish() == .exited(0))
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
  func `whatever ends it, the terminal is as it was`(_ number: Int32) throws {
    let session = try start()
    try see("7 of 7", in: session)
    session.signal(number)
    #expect(try session.finish() == .killed(signal: number))
    #expect(session.echoes)
    #expect(try !see(in: session).isAlternate)
  }

  @Test func `without colors there are none`() throws {
    let session = try start(with: ["NO_COLOR": "1"])
    try see("7 of 7", in: session)
    session.type("\u{1b}[D")
    try see("6 of 7", in: session)
    session.type("q")
    #expect(try session.finish() == .exited(0))
    let codes = session.screen.matches(of: /\u{1b}\[([0-9;]*)m/).flatMap {
      $0.1.split(separator: ";").compactMap { Int($0) }
    }
    #expect(!codes.isEmpty && codes.allSatisfy { $0 < 30 })
  }

  @Test func `a terminal that can't show it is an error, and so is none`() throws {
    let session = try start(with: ["TERM": "dumb"])
    #expect(try session.finish() == .exited(64))
    #expect(session.screen.contains("can't show a full screen"))
    let piped = try workspace.expect(.usage, "browse", "--store", "store")
    #expect(piped.errors.contains("isn't a terminal"))
    let json = try workspace.expect(.usage, "browse", "--store", "store", "--json")
    #expect(json.errors.contains("--json"))
  }

  @Test func `nothing of a hostile store reaches the terminal raw`() throws {
    try workspace.expect(.done, "init", "--store", "hostile")
    try workspace.expect(
      .negative, args: ["import", "-", "--store", "hostile"],
      input: HostileStore.commands(of: HostileStore.textsInFiles))
    let session = try workspace.terminal(["browse", "--store", "hostile"])
    try see("Orders by last change", in: session)
    // Down the list, and through everything there is of each order.
    for _ in 0..<8 {
      for (key, title) in [
        ("\r", "› Order "), ("h", "History of"), ("\r", "Entry @"), ("x", "Why @"),
      ] {
        session.type(key)
        try see(title, in: session)
      }
      for title in ["Entry @", "History of", "› Order ", "ORDER"] {
        session.type("\u{7f}")
        try see(title, in: session)
      }
      session.type("\u{1b}[B\u{1b}[B\u{1b}[B\u{1b}[B")
    }
    session.type("l")
    try see("All entries", in: session)
    session.type("q")
    #expect(try session.finish() == .exited(0))
    // The emulator knows what the painter writes, and nothing else.
    var terminal = VirtualTerminal(ScreenSize(rows: 24, columns: 80))
    terminal.feed(session.bytes)
    #expect(terminal.problems == [])
  }
}
