// The catalogue of a store: the shipping methods that orders can have.

import EventSourcing
import JSONLines
import OrderDomain

extension OrderStore {
  /// All shipping methods, in the order in which they were added: also those that are retired, because orders may have
  /// them.
  public func shippingMethods() async throws(OrderError) -> [ShippingMethod] {
    do throws(EngineError) {
      let catalogue = try await engine.states(in: catalogueStreams).first?.state
      return (catalogue ?? .initial).all.map { ShippingMethod($0) }
    } catch {
      throw OrderError(error, id: nil)
    }
  }

  /// The shipping methods as of a position.
  ///
  /// - Complexity: O(n) in the length of the log.
  public func shippingMethods(at moment: Position) async throws(OrderError) -> [ShippingMethod] {
    try await history.shippingMethods(at: moment)
  }

  /// Offers a new shipping method.
  ///
  /// - Parameters:
  ///   - code: The code that orders will have; not the code of another method, not even of one that is retired.
  ///   - name: Its name, for people.
  ///   - actor: The person or program that requests it.
  ///   - reason: The reason of the request; optional.
  ///   - commandID: The caller's id of the command: with the same id again, it is executed only once.
  /// - Throws: ``OrderError/methodRefused(_:code:seq:)``.
  @discardableResult
  public func addShippingMethod(
    _ code: String, name: String, by actor: String, because reason: String? = nil,
    commandID: String? = nil
  ) async throws(OrderError) -> ShippingMethod {
    try await method(
      code, after: .addShippingMethod(code: Text(code), name: Text(name)),
      Circumstances(on: .single, by: actor, id: commandID, reason: reason))
  }

  /// Offers a shipping method no more. Orders that have it keep it.
  ///
  /// - Throws: ``OrderError/methodRefused(_:code:seq:)`` if it isn't offered.
  @discardableResult
  public func retireShippingMethod(
    _ code: String, by actor: String, because reason: String? = nil, commandID: String? = nil
  ) async throws(OrderError) -> ShippingMethod {
    try await method(
      code, after: .retireShippingMethod(code: Text(code)),
      Circumstances(on: .single, by: actor, id: commandID, reason: reason))
  }

  private func method(
    _ code: String, after command: Catalogue.Command, _ circumstances: Circumstances
  ) async throws(OrderError) -> ShippingMethod {
    let outcome: Outcome<Catalogue>
    do throws(EngineError) {
      outcome = try await engine.execute(
        Submission(command, circumstances), in: catalogueStreams)
    } catch {
      throw OrderError(error, id: nil)
    }
    if case .refused(let refusal) = outcome.result {
      throw .methodRefused(refusal, code: code, seq: outcome.seq)
    }
    guard let method = outcome.state[Text(code)] else {
      throw .methodRefused(.methodNotFound, code: code, seq: outcome.seq)
    }
    return ShippingMethod(method)
  }
}
