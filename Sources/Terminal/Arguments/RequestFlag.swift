// The flags and operands of a command line, each with the place in the request where its value goes.

/// A flag of a command, and where its value goes in the command's request.
public struct RequestFlag<Request>: Sendable {
  package let row: FlagRow
  package let fill: @Sendable (inout Request, Invocation) -> Void

  /// A flag that what the requests have in common depends on, and not the request itself.
  package init(common flag: any NamedFlag) {
    row = flag.row
    fill = { _, _ in }
  }

  package init(_ row: FlagRow, fill: @escaping @Sendable (inout Request, Invocation) -> Void) {
    (self.row, self.fill) = (row, fill)
  }
}

/// A flag whose type of value doesn't matter.
package protocol NamedFlag: Sendable {
  var row: FlagRow { get }
}

extension NamedFlag {
  package var name: String { row.name }
  package var spelling: String { row.spelling }
}

extension Flag: NamedFlag {}

extension RequestFlag: NamedFlag {}

extension FlagRow: NamedFlag {
  package var row: FlagRow { self }
}

extension Flag {
  /// The flag, whose value goes to this place in a request if it is given.
  public func callAsFunction<Request>(
    _ place: any WritableKeyPath<Request, Value> & Sendable
  ) -> RequestFlag<Request> {
    RequestFlag(row) { request, invocation in
      if invocation.has(row) { request[keyPath: place] = invocation[self] }
    }
  }

  /// The flag, whose value goes to this place in a request; what is there is the default.
  public func callAsFunction<Request, Wrapped>(
    _ place: any WritableKeyPath<Request, Wrapped> & Sendable
  ) -> RequestFlag<Request> where Value == Wrapped? {
    RequestFlag(row) { request, invocation in
      if let value = invocation[self] { request[keyPath: place] = value }
    }
  }

  /// The flag, whose value is put into a request, whether it is given or not.
  package func callAsFunction<Request>(
    set: @escaping @Sendable (inout Request, Value) -> Void
  ) -> RequestFlag<Request> {
    RequestFlag(row) { request, invocation in set(&request, invocation[self]) }
  }
}

extension Flag where Value == Bool {
  /// The flag, which puts a value into a request.
  package func callAsFunction<Request, Put: Sendable>(
    _ place: any WritableKeyPath<Request, Put> & Sendable, _ value: Put
  ) -> RequestFlag<Request> {
    RequestFlag(row) { request, invocation in
      if invocation[self] { request[keyPath: place] = value }
    }
  }
}

extension Flag where Value == [String] {
  /// The flag, which takes several words as in `a,b`.
  package func separated<Request>(
    _ place: any WritableKeyPath<Request, [String]> & Sendable
  ) -> RequestFlag<Request> {
    callAsFunction { request, texts in
      request[keyPath: place] = texts.flatMap { text in
        text.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
      }
    }
  }
}

/// An operand of a command, and where its value goes in the command's request.
public struct RequestOperand<Request>: Sendable {
  package let row: OperandRow
  package let fill: @Sendable (inout Request, Invocation) -> Void
}

extension Operand {
  /// The operand, whose value is put into a request.
  package func callAsFunction<Request>(
    set: @escaping @Sendable (inout Request, Value) -> Void
  ) -> RequestOperand<Request> {
    RequestOperand(row: row) { request, invocation in set(&request, invocation[self]) }
  }

  /// The operand, whose value goes to this place in a request if it is given.
  public func callAsFunction<Request>(
    _ place: any WritableKeyPath<Request, Value> & Sendable
  ) -> RequestOperand<Request> {
    RequestOperand(row: row) { request, invocation in
      if !invocation.texts(row).isEmpty { request[keyPath: place] = invocation[self] }
    }
  }

  /// The operand, whose value goes to this place in a request; what is there is the default.
  public func callAsFunction<Request, Wrapped>(
    _ place: any WritableKeyPath<Request, Wrapped> & Sendable
  ) -> RequestOperand<Request> where Value == Wrapped? {
    RequestOperand(row: row) { request, invocation in
      if let value = invocation[self] { request[keyPath: place] = value }
    }
  }
}
