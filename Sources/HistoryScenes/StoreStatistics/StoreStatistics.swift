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
    package struct Line: Equatable, Sendable {
      package let label: String
      package let value: String
    }
    package struct Group: Equatable, Sendable {
      package let title: String
      package let lines: [Line]
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
    typealias Line = ViewModel.Line
    let (end, streams) = (response.end, response.streams)
    var entries = [
      Line(label: "entries", value: String(end.entries)),
      Line(
        label: "bytes",
        value: String(end.bytes)
          + (response.archived.map { ", without the entries through \($0.through)" } ?? "")),
      Line(label: "accepted", value: String(response.accepted)),
      Line(label: "refused", value: String(response.refused.values.reduce(0, +))),
    ]
    if let times = end.times {
      entries.append(Line(label: "first", value: formatting.second(times.lowerBound)))
      entries.append(Line(label: "last", value: formatting.second(times.upperBound)))
    }
    let plural = response.words.plural
    let counts =
      streams.groups.map { $0.map { Line(label: $0.name, value: String($0.count)) } }
      ?? [Line(label: plural, value: String(streams.count))]
    let sums = streams.totals.indices.map { place in
      (
        streams.totals[place].name,
        streams.shown(streams.sums, place).map {
          Line(
            label: $0.currency.isEmpty ? "sum" : $0.currency,
            value: $0.text(of: streams.totals, place, response.kinds, formatting))
        }
      )
    }
    let groups =
      [
        ("log", entries),
        (
          "refused",
          response.refused.sorted { $0.key < $1.key }
            .map { Line(label: $0.key, value: String($0.value)) }
        ),
        (plural, counts),
      ] + sums + [("deleted \(plural)", deleted(response, formatting))]
    return ViewModel(
      groups: groups.filter { !$0.1.isEmpty }.map { title, lines in
        .init(title: title.capitalizedFirst, lines: lines)
      })
  }
}

extension StoreStatistics {
  private static func deleted(_ response: Response, _ formatting: Formatting) -> [ViewModel.Line] {
    let streams = response.streams
    guard let (count, sums) = streams.deleted, count > 0 else { return [] }
    let amounts = streams.totals.indices.flatMap { place in
      streams.shown(sums, place).map {
        ViewModel.Line(
          label: streams.totals[place].name,
          value: $0.text(of: streams.totals, place, response.kinds, formatting))
      }
    }
    return [ViewModel.Line(label: response.words.plural, value: String(count))] + amounts
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
