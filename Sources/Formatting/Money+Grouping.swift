// Amounts as they are shown, with their thousands grouped. 1.239 may be either of two, so only what has one meaning is
// read.

extension Money {
  /// The amount without the separators of thousands, `1239,40` for `1.239,40`, as ``plain(_:decimals:)`` reads it;
  /// nil if there are none, or if the text could mean something else.
  ///
  /// - Parameter locale: In a currency without decimals, one point or comma separates thousands only if it does there.
  package static func ungrouped(_ text: String, decimals: Int, by locale: LocaleRules = .iso)
    -> String?
  {
    let sign = text.hasPrefix("-") ? "-" : ""
    let number = text.dropFirst(sign.count)
    guard let grouping = number.first(where: { groupings.contains($0) }) else { return nil }
    // The character that separates thousands comes before the one that separates the decimals.
    let pieces = number.split(separator: grouping, omittingEmptySubsequences: false)
    let last = pieces.last.map(String.init) ?? ""
    let isPoint = grouping == "." || grouping == ","
    let point = last.firstIndex { $0 == "." || $0 == "," }
    let group = last[..<(point ?? last.endIndex)]
    // One point without another may be before decimals.
    guard
      !isPoint || point != nil || pieces.count > 2
        || decimals == 0 && locale.groups(with: grouping),
      isGrouped(pieces.dropLast() + [group])
    else { return nil }
    let plain = sign + pieces.joined()
    return Self.plain(plain, decimals: decimals) == nil ? nil : plain
  }

  private static let groupings: Set<Character> = [
    ".", ",", " ", "\u{A0}", "\u{2009}", "\u{202F}", "'", "\u{2019}",
  ]

  /// Whether digits are grouped by three, or by two before the last three as in India. No number begins with 0.
  private static func isGrouped(_ groups: [Substring]) -> Bool {
    guard let first = groups.first, let last = groups.last, groups.count > 1,
      first.first != "0"
    else { return false }
    let between = Set(groups.dropFirst().dropLast().map(\.count))
    return last.count == 3
      && ((1...3).contains(first.count) && between.isSubset(of: [3])
        || (1...2).contains(first.count) && between == [2])
  }
}
