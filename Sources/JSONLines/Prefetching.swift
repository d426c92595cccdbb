// Loads memory into the processor's caches ahead of its use. A state that was evolved long ago isn't there any more, and
// waiting for one after another takes longer than evolving them; many at once take hardly longer than one.

private import Instructions

/// Has the processor load this address into its caches, without waiting. Any address may be named.
public func prefetch(_ address: UnsafeRawPointer) { cleanstore_prefetch(address) }

extension ByteStorage {
  /// Has the processor load the first bytes of a storage into its caches, without waiting, given where there is
  /// a reference to it: to copy the reference, it would have to wait.
  public static func prefetch(referredToAt reference: UnsafeRawPointer) {
    let bits = reference.loadUnaligned(as: UInt.self)
    guard let address = UnsafeRawPointer(bitPattern: bits) else { return }
    cleanstore_prefetch(address)
    cleanstore_prefetch(address + 64)
  }
}
