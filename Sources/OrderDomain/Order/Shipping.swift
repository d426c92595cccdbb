// The carrier of an order: how it is kept, written and read.

/// The carrier, and its tracking number.
public struct Shipping: Equatable, Sendable {
  /// The carrier and the tracking.
  var texts = TextPair()

  /// The carrier; optional.
  public var carrier: Text? {
    get { texts.firstText }
    set { texts = TextPair(newValue, tracking) }
  }
  /// The carrier's number for it; optional.
  public var tracking: Text? {
    get { texts.secondText }
    set { texts = TextPair(carrier, newValue) }
  }

  /// A shipping.
  public init(carrier: Text? = nil, tracking: Text? = nil) {
    texts = TextPair(carrier, tracking)
  }
}

extension Shipping {
  static let members: [ObjectShape.Member] = [.text("carrier"), .text("tracking")]

  init(_ payload: Payload) {
    texts = TextPair(payload.storage, payload.text(0), payload.text(1))
  }

  func writeMembers(to writer: inout JSONWriter) {
    texts.writeMembers(#","carrier":"#, #","tracking":"#, to: &writer)
  }
}
