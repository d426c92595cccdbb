// All the values that fields had, for an answer that lists them.

/// All the values that fields had, one after another.
struct Values {
  let domain: any HistoryDomain.Type
  private let kinds: FieldKinds
  private var lines: [(line: BlameFields.Response.Line, number: Int)] = []
  /// The place of each field's last one.
  private var last: [Int: Int] = [:]

  init(domain: any HistoryDomain.Type, _ kinds: FieldKinds) {
    (self.domain, self.kinds) = (domain, kinds)
  }

  mutating func take(
    _ change: Blame.Change, _ currency: String, _ origin: Origin, _ erasures: Erasures
  ) {
    let previous = last.updateValue(lines.count, forKey: change.number)
    let since = previous.map { lines[$0].line.origin.seq } ?? 0
    let path = change.difference.path
    lines.append(
      (
        .init(
          field: path, value: change.difference.new, currency: currency,
          isAmount: kinds.isAmount(path), origin: origin,
          erasures: erasures.since(since, of: path, in: domain)), change.number
      ))
  }

  /// - Parameters:
  ///   - erasures: The erasures up to the end, which may have set what was the last value before.
  ///   - selection: The fields that are asked for, by the names that they have at the end, wherever they were before;
  ///     all if nil.
  ///   - paths: These names, by the fields' numbers.
  func lines(_ erasures: Erasures, _ selection: FieldSelection?, _ paths: [Int: String])
    -> [BlameFields.Response.Line]
  {
    var lines = lines
    for place in last.values {
      let line = lines[place].line
      let later = erasures.since(line.origin.seq, of: line.field, in: domain)
      lines[place].line.erasures = line.erasures.and(later)
    }
    guard let selection else { return lines.map(\.line) }
    let named = lines.filter { line, number in
      // An element that is gone is still one of its list.
      selection.contains(paths[number] ?? line.field.replacing(/\[[0-9]+\]/, with: "[]"))
    }
    return (named.isEmpty ? lines.filter { selection.contains($0.line.field) } : named).map(\.line)
  }
}
