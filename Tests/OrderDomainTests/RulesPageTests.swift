// Docs/Rules.md is printed from the tables that decide. To print it again after a change, run
//
//     CLEANSTORE_PRINT_DOCS=1 swift test --filter RulesPageTests

import EventSourcing
import TestKit
import Testing

@testable import OrderDomain

@Suite struct RulesPageTests {
  @Test func `the page of rules says what the tables say`() throws {
    try Repository.expect(Self.page, printedTo: "Docs/Rules.md")
  }

  static var page: String {
    """
    # The rules of orders

    This page is generated from the tables of rules (`Sources/OrderDomain/Rules`); a test compares the
    two.

    The rules of each command are evaluated in this order, after the engine's own checks. The first
    broken rule refuses the command, and the refusal is recorded with its code.

    There are \(RulesVersion.all.count) versions of the rules. Commands are decided by version \(RulesVersion.current.name). Entries name the
    version that decided them (`engine`), and are replayed by that one; an entry that doesn't, by the
    last one named before it. If there is none, that is version \(RulesVersion.current.name). What a version has decided that
    isn't one of these is not decided again. What doesn't name a version here holds in all of them.

    \(OrderCommand.Kind.allCases.map(section).joined(separator: "\n\n"))

    ## Fields

    `invalid` names every wrong field at once, in this order, each with the first code that applies.
    `actor` and `id` (`blank`, `too-long`) and `reason` (`too-long`) come first. For a change, only
    the fields that it names are checked, and those that depend on them: the postal code and, since
    version 2, the state on the country, the card on the payment method, the total on items and fees.
    Where only the country is named, a missing postal code isn't checked, nor is the state in an address that
    has no city, nor either of them if an erased entry may have changed it; an address whose city it may have
    changed is taken to have one. A missing country is `US`. Where an erased
    entry may have changed the country, every postal code is right, and no state is required.

    | field | codes | must be |
    |---|---|---|
    \(OrderField.recorded.flatMap(fields).joined(separator: "\n"))
    | `total` | `out-of-range` | \(limit(\.amount, range)), even if other fields are wrong |

    The `amount` of a payment or refund (`out-of-range`) must be \(limit(\.payment, range)); `method`,
    `reference`, `carrier` and `tracking` may be missing or blank (`too-long`).

    | code | meaning |
    |---|---|
    | `blank` | missing, empty, or only White_Space (Unicode's property) |
    | `too-long` | more than \(limit(\.scalars)) Unicode scalars |
    | `malformed` | not of the form in the table |
    | `unknown` | of that form, but not one of the codes below; since version 2 |
    | `expired` | a month before that of the entry's `at`, in UTC |
    | `out-of-range` | a number that isn't in the range; where it is required, also a missing one |
    | `empty` | no items |
    | `too-many` | more than \(limit(\.items)) items |

    A valid change is judged by what it changes: naming a field with the value that it has already
    breaks no other rule and isn't in the event. Texts are compared byte by byte. Until version 1, an
    order whose total is 0 is paid as if by a payment.

    ### Codes

    The currencies of ISO 4217, as of February 2026, that have a minor unit or none because they need none:

    \(Self.codes(of: 3, in: CurrencyCodes.all))

    The countries of ISO 3166-1, as of February 2026:

    \(Self.codes(of: 2, in: CountryCodes.all))

    Those whose addresses aren't complete without a state, province, prefecture or the like:

    \(Self.codes(of: 2, in: CountryCodes.withStates))

    ## The catalogue

    The shipping methods are one stream, `catalog`, with rules of their own. `invalid` names every
    wrong field at once: `actor` and `id` (`blank`, `too-long`), `reason` (`too-long`), then `code`
    and `name` (`blank`, `too-long`).

    \(catalogue.joined(separator: "\n\n"))

    """
  }

  private static let catalogue = CatalogueRules.versions.suffix(1).flatMap { rules in
    [
      section("add-shipping-method", rules.adding.map { ($0.code, $0.explanation) }),
      section("retire-shipping-method", rules.retiring.map { ($0.code, $0.explanation) }),
    ]
  }

  static func section(_ kind: OrderCommand.Kind) -> String {
    let rules = RuleTable.rules(of: kind)
    return section("\(kind.type)", rules.map { ($0.code, $0.explanation + text($0.versions)) })
  }

  private static func text(_ versions: RulesVersions) -> String {
    if let last = versions.last { return " Until version \(last)." }
    return versions.first > 1 ? " Since version \(versions.first)." : ""
  }

  private static func codes(of length: Int, in codes: CodeSet) -> String {
    let letters = (UInt8(ascii: "A")...UInt8(ascii: "Z")).map { String(UnicodeScalar($0)) }
    let all = (1..<length).reduce(letters) { texts, _ in
      texts.flatMap { text in letters.map { text + $0 } }
    }
    var lines = [""]
    for code in all where codes.contains(code) {
      if lines[lines.count - 1].utf8.count + code.utf8.count > 96 { lines.append("") }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + code
    }
    return lines.joined(separator: "\n")
  }

  private static func section(_ command: String, _ rules: [(code: String, sentence: String)])
    -> String
  {
    let rows = rules.map { "| `\($0.code)` | \($0.sentence) |" }
    return (["## \(command)", "", "| code | rule |", "|---|---|"] + rows).joined(separator: "\n")
  }

  static func fields(_ field: OrderField) -> [String] {
    func line(_ name: String, _ codes: [String], _ form: String = "–") -> String {
      "| `\(name)` | \(codes.joined(separator: ", ")) | \(form) |"
    }
    let row = field.row
    let blank =
      switch field.need(in: .current) {
      case .required: ["`blank`"]
      case .requiredForCards: ["`blank` if it is empty, or missing for a payment by card"]
      case .requiredWithStates:
        ["`blank` if the country has states, up to version 1 in every country"]
      case .notBlank: ["`blank` if present"]
      case .free: [String]()
      }
    switch row.value {
    case .secret: return []
    case .amount: return [line(field.name, ["`out-of-range`"], limit(\.amount, range))]
    case .items:
      return [
        line("items", ["`empty`", "`too-many`"], "1 … \(limit(\.items)) of them"),
        line("items[0].sku", ["`blank`", "`too-long`"]), line("items[0].name", ["`too-long`"]),
        line("items[0].quantity", ["`out-of-range`"], limit(\.quantity, range)),
        line("items[0].unitPrice", ["`out-of-range`"], limit(\.amount, range)),
      ]
    case .zip:
      let form = form(.zipOfUS) + " in the US"
      return [line(field.name, blank + ["`too-long`", "`malformed`"], form)]
    case .expiry:
      return [line(field.name, blank + ["`too-long`", "`malformed`", "`expired`"], form(.month))]
    case .text(.any): return [line(field.name, blank + ["`too-long`"])]
    case .text(let text):
      let unknown = row.requirements.contains { $0.codes != nil } ? ["`unknown`"] : []
      return [line(field.name, blank + ["`too-long`", "`malformed`"] + unknown, form(text))]
    }
  }

  /// A limit in the current version, and what it was until others.
  private static func limit<Value: Equatable>(
    _ limit: KeyPath<Limits, Value>, _ text: (Value) -> String = { "\($0)" }
  ) -> String {
    let values = RulesVersion.all.map { (version: $0, value: Limits(in: $0)[keyPath: limit]) }
    let former = zip(values, values.dropFirst()).filter { $0.value != $1.value }.map(\.0)
    return text(Limits.current[keyPath: limit])
      + former.map { " (until version \($0.version.name): \(text($0.value)))" }.joined()
  }

  static func range(_ range: ClosedRange<Int64>) -> String {
    "\(range.lowerBound) … \(range.upperBound)"
  }

  static func form(_ form: TextForm) -> String {
    switch form {
    case .any: "–"
    case .email: "exactly one `@`, between non-empty parts"
    case .phone: "ASCII digits, at least \(limit(\.phoneDigits)), space and `+ - ( ) .`"
    case .zipOfUS: "`12345` or `12345-6789`"
    case .capitals(let count): "\(count) of A–Z"
    case .last4: "4 ASCII digits"
    case .month: "a month: `2027-11`"
    }
  }
}
