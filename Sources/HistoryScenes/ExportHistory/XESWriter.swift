// An event stream as IEEE 1849-2016 (XES) has it: a trace for each stream of the main domain, in the order of their first
// entries, and one for each other domain. Traces are written at the end, because streams' entries are mixed in a log.

final class XESWriter: ExportWriter {
  private let personal: PersonalParts
  private let output: any ByteOutput
  /// The events of each stream, by its number, as they will be written.
  private var traces: [[UInt8]] = []
  /// The bytes of the other domains, by their places.
  private var others: [Int: [UInt8]] = [:]
  private var xml = XMLWriter()

  let needsStates = true

  init(_ personal: PersonalParts, _ output: any ByteOutput) {
    (self.personal, self.output) = (personal, output)
  }

  func take(_ entry: Entry, by rulesVersion: String?, _ states: ExportedStates) throws(JSONError) {
    let row = try ExportedEntry(entry, by: rulesVersion, personal)
    xml.removeAll()
    for event in states.current.events(of: row) { write(event, states.current.eventAttributes) }
    guard let index = states.main.index(of: entry) else {
      others[states.place, default: []] += xml.bytes
      return
    }
    while traces.count <= index { traces.append([]) }
    traces[index] += xml.bytes
  }

  private func write(_ event: ProcessEvent, _ own: [ObjectAttribute]) {
    let entry = event.entry.entry
    xml.raw("<event>\n")
    attribute("concept:name", .text(event.type))
    attribute("concept:instance", .text(event.id))
    attribute("lifecycle:transition", .text(entry.isAccepted ? "complete" : "ate_abort"))
    attribute("time:timestamp", .time(entry.at))
    let names = ProcessEvent.columns.map(\.name) + own.map(\.name)
    for (name, value) in zip(names, event.values) {
      attribute(name == "actor" ? "org:resource" : name, value)
    }
    xml.raw("</event>\n")
  }

  /// An absent value has no attribute.
  private func attribute(_ key: String, _ value: CellValue) {
    switch value {
    case .empty: break
    case .text(let text): xml.element("string", ["key": key, "value": text])
    case .integer(let number), .amount(let number, _):
      xml.element("int", ["key": key, "value": String(number)])
    case .time(let time): xml.element("date", ["key": key, "value": time.description])
    case .boolean(let isTrue):
      xml.element("boolean", ["key": key, "value": isTrue ? "true" : "false"])
    }
  }

  /// Everything is written at the end.
  func flushIfLong() {}

  func end(_ states: ExportedStates) throws(Failure) {
    xml.removeAll()
    writeHead()
    for index in traces.indices where !traces[index].isEmpty {
      xml.raw("<trace>\n")
      attribute("concept:name", .text(states.main.id(of: index)))
      for (column, value) in zip(states.main.streamAttributes, states.main.attributes(of: index)) {
        attribute(column.name, value)
      }
      try endTrace(traces[index])
      traces[index] = []
    }
    for (place, part) in states.parts.enumerated() {
      guard let trace = others[place] else { continue }
      xml.raw("<trace>\n")
      attribute("concept:name", .text("(\(part.category))"))
      try endTrace(trace)
    }
    xml.raw("</log>\n")
  }

  private func endTrace(_ events: [UInt8]) throws(Failure) {
    xml.raw(events)
    xml.raw("</trace>\n")
    guard xml.bytes.count > 65_536 else { return }
    try output.write(xml.bytes)
    xml.removeAll()
  }

  private func writeHead() {
    xml.raw(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <log xes.version="1849.2016" xes.features="" xmlns="http://www.xes-standard.org/">\n
      """)
    for (name, prefix) in [
      ("Concept", "concept"), ("Lifecycle", "lifecycle"), ("Time", "time"),
      ("Organizational", "org"),
    ] {
      let uri = "http://www.xes-standard.org/\(prefix).xesext"
      xml.element("extension", ["name": name, "prefix": prefix, "uri": uri])
    }
    // Attributes that every trace and every event has, with the value of those that lack them.
    xml.raw("<global scope=\"trace\">\n")
    attribute("concept:name", .text("unknown"))
    xml.raw("</global>\n<global scope=\"event\">\n")
    attribute("concept:name", .text("unknown"))
    attribute("concept:instance", .text("unknown"))
    attribute("lifecycle:transition", .text("complete"))
    attribute("org:resource", .text("unknown"))
    attribute("time:timestamp", .time(Timestamp(microseconds: 0)))
    xml.raw("</global>\n")
    xml.element("classifier", ["name": "Activity", "keys": "concept:name"])
    xml.element("classifier", ["name": "Resource", "keys": "org:resource"])
    xml.element("classifier", ["name": "Outcome", "keys": "concept:name lifecycle:transition"])
    attribute("lifecycle:model", .text("standard"))
  }

  func finish(through end: HistoryCursor) throws(Failure) {
    try output.write(xml.bytes)
    xml.removeAll()
    try output.complete()
  }
}
