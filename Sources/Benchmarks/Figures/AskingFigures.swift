// What asking a condition after every entry costs, beside the fold that it stands on.

import EventSourcing
import Orders
import HistoryScenes
import OrderScenes

extension Figure {
  /// The scene that finds, with a condition of two terms; what it finds is dropped.
  static func find(_ bench: Bench) -> Figure {
    let entries = Double(bench.workload.entries)
    let reader = attempt("making a store") { try bench.storeWithLog() }
    let request = FindMoments.Request(condition: #"status == "shipped" and paid < total"#)
    let runs = bench.measure {
      let floor = seconds {
        attempt("fold") {
          var orders = StateProjection<Orders>(checksRevisions: true)
          keep(try reader.project(into: &orders))
        }
      }
      let own = seconds {
        attempt("find") {
          let interactor = FindMomentsInteractor(
            history: History(reader, of: .orders), presenter: Nobody())
          keep(try interactor.handle(request))
        }
      }
      return (value: entries / own, floor: entries / floor)
    }
    return Figure(
      "find", "find, condition of two terms", in: .perSecond, runs, floor: "fold",
      target: .atLeast(1_200_000))
  }
}

private final class Nobody: PresentationLogic {
  func present(_ response: FindMoments.Response) {}
}
