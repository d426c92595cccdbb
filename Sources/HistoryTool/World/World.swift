// Everything that the tool uses of the outside world, in one value so that tests can replace it.

import Platform

package struct World {
  /// The words typed after the tool's name.
  package var arguments: ProcessArguments
  package var environment: [String: String]
  /// The names of those that aren't UTF-8.
  package var unreadableVariables: Set<String> = []
  package var output: any TextOutput
  package var errors: any TextOutput
  /// Opens the pager for long answers, by its command line; nil if there is no terminal to show pages on.
  var pager: (_ line: String) -> PagerOutput?
  /// The terminal's size and abilities.
  package var terminal: TerminalInfo
  /// The descriptor of standard input.
  package var input = STDIN_FILENO
  /// Makes the first Ctrl-C a request to stop at a good place.
  package var catchInterrupts: @Sendable () -> Void = Interrupt.install
  package var keep:
    @Sendable (_ text: String, _ name: String, _ replaced: Draft?) throws(Failure) -> Draft =
      Draft.write
  package var keepFile:
    @Sendable (_ path: String, _ name: String, _ mask: ([UInt8]) -> [UInt8]) throws(Failure)
      -> String = Draft.copy
  package var keptFiles: @Sendable (_ name: String) -> [String] = Draft.all
  /// Deletes a file; returns whether it is gone.
  package var delete: @Sendable (_ path: String) -> Bool = { unlink($0) == 0 }
  package var discard: @Sendable (Draft) throws(Failure) -> Bool = {
    (draft) throws(Failure) in try draft.discard()
  }
  package var prompt: any Prompt
  package var editor: any TextEditor
  /// The name of the user that the process belongs to.
  package var user: @Sendable () -> String
  package var clock: @Sendable () -> Timestamp
  package var salts: @Sendable () -> Salt
  var pause: @Sendable (_ milliseconds: Int) -> Void

  /// The compiled rules of a time zone, out of the system's tz database; nil if it has none.
  var timeZoneFile: @Sendable (_ name: String) -> [UInt8]?

  /// Waits this many milliseconds, or until a signal comes.
  func pause(milliseconds: Int) { pause(milliseconds) }

  /// The value of a variable. A path or name that was repaired would be another one, and is an error.
  func variable(_ name: String, or flag: any NamedFlag, failingAs kind: Failure.Kind = .usage)
    throws(Failure)
    -> String?
  {
    guard !unreadableVariables.contains(name) else {
      throw Failure(
        kind, code: UsageError.Code.notUTF8.rawValue, "\(name) isn't UTF-8.",
        hint: "Change it, or use --\(flag.name) instead.")
    }
    return environment[name]
  }

  /// The process's own.
  package static func real() -> World {
    let (environment, unreadable) = variables()
    let terminal = TerminalInfo(environment: environment)
    let output = DescriptorOutput.standardOutput()
    let errors = DescriptorOutput.standardError()
    return World(
      arguments: .ofThisProcess(), environment: environment, unreadableVariables: unreadable,
      output: output, errors: errors,
      pager: { line in
        guard terminal.outputIsTerminal, terminal.canRedraw else { return nil }
        return PagerOutput(line, environment: environment, fallback: output)
      }, terminal: terminal,
      prompt: TerminalPrompt(on: errors, terminal: terminal),
      editor: ExternalEditor(environment: environment, terminal: terminal), user: userName,
      clock: SystemClock.time, salts: SystemClock.salt,
      pause: { poll(nil, 0, Int32(clamping: $0)) }, timeZoneFile: compiledTimeZone)
  }

  private static func variables() -> (all: [String: String], unreadable: Set<String>) {
    var variables: [String: String] = [:]
    var unreadable: Set<String> = []
    var next = environ
    while let entry = next.pointee {
      let pair = String(cString: entry).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if pair.count == 2 {
        variables[String(pair[0])] = String(pair[1])
        if String(validatingCString: entry) == nil { unreadable.insert(String(pair[0])) }
      }
      next += 1
    }
    return (variables, unreadable)
  }
}

@Sendable private func userName() -> String {
  let user = geteuid()
  var entry = passwd()
  var found: UnsafeMutablePointer<passwd>?
  // Its texts are in the buffer.
  var buffer = [CChar](repeating: 0, count: 16_384)
  guard getpwuid_r(user, &entry, &buffer, buffer.count, &found) == 0, let found else {
    return String(user)
  }
  return String(cString: found.pointee.pw_name)
}

package func exitProcess(with code: ExitCode) -> Never { exit(code.rawValue) }
