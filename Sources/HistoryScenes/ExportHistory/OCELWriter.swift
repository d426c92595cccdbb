// An object-centric event log in the JSON format of OCEL 2.0: events are written as they are read; objects, whose
// attributes change, at the end.

final class OCELWriter: ExportWriter {
  private let personal: PersonalParts
  private let output: any ByteOutput
  private var objects: any ExportedObjects
  private var json = JSONWriter()
  private var isFirst = true
  /// The types of the events so far, with the attributes that one of them had.
  private var types: [String: Set<Int>] = [:]
  private let attributes: [ObjectAttribute]

  let needsStates = true

  init(_ personal: PersonalParts, _ states: ExportedStates, _ output: any ByteOutput) {
    (self.personal, self.output) = (personal, output)
    objects = states.main.objects
    attributes = ProcessEvent.columns.map(\.attribute) + states.main.eventAttributes
    json.raw("{\"objectTypes\":")
    json.array(objects.types) { writer, type in
      writer.object { object in
        object.member("name", type.name)
        object.member("attributes") { $0.attributeTypes(type.attributes) }
      }
    }
    json.raw(",\n\"events\":[")
  }

  func take(_ entry: Entry, by rulesVersion: String?, _ states: ExportedStates) throws(JSONError) {
    let row = try ExportedEntry(entry, by: rulesVersion, personal)
    let related = objects.take(row, states)
    for event in states.current.events(of: row) { write(event, related) }
  }

  private func write(_ event: ProcessEvent, _ related: [Relation]) {
    json.raw(isFirst ? "\n" : ",\n")
    isFirst = false
    let values = event.values
    json.object { object in
      object.member("id", event.id)
      object.member("type", event.type)
      object.member("time", event.entry.entry.at.description)
      object.member("attributes") { writer in
        writer.array(values.indices.filter { values[$0] != .empty }) { writer, place in
          writer.object { attribute in
            attribute.member("name", attributes[place].name)
            attribute.member("value") { $0.cell(values[place]) }
          }
        }
      }
      object.member("relationships", related.filter { $0.concerns(event) })
    }
    types[event.type, default: []].formUnion(values.indices.filter { values[$0] != .empty })
  }

  func flushIfLong() throws(Failure) {
    if json.count > 65_536 { try flush() }
  }

  private func flush() throws(Failure) {
    try output.write(json.withBytes { Array($0) })
    json.removeAll()
  }

  func end(_ states: ExportedStates) throws(Failure) {
    json.raw("\n],\n\"objects\":[")
    isFirst = true
    try objects.each { object throws(Failure) in
      json.raw(isFirst ? "\n" : ",\n")
      isFirst = false
      object.writeJSON(to: &json)
      try flushIfLong()
    }
    json.raw("\n],\n\"eventTypes\":")
    json.array(types.sorted { $0.key < $1.key }) { writer, type in
      writer.object { object in
        object.member("name", type.key)
        object.member("attributes") {
          $0.attributeTypes(type.value.sorted().map { attributes[$0] })
        }
      }
    }
    json.raw("}\n")
  }

  func finish(through end: HistoryCursor) throws(Failure) {
    try flush()
    try output.complete()
  }
}

extension JSONWriter {
  fileprivate mutating func attributeTypes(_ attributes: [ObjectAttribute]) {
    array(attributes) { writer, attribute in
      writer.object { object in
        object.member("name", attribute.name)
        object.member("type", attribute.type.ocel)
      }
    }
  }

  /// Writes the value of a cell: as a text whatever its type, as the schema of OCEL 2.0 has it; amounts in minor
  /// units.
  mutating func cell(_ value: CellValue) {
    switch value {
    case .empty: string("")
    case .text(let text): string(text)
    case .integer(let number), .amount(let number, _): string(String(number))
    case .time(let time): string(time.description)
    case .boolean(let isTrue): string(isTrue ? "true" : "false")
    }
  }
}

extension ColumnType {
  /// The name in OCEL.
  package var ocel: String {
    switch self {
    case .text: "string"
    case .integer, .amount: "integer"
    case .time: "time"
    case .boolean: "boolean"
    }
  }
}
