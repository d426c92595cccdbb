// Takes entries out of a history line by line. A first look at all beginnings finds which streams they
// are of, so that what these need from before a range can be taken along.

public import EventSourcing
import JSONLines
import Orders
import Replay

/// Takes a part out of a history.
public final class ExtractHistoryInteractor: ExtractHistoryBusinessLogic {
  /// The fewest bytes that a key may have: less can be guessed.
  static let leastKeyLength = 16

  private let source: any EntrySource
  private let presenter: any ExtractHistoryPresentationLogic
  private let output: any HistoryLineOutput
  private let isDone: () -> Bool

  /// An interactor on a history.
  ///
  /// - Parameters:
  ///   - source: The history.
  ///   - presenter: Takes how many lines there were.
  ///   - output: Takes the lines.
  ///   - isDone: Whether nobody wants to see more.
  public init(
    source: any EntrySource, presenter: any ExtractHistoryPresentationLogic,
    output: any HistoryLineOutput, isDone: @escaping () -> Bool = { false }
  ) {
    self.source = source
    self.presenter = presenter
    self.output = output
    self.isDone = isDone
  }

  /// Hands lines to the output, then says how many there were.
  public func extract(_ request: ExtractHistory.Request) throws(Failure) -> Bool {
    let pseudonyms = try request.key.map { (key) throws(Failure) in
      guard key.count >= Self.leastKeyLength else { throw .shortKey(key.count) }
      return EntryPseudonyms(key: key)
    }
    var selection = try EntrySelection(request, in: source)
    let survey = try Failure.of { () throws(LogError) in try selection.survey(source) }
    for (order, isThere) in zip(request.orders, survey) where !isThere {
      throw .noSuchOrder(order, at: nil)
    }
    var lines = try Failure.of { () throws(LogError) in
      try SelectedLines(selection, of: source, pseudonyms)
    }
    try copy(&lines)
    presenter.present(
      ExtractHistory.Response(
        entries: lines.count, streams: selection.streamCount, file: request.file,
        tornTail: lines.tornTail))
    return lines.count > 0
  }

  private func copy(_ lines: inout SelectedLines) throws(Failure) {
    var writer = JSONWriter()
    while !isDone() {
      do throws(LogError) {
        guard try lines.next(&writer) else { return }
      } catch {
        throw Failure(error)
      }
      try output.write(line: writer)
    }
  }
}

extension Failure {
  fileprivate static func shortKey(_ count: Int) -> Failure {
    let least = ExtractHistoryInteractor.leastKeyLength
    return Failure(
      .usage, code: "short-key", "The key has \(count) bytes; it needs at least \(least).",
      hint: "Make one, as in `openssl rand -hex 32 > key`, and keep it secret.")
  }
}
