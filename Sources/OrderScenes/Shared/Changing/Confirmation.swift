// The question whether a person means a command, before it becomes history. Programs aren't asked.

/// The reason why a command may not be meant, and the question that settles it.
package struct Confirmation: Equatable, Sendable {
  package let reason: String
  package let question: String
  /// The order that it is about, and its revision then.
  fileprivate let id: String
  fileprivate let rev: Int

  /// Throws if the order isn't any more what was asked about.
  package func requireUnchangedOrder(in engine: OrderEngine) throws(Failure) {
    guard try engine.order(id)?.rev ?? 0 != rev else { return }
    throw Failure(
      .tryAgain, code: "revision-conflict", "Order \(id) was changed while you were asked.",
      hint: "Nothing was recorded. Look at the order, and try again.")
  }

  /// Doubts whether an order is meant that doesn't exist; nil if it does, or its id can't be one.
  package static func missingOrder(
    _ request: ChangeRequest, with engine: OrderEngine, _: Formatting
  ) throws(Failure) -> Confirmation? {
    let id = request.id
    guard StreamName.isValid(id: id), try engine.order(id) == nil,
      try engine.first(request) == nil
    else { return nil }
    let near = try History(engine.store, of: .orders).ids(near: id, at: nil).ids
    return Confirmation(
      reason: ["There is no order \(id) in this store.", didYouMean(near)].compactMap { $0 }
        .joined(separator: " "),
      question: "The command would be refused. Record that", id: id, rev: 0)
  }
}

extension Confirmation {
  /// Kinds of payment that most shops have; any other text is one, too.
  package static let usualPayments = ["card", "invoice", "cash"]

  /// Doubts a kind of payment that none of the latest orders has, if it is nearly one that is known.
  package static func unusualPayment(
    in form: OrderForm, of id: String, with engine: OrderEngine
  ) throws(Failure) -> Confirmation? {
    guard let kind = form.text(.paymentKind), !usualPayments.contains(kind) else { return nil }
    let latest = try ListOrders.respond(to: .latest, with: History(engine.store, of: .orders))
    let known = Set(latest.orders.compactMap { $0.order.fields[.paymentKind] })
    guard !known.contains(kind) else { return nil }
    let candidates = usualPayments + known.subtracting(usualPayments).sorted()
    let same = candidates.filter { $0.lowercased() == kind.lowercased() }
    let near = same.isEmpty ? suggestions(for: kind, among: candidates) : same
    guard let question = didYouMean(near) else { return nil }
    return Confirmation(
      reason: latest.isAll
        ? "No order is paid by '\(kind)' yet. \(question)"
        : "None of the latest orders is paid by '\(kind)'. \(question)",
      question: "Record '\(kind)'", id: id, rev: try engine.order(id)?.rev ?? 0)
  }
}

extension DeleteOrder {
  /// Doubts any deletion, because it is final; nil if it is refused.
  package static func confirmation(
    _ request: ChangeRequest, with engine: OrderEngine, _ formatting: Formatting
  ) throws(Failure) -> Confirmation? {
    if let confirmation = try Confirmation.missingOrder(request, with: engine, formatting) {
      return confirmation
    }
    var trial = request
    trial.isDryRun = true
    let outcome = try respond(to: trial, with: engine)
    guard case .accepted = outcome.result, !outcome.isRepeated, let order = outcome.order
    else { return nil }
    let details = [formatting.name(of: order), formatting.money(of: order, order.total)]
      .filter { !$0.isEmpty }.joined(separator: ", ")
    return Confirmation(
      reason: "Order \(request.id) (\(details)) can't be changed or restored once it is deleted.",
      question: "Delete it", id: request.id, rev: order.rev - 1)
  }
}
