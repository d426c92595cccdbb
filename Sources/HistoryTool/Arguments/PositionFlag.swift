// Flags whose text is a position, which the scene reads.

extension Flag where Value == String? {
  /// The flag, whose position goes to this place in a request if it is given.
  package func callAsFunction<Request>(
    _ place: any WritableKeyPath<Request, RequestedPosition?> & Sendable
  ) -> RequestFlag<Request> {
    callAsFunction { request, text in
      if let text { request[keyPath: place] = .typed(text) }
    }
  }
}
