// Looking into texts. They are compared byte by byte, so letters of another case are other letters: `lower`
// makes them small first.

extension ConditionCompiler {
  mutating func search(
    _ operation: Expression.Operator, _ text: Expression, _ part: Expression
  ) throws(ConditionError) -> Code {
    let text = try self.text(text, for: operation.rawValue)
    let part = try self.text(part, for: operation.rawValue)
    let isStart = operation == .startsWith
    return .boolean(
      program.read { moment in
        guard let text = text(moment), let part = part(moment) else { return 0 }
        return withExtendedLifetime((text, part)) {
          isStart ? text.bytes.starts(with: part.bytes) : text.bytes.contains(part.bytes)
        } ? 1 : 0
      })
  }

  mutating func lower(_ expression: Expression) throws(ConditionError) -> Code {
    let read = try text(expression, for: Expression.Function.lower.rawValue)
    return .text({ read($0).map { Text(String($0).lowercased()) } })
  }

  private mutating func text(_ expression: Expression, for operation: String)
    throws(ConditionError) -> Reading<Text>
  {
    let code = try code(of: expression)
    guard case .text(let read, _, _) = code else {
      throw wrongType("'\(operation)' takes texts, not \(code.kind).", expression)
    }
    return read
  }
}

extension UnsafeRawBufferPointer {
  /// O(n·m).
  fileprivate func contains(_ part: UnsafeRawBufferPointer) -> Bool {
    guard part.count <= count else { return false }
    return (0...count - part.count).contains { self[$0...].starts(with: part) }
  }
}
