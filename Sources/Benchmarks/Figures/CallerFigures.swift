// Many callers that wait for the disk at once, beside one that writes and syncs by itself.

import Dispatch
import JSONLines
import HistoryScenes
import OrderScenes

extension Figure {
  /// So many threads, each executing one command after another.
  static func callers(_ count: Int, atLeast target: Double, _ bench: Bench) -> Figure {
    let each = 16_000 / count
    // Every caller has orders of its own.
    var storyteller = OrderStoryteller(seed: 4)
    let commands = (0..<count).map { _ in
      var own: [OrderSubmission] = []
      while own.count < each { own += storyteller.story() }
      return Array(own.prefix(each))
    }
    let lines = bench.workload.log.lines(500)
    let runs = bench.measure {
      attempt("callers-\(count)") {
        let floor = try bench.withRawFile { raw in
          try seconds { for line in lines { try raw.append(line.bytes) } }
        }
        let own = try bench.withStore { store in
          let engine = try OrderEngine(store)
          return seconds { execute(commands, on: engine) }
        }
        return (value: Double(each * count) / own, floor: Double(lines.count) / floor)
      }
    }
    return Figure(
      "callers-\(count)", "\(count) waiting callers", in: .perSecond, runs, floor: "one, raw",
      target: .atLeastTimesFloor(target))
  }

  /// Runs each list of commands on a thread of its own.
  private static func execute(_ commands: [[OrderSubmission]], on engine: OrderEngine) {
    let group = DispatchGroup()
    for own in commands {
      DispatchQueue(label: "caller").async(group: group) {
        for command in own {
          attempt("execute") { keep(try engine.engine.execute(command, in: engine.orders)) }
        }
      }
    }
    group.wait()
  }
}
