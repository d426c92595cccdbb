// What came of a command for the catalogue, for the presenters of the scenes that change it.

import EventSourcing
import JSONLines
public import Orders

/// What came of a command for a shipping method.
public struct ShippingMethodChange: Sendable {
  /// The method's code, as it was typed.
  public let code: String
  /// What came of the command.
  public let change: CatalogueChange

  /// The method as it is behind the command, or would be; nil if there is none.
  public var method: ShippingMethod? { change.state[Text(code)] }
}

extension OrderEngine {
  /// Records what comes of a command for a shipping method, or only says it.
  func put(_ command: CatalogueCommand, on code: String, _ request: ChangeRequest)
    throws(Failure) -> ShippingMethodChange
  {
    let change = try put(
      request.submission(command, on: .single), in: catalogue, isDryRun: request.isDryRun)
    return ShippingMethodChange(code: code, change: change)
  }
}

extension RefusalViewModel {
  /// The refusal of a command for a shipping method; nil if it wasn't refused.
  init?(_ response: ShippingMethodChange) {
    guard case .refused(let refusal) = response.change.result else { return nil }
    let (sentence, hint) = Self.words(for: refusal, of: response)
    self.init(refusal, of: response.change, sentence, hint: hint)
  }

  private static func words(for refusal: CatalogueRefusal, of response: ShippingMethodChange)
    -> (String, String)
  {
    let list = "`cleanstore shipping-methods` shows those there are."
    let method = "shipping method \(response.code)"
    switch refusal {
    case .invalid(let fields): return words(for: fields)
    case .methodExists:
      let isRetired = response.method?.isRetired ?? false
      return (
        isRetired ? "There was a \(method) before." : "There is a \(method) already.",
        "A code isn't given twice, so choose another; \(list)"
      )
    case .methodNotFound where response.method != nil:
      return ("The \(method) is retired already.", list)
    case .methodNotFound: return ("There is no \(method).", list)
    }
  }
}

extension ChangeDisplayLogic {
  /// Shows what came of a command for a shipping method.
  ///
  /// - Parameter done: What happened, if something did.
  func display(_ response: ShippingMethodChange, done: String) {
    if let refusal = RefusalViewModel(response) { return display(refusal: refusal) }
    display(ChangeViewModel(response.change, done: done))
  }
}

/// Presents what came of a command for a shipping method as one JSON document.
public final class ShippingMethodJSONPresenter {
  private let display: any ChangeDocumentDisplayLogic

  /// A presenter for a display of documents.
  public init(display: any ChangeDocumentDisplayLogic) { self.display = display }

  /// Presents what came of a command.
  public func present(_ response: ShippingMethodChange) {
    if let refusal = RefusalViewModel(response) { return display.display(refusal: refusal) }
    var writer = JSONWriter()
    response.change.writeJSON(to: &writer) { writer in
      guard let method = response.method else { return }
      writer.raw(#","method":"#)
      method.writeJSON(to: &writer)
    }
    display.display(document: writer)
  }
}

extension ShippingMethod {
  /// Writes `{"code","name","retired"}`.
  func writeJSON(to writer: inout JSONWriter) {
    writer.raw(#"{"code":"#)
    writer.string(code)
    writer.raw(#","name":"#)
    writer.string(name)
    writer.raw(isRetired ? #","retired":true}"# : #","retired":false}"#)
  }
}
