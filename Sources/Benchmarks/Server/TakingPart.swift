// One of the processes that use a store at the same time. Another one asks it, line by line, as it asks peers.

import Dispatch
import EventLog
import EventSourcing
import JSONLines
import OrderDomain
import OrderScenes
import Platform

/// Answers requests about a store until there are no more.
func takePart(in address: String) throws {
  answer([])
  while let request = readLine() {
    let words = request.split(separator: " ")
    let numbers = words.dropFirst().compactMap { Int($0) }
    switch (words.first, numbers.count) {
    case ("call", 3):
      answer(try call(address, process: numbers[0], callers: numbers[1], seconds: numbers[2]))
    case ("read", 0): answer(try read(address))
    default: answer([.init("error", .string("It can't \(request)."))])
    }
  }
}

private func answer(_ members: [JSONValue.Member]) {
  print(JSONValue.object(members).text)
  fflush(nil)
}

/// Callers that execute one command after another, for a while.
private func call(_ address: String, process: Int, callers: Int, seconds: Int) throws
  -> [JSONValue.Member]
{
  let orders = try OrderEngine(try openStoreToWrite(address))
  // Made before: clients of pgbench make none.
  let commands = (0..<callers).map {
    madeCommands(of: "\(process)-\($0)", atLeast: maximumRate * seconds / callers)
  }
  let end = ContinuousClock.now + .seconds(seconds)
  let group = DispatchGroup()
  let times = Locked([Int64]())
  for commands in commands {
    group.enter()
    Task {
      let own = await execute(commands, until: end, on: orders)
      times.withLock { $0 += own }
      group.leave()
    }
  }
  group.wait()
  return [.init("times", .array(times.withLock { $0 }.map { .integer($0) }))]
}

/// More commands a second than a process executes.
private let maximumRate = 40_000

/// Commands for orders that no other caller has.
private func madeCommands(of caller: String, atLeast count: Int) -> [OrderSubmission] {
  var storyteller = OrderStoryteller(seed: 4)
  var commands: [OrderSubmission] = []
  while commands.count < count {
    for var command in storyteller.story() {
      if case .id(let id) = command.target { command.target = .id("\(caller)-\(id)") }
      if let id = command.id { command.id = "\(caller)-\(id)" }
      // The store's login.
      command.actor = ""
      commands.append(command)
    }
  }
  return commands
}

/// Executes commands, one after another, until a time.
///
/// - Returns: The time of each, in nanoseconds.
private func execute(
  _ commands: [OrderSubmission], until end: ContinuousClock.Instant, on orders: OrderEngine
) async -> [Int64] {
  var times: [Int64] = []
  for command in commands {
    let start = ContinuousClock.now
    do {
      keep(try await orders.engine.execute(command, in: orders.orders))
    } catch {
      stop("execute failed: \(error)")
    }
    let now = ContinuousClock.now
    if now > end { break }
    times.append(Int64((now - start) / .nanoseconds(1)))
  }
  return times
}

/// Reads all lines.
private func read(_ address: String) throws -> [JSONValue.Member] {
  let start = ContinuousClock.now
  let chunks = try openSource(address).chunks(from: .start)
  var storage = ByteStorage.empty
  while let chunk = try chunks.next(reusing: &storage) { keep(chunk) }
  let time = ContinuousClock.now - start
  return [
    .init("times", .array([.integer(Int64(time / .nanoseconds(1)))])),
    .init("memory", .integer(Int64(Process.peakMemory()))),
  ]
}
