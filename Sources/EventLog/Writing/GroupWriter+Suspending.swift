// Committing for tasks, which are suspended until their entry is durable. No thread waits for them: the
// writer's queue writes what only they wait for.

extension GroupWriter {
  /// Like `commit`, but suspends the task and keeps no thread.
  nonisolated(nonsending) func committed(through seq: Int, _ durability: Durability)
    async throws(LogError)
  {
    guard durability == .sync else {
      while try !hasRoom(through: seq, syncing: durability == .batch) {
        await withCheckedContinuation { waitForRoom($0) }
      }
      return
    }
    try await withCheckedContinuation { suspend($0, through: seq) }.get()
  }

  /// Suspends a task until an entry is durable, and makes sure that there is a writer.
  private func suspend(_ task: Waiters.Suspended, through seq: Int) {
    gate.lock()
    defer { gate.unlock() }
    syncsFullGroups = true
    let target = min(seq, appended)
    guard synced < target else { return task.resume(returning: .success(())) }
    do throws(LogError) {
      try checkOpen()
    } catch {
      return task.resume(returning: .failure(error))
    }
    if isLed, isSyncing, target <= lastBatched {
      batched.tasks.append(task)
    } else {
      waiting.tasks.append(task)
      if !isLed { leadForTasks() }
    }
  }

  /// Whether what follows on an entry can be appended; if the group is full, it is written now or soon.
  private func hasRoom(through seq: Int, syncing: Bool) throws(LogError) -> Bool {
    gate.lock()
    defer { gate.unlock() }
    syncsFullGroups = syncing
    guard written.seq < seq else { return true }
    try checkOpen()
    guard pending.isFull else { return true }
    if isLed { return false }
    leadGroupElsewhere(syncing: syncing)
    return true
  }

  private func waitForRoom(_ task: CheckedContinuation<Void, Never>) {
    gate.lock()
    defer { gate.unlock() }
    guard isLed, pending.isFull else { return task.resume() }
    waitingForRoom.append(task)
  }
}
