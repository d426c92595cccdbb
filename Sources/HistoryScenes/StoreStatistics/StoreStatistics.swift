// Counts entries and streams, and adds up what the streams come to.

import Conventions
import EventSourcing
import JSONLines

package enum StoreStatistics: RespondingScene {
  /// The counts. Streams and sums are without deleted streams.
  package struct Response: HistoryResponse, Sendable {
    package let end: ReadingEnd
    package let accepted: Int
    package let refused: [(code: String, count: Int)]
    package let streams: StreamStatistics
    let words: DomainWords
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
  package static func respond(to position: String?, with history: History) throws(Failure)
    -> Response
  {
    let (states, end) = try history.fold(at: position)
    return Response(
      end: end, accepted: states.accepted,
      refused: states.refused.sorted { $0.key < $1.key }.map { ($0.key, $0.value) },
      streams: try states.statistics(), words: history.domains.words)
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    typealias Line = ViewModel.Line
    let (end, streams) = (response.end, response.streams)
    var entries = [
      Line(label: "entries", value: String(end.entries)),
      Line(label: "bytes", value: String(end.bytes)),
      Line(label: "accepted", value: String(response.accepted)),
      Line(label: "refused", value: String(response.refused.reduce(0) { $0 + $1.count })),
    ]
    if let times = end.times {
      entries.append(Line(label: "first", value: formatting.second(times.lowerBound)))
      entries.append(Line(label: "last", value: formatting.second(times.upperBound)))
    }
    let plural = response.words.plural
    let counts =
      streams.groups.map { $0.map { Line(label: $0.name, value: String($0.count)) } }
      ?? [Line(label: plural, value: String(streams.count))]
    let sums = streams.totals.enumerated().map { place, total in
      let sums = streams.sums.filter { total.isShownAlways || $0.amounts[place] != 0 }
      return (
        total.name,
        sums.map {
          Line(
            label: $0.currency,
            value: formatting.money($0.amounts[place], currency: $0.currency))
        }
      )
    }
    let groups =
      [
        ("log", entries),
        ("refused", response.refused.map { Line(label: $0.code, value: String($0.count)) }),
        (plural, counts),
      ] + sums
    return ViewModel(
      groups: groups.filter { !$0.1.isEmpty }.map { title, lines in
        .init(title: title.prefix(1).uppercased() + title.dropFirst(), lines: lines)
      })
  }
}

extension StoreStatistics.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("entries", end.entries)
    object.member("accepted", accepted)
    object.member("rejected") { $0.numbers(refused.map { ($0.code, Int64($0.count)) }) }
    if let groups = streams.groups {
      object.member(
        named: words.plural,
        JSONValue.object(groups.map { .init($0.name, .integer(Int64($0.count))) }))
    } else {
      object.member(named: words.plural, streams.count)
    }
    for (place, total) in streams.totals.enumerated() where total.isShownAlways {
      object.member(
        named: total.name,
        JSONValue.object(streams.sums.map { .init($0.currency, .integer($0.amounts[place])) }))
    }
    object.member("bytes", end.bytes)
    object.member("firstAt", end.times?.lowerBound.description)
    object.member("lastAt", end.times?.upperBound.description)
  }
}
