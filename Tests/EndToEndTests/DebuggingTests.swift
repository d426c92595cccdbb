import Foundation
import JSONLines
import Testing

/// Taking histories apart with the real tool: what people and programs see, compared to the byte. The
/// store is the demo's. Record again with CLEANSTORE_RECORD_GOLDEN=1.
@Suite struct DebuggingTests {
  /// Stays the same, so that tokens do.
  private static let key = "a key that nobody may know, but all who test"

  private func demo() throws -> Workspace {
    let workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
    try workspace.write(Self.key, to: "key")
    try workspace.write("short", to: "short")
    return workspace
  }

  @Test func `what is taken out, and how, is what it was`() throws {
    let pseudonymize = ["--pseudonymize", "--key-file"]
    try Golden.expect(
      try demo().transcript(of: [
        ["help", "extract"],
        ["extract", "1002"],
        ["extract", "1001", "3..4", "--output", "bug.jsonl"],
        ["replay", "--store", "bug.jsonl"],
        ["extract", "1001", "--output", "bug.jsonl"],
        ["extract"] + pseudonymize + ["key", "--output", "nobody.jsonl", "--json"],
        ["replay", "--store", "nobody.jsonl"],
        ["extract", "1002", "--store", "nobody.jsonl"],
        ["extract", "1001", "7..", "--json", "--output", "none.jsonl"],
        ["extract", "77"],
        ["extract", "1001", "1..2", "3..4"],
        ["extract", "..77"],
        ["extract"] + pseudonymize + ["short"],
        ["extract"] + pseudonymize + ["missing", "--json"],
        ["extract", "--pseudonymize"],
        ["extract", "--key-file", "key"],
      ]), "session-extract.txt")
  }

  @Test func `an unfinished file is removed`() throws {
    let workspace = try demo()
    try workspace.expect(.negative, "extract", "1001", "6..", "--output", "none.jsonl")
    #expect(workspace.names(in: ".").contains("none.jsonl") == false)
  }

  @Test func `out of a pipe and into one, lines are as they were`() throws {
    let workspace = try demo()
    let log = try workspace.log()
    #expect(try workspace.expect(.done, "extract", "--store", "-", input: log).output == log)
    let key = try workspace.run(
      "extract", "--store", "-", "--pseudonymize", "--key-file", "-", input: log)
    #expect(key.code == ExitStatus.usage.rawValue)
  }

  @Test func `pseudonyms of the golden log are decided as before`() throws {
    let workspace = try Workspace()
    try workspace.write(Self.key, to: "key")
    let fixture = Files.repository + "/Fixtures/format-1"
    let finished = try workspace.expect(
      .done, "extract", "--store", fixture, "--pseudonymize", "--key-file", "key")
    try workspace.write(finished.output, to: "nobody.jsonl")
    // Two of its commands were decided by rules that there aren't any more.
    let replayed = try workspace.expect(.negative, "replay", "--json", "--store", "nobody.jsonl")
    #expect(try replayed.document()["diverged"]?.integer == 0)
    let before = try workspace.expect(.done, "stats", "--store", fixture, "--json").document()
    let after = try workspace.expect(.done, "stats", "--store", "nobody.jsonl", "--json")
      .document()
    for field in ["entries", "accepted", "rejected", "orders", "total", "paid"] {
      #expect(before[field] == after[field], "\(field)")
    }
  }

  @Test func `a session of steps is what it was`() throws {
    let commands = """
      back

      why
      show billing
      s total
      diff
      mark here
      goto 1002@1
      d
      goto here
      marks
      until status == "shipped"
      back-until actor == "clerk" and total > 60.00
      until sttus == 1
      jump
      g start
      show
      back
      next 99
      next
      help
      quit
      next
      """
    for flags in [[], ["--json"]] {
      let workspace = try demo()
      let finished = try workspace.run(["step"] + flags, input: commands)
      #expect(finished.code == ExitStatus.negative.rawValue)
      try Golden.expect(
        finished.output + "\n" + finished.errors, "step\(flags.isEmpty ? "" : "-json").txt")
      withExtendedLifetime(workspace) {}
    }
    try Golden.expect(
      try demo().transcript(of: [
        ["help", "step"], ["step", "1001", "--at", "start"], ["step", "77"],
        ["step", "--store", "-"], ["step", "--at", "nowhere"],
      ]), "session-step.txt")
  }

  @Test func `going back through a store of several segments meets every entry`() throws {
    let workspace = try Workspace()
    let fixture = Files.repository + "/Fixtures/format-1"
    let all = try workspace.expect(.done, "log", "-p", "--json", "--store", fixture).output
    let back = String(repeating: "back\n", count: all.split(separator: "\n").count - 1)
    let steps = try workspace.expect(.done, "step", "--json", "--store", fixture, input: back)
    #expect(steps.output.split(separator: "\n").reversed() == all.split(separator: "\n"))
  }

  @Test func `a session without a mistake ends well`() throws {
    let workspace = try demo()
    let session = try workspace.expect(.done, "step", "1002", input: "b\nb\nn")
    #expect(session.output.split(separator: "\n").count == 4)
    #expect(session.errors.isEmpty)
  }

  @Test func `at a terminal there is a prompt`() throws {
    let workspace = try demo()
    let session = try workspace.terminal(["step", "1001"], with: ["NO_COLOR": "1"])
    try session.wait(for: "order-shipped\nstep: ")
    session.type("b\n")
    try session.wait(for: "payment-received, order-paid\nstep: ")
    session.type("\n")
    try session.wait(for: "order-updated\nstep: ")
    session.type("jump\n")
    try session.wait(for: "There is no command 'jump'.\n")
    session.type("q\n")
    #expect(try session.finish() == .exited(0))
  }

  @Test func `a search is what it was`() throws {
    let position = #"cat > /dev/null; test "$CLEANSTORE_POSITION" -lt 4"#
    let unsure = "case $CLEANSTORE_POSITION in 0) ;; 6 | 7) false ;; *) exit 125 ;; esac"
    try Golden.expect(
      try demo().transcript(
        asProcesses: true,
        of: [
          ["help", "bisect"],
          ["bisect", "--run", position],
          ["bisect", "--run", #"! grep -q '"status":"shipped"'"#, "--json"],
          ["bisect", "--run", "echo seen", "--good", "2", "--bad", "1001@3"],
          ["bisect", "--run", "false", "--json"],
          ["bisect", "--run", "exit 125"],
          ["bisect", "--run", "exit 128"],
          ["bisect", "--run", "./no-such-program"],
          ["bisect", "--run", #"test "$CLEANSTORE_POSITION" = 0 || exit 126"#, "--json"],
          ["bisect", "--run", "kill -KILL $$"], ["bisect", "--run", "kill -INT $$"],
          ["bisect", "--run", "exit 130"],
          ["bisect", "--run", unsure], ["bisect", "--run", unsure, "--json"],
          ["bisect", "--run", "true", "--good", "3", "--bad", "3"],
          ["bisect", "--run", "true", "--good", "77"],
          ["bisect"],
        ]), "session-bisect.txt")
  }

  @Test func `a damaged history is reported, and a torn one is read as far as it is good`() throws {
    let workspace = try demo()
    let lines = try workspace.log().split(separator: "\n")
    try workspace.write(lines[..<3].joined(separator: "\n") + "\n{\"seq\":4}\n", to: "bad.jsonl")
    for arguments in [["step"], ["extract", "1002", "1..5"], ["bisect", "--run", "true"]] {
      let finished = try workspace.run(arguments + ["--store", "bad.jsonl"])
      #expect(finished.code == ExitStatus.badData.rawValue)
      #expect(finished.errors.contains("bad.jsonl:4:"), "\(finished)")
    }
    let segment = "store/log/00000000000000000001.jsonl"
    try workspace.write(Array(try workspace.bytes(segment).dropLast(30)), to: segment)
    try workspace.write(#"{"pid":1,"closed":false,"end":0}"#, to: "store/lock")
    for arguments in [["step"], ["extract"], ["bisect", "--run", #"! grep -q '"shipped"'"#]] {
      let finished = try workspace.run(arguments)
      #expect(finished.code == 0)
      #expect(finished.errors.contains("incomplete entry"), "\(finished)")
    }
  }

  @Test func `a program needn't read all of its input`() throws {
    let workspace = try Workspace()
    try workspace.expect(.done, "init")
    try workspace.write(Commands.many(3000, seed: 7), to: "many.jsonl")
    try workspace.expect(.negative, "import", "many.jsonl")
    let log = try workspace.log()
    let found = try workspace.expect(
      .done, "bisect", "--store", "-", "--json", "--run", #"! head -n 40 | grep -q '"m-30"'"#,
      input: log)
    let first = try workspace.expect(.done, "log", "m-30", "--json").documents()[0]
    #expect(try found.document()["entry"]?["seq"] == first["seq"])
  }
}
