// Moves the first entries of a log to another folder. The store's files decide which segments that is.

package enum ArchiveEntries: RespondingScene {
  /// The position as it was typed, and the folder to move to.
  package typealias Request = (before: String, target: String)

  package struct Response: SceneResponse, Equatable, Sendable {
    let target: String
    let report: ArchiveReport
  }

  package static func respond(
    to request: Request, with context: (history: History, files: any StoreFiles)
  ) throws(Failure) -> Response {
    let seq = try context.history.firstEntry(notBefore: request.before)
    return try Failure.of(
      Response(
        target: request.target,
        report: context.files.archiveEntries(before: seq, to: request.target)))
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> [String] {
    let report = response.report
    guard report.segments > 0 else {
      return [
        "Nothing was archived. Sealed segments are moved whole, and no further one has only entries before that.",
        "A segment is sealed when the next begins: at 64 MiB, or at the --segment-size of what writes.",
      ]
    }
    return [
      "Archived the entries through \(report.through): moved \(counted(report.segments, "segment")), "
        + "\(report.bytes) bytes, to \(response.target). Every byte of the copy was read.",
      "The store begins with base.jsonl now, SHA-256 \(report.base).",
    ]
  }
}

extension History {
  /// The first entry that isn't before a position, as that was typed; `.max` if all are.
  fileprivate func firstEntry(notBefore position: String) throws(Failure) -> Int {
    let parsed = try Failure.of(
      PositionSyntaxError.self, Position(position) { times.read($0)?.first }, Failure.init)
    do throws(LogError) {
      return try firstEntry(notBefore: parsed)
    } catch {
      // Everything before that is archived.
      if error.code == .archived { return 1 }
      throw Failure(error)
    }
  }

  private func firstEntry(notBefore position: Position) throws(LogError) -> Int {
    let category = domains.main.category
    switch position {
    case .start: return 1
    case .seq(let seq):
      _ = try source.stream(ofEntry: seq)
      return seq
    case .time(let time):
      let before = Timestamp(microseconds: time.microseconds - 1)
      return try Position.time(before).resolve(in: source, category: category) + 1
    case .end, .beforeEnd, .revision: return try position.resolve(in: source, category: category)
    }
  }
}

extension ArchiveEntries.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("through", report.through)
    object.member("segments", report.segments)
    object.member("bytes", report.bytes)
    object.member("base", report.base.isEmpty ? nil : report.base)
  }
}
