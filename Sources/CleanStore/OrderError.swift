// The errors at the library's edge, as one type. No message has personal data in it.

import EventSourcing
import Formatting
import OrderDomain

// Indirect: what copies one takes little code then, and it is copied wherever it is passed on.
/// An error of a store of orders: a code, a sentence, a place, and what to do next.
public indirect enum OrderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The command is refused. A refusal by the rules is recorded, and the change has its entry; one for what the rules
  /// don't know, such as a shipping method that isn't offered, isn't.
  case refused(OrderRefusal, OrderChange)
  /// A command for the shipping method with this code is refused; the refusal is the entry with this number.
  case methodRefused(CatalogueRefusal, code: String, seq: Int)
  /// The order is at another revision than the caller expected. Nothing was recorded.
  case revisionConflict(id: String, expected: Int, actual: Int)
  /// The command of another entry has the same id. Nothing was recorded.
  case commandIDReused(seq: Int)
  /// This can't be the id of an order.
  case malformedID(String)
  /// An amount has more decimals than its currency. Nothing was recorded.
  case tooPrecise(Money, Currency)
  /// A condition can't be read, or not be evaluated for one of the orders.
  case condition(ConditionError)
  /// The log can't be opened, read or written.
  case log(LogError)

  /// The kind of error, in kebab case: `order-not-paid`.
  public var code: String {
    switch self {
    case .refused(let refusal, _): refusal.code
    case .methodRefused(let refusal, _, _): refusal.code
    case .condition(let error): error.code.rawValue
    case .tooPrecise: "amount-too-precise"
    default: engineError?.code ?? ""
    }
  }

  /// A sentence that says what happened.
  public var message: String {
    switch self {
    case .refused(let refusal, let change): refusal.message(for: change.request)
    case .methodRefused(let refusal, let code, _): refusal.message(for: code)
    case .condition(let error): error.message
    case .tooPrecise(let amount, let currency):
      "\(amount) has more decimals than \(currency), which has \(currency.decimals)."
    case .malformedID(let id) where TimeWord(rawValue: id) != nil:
      "\(id) is a word for a time, so it can't be a new order's id."
    case .log(let error): error.message
    default: engineError?.message ?? ""
    }
  }

  /// Where: the file, line and byte of a log, the order and its revision, `order/1001@2`, or the column of a condition.
  public var place: String? {
    switch self {
    case .refused(_, let change): "\(Orders.category)/\(change.id)@\(change.revision)"
    case .revisionConflict(let id, _, let actual): "\(Orders.category)/\(id)@\(actual)"
    case .commandIDReused(let seq), .methodRefused(_, _, let seq): "entry \(seq)"
    case .condition(let error): "column \(error.column)"
    case .malformedID, .tooPrecise: nil
    case .log(let error): error.place?.description
    }
  }

  /// A sentence that says what to do next.
  public var hint: String? {
    switch self {
    case .refused(let refusal, _): refusal.hint
    case .methodRefused(let refusal, _, _): refusal.hint
    case .condition(let error) where error.part == "id": "Read a single order by its id."
    case .condition(let error): error.hint ?? "Docs/Conditions.md describes conditions."
    case .tooPrecise: "Round the amount to the decimals of the currency."
    default: engineError?.hint
    }
  }

  /// The corresponding error of the engine.
  private var engineError: EngineError? {
    switch self {
    case .refused, .methodRefused, .tooPrecise, .condition: nil
    case .revisionConflict(_, let expected, let actual):
      .revisionConflict(expected: expected, actual: actual)
    case .commandIDReused(let seq): .commandIDReused(seq: seq)
    case .malformedID: .malformedID
    case .log(let error): .log(error)
    }
  }

  /// The place and the message.
  public var description: String { place.map { "\($0): \(message)" } ?? message }

  init(_ error: EngineError, id: String?) {
    self =
      switch error {
      case .commandIDReused(let seq): .commandIDReused(seq: seq)
      case .revisionConflict(let expected, let actual):
        .revisionConflict(id: id ?? "", expected: expected, actual: actual)
      case .malformedID, .reservedID: .malformedID(id ?? "")
      case .log(let error): .log(error)
      }
  }
}

extension OrderRefusal {
  fileprivate func message(for request: OrderRequest) -> String {
    wrongFields ?? Orders.rules[request.kind].first { $0.code == code }?.explanation ?? code
  }
}

extension CatalogueRefusal {
  fileprivate func message(for code: String) -> String {
    switch self {
    case .invalid: wrongFields ?? ""
    case .methodExists: "There is or was a shipping method \(code)."
    case .methodNotFound: "No shipping method \(code) is offered."
    }
  }

  fileprivate var hint: String {
    switch self {
    case .invalid: OrderRefusal.invalid([]).hint
    case .methodExists: "Choose another code; none is used twice."
    case .methodNotFound: "Look up the methods that aren't retired."
    }
  }
}

extension RecordedRefusal {
  /// The fields that are to blame, in a sentence; nil if none is.
  fileprivate var wrongFields: String? {
    let wrong = fields.map { "\($0.field) \($0.code)" }.joined(separator: ", ")
    return wrong.isEmpty ? nil : "Fields are wrong: \(wrong)."
  }
}
