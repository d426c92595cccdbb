// Counts entries and streams, and adds up what the streams come to.

package enum StoreStatistics: RespondingScene {
  /// The counts. Deleted streams are apart, with what they come to.
  package struct Response: HistoryResponse, Sendable {
    package let end: ReadingEnd
    package let accepted: Int
    /// The numbers of refused commands, by code.
    package let refused: [String: Int]
    package let streams: StreamStatistics
    let words: DomainWords
    let kinds: FieldKinds
    /// The header of the base, if the first entries are archived.
    let archived: ArchivedPrefixHeader?
    package var tornTail: TornTail? { end.tornTail }
  }

  package struct ViewModel: Equatable, Sendable {
    package enum Kind: Sendable {
      case log, refusals, streams, sum, deleted
    }
    package struct Group: Equatable, Sendable {
      package let kind: Kind
      package let title: String
      package let lines: [LabelledText]
    }
    package let groups: [Group]
  }

  /// Counts at a position; at the end if nil.
  package static func respond(to position: RequestedPosition?, with history: History)
    throws(Failure)
    -> Response
  {
    if let (states, end) = try history.resumed(at: position) {
      let (accepted, refused, streams) = try states.statistics(in: history.domains)
      return Response(
        end: end, accepted: accepted, refused: refused, streams: streams,
        words: history.domains.words, kinds: history.domains.main.kinds,
        archived: history.source.base?.header)
    }
    let (states, end) = try history.fold(at: position)
    return Response(
      end: end, accepted: states.accepted, refused: states.refused,
      streams: try states.statistics(), words: history.domains.words,
      kinds: history.domains.main.kinds, archived: history.source.base?.header)
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    let (end, streams) = (response.end, response.streams)
    var entries = [
      LabelledText("entries", String(end.entries)),
      LabelledText(
        "bytes",
        String(end.bytes)
          + (response.archived.map { ", without the entries through \($0.through)" } ?? "")),
      LabelledText("accepted", String(response.accepted)),
      LabelledText("refused", String(response.refused.values.reduce(0, +))),
    ]
    if let times = end.times {
      entries.append(LabelledText("first", formatting.second(times.lowerBound)))
      entries.append(LabelledText("last", formatting.second(times.upperBound)))
    }
    let plural = response.words.plural
    let counts =
      streams.groups.map { $0.map { LabelledText($0.name, String($0.count)) } }
      ?? [LabelledText(plural, String(streams.count))]
    let refused = response.refused.sorted { $0.key < $1.key }
    func sum(_ sum: StreamStatistics.Sum, _ place: Int) -> String {
      sum.text(of: streams.totals, place, response.kinds, formatting)
    }
    let sums = streams.totals.enumerated().map { place, total in
      let lines = streams.shown(streams.sums, place).map {
        LabelledText($0.currency.isEmpty ? "sum" : $0.currency, sum($0, place))
      }
      return (ViewModel.Kind.sum, total.name, lines)
    }
    var deleted: [LabelledText] = []
    if let (count, sums) = streams.deleted, count > 0 {
      deleted.append(LabelledText(plural, String(count)))
      for (place, total) in streams.totals.enumerated() {
        deleted += streams.shown(sums, place).map { LabelledText(total.name, sum($0, place)) }
      }
    }
    let groups =
      [
        (.log, "log", entries),
        (.refusals, "refused", refused.map { LabelledText($0.key, String($0.value)) }),
        (.streams, plural, counts),
      ] + sums + [(.deleted, "deleted \(plural)", deleted)]
    return ViewModel(
      groups: groups.filter { !$0.2.isEmpty }.map { kind, title, lines in
        .init(kind: kind, title: title.capitalizedFirst, lines: lines)
      })
  }
}

extension StreamStatistics {
  /// The sums of which people see a field.
  fileprivate func shown(_ sums: [Sum], _ place: Int) -> [Sum] {
    sums.filter { totals[place].isShownAlways || $0.amounts[place] != 0 }
  }
}

extension StoreStatistics.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("entries", end.entries)
    object.member("archivedThrough", archived?.through)
    object.member("accepted", accepted)
    object.member("rejected") { writer in
      writer.numbers(refused.sorted { $0.key < $1.key }.map { ($0.key, Int64($0.value)) })
    }
    if let groups = streams.groups {
      object.member(
        named: words.plural,
        JSONValue.object(groups.map { .init($0.name, .integer(Int64($0.count))) }))
    } else {
      object.member(named: words.plural, streams.count)
    }
    streams.sums.write(streams.totals, kinds, to: &object)
    if let (count, sums) = streams.deleted {
      object.member("deleted") { writer in
        writer.object {
          $0.member(named: words.plural, count)
          sums.write(streams.totals, kinds, to: &$0)
        }
      }
    }
    object.member("bytes", end.bytes)
    object.member("firstAt", end.times?.lowerBound.description)
    object.member("lastAt", end.times?.upperBound.description)
  }
}
