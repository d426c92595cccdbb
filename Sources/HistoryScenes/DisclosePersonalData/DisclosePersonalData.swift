// Everything that a history has about one person, to be given to that person: as data and as a page, with the commands, who
// requested them and when, and where copies are.

package enum DisclosePersonalData: RespondingScene {
  package struct Request: Sendable {
    package var person: String
    /// The streams about the person, and about no other one.
    package var selection: any StreamSelection

    package init(_ person: String, _ selection: any StreamSelection) {
      (self.person, self.selection) = (person, selection)
    }
  }

  package typealias Context = (history: History, files: any StoreFiles)

  package struct Response: SceneResponse, Sendable {
    let person: String
    let domain: any HistoryDomain.Type
    let storeID: String?
    let plan: PlanErasure.Response
    /// The known copies of the store, whether or not they have it.
    let copies: StoreRemains
    /// The streams that were created.
    let streams: ReportedStreams
    /// The entries of each stream as they are in the log, without checksums.
    fileprivate(set) var entries: [[[UInt8]]]
    /// The last entry of the log.
    fileprivate(set) var through = 0
    package fileprivate(set) var tornTail: TornTail?

    package var isPositive: Bool { plan.isPositive }
    package var notes: [String] { [tornTail?.warning].compactMap { $0 } }
    var entryTotal: Int { entries.reduce(0) { $0 + $1.count } }
    /// Other places of the person's words.
    fileprivate(set) var elsewhere: [WordElsewhere] = []
    /// The number of places that are too many to be told.
    var omitted: Int { plan.elsewhereCount - plan.elsewhere.count }

    /// The document as a file.
    package var data: [UInt8] {
      var writer = JSONWriter()
      writeJSON(to: &writer)
      writer.raw("\n")
      return writer.withBytes { Array($0) }
    }
  }

  package static func respond(to request: Request, with context: Context) throws(Failure)
    -> Response
  {
    let history = context.history
    let plan = try PlanErasure.survey(request.selection, in: history)
    var report = ReportHistory.Request(ids: plan.streams.map(\.label.text))
    (report.includesPersonal, report.includesUncreated) = (true, true)
    // Without ids, it would be about all streams.
    if plan.streams.isEmpty { report.limit = 0 }
    let domain = history.domains.main
    var response = Response(
      person: request.person, domain: domain, storeID: history.source.storeID, plan: plan,
      copies: try Failure.of(context.files.remains()),
      streams: try domain.reported(
        by: report, in: history, of: history.times.bounds(since: nil, until: nil), through: .max),
      entries: Array(repeating: [], count: plan.streams.count))
    try Failure.of { () throws(LogError) in try response.readEntries(history.source) }
    return response
  }
}

extension DisclosePersonalData.Response {
  fileprivate mutating func readEntries(_ source: any EntrySource) throws(LogError) {
    let table = StreamTable(plan.streams.map(\.name))
    var reader = try EntryReader(source)
    var own: Set<Int> = []
    defer { elsewhere = plan.elsewhere.filter { !own.contains($0.seq) } }
    while let entry = try reader.next() {
      through = entry.seq
      guard let place = table.find(entry.storage.slice(entry.stream)) else { continue }
      own.insert(entry.seq)
      entries[place].append(Array(entry.lineWithoutChecksum))
    }
    tornTail = reader.tornTail
  }
}

/// The data as a document: what the person gets.
extension DisclosePersonalData.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("person", person)
    object.member("store", storeID)
    object.member("through", through)
    object.member(named: plan.words.plural, zip(plan.streams, entries).map(Disclosed.init))
    object.member("ofOthers", plan.others.isEmpty ? nil : plan.others)
    object.member("elsewhere", elsewhere)
    object.member("omitted", omitted > 0 ? omitted : nil)
    object.member("copies") { $0.object { copies.writeCopies(to: &$0) } }
    object.member("quarantine", copies.quarantine)
  }

  private struct Disclosed: JSONObjectRepresentable {
    let stream: PlanErasure.Response.Stream
    let entries: [[UInt8]]

    func writeMembers(to object: inout JSONWriter) {
      object.member("id", stream.label.text)
      object.member("entries", entries.map(RecordedEntry.init))
    }
  }

  private struct RecordedEntry: JSONRepresentable {
    let bytes: [UInt8]

    func writeJSON(to writer: inout JSONWriter) { bytes.withUnsafeBytes { writer.raw($0) } }
  }
}
