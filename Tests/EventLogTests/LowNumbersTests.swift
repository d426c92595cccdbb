// A program that uses the library may have closed its standard streams: what is then printed
// must not end up in the log.

import EventSourcing
import Testing

@testable import EventLog

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite struct LowNumbersTests {
  @Test func `no file has the number of a standard stream`() async {
    await #expect(processExitsWith: .success) {
      let folder = TemporaryFolder()
      for stream in STDIN_FILENO...STDERR_FILENO { close(stream) }
      let disk = PosixDisk()
      let files = [
        try disk.open(folder.path + "/new", for: .creating),
        try disk.open(folder.path + "/new", for: .reading),
        try disk.openUnnamed(in: folder.path),
      ]
      for file in files where file <= STDERR_FILENO || fcntl(file, F_GETFD) != FD_CLOEXEC {
        exit(1)
      }
    }
  }
}
