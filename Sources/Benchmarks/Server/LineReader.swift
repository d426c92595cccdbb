// The output of a program that goes on, line by line.

import Platform

/// The lines that another program prints.
final class LineReader {
  private let child: pid_t
  private let lines: UnsafeMutablePointer<FILE>

  init(_ command: [String]) throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0, let lines = fdopen(ends[0], "r") else { stop("pipe failed.") }
    let child = Process.start(command) { actions in
      posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    }
    close(ends[1])
    guard let child else { stop("\(command[0]) can't be started.") }
    (self.child, self.lines) = (child, lines)
  }

  deinit {
    kill(child, SIGTERM)
    fclose(lines)
    _ = Process.end(of: child)
  }

  func skipLine() {
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    guard getline(&line, &capacity, lines) > 0 else { stop("The program has ended.") }
    free(line)
  }
}
