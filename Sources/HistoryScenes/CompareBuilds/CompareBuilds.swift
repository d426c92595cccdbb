// Compares the outcomes of two builds. Both write the same lines in the same order, so lines with
// the same bytes needn't be parsed.

package protocol OutcomeLineSource: AnyObject {
  func next() throws(Failure) -> ByteStorage?
}

/// Decides a history from its beginning and compares the outcomes with those of another build,
/// which had the same request.
package enum CompareBuilds: Interaction {
  package static func handle(
    _ request: HistoryOutcomes.Request,
    in context: (history: History, other: any OutcomeLineSource),
    _ presenter: any Presenter<HistoryDifferences.Response>
  ) throws(Failure) -> Bool {
    let count = DifferenceCount(context.history.domains, presenter)
    let kinds = context.history.domains.main.kinds
    var comparison = OutcomeComparison(other: context.other, kinds: kinds, count: count)
    let response = try HistoryOutcomes.respond(
      to: request, in: context.history, until: { comparison.failure != nil }
    ) { (line, currency) in comparison.compare(line, in: currency) }
    return try comparison.result(response)
  }
}

private struct OutcomeComparison {
  let other: any OutcomeLineSource
  let kinds: FieldKinds
  var count: DifferenceCount
  var failure: Failure?

  mutating func compare(_ line: borrowing JSONWriter, in currency: () -> String) {
    guard failure == nil else { return }
    do throws(Failure) {
      guard let theirs = try other.next() else { throw .otherOutcomes }
      let isSame = line.withBytes { $0.count == theirs.count && $0.elementsEqual(theirs.bytes) }
      if isSame, line.withBytes({ $0.isUnknownEnd }) { count.addUnknownEnds() }
      if !isSame { try compare(line.storage(), theirs, in: currency()) }
    } catch {
      failure = error
    }
  }

  private mutating func compare(_ own: ByteStorage, _ theirs: ByteStorage, in currency: String)
    throws(Failure)
  {
    let (was, now) = (try Self.tree(own), try Self.tree(theirs))
    guard let stream = was["stream"]?.string, now["stream"]?.string == stream,
      now["seq"] == was["seq"]
    else { throw .otherOutcomes }
    if let seq = was["seq"]?.integer {
      count.add(
        HistoryDifferences.Command(
          seq: Int(seq), stream: stream, command: was["command"]?.string ?? "",
          was: was.outcome, now: now.outcome,
          currencies: CurrencyPair(old: currency, new: kinds.currency(ofEventsIn: now) ?? currency),
          kinds: kinds))
    } else if was["unknown"] != nil || now["unknown"] != nil {
      count.addUnknownEnds()
    } else {
      try count.add(
        stream, was: FieldTree(was["state"] ?? .object([])),
        now: FieldTree(now["state"] ?? .object([])))
    }
  }

  private static func tree(_ line: ByteStorage) throws(Failure) -> JSONValue {
    try Failure.of(JSONError.self, JSONValue(line, in: 0..<line.count, profile: .anyOrder)) { _ in
      .otherOutcomes
    }
  }

  mutating func result(_ response: HistoryOutcomes.Response) throws(Failure) -> Bool {
    if let failure { throw failure }
    // Its last line, with the digest, adds nothing to the lines before.
    guard let last = try other.next(), try Self.tree(last)["digest"] != nil, try other.next() == nil
    else { throw .otherOutcomes }
    return count.finish(response.end.tornTail, unknownRules: response.unknownRules)
  }
}

extension UnsafeRawBufferPointer {
  /// Whether a line is that of a stream's end that isn't known.
  fileprivate var isUnknownEnd: Bool {
    let end = #","unknown":true}"#.utf8
    return starts(with: #"{"stream":"#.utf8) && suffix(end.count).elementsEqual(end)
  }
}

extension JSONValue {
  /// The part of a line with the outcome of a command.
  fileprivate var outcome: JSONValue {
    .object((members ?? []).filter { !["seq", "stream", "command"].contains($0.key) })
  }
}

extension Failure {
  fileprivate static var otherOutcomes: Failure {
    Failure(
      .badData, code: "other-outcomes",
      "The other build's outcomes aren't about the same entries in the same order.",
      hint:
        "Run `\(ToolName.current) replay --outcomes` with it: the output must end with a digest."
    )
  }
}
