// Changes of fields in words: amounts in major units, texts as they are, absences as such.

public import EventSourcing
import JSONLines
import Orders
import Replay

/// Fields that changed, with what is needed to read them.
public struct FieldChanges: Sendable {
  /// The fields.
  public let differences: [FieldTree.Difference]
  /// The currency of the amounts that were there; empty where there are none.
  public let oldCurrency: String
  /// The currency of the amounts that are there now; empty where there are none.
  public let currency: String
}

/// A field that changed, as text.
public struct ChangeLine: Equatable, Sendable {
  /// Where it stands.
  public let field: String
  /// What was there; nil if nothing was.
  public let old: String?
  /// What is there now; nil if nothing is.
  public let new: String?
}

extension FieldChanges {
  /// The changes between two states of a stream.
  init(_ before: FieldTree, _ after: FieldTree) {
    self.init(
      differences: before.differences(to: after),
      oldCurrency: (before["currency"] ?? after["currency"])?.string ?? "",
      currency: (after["currency"] ?? before["currency"])?.string ?? "")
  }

  /// Only the changes of some fields.
  func only(_ fields: FieldSelection) -> FieldChanges {
    FieldChanges(
      differences: differences.filter { fields.contains($0.path) }, oldCurrency: oldCurrency,
      currency: currency)
  }

  /// The changes as text. What follows from every change, revision and time, is left out.
  func lines(_ formatting: Formatting) -> [ChangeLine] {
    differences.compactMap { difference in
      guard !FieldText.isBookkeeping(difference.path) else { return nil }
      return ChangeLine(
        field: difference.path,
        old: difference.old.map {
          FieldText.text(of: $0, at: difference.path, oldCurrency, formatting)
        },
        new: difference.new.map {
          FieldText.text(of: $0, at: difference.path, currency, formatting)
        })
    }
  }

  /// Writes the changes as an array of `{"field","old"?,"new"?}`.
  func writeJSON(to writer: inout JSONWriter) {
    writer.raw("[")
    for (index, difference) in differences.enumerated() {
      writer.raw(index == 0 ? #"{"field":"# : #",{"field":"#)
      writer.string(difference.path)
      if let old = difference.old {
        writer.raw(#","old":"#)
        writer.value(old)
      }
      if let new = difference.new {
        writer.raw(#","new":"#)
        writer.value(new)
      }
      writer.raw("}")
    }
    writer.raw("]")
  }
}

/// The values of fields in words.
enum FieldText {
  private static let amounts: Set<String> = [
    "shippingFee", "tax", "discount", "total", "paid", "refunded", "balance", "unitPrice", "amount",
  ]

  /// Whether a field changes with every accepted command, so that saying so says nothing.
  static func isBookkeeping(_ path: String) -> Bool {
    path == "id" || path == "rev" || path == "updatedAt"
  }

  /// A value as people read it.
  ///
  /// - Parameters:
  ///   - path: The field's full name, which tells amounts from other numbers.
  ///   - currency: The currency of amounts.
  static func text(
    of value: JSONValue, at path: String, _ currency: String, _ formatting: Formatting
  ) -> String {
    let name = path.split(separator: ".").last.map(String.init) ?? path
    switch value {
    case .integer(let number) where amounts.contains(name):
      return formatting.amount(number, currency: currency)
    case .string(let text): return text
    case .array: return "none"
    default: return FieldTree.Leaf(path: path, value: value).json
    }
  }
}
