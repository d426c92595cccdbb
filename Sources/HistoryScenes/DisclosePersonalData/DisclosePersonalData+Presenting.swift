// The page that a person gets, and a summary for the one who made it.

extension DisclosePersonalData {
  package struct ViewModel: Equatable, Sendable {
    package let page: ReportHistory.ViewModel
    package let summary: [String]
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    let (plan, words) = (response.plan, response.plan.words)
    let amount =
      "\(words.counted(plan.streams.count)), \(entryCount(response.entryTotal))"
    return ViewModel(
      page: page(response, formatting),
      summary: plan.streams.isEmpty
        ? ["No \(words.noun) is about \(response.person)."] + others(plan)
        : ["About \(response.person): \(amount)."] + others(plan) + elsewhere(response))
  }

  private static func page(_ response: Response, _ formatting: Formatting)
    -> ReportHistory.ViewModel
  {
    let (plan, words) = (response.plan, response.plan.words)
    let subject = words.plural.capitalizedFirst
    let streams = response.streams
    let list = ReportTable(
      subject, streams.columns, streams.rows, orNone: "There are no \(words.plural).", formatting,
      linking: Set(streams.shown.map(\.id)))
    return ReportHistory.ViewModel(
      words: words, title: "What is stored about \(response.person)",
      facts: [
        LabelledText("Store", response.storeID ?? "a single file, without an id"),
        LabelledText("As of", "entry \(response.through)"),
        LabelledText(subject, formatting.number(Int64(plan.streams.count))),
        LabelledText("Entries", formatting.number(Int64(response.entryTotal))),
        LabelledText("Times", formatting.timeZone.name),
      ],
      notes: ["The same in full, as data: data.json."],
      sections: [
        .init(
          name: .list, title: subject,
          paragraphs: [
            "Deleted \(words.plural), and those whose creation was refused, are among them."
          ],
          tables: [list]),
        .init(name: .copies, title: "Copies", paragraphs: copies(response.copies), tables: []),
      ],
      timeLines: streams.shown.map { StreamTimeLine($0, response.domain, formatting) },
      timeLinesNote: "Each \(words.noun) with all its commands: who requested it and why, its "
        + "outcome, and which fields it changed.",
      summary: "")
  }

  private static func copies(_ remains: StoreRemains) -> [String] {
    let known =
      remains.copySentences + remains.quarantine.map { "Taken out of the log, to \($0)." }
    return (known.isEmpty ? ["No copy of the store is known."] : known)
      + ["Extracts, exports and other copies that were made by hand aren't known."]
  }

  private static func others(_ plan: PlanErasure.Response) -> [String] {
    plan.others.isEmpty
      ? [] : [plan.titleOfOthers] + plan.others.map { "  " + $0 }
  }

  private static func elsewhere(_ response: Response) -> [String] {
    let count = response.elsewhere.count
    if count == 0, response.omitted == 0 { return [] }
    let more = response.omitted > 0 ? " There are more: it has the first ones only." : ""
    return [
      "The same words are in \(counted(count, "other place")), which data.json lists and which may be about others."
        + more
    ]
  }
}

extension ReportHistory.ViewModel.Name {
  fileprivate static let copies = Self(rawValue: "copies")
}
