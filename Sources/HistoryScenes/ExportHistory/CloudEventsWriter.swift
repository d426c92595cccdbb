// CloudEvents 1.0.2 in their JSON format, an event for each entry.

final class CloudEventsWriter: ExportWriter {
  private let personal: PersonalParts
  private let output: any ByteOutput
  private let tool = ToolName.current
  private let source: String
  private let isBatch: Bool
  private var json = JSONWriter()
  private var bytes: [UInt8] = []
  private var count = 0

  init(
    _ request: ExportHistory.Request, _ personal: PersonalParts, storeID: String?,
    _ output: any ByteOutput
  ) throws(Failure) {
    (self.personal, self.output, isBatch) = (personal, output, request.isBatch)
    source = "urn:\(tool):" + (storeID ?? "history")
    if isBatch { bytes.append(UInt8(ascii: "[")) }
  }

  /// Pseudonyms are put into entries of the current form, which reading them into states makes of older ones.
  var needsStates: Bool { personal.hasPseudonyms }

  func take(_ entry: Entry, by rulesVersion: String?, _ states: ExportedStates) throws(JSONError) {
    json.removeAll()
    let stream = entry.storage.string(entry.stream)
    let command = entry.storage.string(try entry.commandHead().type)
    let outcome = entry.isAccepted ? "accepted" : "rejected"
    var failure: JSONError?
    json.object { object in
      object.member("specversion", "1.0")
      object.member("id", String(entry.seq))
      object.member("source", source)
      object.member("type", "\(tool).\(command).\(outcome)")
      object.member("subject", stream)
      object.member("time", entry.at.description)
      // The extension for ordering: texts that sort as the numbers do.
      let digits = String(entry.seq)
      object.member("sequence", String(repeating: "0", count: 20 - digits.utf8.count) + digits)
      object.member("engine", rulesVersion)
      // The leaf and the id continue the export after this event.
      object.member("leaf", personal.leaf(of: entry))
      object.member("datacontenttype", "application/json")
      object.member("data") { writer in
        do throws(JSONError) { try personal.write(entry, to: &writer) } catch { failure = error }
      }
    }
    if let failure { throw failure }
    if isBatch, count > 0 { bytes.append(UInt8(ascii: ",")) }
    if isBatch { bytes.append(0x0A) }
    json.withBytes { bytes += $0 }
    if !isBatch { bytes.append(0x0A) }
    count += 1
  }

  func flushIfLong() throws(Failure) {
    guard bytes.count > 65_536 else { return }
    try output.write(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  func end(_ states: ExportedStates) throws(Failure) {
    if isBatch { bytes += Array("\n]\n".utf8) }
  }

  func finish(through end: HistoryCursor) throws(Failure) {
    try output.write(bytes)
    bytes.removeAll()
    try output.complete()
  }
}
