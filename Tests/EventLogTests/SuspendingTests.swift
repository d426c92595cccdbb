// Tasks that wait for the disk: they keep no thread, and are told what threads are told.

import Dispatch
import EventSourcing
import Testing

@testable import EventLog

@Suite(.timeLimit(.minutes(20))) struct SuspendingTests {
  let disk = MemoryDisk()

  func makeCrowd() throws -> Crowd {
    try LogDirectory("/store", on: disk).create(id: Notes.id, created: Notes.start)
    return Crowd(try FileStore(LogDirectory("/store", on: disk)))
  }

  @Test func `however many tasks wait for one sync, none of them keeps a thread`() async throws {
    let crowd = try makeCrowd()
    let (count, disk) = (500, self.disk)
    let everybodyCame = DispatchSemaphore(value: 0)
    // The first sync doesn't end before all have come to wait for theirs: there are fewer threads.
    disk.before(.sync) { everybodyCame.wait() }
    let came = Locked(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<count {
        group.addTask {
          guard let seq = try? crowd.append(nil) else { return }
          let isLast = came.withLock { came in
            came += 1
            return came == count
          }
          if isLast { everybodyCame.signal() }
          do throws(LogError) {
            try await crowd.store.committed(through: seq, .sync)
          } catch {
            Issue.record("\(error)")
          }
          #expect(crowd.store.end.seq >= seq)
        }
      }
    }
    #expect(came.withLock { $0 } == count)
    #expect(try readNumbers(crowd.store).numbers == Array(1...count))
    // One for those who came before the first sync, one for all the others.
    #expect(disk.writes < 20)
    try crowd.store.close()
  }

  @Test func `threads and tasks share syncs, and neither leaves the other waiting`() async throws {
    let crowd = try makeCrowd()
    async let tasks: Void = withTaskGroup(of: Void.self) { group in
      for index in 0..<8 {
        group.addTask {
          for _ in 0..<40 {
            await crowd.writeOneSuspended(index < 6 ? .sync : .batch)
          }
        }
      }
    }
    await withCheckedContinuation { done in
      DispatchQueue.global().async {
        inThreads(4) { for _ in 0..<40 { crowd.writeOne() } }
        done.resume()
      }
    }
    await tasks
    #expect(crowd.errors == 0)
    try crowd.store.close()
    #expect(try readNumbers(crowd.store).numbers == Array(1...480))
  }

  @Test func `when the disk fails, all tasks get the error`() async throws {
    let crowd = try makeCrowd()
    disk.fail(at: disk.calls + 40, .refused)
    let written = await withTaskGroup(of: [Int?].self, returning: [[Int?]].self) { group in
      for _ in 0..<8 {
        group.addTask {
          var numbers: [Int?] = []
          for _ in 0..<50 { numbers.append(await crowd.writeOneSuspended()) }
          return numbers
        }
      }
      var all: [[Int?]] = []
      for await numbers in group { all.append(numbers) }
      return all
    }
    let stored = crowd.store.end.seq
    written.expectFailure(storedThrough: stored)
    #expect(try readNumbers(crowd.store).numbers == Array(1..<stored + 1))
  }

  @Test func `a full group lets tasks wait for room`() async throws {
    let crowd = try makeCrowd()
    let text = String(repeating: "x", count: 200_000)
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<6 {
        group.addTask {
          for _ in 0..<10 {
            await crowd.writeOneSuspended(index < 4 ? .batch : .none, text: text)
          }
        }
      }
    }
    try crowd.store.close()
    #expect(crowd.errors == 0)
    #expect(try readNumbers(crowd.store).numbers == Array(1...60))
  }

  @Test func `a cancelled task waits all the same`() async throws {
    let crowd = try makeCrowd()
    let seq = try crowd.append(nil)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await crowd.store.committed(through: seq, .sync)
      return crowd.store.end.seq
    }
    #expect(try await task.value == seq)
  }

  @Test func `a closed store is reported, and what was committed stays so`() async throws {
    let crowd = try makeCrowd()
    let seq = try crowd.append(nil)
    try crowd.store.close()
    let refused = #expect(throws: LogError.self) { try crowd.append(nil) }
    #expect(refused?.code == .closed)
    try await crowd.store.committed(through: seq, .sync)
    #expect(crowd.store.end.seq == seq)
  }
}

extension Crowd {
  @discardableResult
  func writeOneSuspended(_ durability: Durability = .sync, text: String? = nil) async -> Int? {
    do throws(LogError) {
      let seq = try append(text)
      try await store.committed(through: seq, durability)
      return seq
    } catch {
      failed.add(1, ordering: .relaxed)
      return nil
    }
  }
}
