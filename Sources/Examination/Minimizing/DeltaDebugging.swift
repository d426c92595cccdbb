// Removes what isn't needed, in ever smaller pieces (Zeller and Hildebrandt, "Simplifying and
// isolating failure-inducing input", 2002). Only complements are tried, from the end: later
// commands usually depend on earlier ones.

/// The elements that remain when none of them can be removed any more.
///
/// O(n log n) tries where few elements are needed, O(n²) at worst.
///
/// - Parameter keeps: Whether these elements still do; nil ends the search.
/// - Returns: The last elements that passed, or all if no others did.
func minimized<Element>(_ elements: [Element], keeps: ([Element]) -> Bool?) -> [Element] {
  guard !elements.isEmpty, keeps([]) != true else { return [] }
  var rest = elements
  var size = max(1, rest.count / 2)
  while true {
    var isSmaller = false
    var end = rest.count
    while end > 0 {
      let start = max(0, end - size)
      // All of them were removed at the very beginning.
      if end - start < rest.count {
        var candidate = rest
        candidate.removeSubrange(start..<end)
        guard let isKept = keeps(candidate) else { return rest }
        if isKept {
          rest = candidate
          isSmaller = true
        }
      }
      end = start
    }
    // Single elements are tried until none of them can be removed.
    if size == 1 && !isSmaller { return rest }
    size = max(1, size / 2)
  }
}

/// The number nearest to 0 that still does, on the side of 0 that a number is on.
///
/// - Parameter keeps: Whether this number still does; nil ends the search. Asked as if all numbers
///   do from some bound on.
func minimized(_ number: Int64, keeps: (Int64) -> Bool?) -> Int64 {
  let sign = number.signum()
  guard sign != 0 else { return 0 }
  if keeps(0) == true { return 0 }
  guard number != sign else { return number }
  if keeps(sign) == true { return sign }
  var (tooSmall, enough) = (sign, number)
  while abs(enough - tooSmall) > 1 {
    let middle = tooSmall + (enough - tooSmall) / 2
    guard let isKept = keeps(middle) else { return enough }
    if isKept { enough = middle } else { tooSmall = middle }
  }
  return enough
}
