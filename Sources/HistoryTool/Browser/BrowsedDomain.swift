// The part of the browser that only a domain has: its list, how its streams look, and the keys that change them.

/// The part of the browser that only a domain has.
package protocol BrowsedDomain: Sendable {
  /// The keys by which the list can be sorted, in the order in which `o` goes through them; empty if it has one order.
  var sortings: [String] { get }
  /// The keys that change streams.
  var changes: [BrowserChange] { get }
  /// A sentence of the command's help about these keys.
  var changing: String { get }
  /// Examples of conditions to look for, and of a command.
  var examples: (conditions: String, command: String) { get }

  /// The list of streams at a position: a function that reads some of its rows. It is used until anything changes.
  ///
  /// - Parameter sorting: The place in ``sortings`` of what they are sorted by.
  func list(
    by sorting: Int, at position: RequestedPosition, in history: History, _ formatting: Formatting
  ) throws(Failure) -> (Range<Int>) throws(Failure) -> BrowsedList
  /// A stream at a position.
  ///
  /// - Throws: A failure of the kind `notFound` if it has no state there.
  func stream(
    _ id: String, at position: RequestedPosition, in history: History, _ formatting: Formatting
  ) throws(Failure) -> BrowsedStream
}

/// Rows of a list of streams.
package struct BrowsedList {
  /// The rows, each with the stream's id first, and their columns.
  let table: TableViewModel
  /// The number of rows that the whole list has.
  let count: Int
  /// The headings of columns that there is no room for.
  let hidden: Set<String>

  package init(_ table: TableViewModel, of count: Int, hiding hidden: Set<String> = []) {
    (self.table, self.count, self.hidden) = (table, count, hidden)
  }
}

/// A stream as it is drawn.
package struct BrowsedStream {
  let rev: Int
  let draw: (inout StyledLines) -> Void

  package init(rev: Int, draw: @escaping (inout StyledLines) -> Void) {
    (self.rev, self.draw) = (rev, draw)
  }
}

/// A key that begins a command of the tool.
package struct BrowserChange: Hashable, Sendable {
  let keys: [Key]
  let help: String
  /// The name of the command.
  let command: String
  /// Whether the selected stream's id and revision follow.
  let isOfStream: Bool
  /// Whether the command begins at once: it asks for what it needs itself.
  let isComplete: Bool

  package init(
    _ keys: [Key], _ help: String, command: String, isOfStream: Bool = true,
    isComplete: Bool = false
  ) {
    (self.keys, self.help, self.command) = (keys, help, command)
    (self.isOfStream, self.isComplete) = (isOfStream, isComplete)
  }
}
