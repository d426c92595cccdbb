// The difference of an outcome by the rules from the recorded one. Fast where nothing differs: values
// are compared, and become JSON only to name the field.

/// The first thing in which a replayed command differs from the recorded one.
public struct Difference: Equatable, Sendable {
  /// The ways to differ; the raw values are stable.
  public enum Kind: String, CaseIterable, Sendable {
    /// An accepted command is refused.
    case acceptedNowRejected = "accepted-now-rejected"
    /// A refused command is accepted.
    case rejectedNowAccepted = "rejected-now-accepted"
    /// A refused command isn't refused for that reason. Its outcome depends on personal data that was erased.
    case rejectedNowUnknown = "rejected-now-unknown"
    /// It is refused for another reason.
    case rejectionDiffers = "rejection-differs"
    /// A recorded event doesn't happen any more.
    case eventMissing = "event-missing"
    /// An event happens that wasn't recorded.
    case eventExtra = "event-extra"
    /// Another event happens.
    case eventTypeDiffers = "event-type-differs"
    /// The event has another value in a field.
    case fieldDiffers = "field-differs"
    /// The entry can't be read.
    case unreadable
  }

  /// The kind of difference.
  public let kind: Kind
  /// The type of the recorded event that differs or is missing, or of the one that is new.
  public var event: String?
  /// The field that differs: `total`; `personal` for all that is personal.
  public var field: String?
  /// The recorded side: a field's value, an event, a list of the types of events, or a refusal. Nil
  /// if it is absent or personal.
  public var recorded: JSONValue?
  /// The value by the rules.
  public var replayed: JSONValue?

  /// A difference of this kind.
  package init(
    _ kind: Kind, event: String? = nil, field: String? = nil, recorded: JSONValue? = nil,
    replayed: JSONValue? = nil
  ) {
    self.kind = kind
    self.event = event
    self.field = field
    self.recorded = recorded
    self.replayed = replayed
  }
}

/// Fields whose differences don't count, with everything in them: `items` is `items[0].sku`, too.
package struct IgnoredFields: Equatable, Sendable {
  private let paths: [String]

  package init(_ paths: [String] = []) { self.paths = paths }

  func contain(_ path: String) -> Bool {
    paths.contains { path.isPath(within: $0) }
  }
}

extension String {
  /// Whether it is the path of a field or of one inside it. Compared byte by byte.
  func isPath(within field: String) -> Bool {
    guard utf8.starts(with: field.utf8) else { return false }
    let rest = utf8.dropFirst(field.utf8.count).first
    return rest == nil || rest == UInt8(ascii: ".") || rest == UInt8(ascii: "[")
  }
}

extension DecisionOutcome {
  /// The difference of another verdict on the same command from this one, which is the recorded one.
  ///
  /// - Returns: nil if there is none, apart from ignored fields. O(1) besides comparing the events if
  ///   they are equal.
  package func difference(
    to replayed: DecisionOutcome, ignoring ignored: IgnoredFields = IgnoredFields()
  )
    -> Difference?
  {
    switch (self, replayed) {
    case (.accepted(let recorded), .accepted(let events)):
      return recorded == events ? nil : D.difference(recorded, events, ignored)
    case (.accepted(let recorded), .unchanged): return D.difference(recorded, [], ignored)
    case (.accepted, .refused), (.accepted, .conflict):
      return Difference(.acceptedNowRejected, recorded: summary, replayed: replayed.summary)
    case (.refused(let refusal), .refused(let other)):
      return refusal == other ? nil : D.difference(refusal, other)
    case (.refused, .accepted), (.refused, .unchanged):
      return Difference(.rejectedNowAccepted, recorded: summary, replayed: replayed.summary)
    case (.refused, .unknown): return Difference(.rejectedNowUnknown, recorded: summary)
    default:
      return self == replayed
        ? nil : Difference(.rejectionDiffers, recorded: summary, replayed: replayed.summary)
    }
  }

  /// The difference to a command that isn't recorded, because its id was used before.
  package var differenceToRepetition: Difference {
    Difference(
      refusal == nil ? .acceptedNowRejected : .rejectionDiffers, recorded: summary,
      replayed: .object([.init("code", .string("command-id-reused"))]))
  }

  private var summary: JSONValue {
    switch self {
    case .accepted(let events): .array(events.map { .string("\(D.type(of: $0))") })
    case .refused(let refusal): refusal.json
    case .unchanged: .array([])
    case .conflict: .object([.init("code", .string("revision-conflict"))])
    case .unknown: .null
    }
  }
}

extension InspectableDecider {
  fileprivate static func difference(
    _ recorded: [Event], _ replayed: [Event], _ ignored: IgnoredFields
  ) -> Difference? {
    for (old, new) in zip(recorded, replayed) where old != new {
      let (type, other) = ("\(type(of: old))", "\(type(of: new))")
      guard type == other else {
        if recorded.count > replayed.count { return missing(old) }
        if recorded.count < replayed.count { return extra(new) }
        return Difference(
          .eventTypeDiffers, event: type, recorded: .string(type), replayed: .string(other))
      }
      if let difference = difference(old, new, type, ignored) { return difference }
    }
    if recorded.count > replayed.count { return missing(recorded[replayed.count]) }
    if recorded.count < replayed.count { return extra(replayed[recorded.count]) }
    return nil
  }

  private static func missing(_ event: Event) -> Difference {
    Difference(.eventMissing, event: "\(type(of: event))", recorded: tree(of: event))
  }

  private static func extra(_ event: Event) -> Difference {
    Difference(.eventExtra, event: "\(type(of: event))", replayed: tree(of: event))
  }

  private static func difference(
    _ recorded: Event, _ replayed: Event, _ type: String, _ ignored: IgnoredFields
  ) -> Difference? {
    let (old, new) = (FieldTree(tree(of: recorded)), FieldTree(tree(of: replayed)))
    let kinds = FieldKinds(of: schema, andAmounts: [])
    let changed = old.differences(to: new, of: kinds, in: CurrencyPair())
    let places = old.differences(to: new)
    guard !places.isEmpty else {
      // A field that isn't among the written ones is in the personal block, and isn't quoted.
      return ignored.contain("personal")
        ? nil : Difference(.fieldDiffers, event: type, field: "personal")
    }
    // Elements of a list that have only moved differ by their places.
    let fields = changed.isEmpty ? places : changed
    guard places.contains(where: { !ignored.contain($0.path) }),
      let field = fields.first(where: { !ignored.contain($0.path) })?.path
    else { return nil }
    // An element may have taken the place of another one.
    let sides = fields.filter { $0.path == field }
    return Difference(
      .fieldDiffers, event: type, field: field, recorded: sides.lazy.compactMap(\.old).first,
      replayed: sides.lazy.compactMap(\.new).first)
  }

  fileprivate static func difference(_ recorded: Refusal, _ replayed: Refusal) -> Difference {
    let (old, new) = (recorded.json, replayed.json)
    let first = FieldTree(old).differences(to: FieldTree(new)).first
    return Difference(.rejectionDiffers, field: first?.path, recorded: old, replayed: new)
  }
}

extension RecordedRefusal {
  var json: JSONValue {
    .written { (writer: inout JSONWriter) in writer.refusal(code: code, fields: fields) }
  }
}
