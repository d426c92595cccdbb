// Shows one entry of a damaged history. What it changed isn't shown if earlier lines can't be read: the state
// before it isn't known then.

import EventSourcing
import Formatting
import JSONLines

package enum ShowEntryAround: RespondingScene {
  package struct Response: SceneResponse, Sendable {
    let item: ShowLog.Item
    /// The damage before it, or of itself.
    let damage: [Damage]

    var damageBefore: [Damage] {
      damage.filter { $0.kind == .outOfOrder || $0.seq != item.entry.seq }
    }
    package var isPositive: Bool { damage.isEmpty }
  }

  package struct ViewModel: Equatable, Sendable {
    package let marks: [String]
    package let entry: ShowEntry.ViewModel
  }

  package static func respond(to number: String, with history: History) throws(Failure) -> Response
  {
    let seq = try Failure.entryNumber(number)
    return try Failure.of { () throws(LogError) in
      do throws(LogError) {
        return Response(item: try history.item(ofEntry: seq), damage: [])
      } catch {
        guard error.code == .corrupt || error.code == .newerVersion,
          let found = try find(seq, in: history, after: error)
        else { throw error }
        return found
      }
    }
  }

  /// - Parameter error: The reason why the entry's stream can't be read up to it.
  private static func find(_ seq: Int, in history: History, after error: LogError) throws(LogError)
    -> Response?
  {
    var reader = try SalvageReader(history.source, checksPayloads: false)
    var damage: [Damage] = []
    while let part = try reader.next() {
      if let found = part.damage { damage.append(found) }
      guard let entry = part.entry, entry.seq == seq,
        let item = try? ShowLog.Item(entry, of: history.domains)
      else { continue }
      // Lines may be whole, but not what a domain reads of them.
      if damage.isEmpty, let found = Damage(error, .invalid) { damage = [found] }
      return Response(item: item, damage: damage)
    }
    return nil
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    ViewModel(
      marks: response.damageBefore.map(\.mark),
      entry: ShowEntry.viewModel(of: response.item, formatting))
  }
}

extension ShowEntryAround.Response {
  package var documents: [EntryOrMark] { damage.map { .mark($0) } + [.entry(item)] }

  package var notes: [String] {
    guard let last = damage.last else { return item.notes }
    let reason =
      damageBefore.isEmpty ? ": \(last.what)" : ", because lines before it can't be read."
    return ["What the entry changed isn't known" + reason]
  }
}
