// The versions of the rules, and the codes that they know: those on the page about the rules.

import Foundation

enum Rules: Int, Comparable {
  case first = 1, second
  static let latest = second

  /// A version that there isn't, or that isn't named, is taken for the latest.
  init(named engine: Text?) { self = engine == "1" ? .first : .latest }

  static func < (one: Rules, other: Rules) -> Bool { one.rawValue < other.rawValue }
}

enum Codes {
  static let currencies = codes(after: "The currencies of ISO 4217")
  static let countries = codes(after: "The countries of ISO 3166-1")
  static let withStates = codes(after: "Those whose addresses aren't complete without a state")

  /// The words of the paragraph after the one that begins so.
  private static func codes(after beginning: String) -> Set<Text> {
    let page = (try? Files.bytes(Files.repository + "/Docs/Rules.md")) ?? []
    let paragraphs = "\(Text(page))".components(separatedBy: "\n\n")
    guard let index = paragraphs.firstIndex(where: { $0.hasPrefix(beginning) }),
      index + 1 < paragraphs.count
    else { return [] }
    return Set(paragraphs[index + 1].split(whereSeparator: \.isWhitespace).map { Text(String($0)) })
  }
}
