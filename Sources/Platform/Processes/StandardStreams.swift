// The three standard streams, which a program may have been started without.

/// Opens `/dev/null` as each standard stream that is closed. Call it before any file is opened:
/// otherwise a file takes the stream's number, and what is printed is written into it.
package func openClosedStandardStreams() {
  for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 {
    // The lowest free number, which is the stream's.
    _ = open("/dev/null", O_RDWR)
  }
}
