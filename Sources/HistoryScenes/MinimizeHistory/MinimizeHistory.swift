// The scene that searches for the smallest history that still shows something: its messages, and how they
// read.

/// Minimizes a history as long as it still shows something, and writes it as a new history. The
/// input isn't changed.
package enum MinimizeHistory: RespondingScene {
  /// The largest number of streams that are tried.
  package static let mostStreams = 1000

  /// The property that the history must still have.
  package enum Request {
    /// A condition holds for a stream of the main domain, with all commands decided again by the rules that
    /// recorded them: at the end, or after any entry.
    case condition(String, ever: Bool)
    /// A replay finds the same divergence first.
    case divergence
    /// A program finds something in it.
    case program(any HistoryProbe)
  }

  /// The history, and where the result goes.
  package struct Context {
    let history: History
    let output: any HistoryLineOutput
    let limits: MinimizingLimits
    /// Takes the source of a test with this name, which reads the history from this file; nil if none
    /// is requested.
    package var test: (name: String, file: String, output: any HistoryLineOutput)?

    /// - Parameters:
    ///   - history: The history.
    ///   - output: Takes the history that is left.
    ///   - limits: When to stop, and how to report progress.
    package init(
      _ history: History, output: any HistoryLineOutput,
      _ limits: MinimizingLimits = MinimizingLimits()
    ) {
      self.history = history
      self.output = output
      self.limits = limits
    }
  }

  /// An entry of the history that is left.
  package struct Item: Equatable, Sendable {
    /// The number that it had.
    package let seq: Int
    package let stream: String
    package let command: String
    /// The number of its line in the new history.
    package let line: String

    /// The code of its refusal; nil if it was accepted.
    package var rejected: String? {
      (try? JSONValue(parsing: line))?["rejected"]?["code"]?.string
    }
  }

  package struct Response: HistoryResponse, Sendable {
    /// The property of the history.
    package let shown: Shown
    /// The domain that shows it.
    let domain: any HistoryDomain.Type
    /// The number of commands before.
    package let total: Int
    /// The entries that are left.
    package let items: [Item]
    /// The number of histories that were tried.
    package let runs: Int
    package let end: MinimizingEnd
    package let tornTail: TornTail?
    package var erasures = Erasures()
    /// Whether they were read again from where they were written to, and still show it.
    package var isReadBack = false

    package var isPositive: Bool { end != .interrupted }
  }

  /// The property of a history, known in full.
  package enum Shown: Equatable, Sendable {
    /// A condition holds for this stream.
    case condition(String, ever: Bool, stream: StreamLabel)
    /// A replay diverges.
    case divergence(Divergence)
    /// A program reports it.
    case program
  }

  package struct ViewModel: Equatable, Sendable {
    /// A sentence that says how far it came.
    package let headline: String
    /// The entries, each as its cells.
    package let rows: [[String]]
    /// Further notes.
    package let notes: [String]
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    let commands = counted(response.items.count, "command")
    var notes = [sentence(response.shown)]
    switch response.end {
    case .complete: break
    case .outOfRuns: notes.append("Stopped at the limit of histories: a smaller one may exist.")
    case .interrupted: notes.append("Interrupted: a smaller one may exist.")
    }
    if response.isReadBack { notes.append("Read back from the file, it shows the same.") }
    return ViewModel(
      headline: "\(commands) of \(response.total) \(response.items.count == 1 ? "shows" : "show")"
        + " it; histories tried: \(response.runs).",
      rows: response.items.map { item in
        [
          "@\(item.seq)", item.stream, item.command,
          item.rejected.map { "rejected: " + $0 } ?? "accepted",
        ]
      }, notes: notes)
  }

  private static func sentence(_ shown: Shown) -> String {
    switch shown {
    case .condition(let text, let ever, let stream):
      "\(text) holds for \(stream.text) "
        + "\(ever ? "after an entry" : "at the end"), with all commands decided again."
    case .divergence(let divergence):
      "A replay stops at @\(divergence.seq): "
        + ([divergence.difference.kind.rawValue]
        + [divergence.difference.event, divergence.difference.field].compactMap { $0 })
        .joined(separator: " ") + "."
    case .program: "The program exits with 0."
    }
  }
}

extension MinimizeHistory.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("commands", items.count)
    object.member("of", total)
    object.member("runs", runs)
    object.member("complete", end == .complete)
    if isReadBack { object.member("readBack", true) }
    object.erased(erasures)
    object.member("entries") {
      $0.array(items.enumerated()) { $1.element.write($1.offset + 1, to: &$0) }
    }
  }
}

extension MinimizeHistory.Item {
  /// Writes the entry with the number that it has now.
  fileprivate func write(_ number: Int, to writer: inout JSONWriter) {
    writer.object {
      $0.member("seq", number)
      $0.member("originalSeq", seq)
      $0.member("stream", stream)
      $0.member("command", command)
      $0.member("rejected", rejected)
    }
  }
}
