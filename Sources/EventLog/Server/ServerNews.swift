// The news that a store on a server has new entries. The server tells after each append; where it doesn't, there is news
// once a second anyway.
//
// A session that listens and doesn't read what it is told would make the server keep all that.

import Dispatch

/// Waits for the news of one store, on a connection of its own.
final class ServerNews: Sendable {
  private let link: ServerLink
  private let queue = DispatchQueue(label: "cleanstore.news")
  /// It counts the news.
  private let signal = CommitSignal(seq: 0)
  private let listeners = Locked(Listeners())

  private struct Listeners {
    /// The number of tasks that wait.
    var count = 0
    /// Whether a thread waits for them.
    var isServed = false
  }

  init(_ link: ServerLink) { self.link = link }

  /// The number of the last news.
  var last: Int { signal.seq }

  /// Waits for news after the one with this number, for a second at most, or until the task is cancelled. Keeps no thread of
  /// its own: one waits for all.
  func wait(after last: Int) async {
    let isFirst = listeners.withLock { listeners in
      listeners.count += 1
      defer { listeners.isServed = true }
      return !listeners.isServed
    }
    if isFirst { queue.async { self.serve() } }
    await withTaskGroup { group in
      group.addTask { _ = await self.signal.wait(beyond: last) }
      // The connection may take longer to be made.
      group.addTask { try? await Task.sleep(for: .seconds(1)) }
      await group.next()
      group.cancelAll()
    }
    listeners.withLock { $0.count -= 1 }
  }

  private func serve() {
    while goesOn() {
      link.waitForNotice()
      signal.advance(to: signal.seq + 1)
    }
    link.disconnect()
  }

  private func goesOn() -> Bool {
    listeners.withLock { listeners in
      listeners.isServed = listeners.count > 0
      return listeners.isServed
    }
  }

  /// Blocks until there may be news, for a second at most, or until a signal comes.
  func waitBlocking() { link.waitForNotice() }

  /// Lets no task wait any longer.
  func close() { signal.close() }
}
