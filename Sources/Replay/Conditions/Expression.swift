// A condition as a tree, before it is known which fields there are and what kinds they have.

import EventSourcing

/// A part of a condition, and its place.
struct Expression {
  indirect enum Kind {
    case integer(Int64)
    case text(String)
    case time(ClosedRange<Timestamp>)
    case boolean(Bool)
    case field(FieldPath)
    case call(Function, [Expression])
    case not(Expression)
    case negative(Expression)
    case both(Operator, Expression, Expression)
    /// All of them must hold, or any of them.
    case combined(all: Bool, [Expression])
    case oneOf(Expression, [Expression])
  }

  let kind: Kind
  let range: Range<Int>
  /// How deeply parts are nested.
  let depth: Int

  /// An operation on one or two values.
  enum Operator: String, CaseIterable {
    case equal = "=="
    case different = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case plus = "+"
    case minus = "-"
    case times = "*"
    case otherwise = "else"

    var isComparison: Bool {
      switch self {
      case .equal, .different, .less, .lessOrEqual, .greater, .greaterOrEqual: true
      case .plus, .minus, .times, .otherwise: false
      }
    }

    /// How strongly it binds; comparisons are at 3, `and` at 2, `or` at 1.
    var strength: Int {
      switch self {
      case .plus, .minus: 4
      case .times: 5
      case .otherwise: 6
      default: 3
      }
    }
  }

  /// What is called with values in parentheses.
  enum Function: String, CaseIterable {
    case count = "len"
    case sum
    case exists
    case old
    case changed

    /// How many values it takes.
    var arity: Int { self == .sum ? 2 : 1 }
    /// How it is written.
    var form: String { self == .sum ? "sum(items, quantity)" : "\(rawValue)(…)" }
  }
}

/// The name of a field: `billing.zip`, `items[0].sku`.
struct FieldPath {
  /// The name, up to the index if there is one.
  var name: String
  /// An element of the list with this name, and the field of that.
  var element: (index: Int, field: String)?

  /// As it is written.
  var description: String {
    element.map { "\(name)[\($0.index)]\($0.field.isEmpty ? "" : "." + $0.field)" } ?? name
  }
}
