// Repairs a damaged store. The store's files decide what is damaged, and where to move it.

import HistoryScenes
import Conventions
import EventSourcing
import JSONLines

package enum RecoverStore: RespondingScene {
  package struct Request: Equatable, Sendable {
    package let path: String
    package let lockTimeoutMilliseconds: Int
    /// What somebody has agreed to; nil if nobody was asked.
    package let agreed: PlanRecovery.Response?

    package init(
      path: String, lockTimeoutMilliseconds: Int, agreed: PlanRecovery.Response? = nil
    ) {
      self.path = path
      self.lockTimeoutMilliseconds = lockTimeoutMilliseconds
      self.agreed = agreed
    }
  }

  package struct Response: SceneResponse, Equatable, Sendable {
    /// The last entry that is left; 0 if none is.
    package let keptThrough: Int
    package let damage: LogError?
    package let bytesMoved: Int
    /// Where everything is now that was moved: a damaged description, then what was in the log, in its order. The report
    /// about the log comes last.
    package let files: [String]
    /// The last entry that is archived, and wasn't read; 0 if none is.
    package var archivedThrough = 0
    /// The streams that have lost entries, as far as what was moved can be read.
    package var streams: [PlanRecovery.Response.Stream] = []
    /// A description of the store that was lost or damaged, and is written again.
    package var description: LostDescription?

    package init(keptThrough: Int, damage: LogError?, bytesMoved: Int, files: [String]) {
      self.keptThrough = keptThrough
      self.damage = damage
      self.bytesMoved = bytesMoved
      self.files = files
    }
  }

  package struct ViewModel: Equatable, Sendable {
    package let lines: [String]
  }

  package static func respond(to request: Request, with files: any StoreFiles) throws(Failure)
    -> Response
  {
    try Failure.of { () throws(LogError) in
      try files.recoverStore(request, checking: HistoryDomains.orders.verification(of: .store))
    }
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    let kept = response.keptThrough
    let description = PlanRecovery.lines(about: response.description, "Wrote it again")
    let files = response.files.map { "  " + $0 }
    guard let damage = response.damage else {
      let moved = files.isEmpty ? [] : ["What was there is in:"] + files
      return ViewModel(
        lines: description + moved
          + PlanRecovery.good(kept - response.archivedThrough, response.description))
    }
    return ViewModel(
      lines: description + [
        damage.description,
        kept > 0
          ? "Kept everything before it: \(entryCount(kept))." : "There is no entry before it.",
        response.bytesMoved > 0
          ? "Moved \(response.bytesMoved) bytes to:"
          : "There was nothing to move. The report is in:",
      ] + files
        + PlanRecovery.lines(about: response.streams, isDone: true))
  }
}

extension RecoverStore.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("keptThrough", keptThrough)
    object.member("damage", damage?.inBytes)
    object.member("bytesMoved", bytesMoved)
    object.member("files", files)
    object.description(description)
    object.member("streams", streams.isEmpty ? nil : streams)
  }
}
