// The messages of the scene that imports recorded commands, and how they read.

package enum ImportCommands: Scene {
  package struct Request: Sendable {
    /// The import's name, by which it can be resumed.
    package var name: String
    package var format = ImportFormat.commands
    /// Whether to continue after the last line of this import that is in the log.
    package var resumes = false
    /// The moment when commands count as done.
    package var durability = Durability.batch
    /// Whether the engine's store is discarded afterwards, which the response says.
    package var isDryRun = false
    /// The file that takes the lines that weren't done, as it is to be called; nil without one.
    package var rejects: String?

    package init(name: String) { self.name = name }
  }

  package struct Response: SceneResponse, Equatable, Sendable {
    package internal(set) var lines = 0
    package internal(set) var skipped = 0
    package internal(set) var accepted = 0
    package internal(set) var refused: [String: Int] = [:]
    package internal(set) var unchanged = 0
    package internal(set) var repeated = 0
    /// The number of them that couldn't be compared, because the earlier command's personal data was erased.
    package internal(set) var erased = 0
    /// The lines that the rules didn't see, because of a revision or a reused id.
    package internal(set) var conflicts: [UndoneLine] = []
    /// The commands that were refused, now or before with the same id; of recorded entries, none: they may have
    /// been refused when they were recorded.
    package internal(set) var refusals: [UndoneLine] = []
    /// The recorded entries that had another outcome now.
    package internal(set) var changed: [ChangedOutcome] = []
    /// The streams of which entries weren't imported, because personal data is missing.
    package internal(set) var missing: [MissingPart] = []
    package internal(set) var isDryRun = false
    package internal(set) var rejects: String?
    /// Whether that file was written as far as it is needed.
    var hasRejects = true
    /// The last line that was recorded, if the store failed: those after it are counted nowhere.
    package internal(set) var recordedThrough: Int?

    /// Whether every line was done.
    package var isPositive: Bool { isRestored && conflicts.isEmpty && refusals.isEmpty }
    /// Whether nothing differs from what was recorded, as far as something was.
    package var isRestored: Bool { changed.isEmpty && missing.isEmpty }
  }

  /// A line that was refused, or not evaluated.
  package struct UndoneLine: Equatable, Sendable {
    package let line: Int
    /// The code of the refusal, `revision-conflict`, `command-id-reused` or `archived-command-id`.
    package let code: String
    package let message: String
  }

  package struct ViewModel: Equatable, Sendable {
    package let lines: [String]
    /// The lines that weren't executed, or had another outcome.
    package let undone: [String]
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    let refused = response.refused.sorted { $0.key < $1.key }
    var lines = [
      (response.isDryRun ? "Would record: " : "Recorded: ")
        + "\(response.accepted) accepted, \(refused.reduce(0) { $0 + $1.value }) refused."
    ]
    lines += refused.map { "  refused: \($0.key) \($0.value)" }
    let others = [
      ("Without a change", response.unchanged),
      ("Executed before, with the same id", response.repeated),
      ("  not compared, because personal data was erased", response.erased),
      ("Imported before", response.skipped),
      ("Not evaluated", response.conflicts.count),
      ("Other outcomes than recorded", response.changed.count),
      (
        "Left out, because personal data is missing",
        response.missing.reduce(0) { $0 + $1.entries }
      ),
    ]
    lines += others.filter { $0.1 > 0 }.map { "\($0.0): \($0.1)" }
    return ViewModel(
      lines: lines,
      undone: nextTry(after: response.recordedThrough) + undoneLines(of: response)
        + firstOnes(of: response.changed, sentence) + firstOnes(of: response.missing, sentence)
        + (response.missing.isEmpty ? [] : [hint]))
  }

  private static func nextTry(after line: Int?) -> [String] {
    guard let line else { return [] }
    let next = ". When the store can be written to again, import the file again"
    return [
      line == 0
        ? "No line was recorded\(next)."
        : "The lines after line \(line) weren't recorded\(next), with --resume."
    ]
  }

  /// The lines that weren't done, in their order, and how to try again.
  private static func undoneLines(of response: Response) -> [String] {
    let rows = (response.conflicts + response.refusals).sorted { $0.line < $1.line }
    guard !rows.isEmpty else { return [] }
    let next =
      response.rejects.map {
        response.hasRejects
          ? "These lines are in \($0). Correct them, give them new times and ids, and import that file."
          : "These lines couldn't be written to \($0). Copy them from the input by their numbers."
      } ?? "--rejects FILE writes these lines to a file, for another try."
    return firstOnes(of: rows) { "line \($0.line): \($0.message)" } + [next]
  }

  private static var hint: String {
    "`\(ToolName.current) export cloudevents --with-personal` writes the personal data that wasn't erased."
  }

  /// The first ten: a file that was made wrongly has one in each line.
  private static func firstOnes<Row>(of rows: [Row], _ sentence: (Row) -> String) -> [String] {
    let shown = rows.prefix(10)
    let more = rows.count - shown.count
    return shown.map(sentence)
      + (more > 0 ? ["\(more) more like these. --json names every line."] : [])
  }

  private static func sentence(for row: MissingPart) -> String {
    "\(row.stream): \(entryCount(row.entries)) left out, because entry \(row.seq) lacks personal data"
  }

  private static func sentence(for row: ChangedOutcome) -> String {
    let difference = row.difference
    let parts = [row.command, difference.kind.rawValue, difference.event, difference.field]
    return "entry \(row.seq) of \(row.stream): " + parts.compactMap { $0 }.joined(separator: " ")
  }
}

extension ImportCommands.UndoneLine {
  /// A line whose command the rules refused.
  init(line: Int, code: String, _ fields: [InvalidField]) {
    let fields = fields.map { "\($0.field) \($0.code)" }.joined(separator: ", ")
    let message = "Refused: \(code)" + (fields.isEmpty ? "." : " (\(fields)).")
    self.init(line: line, code: code, message: message)
  }
}

extension ImportCommands.Response: JSONRepresentable {
  package func writeJSON(to writer: inout JSONWriter) {
    writer.object {
      $0.member("lines", lines)
      $0.member("skipped", skipped)
      $0.member("accepted", accepted)
      $0.member("rejected") { writer in
        writer.numbers(refused.sorted { $0.key < $1.key }.map { ($0.key, Int64($0.value)) })
      }
      $0.member("unchanged", unchanged)
      $0.member("repeated", repeated)
      $0.member("erased", erased > 0 ? erased : nil)
      $0.member("conflicts", conflicts)
      $0.member("refusals", refusals)
      $0.member("changed", isRestored ? nil : changed)
      $0.member("missing", isRestored ? nil : missing)
      $0.member("recordedThrough", recordedThrough)
      $0.member("dryRun", isDryRun ? true : nil)
    }
  }
}

extension ImportCommands.UndoneLine: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("line", line)
    object.member("code", code)
    object.member("message", message)
  }
}

extension ImportCommands.ChangedOutcome: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("seq", seq)
    object.member("line", line)
    object.member("stream", stream)
    object.member("command", command)
    object.member("kind", difference.kind.rawValue)
    object.member("event", difference.event)
    object.member("field", difference.field)
    object.member("recorded", difference.recorded)
    object.member("replayed", difference.replayed)
  }
}

extension ImportCommands.MissingPart: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("stream", stream)
    object.member("seq", seq)
    object.member("entries", entries)
  }
}
