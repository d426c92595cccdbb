// Selects the streams whose personal data is to be erased.

package protocol StreamSelection: Sendable {
  func streams(in history: History) throws(Failure) -> SelectedStreams
  /// The error of a selected stream that has no entries.
  func noEntries(of stream: StreamName, in history: History) throws(Failure) -> Failure
}

extension StreamSelection {
  package func noEntries(of stream: StreamName, in history: History) -> Failure {
    let words = history.domains.words
    let label = history.domains.label(of: "\(stream)")
    return Failure(
      .notFound, code: "no-such-\(words.code)", "There is no \(label.phrase).",
      hint:
        "Nothing was erased or recorded. `\(ToolName.current) list` lists the \(words.plural).")
  }
}

package struct SelectedStreams: Sendable {
  /// Each once.
  package let streams: [StreamName]
  /// The ids of streams that aren't selected, though their entries may have what is erased.
  package var others: [String] = []
  /// A title for these.
  package var titleOfOthers = ""

  package init(_ streams: [StreamName]) {
    var seen: Set<StreamName> = []
    self.streams = streams.filter { seen.insert($0).inserted }
  }
}

/// The streams with these ids or names.
package struct NamedStreams: StreamSelection {
  private let names: [String]

  package init(_ names: [String]) { self.names = names }

  package func streams(in history: History) throws(Failure) -> SelectedStreams {
    var streams: [StreamName] = []
    for name in names { streams.append(try history.domains.named(name).1) }
    return SelectedStreams(streams)
  }
}
