// Divergences for programs: one object a line, the whole at the end.

import EventSourcing
import JSONLines
import Replay

/// Presents divergences as JSON lines.
public final class ReplayHistoryJSONPresenter: ReplayHistoryPresentationLogic {
  private let display: any DocumentDisplayLogic
  private let notes: any NoteDisplayLogic

  /// A presenter for displays of documents and notes.
  public init(display: any DocumentDisplayLogic, notes: any NoteDisplayLogic) {
    self.display = display
    self.notes = notes
  }

  /// Presents a divergence.
  public func present(_ item: ReplayHistory.Item) {
    let (divergence, difference) = (item.divergence, item.divergence.difference)
    var members = [JSONValue.Member("seq", .integer(Int64(divergence.seq)))]
    func add(_ key: String, _ text: String?) {
      if let text, !text.isEmpty { members.append(.init(key, .string(text))) }
    }
    add("at", divergence.at?.description)
    add("stream", divergence.stream)
    add("command", divergence.command)
    add("kind", difference.kind.rawValue)
    add("event", difference.event)
    add("field", difference.field)
    if let recorded = difference.recorded { members.append(.init("recorded", recorded)) }
    if let replayed = difference.replayed { members.append(.init("replayed", replayed)) }
    add("message", item.problem?.message)
    add("place", item.problem?.place?.description)
    add("recordedEngine", divergence.recordedEngine)
    add("replayedEngine", divergence.replayedEngine)
    members.append(.init("compared", .integer(Int64(divergence.compared))))
    add("again", commandLineText(item.again))
    show(members)
  }

  /// Ends the presentation.
  public func finish(_ response: ReplayHistory.Response) {
    var members = [
      JSONValue.Member("identical", .boolean(response.groups.isEmpty)),
      .init("compared", .integer(Int64(response.compared))),
      .init("diverged", .integer(Int64(response.groups.reduce(0) { $0 + $1.count }))),
      .init("groups", .array(response.groups.map { Self.tree($0) })),
    ]
    if let digest = response.digest { members.append(.init("digest", .string(digest))) }
    show(members)
    if let tail = response.end.tornTail { notes.display(note: tail.warning) }
  }

  private static func tree(_ group: ReplayHistory.Response.Group) -> JSONValue {
    .object([
      .init("kind", .string(group.kind.rawValue)), .init("command", .string(group.command)),
      .init("count", .integer(Int64(group.count))),
    ])
  }

  private func show(_ members: [JSONValue.Member]) {
    var writer = JSONWriter()
    writer.value(.object(members))
    display.display(document: writer)
  }
}
