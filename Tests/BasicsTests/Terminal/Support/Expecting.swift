// Expectations of calls that change their value, which the macro can't contain.

import Testing

func expect<Value: Equatable>(
  _ value: Value, _ expected: Value, at location: SourceLocation = #_sourceLocation
) {
  #expect(value == expected, sourceLocation: location)
}
