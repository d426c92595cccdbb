import EventSourcing
import JSONLines
import Testing

@testable import Examination

/// A text that is no condition, and what is said about it.
struct BadCondition: CustomTestStringConvertible, Sendable {
  let text: String
  let code: ConditionError.Code
  /// The part that is blamed, and the character it begins at, from 1.
  let part: String
  let column: Int
  /// The text of the hint.
  let hint: String?

  init(
    _ text: String, _ code: ConditionError.Code, _ part: String, at column: Int,
    hint: String? = nil
  ) {
    self.text = text
    self.code = code
    self.part = part
    self.column = column
    self.hint = hint
  }

  var testDescription: String { text }
}

@Suite struct ConditionErrorTests {
  static let cases = [
    // Words and their order
    BadCondition("", .syntax, "", at: 1), BadCondition("  ", .syntax, "", at: 3),
    BadCondition("weight ==", .syntax, "", at: 10),
    BadCondition("weight <", .syntax, "", at: 9), BadCondition("weight =", .syntax, "=", at: 8),
    BadCondition("weight == 1 1", .syntax, "1", at: 13),
    BadCondition("(weight == 1", .syntax, "", at: 13),
    BadCondition("weight == 1)", .syntax, ")", at: 12),
    BadCondition("weight = 1", .syntax, "=", at: 8, hint: "Use ==."),
    BadCondition("fragile && true", .syntax, "&&", at: 9, hint: "Use and."),
    BadCondition("fragile || true", .syntax, "||", at: 9, hint: "Use or."),
    BadCondition("!fragile", .syntax, "!", at: 1, hint: "Use not."),
    BadCondition("weight <> 1", .syntax, "<>", at: 8, hint: "Use !=."),
    BadCondition("fragile AND true", .syntax, "AND", at: 9, hint: "Write and in lower case."),
    BadCondition("price > 12.", .syntax, "12.", at: 9),
    BadCondition("1 < weight < 5", .syntax, "<", at: 12, hint: "a < b and b < c"),
    BadCondition("weight in [1] == true", .syntax, "==", at: 15, hint: "a < b and b < c"),
    BadCondition("1 == 1 not in [2]", .syntax, "not", at: 8, hint: "a < b and b < c"),
    BadCondition("note == 'x", .syntax, "'x", at: 9, hint: "quote"),
    BadCondition("note == \u{201c}x\u{201d}", .syntax, "\u{201c}", at: 9, hint: "quotes"),
    BadCondition("note == 'é' ?", .syntax, "?", at: 13),
    BadCondition("sentAt > 2026-02-30", .syntax, "2026-02-30", at: 10, hint: "12:00Z"),
    BadCondition("weight in 5", .syntax, "5", at: 11),
    BadCondition("weight in []", .syntax, "]", at: 12),
    BadCondition("weight in [1)", .syntax, ")", at: 13),
    BadCondition("box. == 1", .syntax, "==", at: 6),
    BadCondition("parts[x].sku == 'a'", .syntax, "x", at: 7),
    BadCondition("len() == 1", .syntax, ")", at: 5),
    BadCondition("sum(parts) == 1", .syntax, "sum(parts", at: 1, hint: "sum(items, quantity)"),
    BadCondition("len(parts, 1) == 1", .syntax, "len(parts, 1", at: 1, hint: "len("),
    // Names
    BadCondition("wieght > 1", .unknownField, "wieght", at: 1, hint: "weight"),
    BadCondition("box.limt > 1", .unknownField, "box.limt", at: 1, hint: "box.limit"),
    BadCondition("comand.type == 'x'", .unknownField, "comand.type", at: 1, hint: "command.type"),
    BadCondition("parts[0].sko == 'x'", .unknownField, "parts[0].sko", at: 1, hint: "parts[0].sku"),
    BadCondition("parts[0] == 'x'", .unknownField, "parts[0]", at: 1, hint: "parts[0].sku"),
    BadCondition("part[0].sku == 'x'", .unknownField, "part[0].sku", at: 1, hint: "parts"),
    BadCondition("parts.sku == 'x'", .unknownField, "parts.sku", at: 1, hint: "parts[0].sku"),
    BadCondition("sum(parts, quantty) > 1", .unknownField, "quantty", at: 12, hint: "quantity"),
    BadCondition("any(parts)", .unknownField, "any", at: 1, hint: "len, sum"),
    BadCondition("status == packed", .unknownField, "packed", at: 11, hint: "\"packed\""),
    BadCondition("status == \"pakced\"", .unknownWord, "\"pakced\"", at: 11, hint: "\"packed\""),
    BadCondition("'gone' != status", .unknownWord, "'gone'", at: 1, hint: "packed, sent, lost"),
    BadCondition("status in ['sent', 'lsot']", .unknownWord, "'lsot'", at: 20, hint: "\"lost\""),
    BadCondition("limit > 1", .unknownField, "limit", at: 1, hint: "Did you mean box.limit?"),
    BadCondition("sku == 'x'", .unknownField, "sku", at: 1, hint: "Did you mean parts[0].sku?"),
    BadCondition("status starts 'x'", .syntax, "starts", at: 8, hint: "starts with"),
    BadCondition("status contains 'x' == true", .syntax, "==", at: 21, hint: "a < b and b < c"),
    // Kinds
    BadCondition("weight contains 'x'", .wrongType, "weight", at: 1),
    BadCondition("status starts with 1", .wrongType, "1", at: 20),
    BadCondition("lower(weight) == ''", .wrongType, "weight", at: 7),
    BadCondition("weight", .wrongType, "weight", at: 1, hint: "total > 0"),
    BadCondition("weight and true", .wrongType, "weight", at: 1),
    BadCondition("not weight", .wrongType, "weight", at: 5),
    BadCondition("note + 1 == 2", .wrongType, "note", at: 1),
    BadCondition("-note == 2", .wrongType, "note", at: 2),
    BadCondition("weight == 'x'", .wrongType, "'x'", at: 11, hint: "without quotes"),
    BadCondition("sentAt == '2026'", .wrongType, "'2026'", at: 11, hint: "without quotes"),
    BadCondition("status < 'sent'", .wrongType, "'sent'", at: 10),
    BadCondition("fragile < true", .wrongType, "true", at: 11),
    BadCondition("parts == 1", .wrongType, "parts", at: 1, hint: "len(parts)"),
    BadCondition("len(weight) == 1", .wrongType, "weight", at: 5, hint: "parts"),
    BadCondition("sum(parts, sku) == 1", .wrongType, "sku", at: 12),
    BadCondition("(weight else 'x') == 1", .wrongType, "'x'", at: 14),
    BadCondition("old(seq) == 1", .wrongType, "seq", at: 5),
    BadCondition("old(sum(parts, seq)) == 1", .wrongType, "seq", at: 16),
    BadCondition("old(changed(weight))", .wrongType, "weight", at: 13),
    BadCondition("sum(parts, sum(parts, 1)) == 1", .wrongType, "1", at: 23),
    // Amounts
    BadCondition(
      "price > 5000", .wrongType, "5000", at: 9,
      hint: "Write 5000.00 for 5000 units of the currency, and 50.00 for 5000 cents."),
    BadCondition("-7 < price", .wrongType, "-7", at: 1, hint: "-7.00 for -7 units"),
    BadCondition("price in [0, 1250]", .wrongType, "1250", at: 14, hint: "12.50 for 1250 cents"),
    BadCondition("price else 5 == 0", .wrongType, "5", at: 12, hint: "0.05 for 5 cents"),
    BadCondition("price + 5 > 0", .wrongType, "5", at: 9, hint: "5.00"),
    BadCondition("old(price) > 5", .wrongType, "5", at: 14, hint: "5.00"),
    BadCondition("sum(parts, value) > 5", .wrongType, "5", at: 21, hint: "5.00"),
    BadCondition("price > weight", .wrongType, "weight", at: 9, hint: "times"),
    BadCondition("price - weight > 0", .wrongType, "weight", at: 9, hint: "times"),
    BadCondition("weight == 12.99", .wrongType, "weight", at: 1, hint: "whole number"),
    BadCondition("weight * 0.5 > weight", .wrongType, "weight", at: 16, hint: "times"),
    BadCondition("price * price > 0", .wrongType, "price", at: 9, hint: "whole number"),
    BadCondition("price * 0.5 > 0", .wrongType, "0.5", at: 9, hint: "whole number"),
    BadCondition("price > 1.00001", .numberTooLarge, "1.00001", at: 9, hint: "4 decimals"),
    BadCondition(
      "price > 9223372036854775808.00", .numberTooLarge, "9223372036854775808.00", at: 9),
    // Sizes
    BadCondition("weight == 9223372036854775808", .numberTooLarge, "9223372036854775808", at: 11),
    BadCondition(
      "parts[9223372036854775808].sku == ''", .numberTooLarge, "9223372036854775808", at: 7),
  ]

  @Test(arguments: cases) func `an error names the place and what would be right`(
    _ bad: BadCondition
  ) throws {
    let error = try #require(Self.error(of: bad.text))
    #expect(error.code == bad.code, "\(error)")
    #expect(error.part == bad.part)
    #expect(error.column == bad.column)
    #expect(error.message.hasSuffix("."))
    if let hint = bad.hint { #expect(error.hint?.contains(hint) == true, "\(error)") }
  }

  @Test(arguments: [
    String(repeating: "(", count: 5000) + "true", String(repeating: "not ", count: 2000) + "true",
    String(repeating: "-", count: 5000) + "1 == 1",
    "1 == " + Array(repeating: "1", count: 2000).joined(separator: " + "),
    String(repeating: "exists(", count: 1000), String(repeating: "x", count: 10_001),
  ]) func `what is too deep or too long is refused`(_ text: String) {
    #expect(Self.error(of: text)?.code == .tooComplex)
  }

  @Test func `a long chain of conditions isn't deep`() throws {
    let text = Array(repeating: "weight == 1200", count: 500).joined(separator: " and ")
    #expect(try Parcel().fulfils(text))
    #expect(
      try Parcel().fulfils(
        "weight in [\(Array(repeating: "1", count: 2000).joined(separator: ",")), 1200]"))
  }

  static func error(of text: String) -> ConditionError? {
    do throws(ConditionError) {
      _ = try Condition(text, of: Parcel.schema)
      return nil
    } catch {
      return error
    }
  }
}
