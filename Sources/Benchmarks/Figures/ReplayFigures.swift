// How fast a recorded history is decided once more, beside how fast its line ends are found.

import CleanStore

extension Figure {
  /// Every command put to the rules on the state of its order, and what comes of it compared.
  static func replay(_ bench: Bench) -> Figure {
    let entries = Double(bench.workload.entries)
    let log = bench.workload.log
    let reader = attempt("making a store") { try bench.storeWithLog() }
    let runs = bench.measure {
      let floor = seconds { keep(countOfLineFeeds(log.bytes)) }
      let own = seconds {
        attempt("replay") {
          var replay = ReplayProjection<Orders>(checksRevisions: true)
          let end = try reader.project(into: &replay)
          guard replay.compared == end.entries, replay.divergence == nil else {
            stop("A replay that diverges measures nothing.")
          }
        }
      }
      return (value: entries / own, floor: entries / floor)
    }
    return Figure(
      "replay", "decide again and compare", in: .perSecond, runs, floor: "memchr",
      target: .atLeast(800_000))
  }
}
