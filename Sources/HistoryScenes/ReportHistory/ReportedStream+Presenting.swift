// The time lines of a report's streams for people.

/// A stream for people, step by step.
package struct StreamTimeLine: Equatable, Sendable {
  package struct Step: Equatable, Sendable {
    /// The entry's number: `@12`.
    package let entry: String
    package let revision: String
    package let time: String
    /// The day in the zone of the page, to find steps by: `2026-01-31`.
    package let day: String
    package let actor: String
    package let command: String
    package let reason: String
    package let outcome: String
    package let isRefused: Bool
    package let changes: [FieldChangeLine]
    /// The values at other places of lists than before, field by field.
    package let places: [FieldChangeLine]
  }

  package let id: String
  /// The stream at the end in a few words: status and total.
  package let summary: String
  package let note: String?
  package let steps: [Step]
  /// The fields as they are at the end.
  package let fields: [LabelledText]
  package let timeZone: String
}

extension StreamTimeLine {
  init(
    _ stream: ReportedStream, _ domain: any HistoryDomain.Type, _ formatting: Formatting
  ) {
    id = stream.id
    let summary = domain.summary(of: stream.fields, formatting)
    self.summary = summary.isEmpty ? counted(stream.moments.count, "command") : summary
    note = stream.erasures.note
    steps = stream.moments.map { Step($0, formatting) }
    fields = Self.fields(after: steps)
    timeZone = formatting.timeZone.name
  }

  /// The fields after the steps. Fields are where others of the same kind were first: items below items.
  private static func fields(after steps: [Step]) -> [LabelledText] {
    var values: [String: String] = [:]
    var groups: [Substring: Int] = [:]
    var names: [(group: Int, name: String)] = []
    var seen: Set<String> = []
    for change in steps.flatMap({ $0.changes + $0.places }) {
      let group = change.field.prefix { $0 != "." && $0 != "[" }
      let place = groups[group] ?? groups.count
      groups[group] = place
      if change.isElement { continue }
      if seen.insert(change.field).inserted { names.append((place, change.field)) }
      values[change.field] = change.new
    }
    let sorted = names.enumerated().sorted {
      ($0.element.group, $0.offset) < ($1.element.group, $1.offset)
    }
    return sorted.map { LabelledText($0.element.name, values[$0.element.name] ?? "") }
  }
}

extension StreamTimeLine.Step {
  init(_ moment: ReportedStream.Moment, _ formatting: Formatting) {
    self.init(
      entry: "@\(moment.seq)", revision: String(moment.rev), time: formatting.second(moment.at),
      day: formatting.timeZone.day(of: moment.at).name,
      actor: moment.actor, command: moment.command, reason: moment.reason ?? "",
      outcome: moment.refusal ?? moment.events.joined(separator: ", "),
      isRefused: moment.refusal != nil, changes: moment.changes?.lines(formatting) ?? [],
      places: moment.changes?.placeLines(formatting) ?? [])
  }
}
