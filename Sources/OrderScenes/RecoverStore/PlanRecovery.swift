// Shows what recovering a store would do, before anybody decides on it. Changes nothing.

import Conventions
import EventSourcing
import HistoryScenes
import JSONLines

package enum PlanRecovery: RespondingScene {
  /// People see at most that many orders, so that the rest stays on the screen; programs see all of them.
  private static let shownStreams = 12

  package struct Response: SceneResponse, Equatable, Sendable {
    package struct Stream: Equatable, Sendable {
      package let label: StreamLabel
      /// How many of its entries would be moved, as far as they can be read.
      package let entries: Int
      /// Whether none of its entries would be left.
      package let disappears: Bool

      package init(label: StreamLabel, entries: Int, disappears: Bool) {
        self.label = label
        self.entries = entries
        self.disappears = disappears
      }
    }

    /// The last entry that would be left; 0 if none would.
    package let keptThrough: Int
    package let damage: LogError?
    /// The last entry that is archived, and wasn't read; 0 if none is.
    package var archivedThrough = 0
    package var description: LostDescription?
    package var bytes = 0
    /// Where they would be, in the log's order; the report about them comes last.
    package var files: [String] = []
    /// The numbers of the entries that would be moved, as far as can be told.
    package var numbers: ClosedRange<Int>?
    /// How many of these entries can be read.
    package var readable = 0
    package var damagedPlaces = 0
    package var streams: [Stream] = []
    package var isBeingWritten = false

    package init(keptThrough: Int, damage: LogError?) {
      self.keptThrough = keptThrough
      self.damage = damage
    }

    /// Whether there is anything to recover.
    package var isNeeded: Bool { damage != nil || description != nil }
  }

  package struct ViewModel: Equatable, Sendable {
    package let lines: [String]
  }

  package static func respond(to path: String, with files: any StoreFiles) throws(Failure)
    -> Response
  {
    try Failure.of { () throws(LogError) in
      try files.planRecovery(
        of: path, checking: HistoryDomains.orders.verification(of: .store))
    }
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    let kept = response.keptThrough
    let description = lines(about: response.description, "Would write it again")
    guard let damage = response.damage else {
      return ViewModel(
        lines: description + good(kept - response.archivedThrough, response.description))
    }
    let start =
      description + [
        damage.description,
        kept > 0
          ? "Would keep everything before it: \(entryCount(kept)), through @\(kept)."
          : "There is no entry before it to keep.",
        response.bytes > 0
          ? "Would move \(response.bytes) bytes to:"
          : "There is nothing to move. The report would be in:",
      ]
    let warning =
      response.isBeingWritten
      ? ["A process is writing to this store: what looks damaged may not be complete yet."] : []
    return ViewModel(
      lines: start + response.files.map { "  " + $0 } + numbers(in: response)
        + lines(about: response.streams) + warning)
  }

  /// What there is to say if the log isn't damaged. That of an archive wasn't read.
  static func good(_ entries: Int, _ lost: LostDescription?) -> [String] {
    let rest = "read \(entryCount(entries)), all good."
    guard let lost else { return ["Nothing to recover: " + rest] }
    return lost.isArchive ? [] : ["Nothing else to recover: " + rest]
  }

  static func lines(about lost: LostDescription?, _ what: String) -> [String] {
    guard let lost else { return [] }
    return [
      lost.damage.description,
      "\(what): the segments are of the store \(lost.id)"
        + (lost.isArchive
          ? ", and all of them are sealed, as an archive's are. So it is an archive, which is only read. If it is the "
            + "store itself: `chmod u+w` its last segment, remove store.json, and recover it again."
          : ". The last one isn't sealed, so this isn't an archive."),
    ]
  }

  private static func numbers(in response: Response) -> [String] {
    guard let numbers = response.numbers else { return [] }
    let range =
      numbers.count == 1
      ? "entry \(numbers.lowerBound)" : "entries \(numbers.lowerBound) to \(numbers.upperBound)"
    let damaged =
      response.damagedPlaces == 1 ? "1 place is" : "\(response.damagedPlaces) places are"
    return [
      "These are \(range), as far as can be told. \(response.readable) of them can be read, and "
        + "\(damaged) damaged."
    ]
  }

  /// The streams that lose entries, or have lost some.
  static func lines(about streams: [Response.Stream], isDone: Bool = false) -> [String] {
    guard !streams.isEmpty else { return [] }
    let lost = "\(streams.count { $0.disappears }) of them"
    let shown = streams.prefix(shownStreams).map { stream in
      let all = isDone ? ", all that it had" : ", all that it has"
      return "  \(stream.label.phrase): \(entryCount(stream.entries))"
        + (stream.disappears ? all : "")
    }
    let rest = streams.count - shown.count
    return [
      isDone
        ? "These have lost entries; \(lost) disappeared:"
        : "These would lose entries; \(lost) would disappear:"
    ] + shown + (rest > 0 ? ["  and \(rest) more, which --json lists"] : [])
  }
}

extension PlanRecovery.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("keptThrough", keptThrough)
    object.member("damage", damage?.inBytes)
    object.description(description)
    object.member("bytes", bytes)
    object.member("files", files)
    if let numbers {
      object.member("numbers") {
        $0.object {
          $0.member("first", numbers.lowerBound)
          $0.member("last", numbers.upperBound)
        }
      }
    }
    object.member("readable", readable)
    object.member("damagedPlaces", damagedPlaces)
    object.member("streams", streams)
    object.member("isBeingWritten", isBeingWritten ? true : nil)
  }
}

extension JSONWriter {
  /// The member `description` of a plan or a report, unless nothing is wrong with the store's.
  mutating func description(_ lost: LostDescription?) {
    guard let lost else { return }
    member("description") { writer in
      writer.object {
        $0.member("damage", lost.damage.inBytes)
        $0.member("id", lost.id)
        $0.member("archive", lost.isArchive ? true : nil)
      }
    }
  }
}

extension PlanRecovery.Response.Stream: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member(named: label.key, label.text)
    object.member("entries", entries)
    object.member("disappears", disappears)
  }
}
