// Slots for the values of an object whose members are known only at run time.

/// Room for the values of any shape: 64 slots of eight bytes.
@frozen public struct ObjectSlots: BitwiseCopyable, Sendable {
  @usableFromInline var halves = (
    SIMD32<UInt64>(repeating: TextRange.absent.bits),
    SIMD32<UInt64>(repeating: TextRange.absent.bits)
  )

  /// All texts absent.
  @inlinable public init() {}
}
