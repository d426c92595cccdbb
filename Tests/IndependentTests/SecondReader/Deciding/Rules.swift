// The versions of the rules, and the codes that they know: those on the page about the rules.

import Foundation
import TestKit

enum Rules: Int, Comparable {
  case first = 1, second, third
  static let latest = third

  /// The latest if none is named; nil if there is none of this name.
  init?(named engine: Text?) {
    switch engine {
    case "1": self = .first
    case "2": self = .second
    case "3", nil: self = .third
    default: return nil
    }
  }

  static func < (one: Rules, other: Rules) -> Bool { one.rawValue < other.rawValue }
}

enum Codes {
  static let currencies = codes(after: "The currencies of ISO 4217")
  static let countries = codes(after: "The countries of ISO 3166-1")
  static let withStates = codes(after: "Those whose addresses aren't complete without a state")

  /// The codes of a command's rules, in order.
  static func refusals(of type: Text, by rules: Rules) -> [Text] {
    let isOfVersion = { (row: Substring) in
      (rules >= .second || !row.contains("Since version 2."))
        && (rules == .first || !row.contains("Until version 1."))
        && (rules >= .third || !row.contains("Since version 3."))
    }
    let rows = sections["\(type)"]?.split(separator: "\n").filter { $0.hasPrefix("| `") } ?? []
    return rows.filter(isOfVersion).map { Text(String($0.split(separator: "`")[1])) }
  }

  private static let page = "\(Text((try? Files.bytes(Repository.root + "/Docs/Rules.md")) ?? []))"

  private static let sections = Dictionary(
    page.components(separatedBy: "\n## ").map { section in
      (String(section.prefix { !$0.isNewline }), section)
    }, uniquingKeysWith: { first, _ in first })

  /// The words of the paragraph after the one that begins so.
  private static func codes(after beginning: String) -> Set<Text> {
    let paragraphs = page.components(separatedBy: "\n\n")
    guard let index = paragraphs.firstIndex(where: { $0.hasPrefix(beginning) }),
      index + 1 < paragraphs.count
    else { return [] }
    return Set(paragraphs[index + 1].split(whereSeparator: \.isWhitespace).map { Text(String($0)) })
  }
}
