// The browser: a stack of scenes over one moment in time. It reads keys, asks the scene on top, and draws.

final class Browser {
  static let minimum = ScreenSize(rows: 10, columns: 40)
  /// The time between two looks for entries that others have written.
  private static let pauseMilliseconds = 500

  let screen: any FullScreen
  let context: BrowserContext
  /// Carries out a command of the tool at the terminal.
  private let carryOut: (_ words: [String]) -> Void
  var scenes: [any BrowserScene] = []
  var overlay: Overlay?
  var prompt: BrowserPrompt?
  var message: BrowserMessage?
  /// The condition that was searched for last.
  var condition: String?
  var histories: [BrowserPrompt.Purpose: [String]] = [:]
  /// Whether what is shown is of another moment, or of before.
  private var isStale = true
  private var isDone = false
  /// The moment that is shown; nil before the first one.
  private var shown: Journey.Moment?
  /// The entry at this moment, and its changes.
  private(set) var step: [StyledText] = []

  init(
    on screen: any FullScreen, _ context: BrowserContext,
    carryingOut carryOut: @escaping (_ words: [String]) -> Void
  ) {
    (self.screen, self.context, self.carryOut) = (screen, context, carryOut)
    scenes = [ListScene(context, self)]
  }

  var journey: Journey { context.journey }
  /// There is always one.
  var scene: any BrowserScene { scenes[scenes.count - 1] }

  /// Shows scenes until the user leaves.
  ///
  /// - Returns: The signal that is to end the process, if one came.
  func run() -> Int32? {
    while !isDone {
      // Keys that were typed ahead are carried out before anything is drawn.
      if !screen.hasInput {
        attempt { () throws(Failure) in try refresh() }
        screen.show(frame())
      }
      let event = screen.next(timeoutMilliseconds: isStale ? 0 : Self.pauseMilliseconds)
      if case .end(let signal) = event { return signal }
      attempt { () throws(Failure) in try take(event) }
    }
    return nil
  }

  private func take(_ event: ScreenEvent) throws(Failure) {
    if event == .timeout {
      if !isStale { isStale = try journey.follow() }
      return
    }
    if event == .resized {
      isStale = true
      return
    }
    message = nil
    if overlay != nil { return handleOverlay(event) }
    if prompt != nil { return try handlePrompt(event) }
    if try handleTimeLine(event) { return }
    let moment = journey.here
    if try !scene.handle(event, in: areas().scene), case .key(let key) = event {
      switch context.keys.meaning(of: key) {
      case .action(let action): if try !scene.perform(action) { try perform(action) }
      case .change(let change): try begin(change)
      case nil: break
      }
    }
    if journey.here != moment { isStale = true }
  }

  /// Asks again for everything that shows, if it isn't of this moment. A key that is pressed meanwhile comes first.
  private func refresh() throws(Failure) {
    guard isStale else { return }
    // A state that can't be read isn't read again at once.
    isStale = false
    do throws(Failure) {
      guard try journey.arrive(while: { [screen] in !screen.hasInput }) else { return expire() }
      try scene.refresh(width: areas().scene.width)
      step = try stepLines()
      shown = journey.moment
    } catch {
      // The screen still shows the moment before.
      if let shown { journey.goBack(to: shown) }
      throw error
    }
  }

  /// Reports an error, and changes nothing else.
  private func attempt(_ body: () throws(Failure) -> Void) {
    do throws(Failure) { try body() } catch { message = BrowserMessage(error) }
  }

  /// The scene is asked again before it is drawn.
  func expire() { isStale = true }
  func leave() { isDone = true }
}

extension Browser: BrowserNavigation {
  func open(_ destination: BrowserDestination) throws(Failure) {
    let scene = makeScene(destination)
    // Not before it can be shown.
    try scene.refresh(width: areas().scene.width)
    scenes.append(scene)
    expire()
  }

  func close() {
    guard scenes.count > 1 else { return }
    scenes.removeLast()
    expire()
  }

  func begin(command words: [String]) {
    guard checkCanCarryOut(words) else { return }
    ask(.command, words.map { $0 + " " }.joined())
  }

  func carryOut(command words: [String]) throws(Failure) {
    guard checkCanCarryOut(words) else { return }
    screen.suspended { carryOut(words) }
    _ = try journey.follow()
    expire()
  }

  /// Whether a command can be carried out at this moment: the past can't be changed.
  private func checkCanCarryOut(_ words: [String]) -> Bool {
    guard context.table.command(in: words)?.writes ?? false else { return true }
    if journey.history.source.form != .store {
      message = BrowserMessage(problem: "A history in a file can be looked at, but not changed.")
    } else if !journey.isAtEnd {
      message = BrowserMessage(
        problem:
          "This is the past. $ goes to the end, where \(context.words.plural) can be changed.")
    } else {
      return true
    }
    return false
  }
}
