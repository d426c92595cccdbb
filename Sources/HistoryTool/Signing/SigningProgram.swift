// A program that signs and verifies: it finds what it needs in a private folder, and says whether it succeeded.

import Platform

struct SigningProgram {
  let path: String
  let world: World
  /// A sentence that says what to do if it can't be started.
  let hint: String

  func ask(_ arguments: [String], input: String = "/dev/null") throws(Failure)
    -> CapturedProcess.Answer
  {
    do throws(Program.StartError) {
      return try CapturedProcess.answer(
        of: Program(path, arguments, environment: world.environment), input: input)
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

extension Failure {
  static func notSigned(by program: String) -> Failure {
    Failure(
      .inputOutput, code: "not-signed", "The signature that was made doesn't verify.",
      hint: "Check the installation of \(program).")
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

extension CapturedProcess.Answer {
  /// The first line that it printed, to be shown.
  var said: String {
    text.split(separator: "\n").first.map { "It said: \($0)" } ?? "It said nothing."
  }
}
