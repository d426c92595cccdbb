// Restores the terminal when the process ends in the middle of a full screen: it crashes, calls exit, or is told
// to end a second time. Everything that is needed is prepared, because a signal handler may do little.

import Platform
private import Synchronization

enum TerminalRescue {
  private struct Prepared {
    let descriptor: Int32
    var modes: termios
    let bytes: UnsafeMutableBufferPointer<UInt8>
  }

  nonisolated(unsafe) private static let prepared = Atomic<UnsafeMutablePointer<Prepared>?>(nil)
  private static let isEnding = Atomic<Bool>(false)
  /// The former actions of the signals, in the order of `crashes`.
  nonisolated(unsafe) private static let actions = UnsafeMutableBufferPointer<sigaction>.allocate(
    capacity: crashes.count)

  private static let crashes = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE]

  /// Restores the terminal from now on if the process ends.
  ///
  /// - Parameters:
  ///   - descriptor: The terminal.
  ///   - modes: The modes to set its driver to.
  ///   - text: The text to send it.
  static func arm(_ descriptor: Int32, modes: termios, sending text: String) {
    disarm()
    _ = once
    isEnding.store(false, ordering: .relaxed)
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
    _ = bytes.initialize(from: text.utf8)
    let pointer = UnsafeMutablePointer<Prepared>.allocate(capacity: 1)
    pointer.initialize(to: Prepared(descriptor: descriptor, modes: modes, bytes: bytes))
    for (index, number) in crashes.enumerated() {
      var action = sigaction(calling: crash)
      action.sa_flags |= Int32(truncatingIfNeeded: SA_ONSTACK)
      sigaction(number, &action, &actions[index])
    }
    prepared.store(pointer, ordering: .sequentiallyConsistent)
  }

  static func disarm() {
    guard let pointer = prepared.exchange(nil, ordering: .sequentiallyConsistent) else { return }
    for index in crashes.indices { sigaction(crashes[index], &actions[index], nil) }
    pointer.pointee.bytes.deallocate()
    pointer.deallocate()
  }

  /// The part that is set up for the rest of the process's life.
  private static let once: Void = {
    atexit { TerminalRescue.restore() }
    useOwnStack()
  }()

  /// A stack that overflowed leaves no room for a handler, so the handler has a separate one.
  private static func useOwnStack() {
    var stack = stack_t()
    guard sigaltstack(nil, &stack) == 0, Int(stack.ss_flags) & Int(SS_DISABLE) != 0 else { return }
    let size = 64 * 1024
    stack = stack_t()
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    stack.ss_size = size
    sigaltstack(&stack, nil)
  }

  /// Restores the terminal, once. Runs in signal handlers.
  fileprivate static func restore() {
    guard let pointer = prepared.exchange(nil, ordering: .sequentiallyConsistent) else { return }
    let bytes = pointer.pointee.bytes
    _ = write(pointer.pointee.descriptor, bytes.baseAddress, bytes.count)
    tcsetattr(pointer.pointee.descriptor, TCSANOW, &pointer.pointee.modes)
  }

  fileprivate static func restoreAction(of number: Int32) {
    for index in 0..<actions.count where crashes[index] == number {
      sigaction(number, &actions[index], nil)
    }
  }

  /// Whether this is the second signal that is to end the process.
  fileprivate static func isSecondEnding() -> Bool {
    isEnding.exchange(true, ordering: .relaxed)
  }
}

/// Runs in the signal handler. The signal then does what it would have done: it is raised again, but comes only
/// when the handler has returned.
private func crash(_ number: Int32) {
  TerminalRescue.restore()
  TerminalRescue.restoreAction(of: number)
  raise(number)
}

/// Runs in the signal handler. A program that doesn't react to a signal that is to end it is ended by the second
/// one.
func noteScreenSignal(_ number: Int32) {
  let isEnding =
    number == SIGINT || number == SIGTERM || number == SIGHUP || number == SIGQUIT
  guard isEnding, TerminalRescue.isSecondEnding() else { return noteSignal(number) }
  TerminalRescue.restore()
  signal(number, SIG_DFL)
  raise(number)
}
