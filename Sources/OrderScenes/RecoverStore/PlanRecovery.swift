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
    guard let damage = response.damage else {
      return ViewModel(lines: ["Nothing to recover: read \(entryCount(kept)), all good."])
    }
    let start = [
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
        + streams(in: response) + warning)
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

  private static func streams(in response: Response) -> [String] {
    guard !response.streams.isEmpty else { return [] }
    let lost = response.streams.count { $0.disappears }
    let shown = response.streams.prefix(shownStreams).map { stream in
      "  \(stream.label.phrase): \(entryCount(stream.entries))"
        + (stream.disappears ? ", all that it has" : "")
    }
    let rest = response.streams.count - shown.count
    return [
      "These would lose entries; \(lost == 1 ? "1 of them" : "\(lost) of them") would disappear:"
    ] + shown + (rest > 0 ? ["  and \(rest) more, which --json lists"] : [])
  }
}

extension PlanRecovery.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("keptThrough", keptThrough)
    object.member("damage", damage?.description)
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

extension PlanRecovery.Response.Stream: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member(named: label.key, label.text)
    object.member("entries", entries)
    object.member("disappears", disappears)
  }
}
