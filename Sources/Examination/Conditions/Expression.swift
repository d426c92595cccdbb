// A condition as a tree, before it is known which fields there are and what kinds they have.

struct Expression {
  indirect enum Kind {
    case integer(Int64)
    case amount(String)
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
    case oneOf(Expression, [Expression], isNegated: Bool)
  }

  let kind: Kind
  let range: Range<Int>
  let depth: Int

  enum Operator: String, CaseIterable {
    case equal = "=="
    case different = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case contains
    case startsWith = "starts with"
    case plus = "+"
    case minus = "-"
    case times = "*"
    case otherwise = "else"

    var isComparison: Bool {
      switch self {
      case .equal, .different, .less, .lessOrEqual, .greater, .greaterOrEqual, .contains,
        .startsWith:
        true
      case .plus, .minus, .times, .otherwise: false
      }
    }

    /// The precedence; comparisons are at 3, `and` at 2, `or` at 1.
    var strength: Int {
      switch self {
      case .plus, .minus: 4
      case .times: 5
      case .otherwise: 6
      default: 3
      }
    }
  }

  enum Function: String, CaseIterable {
    case count = "len"
    case sum
    case exists
    case old
    case changed
    case lower

    var arity: Int { self == .sum ? 2 : 1 }
    var form: String { self == .sum ? "sum(items, quantity)" : "\(rawValue)(…)" }
  }
}

/// The name of a field: `billing.zip`, `items[0].sku`.
struct FieldPath {
  /// The name, up to the index if there is one.
  var name: String
  /// An element of the list with this name, and the field of that.
  var element: (index: Int, field: String)?

  var description: String {
    element.map { "\(name)[\($0.index)]\($0.field.isEmpty ? "" : "." + $0.field)" } ?? name
  }
}
