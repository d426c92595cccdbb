// How long it takes to find the few commands of a long history that show something.

import Orders
import Replay

extension Figure {
  /// 10 000 commands down to fewer than five, from lines to the smallest history.
  static func minimize(_ bench: Bench) -> Figure {
    let source = MemorySource(Workload(entries: 10_000).log, as: .store)
    let condition = attempt("reading a condition") { () throws(ConditionError) in
      try Condition(#"status == "delivered" and paid > 2000"#, of: Orders.schema)
    }
    let runs = bench.measure {
      1e9
        * seconds {
          attempt("minimize") {
            let history = try RecordedHistory<Orders>(source)
            let minimizer = Minimizer(history, .rules) {
              $0.fulfils(condition) ? .shows : .doesNot
            }
            guard minimizer.minimize(), minimizer.history.commands.count < 5 else {
              stop("The history didn't get smaller than \(minimizer.history.commands.count).")
            }
          }
        }
    }
    return Figure(
      "minimize", "minimize, 10 000 commands", in: .nanoseconds, runs, atMost: 10e9)
  }
}
