// Rows of a long list, read page by page as far as they are looked at.

struct PagedRows<Row> {
  /// The number of rows of a page, but for the last one.
  private let pageLength: Int
  private(set) var pages: [Int: [Row]] = [:]
  /// The error of a page that couldn't be read: while a list is drawn, no caller could catch it.
  private var problem: Failure?

  init(pageLength: Int) { self.pageLength = pageLength }

  /// All rows that were read.
  var all: [Row] { pages.values.flatMap { $0 } }

  /// The row with an index; nil after the last one, or if it can't be read.
  ///
  /// - Parameters:
  ///   - index: From 0.
  ///   - read: Reads the rows with these indexes, as far as there are any. It must not use this value.
  mutating func row(_ index: Int, reading read: (Range<Int>) throws(Failure) -> [Row]) -> Row? {
    let (page, place) = index.quotientAndRemainder(dividingBy: pageLength)
    if pages[page] == nil {
      do throws(Failure) {
        let start = page * pageLength
        pages[page] = try read(start..<start + pageLength)
      } catch {
        (problem, pages[page]) = (error, [])
      }
    }
    return pages[page].flatMap { place < $0.count ? $0[place] : nil }
  }

  /// Forgets what was read, because it may be different now.
  mutating func removeAll() { (pages, problem) = ([:], nil) }

  /// Throws what kept a page from being read, once.
  mutating func check() throws(Failure) {
    guard let problem else { return }
    self.problem = nil
    throw problem
  }
}
