// The outcome of a command for the catalogue: the response of the scenes that change it.

package struct ShippingMethodOutcome: Sendable {
  package let code: String
  package let outcome: CommandOutcome<Catalogue>

  /// The method after the command, or as it would be; nil if there is none.
  package var method: ShippingMethod? { outcome.state[Text(code)] }
}

extension ShippingMethodOutcome: JSONRepresentable, SceneResponse {
  package func writeJSON(to writer: inout JSONWriter) {
    outcome.writeJSON(to: &writer) { $0.member("method", method) }
  }

  package func refusal(_: Formatting?) -> Failure? { Failure(self) }
  package var isPositive: Bool { outcome.isDone }
}

extension OrderEngine {
  /// Records the outcome of a command for a shipping method, or only reports it.
  func submit(_ command: CatalogueCommand, on code: String, _ request: ChangeRequest)
    throws(Failure) -> ShippingMethodOutcome
  {
    let outcome = try Failure.of { () throws(EngineError) in
      try submit(command, to: Catalogue.self, request, on: .single)
    }
    return ShippingMethodOutcome(code: code, outcome: outcome)
  }
}

extension Failure {
  init?(_ response: ShippingMethodOutcome) {
    guard case .refused(let refusal) = response.outcome.result else { return nil }
    let (sentence, hint) = Self.words(for: refusal, of: response)
    self.init(refusal, of: response.outcome, sentence, hint: hint)
  }

  private static func words(for refusal: CatalogueRefusal, of response: ShippingMethodOutcome)
    -> (String, String)
  {
    let list = "`cleanstore shipping-methods` lists the methods."
    let method = "shipping method \(response.code)"
    switch refusal {
    case .invalid(let fields): return words(for: fields)
    case .methodExists:
      let isRetired = response.method?.isRetired ?? false
      return (
        isRetired ? "There was a \(method) before." : "There is already a \(method).",
        "Codes can't be reused. Choose another one; \(list)"
      )
    case .methodNotFound where response.method != nil:
      return ("The \(method) is already retired.", list)
    case .methodNotFound: return ("There is no \(method).", list)
    }
  }
}

extension ShippingMethod: JSONRepresentable {
  /// Writes its code, its name and whether it is retired.
  public func writeJSON(to writer: inout JSONWriter) {
    writer.object {
      $0.member("code", code)
      $0.member("name", name)
      $0.member("retired", isRetired)
    }
  }
}
