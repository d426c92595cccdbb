// A file that is written under another name than its own until it is complete, and that a signal which ends the process
// removes.

private import Synchronization

/// A file that is being written, with the name of its draft and its own. Where this value ends, the file is closed, and
/// is removed unless it was completed.
///
/// Commands that catch an interrupt themselves (``Interrupt``) remove their files on their way out; any other ends at
/// once, and its files go with it.
package struct UnfinishedFile: ~Copyable {
  /// The facts that the signal handler needs. They are never freed, because it may be reading them.
  fileprivate struct Names {
    let descriptor: Int32
    let draft: UnsafeMutablePointer<CChar>?
    let path: UnsafeMutablePointer<CChar>?
  }

  private typealias Slot = Atomic<UnsafeMutablePointer<Names>?>

  /// The files that a signal removes; more at the same time aren't.
  private static let slotCount = 64
  nonisolated(unsafe) private static let slots = {
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: slotCount)
    for place in 0..<slotCount { (slots + place).initialize(to: Slot(nil)) }
    return slots
  }()

  private let names: UnsafeMutablePointer<Names>

  /// The descriptor of the draft, which is closed with it.
  package var descriptor: Int32 { names.pointee.descriptor }

  /// A file whose draft was opened with a descriptor.
  package init(draft: String, of path: String, descriptor: Int32) {
    names = .allocate(capacity: 1)
    names.initialize(to: Names(descriptor: descriptor, draft: strdup(draft), path: strdup(path)))
    for place in 0..<Self.slotCount
    where Self.slots[place].compareExchange(
      expected: nil, desired: names, ordering: .acquiringAndReleasing
    ).exchanged {
      break
    }
    for number in [SIGINT, SIGTERM, SIGHUP] { Self.remove(at: number) }
  }

  /// Whether the draft is still this one: another process may be writing a file of the same name.
  package var isThere: Bool { names.pointee.isThere }

  deinit {
    names.pointee.remove()
    for place in 0..<Self.slotCount {
      _ = Self.slots[place].compareExchange(
        expected: names, desired: nil, ordering: .acquiringAndReleasing)
    }
    close(descriptor)
  }

  /// Has a signal remove the files before it ends the process, unless it does something else already.
  private static func remove(at number: Int32) {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0, action.isDefault else { return }
    action = sigaction(calling: removeUnfinishedFiles)
    action.sa_flags = Int32(truncatingIfNeeded: SA_RESETHAND)
    sigaction(number, &action, nil)
  }

  fileprivate static func removeAll() {
    for place in 0..<slotCount { slots[place].load(ordering: .acquiring)?.pointee.remove() }
  }
}

extension UnfinishedFile.Names {
  // Only calls that are allowed in a signal handler.
  var isThere: Bool {
    var (own, there) = (stat(), stat())
    return fstat(descriptor, &own) == 0 && draft.map { lstat($0, &there) } == 0
      && Self.isSame(own, there)
  }

  /// Removes the draft and, if the file has both, its own name.
  func remove() {
    guard isThere, let draft, let path else { return }
    var (own, there) = (stat(), stat())
    if fstat(descriptor, &own) == 0, lstat(path, &there) == 0, Self.isSame(own, there) {
      unlink(path)
    }
    unlink(draft)
  }

  private static func isSame(_ first: stat, _ second: stat) -> Bool {
    first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }
}

/// Runs in the signal handler. The signal's action is the default one by then, and comes next.
private func removeUnfinishedFiles(_ number: Int32) {
  UnfinishedFile.removeAll()
  raise(number)
}
