// A report for people: a page of sections, each with a few sentences, its charts and their tables.

extension ReportHistory {
  package struct ViewModel: Equatable, Sendable {
    package struct Section: Equatable, Sendable {
      package let name: Name
      package let title: String
      package let paragraphs: [String]
      package let charts: [ReportChart]
      package let tables: [ReportTable]

      package init(
        name: Name, title: String, paragraphs: [String], charts: [ReportChart] = [],
        tables: [ReportTable]
      ) {
        (self.name, self.title, self.paragraphs) = (name, title, paragraphs)
        (self.charts, self.tables) = (charts, tables)
      }
    }

    /// The name of a section, for links to it: lower-case letters.
    package struct Name: RawRepresentable, Hashable, Sendable {
      package let rawValue: String

      package init(rawValue: String) { self.rawValue = rawValue }

      package static let totals = Name(rawValue: "totals")
      package static let months = Name(rawValue: "months")
      package static let commands = Name(rawValue: "commands")
      package static let refusals = Name(rawValue: "refusals")
      package static let flow = Name(rawValue: "flow")
      package static let audit = Name(rawValue: "audit")
      package static let list = Name(rawValue: "list")
    }

    /// The words for the streams.
    package let words: DomainWords
    package let title: String
    package let facts: [LabelledText]
    /// Notes that readers must know before anything else.
    package let notes: [String]
    package let sections: [Section]
    package let timeLines: [StreamTimeLine]
    package let timeLinesNote: String
    /// A summary for the person who made the report.
    package let summary: String
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    let figures = ReportFigures(response, formatting)
    let (words, streams) = (response.words, response.streams)
    let (noun, subject) = (words.noun, words.plural.capitalizedFirst)
    return ViewModel(
      words: words, title: "\(subject) report", facts: facts(response, formatting),
      notes: notes(response),
      sections: figures.sections + [
        ViewModel.Section(
          name: .list, title: subject, paragraphs: [shownStreams(response, formatting)],
          tables: [figures.list])
      ],
      timeLines: streams.shown.map { StreamTimeLine($0, response.domain, formatting) },
      timeLinesNote: "Each \(noun) with all its commands: who requested it and why, its outcome, "
        + "and which fields it changed.",
      summary: "\(entryCount(response.end.entries)), \(streams.shown.count) of "
        + "\(words.counted(streams.count)) one by one")
  }

  private static func shownStreams(_ response: Response, _ formatting: Formatting) -> String {
    let (words, shown, count) = (
      response.words, response.streams.shown.count, response.streams.count
    )
    let hasDeleted = response.statistics.streams.deleted.map { $0.count > 0 } ?? false
    let deleted = hasDeleted ? " Deleted ones are shown if their ids are passed." : ""
    func number(_ count: Int) -> String { formatting.number(Int64(count)) }
    if !response.request.ids.isEmpty {
      return shown == 1
        ? "The requested \(words.noun)." : "The \(shown) requested \(words.plural)."
    }
    if count == 0 { return "There are no \(words.plural)." + deleted }
    if shown == count {
      return (count == 1 ? "One \(words.noun)." : "All \(number(count)) \(words.plural).") + deleted
    }
    if shown == 0 { return noneShown(response, number(count)) + deleted }
    return "\(number(shown)) of \(number(count)) \(words.plural): those that were changed last."
      + deleted
  }

  private static func noneShown(_ response: Response, _ count: String) -> String {
    let why =
      response.request.limit != nil || response.request.since != nil
      ? ""
      : " The \(response.words.noun) that changed last has too long a history to be included by default: "
        + "pass its id."
    return "None of \(count) \(response.words.plural)." + why
  }

  private static func facts(_ response: Response, _ formatting: Formatting) -> [LabelledText] {
    let (end, request) = (response.end, response.request)
    let refused = response.statistics.refused.values.reduce(0, +)
    var facts = [("Store", response.storeID ?? "a single file, without an id")]
    facts.append(
      (
        "Entries",
        "\(formatting.number(Int64(end.entries))), of which \(formatting.number(Int64(refused))) "
          + (refused == 1 ? "was" : "were") + " refused"
      ))
    if let times = end.times {
      facts.append(("First entry", formatting.labelledSecond(times.lowerBound)))
      facts.append(("Last entry", formatting.labelledSecond(times.upperBound)))
    }
    facts.append(("As of", "entry \(end.seq)" + (request.at.map { " (\($0))" } ?? "")))
    if let since = request.since { facts.append(("Figures since", since)) }
    if let until = request.until { facts.append(("Until", until)) }
    facts.append(("Times and months", formatting.timeZone.name))
    return facts.map { LabelledText($0, $1) }
  }

  private static func notes(_ response: Response) -> [String] {
    let since = response.request.since.map {
      "The figures are about entries since \($0); totals, findings and \(response.words.plural) are about everything "
        + "before, too."
    }
    return [privacy(response), since, response.statistics.tornTail?.warning].compactMap { $0 }
  }

  private static func privacy(_ response: Response) -> String {
    let own = response.domain.ownReport
    if response.request.includesPersonal, response.domain.hasPersonalData {
      return "This page contains personal data"
        + (response.domain.personalWords.map { ": \($0)." } ?? ".")
    }
    let kinds =
      own.personalData.isEmpty ? "" : " (\(own.personalData.joined(separator: ", ")))"
    let leftOut = response.domain.hasPersonalData ? "Personal data\(kinds) is left out. " : ""
    let requesters = "names of those who requested commands"
    return leftOut
      + (own.shownData.map { "The \($0), the \(requesters), " } ?? "The \(requesters) ")
      + "and the reasons that they gave are shown."
  }
}
