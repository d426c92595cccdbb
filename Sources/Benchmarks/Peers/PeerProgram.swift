// The conversation with a peer's program: a line for each request, and a line of JSON for each answer.
// The program stops its server and removes its files when its input ends, which it also does if this
// process dies.

import JSONLines
import Platform

/// A peer's program that is running.
final class PeerProgram {
  /// The peer's name and version, and its settings.
  private(set) var version = ""
  private(set) var settings = ""

  private let title: String
  private let child: pid_t
  private let requests: UnsafeMutablePointer<FILE>
  private let answers: UnsafeMutablePointer<FILE>

  /// Starts a program.
  ///
  /// - Parameter needs: The program that is missing if it can't be started.
  /// - Throws: `MissingPeer`, by what the program itself says, too.
  init(_ title: String, _ command: [String], needs: String) throws {
    self.title = title
    // A request to a program that died is an error like any other.
    _ = signal(SIGPIPE, SIG_IGN)
    let (input, output) = (try Pipe(), try Pipe())
    let child = Process.start(command) { actions in
      posix_spawn_file_actions_adddup2(&actions, input.reading, 0)
      posix_spawn_file_actions_adddup2(&actions, output.writing, 1)
    }
    close(input.reading)
    close(output.writing)
    guard let child else { throw MissingPeer(what: needs) }
    guard let requests = fdopen(input.writing, "w"), let answers = fdopen(output.reading, "r")
    else {
      throw PeerFailure(description: "fdopen failed.")
    }
    (self.child, self.requests, self.answers) = (child, requests, answers)
    let opening = try answer()
    if let missing = opening["missing"]?.string { throw MissingPeer(what: missing) }
    version = opening["version"]?.string ?? ""
    settings = opening["settings"]?.string ?? ""
  }

  deinit {
    fclose(requests)
    fclose(answers)
    _ = Process.end(of: child)
  }

  /// Requests something: a word and numbers.
  func ask(_ request: String, _ numbers: [Int] = []) throws -> JSONValue {
    send(request, numbers)
    return try answer()
  }

  /// Requests something without waiting for the answer.
  func send(_ request: String, _ numbers: [Int] = []) {
    fputs(([request] + numbers.map { String($0) }).joined(separator: " ") + "\n", requests)
    fflush(requests)
  }

  /// The answer to the first request that has none.
  func answer() throws -> JSONValue {
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    let count = getline(&line, &capacity, answers)
    defer { free(line) }
    guard count > 0, let line else {
      throw PeerFailure(description: "\(title): the program ended without an answer.")
    }
    let answer = try JSONValue(parsing: String(cString: line))
    if let error = answer["error"]?.string {
      throw PeerFailure(description: "\(title): \(error)")
    }
    return answer
  }
}

/// Two descriptors, which other programs don't inherit: a program's input must end with this process.
private struct Pipe {
  let reading: Int32
  let writing: Int32

  init() throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw PeerFailure(description: "pipe failed.") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (ends[0], ends[1])
  }
}
