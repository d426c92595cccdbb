// Notes on an erasure, before and after.

extension PlanErasure {
  /// The maximum number of streams and places that people see.
  private static let shown = 12
  private static let shownEntries = 5

  package static func viewModel(of response: Response, _ formatting: Formatting) -> [String] {
    guard response.entries > 0 else {
      return [response.nothing] + notes(on: response)
    }
    return ["Would erase the personal data of \(response.subject), for good."]
      + response.streamLines
      + files("And delete these forms, which were kept here:", response.remains.forms)
      + notes(on: response)
  }

  /// Notes on data that erasing doesn't reach.
  static func notes(on response: Response) -> [String] {
    guard !response.streams.isEmpty else { return [] }
    let plural = response.words.plural
    let places = places(response)
    return listed(
      "These entries have the same words, and aren't changed:", places, places.count)
      + files(response.titleOfOthers, response.others)
      + files(
        "In the quarantine, which may have it (--purge-quarantine deletes this):",
        response.remains.quarantine)
      + files(
        "Archives, which have nothing of these \(plural) and weren't searched for the words:",
        response.remains.archives)
      + files(
        "Archives that were restored, which have it until the entries are archived there again:",
        response.remains.restoredArchives)
      + files(
        "Archives that weren't finished, which have it until the entries are archived there again:",
        response.remains.unfinishedArchives)
      + files(
        "Backups, which have it until the store is backed up there again:", response.remains.backups
      )
      + files(
        "The list of copies can't be read in these places. Look for copies that aren't named here, and back up there again:",
        response.remains.unreadableCopies)
      + files(
        "Copies that can't be searched, or have other files, and may have it:",
        response.remains.unsearchedCopies)
      + files("Copies that were searched, and have nothing of it:", response.remains.cleanCopies)
      + files(
        "Files in the store's folder that aren't part of the store, and may have it:",
        response.remains.strayFiles)
      + files(
        "What symbolic links in the store's folder lead to, which keeps what it has:",
        response.remains.linkedFiles)
      + files(
        "Segments that have other names elsewhere (hard links), which keep it:",
        response.remains.linkedSegments)
      + files("Drafts of new \(plural) here, which may have it:", response.remains.drafts)
  }

  /// A line for each kind of place, with the first few.
  private static func places(_ response: Response) -> [String] {
    var kinds: [String] = []
    var entries: [String: [Int]] = [:]
    for place in response.elsewhere {
      let kind = "\(place.member) has \(place.field) of \(place.stream.phrase)"
      if entries[kind] == nil { kinds.append(kind) }
      entries[kind, default: []].append(place.seq)
    }
    return kinds.map { kind in
      let seqs = entries[kind] ?? []
      let rest = seqs.count - shownEntries
      return "  \(kind): " + seqs.prefix(shownEntries).map { "@\($0)" }.joined(separator: ", ")
        + (rest > 0 ? " and \(rest) more" : "")
    }
  }

  fileprivate static func files(_ title: String, _ paths: [String]) -> [String] {
    listed(title, paths.map { "  " + $0 }, paths.count)
  }

  fileprivate static func listed(_ title: String, _ lines: [String], _ count: Int) -> [String] {
    guard !lines.isEmpty else { return [] }
    let rest = count - min(lines.count, shown)
    return [title] + lines.prefix(shown)
      + (rest > 0 ? ["  and \(rest) more, which --json lists"] : [])
  }
}

extension PlanErasure.Response {
  /// The sentence if nothing is to be erased.
  fileprivate var nothing: String {
    streams.isEmpty
      ? "No \(words.noun) is selected."
      : "Nothing to erase: no entry of \(words.counted(streams.count)) has personal data."
  }

  fileprivate var subject: String {
    let one = affected.count == 1 ? affected.first?.label.phrase : nil
    return (one ?? words.counted(affected.count)) + ", in \(entryCount(entries))"
  }

  fileprivate var streamLines: [String] {
    guard affected.count > 1 else { return [] }
    return PlanErasure.listed(
      "The \(words.plural):",
      affected.map { "  \($0.label.text): \(entryCount($0.entries))" }, affected.count)
  }
}

extension ErasePersonalData {
  package static func viewModel(of response: Response, _ formatting: Formatting) -> [String] {
    guard let recorded = response.recorded else {
      return [response.plan.nothing] + purge(response) + PlanErasure.notes(on: response.plan)
    }
    let segments = response.report.segments
    let entries =
      recorded.count == 1
      ? "entry \(recorded.lowerBound)" : "entries \(recorded.lowerBound) to \(recorded.upperBound)"
    return [
      "Erased the personal data of \(response.plan.subject). Recorded as \(entries)"
        // A server has no files to rewrite.
        + (segments == 0 ? "." : "; rewrote \(counted(segments, "segment")).")
    ] + purge(response) + PlanErasure.notes(on: response.plan)
  }

  private static func purge(_ response: Response) -> [String] {
    PlanErasure.files("Deleted from the quarantine:", response.purged)
      + PlanErasure.files("Deleted forms that were kept here:", response.deletedForms)
  }
}

extension ErasePersonalData.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    plan.writeMembers(to: &object)
    if let recorded {
      object.member("recorded") {
        $0.object {
          $0.member("first", recorded.lowerBound)
          $0.member("last", recorded.upperBound)
        }
      }
    }
    object.member("segments", report.segments)
    object.member("purged", purged.isEmpty ? nil : purged)
    object.member("deletedForms", deletedForms.isEmpty ? nil : deletedForms)
  }
}
