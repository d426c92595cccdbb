// A scene of the browser: what is asked for, how it is drawn, and which keys are its own.

protocol BrowserScene: AnyObject {
  /// The title, in a few words.
  var title: String { get }
  /// The stream that it is about; nil if that is all of them.
  var subject: String? { get }
  /// The actions whose keys are shown, besides those that are always there.
  var actions: [BrowserAction] { get }
  /// The router to the commands that change the selected stream; nil if none can be selected.
  var changes: (any StreamRouting)? { get }
  /// Reads the contents of the scene, at the moment where the journey is.
  ///
  /// - Parameter width: The number of columns for it.
  func refresh(width: Int) throws(Failure)
  func draw(in region: Region, on frame: inout Frame)
  /// - Returns: Whether the event was for the scene.
  func handle(_ event: ScreenEvent, in region: Region) throws(Failure) -> Bool
  /// - Returns: Whether the action is one of the scene's.
  func perform(_ action: BrowserAction) throws(Failure) -> Bool
}

extension BrowserScene {
  var changes: (any StreamRouting)? { nil }
}

/// The state that the scenes of the browser share: where they are in time, and how answers become lines.
final class BrowserContext {
  let journey: Journey
  let formatting: Formatting
  let domain: any BrowsedDomain
  /// The commands of the tool, and those that examine any history.
  let table: CommandTable
  let commands: HistoryCommands
  let keys: BrowserKeys
  /// The entries that the rules would decide differently, as far as they were looked at.
  private var doubts: [Int: Bool] = [:]

  init(
    _ journey: Journey, _ formatting: Formatting, in tool: ToolDescription,
    of domain: any BrowsedDomain
  ) {
    (self.journey, self.formatting, self.domain) = (journey, formatting, domain)
    (table, commands) = (tool.table, tool.history)
    keys = BrowserKeys(of: domain, commands)
  }

  var history: History { journey.history }
  var words: DomainWords { commands.words }

  /// A stream at the moment shown.
  func stream(_ id: String) throws(Failure) -> BrowsedStream {
    try domain.stream(id, at: journey.position, in: history, formatting)
  }

  /// The revision of a stream at the moment shown; nil if it has none.
  func revision(of id: String) -> Int? { (try? stream(id))?.rev }

  /// Whether the rules of today would decide an entry differently.
  func isInDoubt(_ seq: Int) -> Bool {
    if let known = doubts[seq] { return known }
    let response = try? ExplainDecision.respond(to: .init(.entry(seq)), with: history)
    let doubt = response?.judgement.difference != nil
    doubts[seq] = doubt
    return doubt
  }

  /// An entry in full.
  func lines(ofEntry seq: Int, width: Int) throws(Failure) -> [StyledText] {
    let lines = try lines(of: ShowEntry.self, .init(.entry(seq)), in: history, width: width)
    guard isInDoubt(seq) else { return lines }
    let doubt = StyledText(" The rules decide this differently. x explains it.", [.bold, .red])
    return [BrowserSign.doubt.text + doubt] + lines
  }

  /// The answer of a scene, as the tool prints it.
  func lines<S: Scene & Interaction>(
    of scene: S.Type, _ request: S.Request, in context: S.Context, width: Int
  ) throws(Failure) -> [StyledText] where S.ViewModel: Drawable {
    var page = StyledLines.browsing(width: width)
    try scene.handle(request, in: context) { [formatting] response in
      S.viewModel(of: response, formatting).draw(on: &page)
      for note in response.notes { page.note(note) }
    }
    return page.lines
  }

  /// The view model of an answer.
  func viewModel<S: RespondingScene>(of scene: S.Type, _ request: S.Request) throws(Failure)
    -> S.ViewModel where S.Context == History
  {
    S.viewModel(of: try S.respond(to: request, with: history), formatting)
  }
}

extension StyledLines {
  /// Lines for a part of the screen; a narrower one cuts them.
  static func browsing(width: Int) -> StyledLines { StyledLines(width: max(20, width)) }
}

/// Shows which lines of a text are new, when it shows the same thing at another moment.
struct ChangedLines {
  private var before: Set<ExactString>?

  /// The lines, the new ones with a mark and in bold.
  mutating func marked(_ lines: [StyledText]) -> [StyledText] {
    defer { before = Set(lines.map { ExactString($0.text) }) }
    guard let before else { return lines.map { Self.unmarked + $0 } }
    return lines.map { line in
      line.isEmpty || before.contains(ExactString(line.text))
        ? Self.unmarked + line : BrowserSign.changed.text + line.styled(.bold)
    }
  }

  static let unmarked = StyledText(" ")
}
