import Dispatch
import Platform
import TerminalKit
import Testing

@testable import Terminal

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A prompt at a terminal without a screen.
private func prompt(at terminal: PseudoTerminal) -> TerminalPrompt {
  TerminalPrompt(
    on: DescriptorOutput(descriptor: terminal.program), input: terminal.program, canAsk: true)
}

/// A prompt whose answers come in one piece, as from a terminal without line discipline.
private func prompt(
  reading text: String, on output: CapturedOutput = CapturedOutput()
) throws -> TerminalPrompt {
  var ends: [Int32] = [-1, -1]
  try #require(pipe(&ends) == 0)
  _ = Array(text.utf8).withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
  close(ends[1])
  return TerminalPrompt(on: output, input: ends[0], canAsk: true)
}

/// One after another: there is one set of signal handlers in a process.
@Suite(.serialized, .timeLimit(.minutes(20))) struct TerminalPromptTests {
  @Test(
    arguments: [
      ("Amy\n", nil, "Amy"), ("Amy Apple\n", "Bob", "Amy Apple"), ("\n", "Bob", "Bob"),
      ("\n", nil, ""), (" \n", "Bob", " "), ("Zoë\n", nil, "Zoë"),
      // An end without a line, and one behind a line.
      ("\u{4}", "Bob", nil), ("Amy\u{4}\u{4}", nil, "Amy"),
      // Ctrl-U takes back what was typed.
      ("Bob\u{15}Amy\n", nil, "Amy"),
    ] as [(String, String?, String?)])
  func `a line is the answer, and an empty one the suggestion`(
    typed: String, suggestion: String?, expected: String?
  ) throws {
    let terminal = try PseudoTerminal()
    terminal.type(typed)
    #expect(try prompt(at: terminal).ask("First name", suggestion: suggestion) == expected)
    let question = suggestion.map { "First name [\($0)]: " } ?? "First name: "
    terminal.wait(for: question)
  }

  @Test func `answers that were typed ahead are kept for their questions`() throws {
    let prompt = try prompt(reading: "Amy\r\nApple\nCher")
    // then
    #expect(try prompt.ask("First name") == "Amy")
    #expect(try prompt.ask("Last name") == "Apple")
    #expect(try prompt.ask("Stage name") == "Cher")
    #expect(try prompt.ask("More") == nil)
    #expect(try prompt.askSecretly("More") == nil)
  }

  @Test func `an answer that isn't UTF-8 is prompted for again`() throws {
    let terminal = try PseudoTerminal()
    terminal.type([0xFF, 0x0A])
    terminal.type("Amy\n")
    #expect(try prompt(at: terminal).ask("Name") == "Amy")
    terminal.wait(for: "That isn't valid UTF-8. Please type it again.\nName: ")
  }

  @Test(arguments: ["\u{1B}[A", "Am\u{1B}[Dy", "\u{1B}", "A\tm", "\u{9B}A", "A\u{7F}"])
  func `keys that are no text are no answer`(_ typed: String) throws {
    for isSecret in [false, true] {
      let output = CapturedOutput()
      let prompt = try prompt(reading: typed + "\nAmy\n", on: output)
      let answer = try isSecret ? prompt.askSecretly("Name") : prompt.ask("Name")
      #expect(answer == "Amy")
      #expect(
        output.text.contains(
          "An answer can't contain arrow keys or the like. Please type it again.\nName: "))
    }
  }

  @Test func `a tab at the end of an answer is white space`() throws {
    #expect(try prompt(reading: " \tAmy \t\n").ask("Name") == " \tAmy \t")
  }

  @Test func `a question shows nothing that a terminal would obey`() throws {
    let output = CapturedOutput()
    let prompt = try prompt(reading: "", on: output)
    #expect(try prompt.ask("A\u{1b}[31m", suggestion: "\u{202e}b") == nil)
    #expect(output.text.contains(#"A\u{1b}[31m [\u{202e}b]: "#))
  }

  @Test func `a secret doesn't show, and the echo comes back`() throws {
    let terminal = try PseudoTerminal()
    let person = DispatchQueue(label: "person")
    person.async {
      terminal.wait(for: "CVV: ")
      terminal.type("123\n")
    }
    #expect(try prompt(at: terminal).askSecretly("CVV") == "123")
    person.sync {}
    #expect(terminal.wait(for: "\n") == "\n")
    #expect(terminal.echoes)
  }

  @Test func `Ctrl-C at a secret is an error, and the echo comes back`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let terminal = try PseudoTerminal()
      DispatchQueue(label: "person").async {
        terminal.wait(for: "CVV: ")
        kill(getpid(), terminal.echoes ? SIGKILL : SIGINT)
      }
      do throws(PromptError) {
        _ = try prompt(at: terminal).askSecretly("CVV")
      } catch {
        exit(error == .interrupted && terminal.echoes ? 7 : 1)
      }
    }
  }

  @Test func `a signal that ends the process does so`() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      let terminal = try PseudoTerminal()
      DispatchQueue(label: "person").async {
        terminal.wait(for: "Name: ")
        kill(getpid(), SIGTERM)
      }
      var signals = sigset_t()
      sigfillset(&signals)
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      _ = try prompt(at: terminal).ask("Name")
    }
  }

  @Test func `a terminal that goes away ends the process as its signal would, and isn't an answer`()
    async
  {
    await #expect(processExitsWith: .exitCode(8)) {
      let terminal = try PseudoTerminal()
      DispatchQueue(label: "person").async {
        terminal.wait(for: "Name: ")
        close(terminal.person)
      }
      let prompt = prompt(at: terminal)
      prompt.lastAct = { exit(8) }
      _ = try prompt.ask("Name")
      exit(1)
    }
  }

  @Test func `before a signal ends the process something may be done`() async {
    await #expect(processExitsWith: .exitCode(8)) {
      let terminal = try PseudoTerminal()
      DispatchQueue(label: "person").async {
        terminal.wait(for: "Name: ")
        kill(getpid(), SIGTERM)
      }
      let prompt = prompt(at: terminal)
      prompt.lastAct = { exit(8) }
      _ = try prompt.ask("Name")
    }
  }

  @Test func `there are prompts only where both streams are terminals`() {
    for (input, errors) in [(true, true), (true, false), (false, true), (false, false)] {
      let terminal = TerminalInfo(
        inputIsTerminal: input, outputIsTerminal: false, errorIsTerminal: errors)
      #expect(
        TerminalPrompt(on: CapturedOutput(), terminal: terminal).canAsk == (input && errors))
    }
  }
}
