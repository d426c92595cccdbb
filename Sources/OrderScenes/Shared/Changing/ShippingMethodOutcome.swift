// The outcome of a command for a shipping method of the catalogue.

package typealias ShippingMethodOutcome = CommandOutcome<Catalogue>

extension ShippingMethodOutcome {
  /// The method after the command, or as it would be; nil if there is none.
  package var method: ShippingMethod? { state[Text(part)] }
}

extension Catalogue: CommandedDomain {
  package static func writeSubject(of outcome: ShippingMethodOutcome, to object: inout JSONWriter) {
    object.member("method", outcome.method)
  }

  package static func failure(of outcome: ShippingMethodOutcome, _: Formatting?) -> Failure? {
    guard case .refused(let refusal) = outcome.result else { return nil }
    let (sentence, hint) = Failure.words(for: refusal, of: outcome)
    return Failure(refusal, of: outcome, sentence, hint: hint)
  }
}

extension OrderEngine {
  /// Records the outcome of a command for a shipping method, or only reports it.
  func submit(_ command: CatalogueCommand, on code: String, _ request: ChangeRequest)
    throws(Failure) -> ShippingMethodOutcome
  {
    var outcome = try Failure.of(
      Orders.words, submit(command, to: Catalogue.self, request, on: .single))
    outcome.part = code
    return outcome
  }
}

extension Failure {
  fileprivate static func words(for refusal: CatalogueRefusal, of outcome: ShippingMethodOutcome)
    -> (String, String)
  {
    let list = "`cleanstore shipping-methods` lists the methods."
    let method = "shipping method \(outcome.part)"
    switch refusal {
    case .invalid(let fields): return words(for: fields)
    case .methodExists:
      let isRetired = outcome.method?.isRetired ?? false
      return (
        isRetired ? "There was a \(method) before." : "There is already a \(method).",
        "Codes can't be reused. Choose another one; \(list)"
      )
    case .methodNotFound where outcome.method != nil:
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
