// The slots that fields are decoded into.

/// A slot for each field, and one for the total. In memory of their own: what is in a structure would be
/// copied to look at one of them.
///
/// Safe to send between threads because nothing writes to them once others have them.
final class FieldSlots: @unchecked Sendable {
  private typealias Buffer = ManagedBufferPointer<OrderFields.Form, UInt64>

  static let count = OrderField.totalSlot + 1

  /// The slots of no fields.
  static let none: FieldSlots = {
    let slots = uninitialized()
    for field in OrderField.allCases { slots[Int(field.rawValue)] = OrderValues.absent(field) }
    slots[OrderField.totalSlot] = Amount.absent.bits
    return slots
  }()

  @available(*, unavailable, message: "use copied()")
  private init() {}

  private static func uninitialized() -> FieldSlots {
    let buffer = Buffer(bufferClass: self, minimumCapacity: count) { _, _ in .read }
    return unsafeDowncast(buffer.buffer, to: FieldSlots.self)
  }

  func copied() -> FieldSlots {
    let copy = Self.uninitialized()
    copy.start.initialize(from: start, count: Self.count)
    return copy
  }

  /// The form of the bytes that the values were decoded from.
  var form: OrderFields.Form { Buffer(unsafeBufferObject: self).header }

  /// These slots for bytes of this form. To be called before others have them.
  func of(_ form: OrderFields.Form) -> FieldSlots {
    Buffer(unsafeBufferObject: self).withUnsafeMutablePointerToHeader { $0.pointee = form }
    return self
  }

  @inline(__always) private var start: UnsafeMutablePointer<UInt64> {
    Buffer(unsafeBufferObject: self).withUnsafeMutablePointerToElements { $0 }
  }

  @inline(__always)
  func withMemory<R, E: Error>(
    _ body: (UnsafeMutableBufferPointer<UInt64>) throws(E) -> R
  ) throws(E) -> R {
    defer { withExtendedLifetime(self) {} }
    return try body(UnsafeMutableBufferPointer(start: start, count: Self.count))
  }

  subscript(index: Int) -> UInt64 {
    @inline(__always) get { withMemory { $0[index] } }
    @inline(__always) set { withMemory { $0[index] = newValue } }
  }
}
