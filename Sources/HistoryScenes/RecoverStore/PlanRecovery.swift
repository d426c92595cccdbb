// Shows what recovering a store would do, before it is confirmed. Changes nothing.

package enum PlanRecovery: RespondingScene {
  /// The maximum number of streams that people see, so that the rest stays on the screen; programs see all of them.
  private static let shownStreams = 12

  package struct Response: SceneResponse, Sendable {
    package let plan: RecoveryPlan
    let domains: HistoryDomains

    /// Whether there is anything to recover.
    package var isNeeded: Bool { plan.damage != nil || plan.description != nil }
  }

  package static func respond(to _: Void, with files: any StoreFiles) throws(Failure) -> Response {
    try Failure.of(Response(plan: files.planRecovery(), domains: files.domains))
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> [String] {
    let plan = response.plan
    let kept = plan.keptThrough
    let description = lines(about: plan.description, "Would write it again")
    guard let damage = plan.damage else {
      return description + good(kept - plan.archivedThrough, plan.description)
    }
    let start =
      description + [
        damage.description,
        kept > 0
          ? "Would keep everything before it: \(entryCount(kept)), through @\(kept)."
          : "There is no entry before it to keep.",
        plan.bytes > 0
          ? "Would move \(plan.bytes) bytes to:"
          : "There is nothing to move. The report would be in:",
      ]
    let warning =
      plan.isBeingWritten
      ? ["A process is writing to this store: what looks damaged may not be complete yet."] : []
    return start + plan.files.map { "  " + $0 } + numbers(in: plan)
      + lines(about: plan.streams, of: response.domains) + warning
  }

  /// The lines about a log that isn't damaged. That of an archive wasn't read.
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

  private static func numbers(in plan: RecoveryPlan) -> [String] {
    guard let numbers = plan.numbers else { return [] }
    let range =
      numbers.count == 1
      ? "entry \(numbers.lowerBound)" : "entries \(numbers.lowerBound) to \(numbers.upperBound)"
    let damaged =
      plan.damagedPlaces == 1 ? "1 place is" : "\(plan.damagedPlaces) places are"
    return [
      "These are \(range), as far as can be told. \(plan.readable) of them can be read, and "
        + "\(damaged) damaged."
    ]
  }

  /// The streams that lose entries, or have lost some.
  static func lines(
    about streams: [RecoveryPlan.MovedStream], of domains: HistoryDomains, isDone: Bool = false
  ) -> [String] {
    guard !streams.isEmpty else { return [] }
    let lost = "\(streams.count { $0.disappears }) of them"
    let shown = streams.prefix(shownStreams).map { stream in
      let all = isDone ? ", all that it had" : ", all that it has"
      return "  \(domains.label(of: stream.name).phrase): \(entryCount(stream.entries))"
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
    object.member("keptThrough", plan.keptThrough)
    object.member("damage", plan.damage?.inBytes)
    object.description(plan.description)
    object.member("bytes", plan.bytes)
    object.member("files", plan.files)
    if let numbers = plan.numbers {
      object.member("numbers") {
        $0.object {
          $0.member("first", numbers.lowerBound)
          $0.member("last", numbers.upperBound)
        }
      }
    }
    object.member("readable", plan.readable)
    object.member("damagedPlaces", plan.damagedPlaces)
    object.streams(plan.streams, of: domains)
    object.member("isBeingWritten", plan.isBeingWritten ? true : nil)
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

  /// The member `streams` of a plan or a report.
  mutating func streams(_ streams: [RecoveryPlan.MovedStream], of domains: HistoryDomains) {
    member("streams") { writer in
      writer.array(streams) { writer, stream in
        let label = domains.label(of: stream.name)
        writer.object {
          $0.member(named: label.key, label.text)
          $0.member("entries", stream.entries)
          $0.member("disappears", stream.disappears)
        }
      }
    }
  }
}
