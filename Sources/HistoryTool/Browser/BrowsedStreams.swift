// The browser of a domain that says nothing about it: the streams with the fields of their states, and one key that
// records any command.

struct BrowsedStreams: BrowsedDomain {
  private let commands: HistoryCommands

  init(of commands: HistoryCommands) { self.commands = commands }

  private var words: DomainWords { commands.words }

  var sortings: [String] { [] }
  var changes: [BrowserChange] {
    let creation = BrowserChange(
      ["C"], "Record a command for another \(words.noun), such as the first one.",
      command: commands.recording.name, isOfStream: false)
    return (commands.domains.main.isSingleStream ? [] : [creation]) + [
      BrowserChange(
        ["R"], "Record a command for the selected \(words.noun).", command: commands.recording.name)
    ]
  }
  var changing: String {
    "At the latest entry, commands can be recorded, as with `\(commands.tool) \(commands.recording.name)`."
  }
  var examples: (conditions: String, command: String) {
    let change = commands.domains.main.fieldNames.first.map { "changed(\($0)) or " } ?? ""
    return (
      change + "refused", "\(commands.recording.name) \(commands.id) '\(words.exampleCommand)'"
    )
  }

  func list(
    by sorting: Int, at position: RequestedPosition, in history: History, _ formatting: Formatting
  ) throws(Failure) -> (Range<Int>) throws(Failure) -> BrowsedList {
    let response = try ListStreams.respond(to: position, with: history)
    let table = ListStreams.viewModel(of: response, formatting)
    return { rows in
      let shown = TableViewModel(
        table.headings, rows: Array(table.rows[rows.clamped(to: table.rows.indices)]), formatting)
      return BrowsedList(shown, of: table.rows.count)
    }
  }

  func stream(
    _ id: String, at position: RequestedPosition, in history: History, _ formatting: Formatting
  ) throws(Failure) -> BrowsedStream {
    let response = try ShowStream.respond(to: .init(id: id, at: position), with: history)
    let model = ShowStream.viewModel(of: response, formatting)
    return BrowsedStream(rev: response.rev) { model.draw(on: &$0) }
  }
}
