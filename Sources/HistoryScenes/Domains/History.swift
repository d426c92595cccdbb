// A history with the domains that it is of: what every scene that examines one is given.

/// The domains whose streams a store has.
public struct HistoryDomains: Sendable {
  /// The one whose streams are named by their ids alone, and that conditions are about.
  package let main: any HistoryDomain.Type
  /// All of them, the main one first.
  package let all: [any HistoryDomain.Type]

  /// A main domain, and other domains.
  public init(_ main: any HistoryDomain.Type, _ others: any HistoryDomain.Type...) {
    self.main = main
    all = [main] + others
  }

  /// The one that a stream is of.
  func domain(of stream: StreamName) -> any HistoryDomain.Type {
    all.first { $0.category == stream.category } ?? main
  }

  /// The names of all streams that they have.
  var streamNames: [StreamNames] { all.map { StreamNames(of: $0) } }

  /// Throws if the first entry of a history is of a stream that none of them knows, so that another tool wrote it. An
  /// entry that can't be read is no reason to.
  package func requireOwn(_ source: any EntrySource) throws(LogError) {
    if let stream = source.firstStream,
      streamNames.contains(where: { $0.contain(stream.text.bytes) })
    {
      return
    }
    guard var reader = try? EntryReader(source, pieceSize: 1 << 12), (try? reader.next()) != nil
    else { return }
    try reader.requireStream(in: streamNames)
  }
}

extension EntryReader {
  /// Throws if the entry that was read last is of none of these streams.
  func requireStream(in names: [StreamNames]) throws(LogError) {
    let stream = entry.storage.slice(entry.stream)
    guard names.contains(where: { $0.contain(stream) }) else { throw unknownStream }
  }
}

package struct History {
  package let source: any EntrySource
  package let domains: HistoryDomains
  /// The context of typed positions and times.
  package let times: TypedTimes
  /// The states that are kept for a user who moves back and forth; nil if each question is asked once.
  package var moving: MovingHistory?
  /// Whether positions are looked for around damage, too.
  var readsAround = false

  package init(_ source: any EntrySource, of domains: HistoryDomains, times: TypedTimes = .utc) {
    self.source = source
    self.domains = domains
    self.times = times
  }

  /// This history with only the entries that have some terms, if they are found without reading the others; then
  /// positions must have been resolved before.
  package func narrowed(to terms: [EntryTerm]) throws(LogError) -> History {
    guard !terms.isEmpty, let part = try source.part(of: terms) else { return self }
    return History(part, of: domains, times: times)
  }
}

package struct StreamLabel: Hashable, Sendable {
  /// The stream's id if it is of the main domain, else its whole name.
  package let text: String
  /// The key under which programs find the text: the main domain's noun, or `stream`.
  package let key: String

  /// The stream as a part of a sentence: `order 1001`, `the stream catalog`.
  package var phrase: String { key == "stream" ? "the stream \(text)" : "\(key) \(text)" }
}

extension HistoryDomains {
  var words: DomainWords { main.words }

  package func label(of stream: String) -> StreamLabel {
    let prefix = main.category + "/"
    return stream.hasPrefix(prefix)
      ? StreamLabel(text: String(stream.dropFirst(prefix.count)), key: words.noun)
      : StreamLabel(text: stream, key: "stream")
  }

  package func stream(_ id: String) throws(Failure) -> StreamName {
    guard let stream = StreamName(category: main.category, id: id) else {
      throw noSuchStream(id, at: nil)
    }
    return stream
  }

  package func stream(_ id: String?) throws(Failure) -> StreamName? {
    guard let id else { return nil }
    return try stream(id)
  }

  func streams(_ ids: [String]) throws(Failure) -> [StreamName] {
    var names: [StreamName] = []
    for id in ids { names.append(try stream(id)) }
    return names
  }

  /// - Parameters:
  ///   - first: Its first entry, if that is only after the position.
  ///   - near: The ids that may have been meant, best first.
  ///   - end: The last entry that was read, if it may be an entry's number that was meant.
  package func noSuchStream(
    _ id: String, at position: RequestedPosition?, first: Int? = nil, near: [String] = [],
    through end: Int = 0
  ) -> Failure {
    let moment = position.map { " at \($0)" } ?? ""
    return Failure(
      .notFound, code: "no-such-\(words.code)",
      "There is no \(words.noun) \(id.unmistakable)\(moment).",
      hint: first.map { "Its first entry is @\($0), after that." } ?? showingHint(for: id)
        ?? didYouMean(near) ?? listingHint(for: id, upTo: end))
  }

  private func listingHint(for id: String, upTo end: Int) -> String {
    let listing = "`\(ToolName.current) list` lists the \(words.plural)"
    guard let seq = Int(id), 0 < seq && seq <= end else { return listing + "." }
    return listing + ", and `\(ToolName.current) show @\(seq)` shows entry \(seq)."
  }

  /// The command that takes the name of an entry, or the revision of a stream; nil for anything else.
  private func showingHint(for text: String) -> String? {
    guard let at = text.lastIndex(of: "@"), UInt(text[text.index(after: at)...]) != nil else {
      return nil
    }
    if at == text.startIndex { return "`\(ToolName.current) show \(text)` shows the entry." }
    guard StreamName(category: main.category, id: String(text[..<at])) != nil else { return nil }
    return "`\(ToolName.current) show \(text)` shows the \(words.noun) at that revision."
  }
}
