// A program that signs and verifies: it finds what it needs in a private folder, and says whether it succeeded.

import HistoryScenes
import Platform
import Terminal

struct SigningProgram {
  private let program: AskedProgram
  let world: World
  /// What to do if it can't be started.
  private let hint: String

  init(_ path: String, _ world: World, hint: String) {
    program = AskedProgram(path, environment: world.environment)
    self.world = world
    self.hint = hint
  }

  var path: String { program.path }

  func ask(_ arguments: [String], input: String = "/dev/null") throws(Failure)
    -> AskedProgram.Answer
  {
    do throws(AskedProgram.StartError) {
      return try program.ask(arguments, input: input)
    } catch {
      throw Failure(
        .usage, code: "no-program", "\(path) can't be started: \(error.reason).", hint: hint)
    }
  }

  func withFolder<R>(_ body: (PrivateFolder) throws(Failure) -> R) throws(Failure) -> R {
    let parent = world.environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    guard let result = try PrivateFolder.lend(in: parent, body) else {
      throw Failure(
        .inputOutput, code: "io-error",
        "Can't create a temporary folder in \(parent): \(String(cString: strerror(errno))).",
        hint: "Set TMPDIR to a folder that you can write to.")
    }
    return result
  }
}

extension PrivateFolder {
  /// Writes a file.
  ///
  /// - Returns: Its path.
  func write(_ bytes: [UInt8], as name: String) throws(Failure) -> String {
    try NewFile.write(bytes, to: file(name))
    return file(name)
  }
}

extension AskedProgram.Answer {
  /// The first line that it printed, to be shown.
  var said: String {
    text.split(separator: "\n").first.map { "It said: \($0)" } ?? "It said nothing."
  }
}
