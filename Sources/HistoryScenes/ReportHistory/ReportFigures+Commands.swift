// The report's part on commands: who requested which, and who was refused.

/// Groups by two values, sorted by the counts of the first one.
private struct RankedGroups {
  typealias Group = GroupedStatistics.Group

  /// The counts of the first values, the largest first.
  let counts: [(name: String, count: Int)]
  let groups: [Group]

  init(_ groups: [Group], by count: (Group) -> Int) {
    var sums: [String: Int] = [:]
    for group in groups { sums[group.values[0] ?? "", default: 0] += count(group) }
    counts = sums.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
    let ranks = Dictionary(uniqueKeysWithValues: counts.enumerated().map { ($1.name, $0) })
    self.groups = groups.sorted { one, other in
      let (first, second) = (
        ranks[one.values[0] ?? ""] ?? 0, ranks[other.values[0] ?? ""] ?? 0
      )
      return first == second ? count(one) > count(other) : first < second
    }
  }

  func charts(_ title: String, _ formatting: Formatting) -> [ReportChart] {
    guard !counts.isEmpty else { return [] }
    let points = counts.prefix(ReportFigures.longestBarList).map {
      ReportChart.Point(
        label: $0.name, value: Int64($0.count), text: formatting.number(Int64($0.count)))
    }
    return [ReportChart(title, .bars, points, formatting)]
  }
}

extension ReportedGroups {
  /// The commands of any domain.
  static let commands = ReportedGroups(by: ["command", "actor"]) { response, figures in
    let ranked = RankedGroups(response.groups) { $0.entries }
    return Section(
      name: .commands, title: "Commands", paragraphs: ["Who requested what, and how often."],
      charts: ranked.charts("Commands by type", figures.formatting),
      tables: [
        figures.table(
          "Commands by type and person",
          [
            .init("Command", "the type of the commands") { .text($0.values[0]) },
            .init("Person", "who requested them") { .text($0.values[1]) },
            .init("Commands", "how many there were") { .count($0.entries) },
            .init("Refused", "how many of them were refused") { .count($0.rejected) },
          ], ranked.groups, orNone: "No command was requested.")
      ])
  }
}

extension ReportFigures {
  var refusals: Section {
    let ranked = RankedGroups(response.refusals.groups) { $0.rejected }
    let most = ranked.counts.first.map { "The rule that refused most is \($0.name)." }
    let count = ranked.counts.reduce(0) { $0 + $1.count }
    return Section(
      name: .refusals, title: "Refused commands",
      paragraphs: [
        count == 0
          ? "No command was refused."
          : "\(formatting.number(Int64(count))) \(count == 1 ? "command was" : "commands were") refused. \(most ?? "")"
      ], charts: ranked.charts("Refused commands by rule", formatting),
      tables: [
        table(
          "Refused commands by rule and person",
          [
            .init("Rule", "the code of the refusal") { .text($0.values[0]) },
            .init("Person", "who requested the commands") { .text($0.values[1]) },
            .init("Refused", "how many were refused") { .count($0.rejected) },
          ], ranked.groups, orNone: nil)
      ])
  }
}
