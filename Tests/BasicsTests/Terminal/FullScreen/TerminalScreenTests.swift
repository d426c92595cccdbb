import TerminalKit
import Testing

@testable import Terminal

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

private struct AppMistake: Error {}

/// An app that shows its latest events, and does what letters say.
private func app(_ terminal: Int32, hasMouse: Bool = true) -> Int32 {
  do {
    let screen = try TerminalScreen(
      input: terminal, output: terminal, environment: ["TERM": "xterm"],
      minimum: ScreenSize(rows: 2, columns: 20), hasMouse: hasMouse)
    defer { screen.close() }
    var count = 0
    var shown = "ready"
    while true {
      var frame = Frame(screen.size)
      frame.write(StyledText(shown, .reversed), in: frame.region)
      frame.write("\(screen.size.columns) x \(screen.size.rows)", row: 1, in: frame.region)
      frame.write("\(count) events", row: 2, in: frame.region)
      screen.show(frame)
      let event = screen.next()
      count += 1
      switch event {
      case .key("q"): return 7
      case .key("e"): throw AppMistake()
      case .key("x"): exit(9)
      case .key("b"):
        // Busy, and looking at nothing.
        shown = "busy"
        frame.write(StyledText(shown), row: 3, in: frame.region)
        screen.show(frame)
        while true { usleep(1000) }
      case .key("i"):
        frame.write("working", row: 3, in: frame.region)
        screen.show(frame)
        while !screen.hasInput { usleep(1000) }
      case .key("t"): shown = "\(screen.next(timeoutMilliseconds: 20))"
      case .key("s"):
        screen.suspended {
          _ = Array("lent\r\n".utf8).withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
          var byte: UInt8 = 0
          _ = read(terminal, &byte, 1)
        }
      case .key("1"): overflowIndex()
      case .key("2"): useNoAddress()
      case .key("3"): overflowStack()
      case .key("4"): abort()
      case .key(.control("l")):
        screen.repaint()
        shown = "repainted"
      case .end(let number):
        screen.close()
        raise(number)
        return 70
      case .key(let key): shown = "key \(key.name) \(key.modifiers.rawValue)"
      case .mouse(let mouse): shown = "\(mouse.kind) \(mouse.row) \(mouse.column)"
      case .paste(let text): shown = "pasted \(text)"
      default: shown = "\(event)"
      }
    }
  } catch is AppMistake {
    return 8
  } catch {
    return 71
  }
}

private func overflowIndex() {
  var numbers = [1]
  numbers.removeAll()
  print(numbers[numbers.count])
}

private func useNoAddress() {
  UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
}

@inline(never)
private func overflowStack(_ depth: Int = 0) {
  withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
    buffer[0] = UInt8(truncatingIfNeeded: depth)
    overflowStack(depth + 1 + Int(buffer[0]) / 256)
    buffer[1] = buffer[0]
  }
}

@Suite(.serialized, .timeLimit(.minutes(20))) struct TerminalScreenTests {
  /// The typed text, the signals that are sent then, and how the process ends.
  @Test(
    arguments: [
      ("q", [], "exited(7)"), ("e", [], "exited(8)"), ("x", [], "exited(9)"),
      ("", [SIGTERM], "killed(\(SIGTERM))"), ("", [SIGHUP], "killed(\(SIGHUP))"),
      ("", [SIGINT], "killed(\(SIGINT))"), ("", [SIGQUIT], "killed(\(SIGQUIT))"),
      ("", [SIGILL], "killed(\(SIGILL))"), ("", [SIGTRAP], "killed(\(SIGTRAP))"),
      ("", [SIGSEGV], "killed(\(SIGSEGV))"), ("", [SIGBUS], "killed(\(SIGBUS))"),
      ("", [SIGABRT], "killed(\(SIGABRT))"), ("", [SIGFPE], "killed(\(SIGFPE))"),
      ("2", [], "killed(\(SIGSEGV))"), ("3", [], "killed(\(SIGSEGV))"),
      ("4", [], "killed(\(SIGABRT))"),
      ("1", [], "killed by a trap"),
      // While it is busy, the second one ends it.
      ("b", [SIGTERM, SIGTERM], "killed(\(SIGTERM))"),
      ("b", [SIGINT, SIGHUP], "killed(\(SIGHUP))"),
    ] as [(String, [Int32], String)])
  func `after any end the terminal is as it was`(
    typed: String, signals: [Int32], expected: String
  ) async {
    await #expect(processExitsWith: .success) { [typed, signals, expected] in
      let job = try Job { app($0) }
      #expect(job.shows("ready"), "\(job.screen.text)")
      #expect(job.screen.isAlternate && job.isRaw)
      #expect(job.screen.modes == [1000, 1002, 1006, 1049, 2004])
      job.terminal.type(typed)
      if typed == "b" { #expect(job.shows("busy")) }
      for number in signals { job.send(number) }
      let ending = job.ending {
        // Where it is slow to take the first one, equal ones are the same one.
        if typed == "b" { job.send(signals.last ?? 0) }
      }
      // Which signal a trap is depends on the processor.
      let isTrap = [.killed(SIGILL), .killed(SIGTRAP)].contains(ending)
      let shown = expected.hasSuffix("trap") && isTrap ? expected : ending.map { "\($0)" }
      #expect(shown == expected)
      #expect(job.traces == [])
    }
  }

  @Test func `without a mouse the terminal keeps it`() async {
    await #expect(processExitsWith: .success) {
      let job = try Job { app($0, hasMouse: false) }
      #expect(job.shows("ready"))
      #expect(job.screen.modes == [1049, 2004])
      job.terminal.type("q")
      #expect(job.ending() == .exited(7))
      #expect(job.traces == [])
    }
  }

  /// With the signal that says so, and without it.
  @Test(arguments: [false, true]) func `a terminal that goes away ends the process`(
    ignoresSignal: Bool
  ) async {
    await #expect(processExitsWith: .success) { [ignoresSignal] in
      let job = try Job { terminal in
        if ignoresSignal { signal(SIGHUP, SIG_IGN) }
        return app(terminal)
      }
      #expect(job.shows("ready"))
      close(job.terminal.person)
      #expect(job.ending() == (ignoresSignal ? .exited(70) : .killed(SIGHUP)))
    }
  }

  /// The process is stopped by the key, and from outside.
  @Test(arguments: [true, false]) func `a stopped process leaves the terminal, and comes back`(
    isKey: Bool
  ) async {
    await #expect(processExitsWith: .success) { [isKey] in
      let job = try Job { app($0) }
      #expect(job.shows("ready"))
      for _ in 0..<2 {
        if isKey { job.terminal.type("\u{1A}") } else { job.send(SIGTSTP) }
        #expect(job.ending() == .stopped(SIGTSTP))
        #expect(job.traces == [])
        job.takeTerminal()
        // Continued in the background, it waits for its turn, and writes nothing.
        job.resume(inFront: false)
        #expect(job.ending() == .stopped(SIGTTOU))
        #expect(job.traces == [])
        job.resume(inFront: true)
        #expect(job.shows("40 x 6") && job.isRaw && job.screen.isAlternate)
      }
      // Another size meanwhile.
      if isKey { job.terminal.type("\u{1A}") } else { job.send(SIGTSTP) }
      #expect(job.ending() == .stopped(SIGTSTP))
      job.takeTerminal()
      job.resize(ScreenSize(rows: 4, columns: 30))
      job.resume(inFront: true)
      #expect(job.shows("30 x 4") && job.shows("resized"))
      job.terminal.type("q")
      #expect(job.ending() == .exited(7))
      #expect(job.traces == [])
    }
  }

  @Test func `after a stop that it couldn't notice, it sets up the terminal again`() async {
    await #expect(processExitsWith: .success) {
      let job = try Job { app($0) }
      #expect(job.shows("ready"))
      job.send(SIGSTOP)
      #expect(job.ending() == .stopped(SIGSTOP))
      // A shell does the same then.
      job.takeTerminal()
      job.resetTerminal()
      job.terminal.show("\u{1b}[?1049l\u{1b}[?25h[1]+  Stopped")
      job.resume(inFront: true)
      #expect(job.waits { $0.isRaw && $0.screen.isAlternate && !$0.screen.modes.contains(25) })
      #expect(job.shows("ready"))
      job.terminal.type("q")
      #expect(job.ending() == .exited(7))
      #expect(job.screen.modes == [7, 25])
    }
  }

  @Test func `where there is no shell to continue it, Ctrl-Z does nothing`() async {
    await #expect(processExitsWith: .success) {
      let job = try Job { terminal in
        signal(SIGTSTP, SIG_IGN)
        return app(terminal)
      }
      #expect(job.shows("ready"))
      job.terminal.type("\u{1A}")
      job.terminal.type("z")
      #expect(job.shows("key character(\"z\") 0"))
      job.terminal.type("q")
      #expect(job.ending() == .exited(7))
    }
  }

  @Test func `another size is an event, and the frame fits it`() async {
    await #expect(processExitsWith: .success) {
      let job = try Job { app($0) }
      #expect(job.shows("40 x 6"))
      for (count, size) in [(1, (10, 60)), (2, (3, 9)), (3, (24, 80))] {
        job.resize(ScreenSize(rows: size.0, columns: size.1))
        #expect(job.shows("\(size.1) x \(size.0)\n\(count) events"))
        #expect(job.waits { $0.screen.text(row: 0) == "resized".prefix(size.1) })
        #expect(job.screen.problems == [])
      }
      job.terminal.type("q")
      #expect(job.ending() == .exited(7))
    }
  }

  /// Each piece is read before the next one comes. Those that come too late are no longer one key, so that a slow
  /// machine may need another attempt.
  @Test(arguments: [
    (["\u{1b}", "[", "A"], "key up 0"), (["\u{1b}[1", ";5", "C"], "key right 4"),
    (["\u{1b}[<0;", "3;2M"], "press 1 2"),
    (["\u{1b}[200~two\n", "lines\u{1b}[20", "1~"], "pasted two\\nlines"),
  ])
  func `keys may come in pieces`(sent: [String], expected: String) async {
    await #expect(processExitsWith: .success) { [sent, expected] in
      let job = try Job { app($0) }
      #expect(job.shows("ready"))
      let isUnderstood = (0..<10).contains { _ in
        for piece in sent {
          job.terminal.type(piece)
          job.terminal.waitUntilRead()
        }
        return job.waits(seconds: 3) { $0.screen.text.contains(expected) }
      }
      #expect(isUnderstood, "\(job.screen.text)")
    }
  }

  @Test func `keys that the terminal would obey come, and ESC alone after a while`() async {
    await #expect(processExitsWith: .success) {
      let job = try Job { app($0) }
      #expect(job.shows("ready"))
      for (sent, expected) in [
        ("\u{1b}", "key escape 0"), ("\u{3}", "key character(\"c\") 4"),
        ("\u{1C}", "key character(\"\\\\\") 4"), ("\u{13}", "key character(\"s\") 4"),
        ("\u{4}", "key character(\"d\") 4"), ("\u{16}", "key character(\"v\") 4"),
        ("é", "key character(\"é\") 0"),
        ("\r", "key enter 0"), ("t", "timeout"),
      ] {
        job.terminal.type(sent)
        #expect(job.shows(expected), "\(expected): \(job.screen.text)")
      }
      job.terminal.type("q")
      #expect(job.ending() == .exited(7))
      #expect(job.traces == [])
    }
  }

  @Test func `what comes while it works is noticed, and then comes`() async {
    await #expect(processExitsWith: .success) {
      let job = try Job { app($0) }
      #expect(job.shows("ready"))
      for number in [SIGWINCH, 0] {
        job.terminal.type("i")
        #expect(job.shows("working"))
        if number == 0 {
          job.terminal.type("z")
        } else {
          job.resize(ScreenSize(rows: 7, columns: 40))
        }
        #expect(job.shows(number == 0 ? "key character(\"z\")" : "resized"))
      }
    }
  }

  @Test func `a lent terminal is as it was, and then shows the last frame again`() async {
    await #expect(processExitsWith: .success) {
      let job = try Job { app($0) }
      #expect(job.shows("ready"))
      job.terminal.type("s")
      #expect(job.shows("lent"))
      #expect(!job.isRaw && job.screen.modes == [7, 25])
      job.resize(ScreenSize(rows: 5, columns: 50))
      job.terminal.type("\n")
      #expect(job.shows("resized") && job.shows("50 x 5"))
      #expect(job.isRaw && job.screen.isAlternate)
      job.terminal.type("s")
      #expect(job.waits { !$0.isRaw })
      job.send(SIGTERM)
      #expect(job.ending() == .killed(SIGTERM))
      #expect(job.screen.modes == [7, 25] && job.screen.problems == [])
    }
  }

  @Test func `repainting repairs what others wrote`() async {
    await #expect(processExitsWith: .success) {
      let job = try Job { app($0) }
      #expect(job.shows("ready"))
      job.terminal.show("\u{1b}[Hwall: the system goes down\r\n")
      #expect(job.shows("wall"))
      job.terminal.type("\u{C}")
      #expect(job.waits { !$0.screen.text.contains("wall") && $0.screen.text.contains("40 x 6") })
      job.terminal.type("q")
      #expect(job.ending() == .exited(7))
    }
  }
}
