// The terminal as a full screen. Whatever ends it, the terminal is afterwards as it was before.

import Platform

/// Not for use by several threads. There can be one in a process, because of its signals.
package final class TerminalScreen: FullScreen {
  package private(set) var size: ScreenSize

  private let input: Int32
  private let output: Int32
  private let written: DescriptorOutput
  private let modes: termios
  private let hasMouse: Bool
  private var painter: Painter
  private var frame: Frame?
  private var signals: CaughtSignals?
  private var decoder = InputDecoder()
  private var events: [ScreenEvent] = []
  /// The time at which the decoder is told that no more bytes came.
  private var patienceEnd: ContinuousClock.Instant?
  /// The signal that is to end the process, once it came.
  private var ending: Int32?

  /// Begins the full screen on standard input and output.
  ///
  /// - Parameters:
  ///   - environment: The process's; `TERM` says whether the terminal is suitable and has colors.
  ///   - color: When to use colors.
  ///   - minimum: The least size. Later the terminal may become smaller.
  ///   - hasMouse: Whether the mouse is for the program; else it is the terminal's, to select text.
  package convenience init(
    environment: [String: String], color: ColorChoice, minimum: ScreenSize, hasMouse: Bool = true
  ) throws(FullScreenError) {
    try self.init(
      input: STDIN_FILENO, output: STDOUT_FILENO, environment: environment, color: color,
      minimum: minimum, hasMouse: hasMouse)
  }

  init(
    input: Int32, output: Int32, environment: [String: String], color: ColorChoice = .auto,
    minimum: ScreenSize, hasMouse: Bool = true
  ) throws(FullScreenError) {
    guard isatty(input) == 1 else { throw .inputIsNoTerminal }
    guard isatty(output) == 1 else { throw .outputIsNoTerminal }
    let type = TerminalType(environment: environment)
    guard type.isSuitable else { throw .unsuitable(type: type.name) }
    size = ScreenModes.size(of: output)
    guard size.rows >= minimum.rows, size.columns >= minimum.columns else {
      throw .tooSmall(size, minimum: minimum)
    }
    var modes = termios()
    guard tcgetattr(input, &modes) == 0 else { throw .failed(errno: errno) }
    (self.input, self.output, self.modes, self.hasMouse) = (input, output, modes, hasMouse)
    written = DescriptorOutput(descriptor: output)
    painter = Painter(isColored: Self.isColored(color, environment: environment))
    do throws(PromptError) { try enter() } catch { throw .failed(errno: error.number) }
  }

  deinit { close() }

  /// Whether a terminal has colors, and its person wants them.
  static func isColored(_ choice: ColorChoice, environment: [String: String]) -> Bool {
    let isForced = choice == .always || ColorChoice.choice(in: environment)?.choice == .always
    return choice.isColored(environment: environment, isTerminal: true)
      && (isForced || !TerminalType(environment: environment).isMonochrome)
  }

  /// Ends the full screen; the terminal is as it was. After an `end` event, raise its signal then.
  package func close() {
    leave()
  }

  package var hasInput: Bool {
    !events.isEmpty || ending != nil || signals?.isAnythingThere(orInput: input) ?? false
  }

  package func next(timeoutMilliseconds: Int?) -> ScreenEvent {
    let deadline = timeoutMilliseconds.map { ContinuousClock.now + .milliseconds($0) }
    while true {
      if let ending { return .end(signal: ending) }
      if let event = events.first {
        events.removeFirst()
        guard event == .key(.control("z")) else { return event }
        stop(allInFront: true)
        continue
      }
      let isOver = !takeIn(until: [deadline, patienceEnd].compactMap(\.self).min())
      let now = ContinuousClock.now
      if isOver, let patienceEnd, patienceEnd <= now {
        self.patienceEnd = nil
        events += decoder.timeOut()
      } else if isOver, let deadline, deadline <= now {
        return .timeout
      }
    }
  }

  package func show(_ frame: Frame) {
    self.frame = frame
    paint()
  }

  package func repaint() {
    painter.forget()
    paint()
  }

  package func suspended<Result, Failure: Error>(_ body: () throws(Failure) -> Result)
    throws(Failure) -> Result
  {
    leave()
    defer { comeBack() }
    return try body()
  }

  private func paint() {
    guard let frame, signals != nil else { return }
    write(painter.paint(frame))
  }

  /// An output that can't be written to is seen by no user.
  private func write(_ bytes: [UInt8]) {
    do throws(OutputError) {
      try written.write(bytes)
      try written.flush()
    } catch {
      ending = ending ?? SIGHUP
    }
  }
}

// Coming and going.
extension TerminalScreen {
  private func enter() throws(PromptError) {
    signals = try CaughtSignals(
      [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH], handler: noteScreenSignal)
    TerminalRescue.arm(output, modes: modes, sending: ScreenModes.leaving(hasMouse: hasMouse))
    setUp()
  }

  private func setUp() {
    // A process in the background stops here, before it writes into the text that the shell shows.
    var raw = ScreenModes.raw(modes)
    while tcsetattr(input, TCSANOW, &raw) != 0, errno == EINTR {}
    write(Array(ScreenModes.entering(hasMouse: hasMouse).utf8))
    repaint()
  }

  private func leave() {
    guard let signals else { return }
    self.signals = nil
    write(Array(ScreenModes.leaving(hasMouse: hasMouse).utf8))
    var modes = modes
    tcsetattr(input, TCSANOW, &modes)
    TerminalRescue.disarm()
    signals.release()
  }

  private func comeBack() {
    guard ending == nil else { return }
    do throws(PromptError) { try enter() } catch { ending = SIGHUP }
    noteSize()
  }

  private func noteSize() {
    let size = ScreenModes.size(of: output)
    guard size != self.size else { return }
    self.size = size
    if events.last != .resized { events.append(.resized) }
  }

  /// Stops the process until the shell continues it.
  ///
  /// - Parameter allInFront: Whether to stop what runs in front together with this process, as the
  ///   terminal does when Ctrl-Z is pressed: the shell waits for all of them.
  private func stop(allInFront: Bool) {
    var action = sigaction()
    sigaction(SIGTSTP, nil, &action)
    // There is no shell that could continue it.
    if action.isIgnored { return }
    leave()
    if allInFront {
      let before = signal(SIGTSTP, SIG_IGN)
      kill(0, SIGTSTP)
      signal(SIGTSTP, before)
    }
    stopThisProcess()
    comeBack()
  }

  private func stopThisProcess() {
    var (stops, before) = (sigset_t(), sigset_t())
    sigemptyset(&stops)
    sigaddset(&stops, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &stops, &before)
    raise(SIGTSTP)
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}

// The input.
extension TerminalScreen {
  /// Waits for input or a signal, and takes it in.
  ///
  /// - Returns: Whether there was any.
  private func takeIn(until deadline: ContinuousClock.Instant?) -> Bool {
    guard let signals else {
      // No event can come once the screen is closed.
      ending = ending ?? SIGHUP
      return true
    }
    let rest = deadline.map { max(.zero, $0 - .now) / .milliseconds(1) }
    let milliseconds = rest.map { Int32(min($0.rounded(.up), 1_000_000)) } ?? -1
    do throws(PromptError) {
      switch try signals.wait(forInput: input, milliseconds: milliseconds) {
      case .signal(let number): take(number)
      case .input: read()
      case .timeout: return false
      }
    } catch {
      ending = SIGHUP
    }
    return true
  }

  private func take(_ number: Int32) {
    switch number {
    case SIGWINCH: noteSize()
    case SIGTSTP: stop(allInFront: false)
    // It was stopped without a chance to leave.
    case SIGCONT:
      setUp()
      noteSize()
    default: ending = number
    }
  }

  private func read() {
    var piece = [UInt8](repeating: 0, count: 4096)
    let count = Platform.read(input, &piece, piece.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    // The terminal is gone; the signal that says so may be later.
    guard count > 0 else {
      ending = ending ?? SIGHUP
      return
    }
    events += decoder.decode(piece.prefix(count))
    patienceEnd = decoder.patienceMilliseconds.map { .now + .milliseconds($0) }
  }
}

extension PromptError {
  fileprivate var number: Int32 {
    switch self {
    case .interrupted: EINTR
    case .failed(let errno): errno
    }
  }
}
