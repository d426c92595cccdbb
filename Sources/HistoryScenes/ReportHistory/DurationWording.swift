// Writes durations for people: the two largest units, because more would hide what matters.

extension Formatting {
  /// `3 d 4 h`, `5 min 20 s`, `0.25 s`. The same in every locale.
  static func duration(_ microseconds: Int64) -> String {
    guard microseconds >= 0 else { return "0 s" }
    let units: [(name: String, length: Int64)] = [
      ("d", 86_400_000_000), ("h", 3_600_000_000), ("min", 60_000_000), ("s", 1_000_000),
    ]
    guard let place = units.firstIndex(where: { microseconds >= $0.length }) else {
      let hundredths = microseconds / 10_000
      return hundredths == 0 ? "0 s" : "0.\(hundredths < 10 ? "0" : "")\(hundredths) s"
    }
    let unit = units[place]
    let whole = "\(microseconds / unit.length) \(unit.name)"
    guard place + 1 < units.count else { return whole }
    let rest = microseconds % unit.length / units[place + 1].length
    return rest == 0 ? whole : "\(whole) \(rest) \(units[place + 1].name)"
  }
}
