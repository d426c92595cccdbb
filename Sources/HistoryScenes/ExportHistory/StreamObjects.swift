// The objects of an object-centric log, and how their attributes change.

/// An object with all values that its attributes have had.
package struct LogObject: JSONObjectRepresentable {
  package let id: String
  private let type: String
  package var relations: [Relation] = []
  /// The attributes as JSON, each with a comma in front.
  private var attributes: [UInt8] = []

  package init(_ type: String, _ name: String) { (self.type, id) = (type, "\(type)/\(name)") }

  package mutating func set(_ name: String, _ value: CellValue, at time: Timestamp) {
    var json = JSONWriter(capacity: 128)
    json.raw(",")
    json.object { object in
      object.member("name", name)
      object.member("time", time.description)
      object.member("value") { $0.cell(value) }
    }
    json.withBytes { attributes += $0 }
  }

  package mutating func relate(to object: String, _ qualifier: String) {
    relations.append(Relation(object, qualifier))
  }

  package func writeMembers(to object: inout JSONWriter) {
    object.member("id", id)
    object.member("type", type)
    object.member("attributes") { writer in
      writer.raw("[")
      attributes.withUnsafeBytes { writer.raw(UnsafeRawBufferPointer(rebasing: $0.dropFirst())) }
      writer.raw("]")
    }
    object.member("relationships", relations)
  }
}

/// The relation of an event or an object to an object. Ids are compared byte by byte.
package struct Relation: JSONObjectRepresentable, Equatable {
  let object: String
  let qualifier: String
  /// The place of the only event of the entry that it concerns; nil if it concerns all.
  let place: Int?

  package init(_ object: String, _ qualifier: String, place: Int? = nil) {
    (self.object, self.qualifier, self.place) = (object, qualifier, place)
  }

  package static func == (one: Relation, other: Relation) -> Bool {
    one.object.utf8.elementsEqual(other.object.utf8) && one.qualifier == other.qualifier
      && one.place == other.place
  }

  func concerns(_ event: ProcessEvent) -> Bool { place == nil || place == event.place }

  package func writeMembers(to object: inout JSONWriter) {
    object.member("objectId", self.object)
    object.member("qualifier", qualifier)
  }
}

package protocol ExportedObjects {
  var types: [(name: String, attributes: [ObjectAttribute])] { get }
  /// The objects, in a phrase.
  var summary: String { get }
  /// Records what an entry changes.
  ///
  /// - Returns: The relations of its events.
  mutating func take(_ row: ExportedEntry, _ states: ExportedStates) -> [Relation]
  /// Passes all objects, with their attributes up to the end.
  func each(_ body: (LogObject) throws(Failure) -> Void) throws(Failure)
}

/// The streams of the main domain.
struct StreamObjects: ExportedObjects {
  private let noun: String
  let summary: String
  private let attributes: [ObjectAttribute]
  /// By the streams' numbers, with the last values of their attributes.
  private var objects: [(object: LogObject, values: [CellValue])] = []

  init(_ words: DomainWords, _ attributes: [ObjectAttribute]) {
    (noun, summary, self.attributes) = (words.noun, words.plural, attributes)
  }

  var types: [(name: String, attributes: [ObjectAttribute])] { [(noun, attributes)] }

  mutating func take(_ row: ExportedEntry, _ states: ExportedStates) -> [Relation] {
    guard let index = states.main.index(of: row.entry) else { return [] }
    while objects.count <= index {
      let none = attributes.map { _ in CellValue.empty }
      objects.append((LogObject(noun, states.main.id(of: objects.count)), none))
    }
    let values = states.main.attributes(of: index)
    for place in values.indices where values[place] != objects[index].values[place] {
      objects[index].object.set(attributes[place].name, values[place], at: row.entry.at)
    }
    objects[index].values = values
    return [Relation(objects[index].object.id, noun)]
  }

  func each(_ body: (LogObject) throws(Failure) -> Void) throws(Failure) {
    for (object, _) in objects { try body(object) }
  }
}
