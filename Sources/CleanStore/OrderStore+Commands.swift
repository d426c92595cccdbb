// The commands by their names. Each returns the order after it, and throws a refusal. What all of them take is documented
// with `OrderStore.execute`.

extension OrderStore {
  /// Creates an order.
  ///
  /// - Parameters:
  ///   - newOrder: The contents of the order.
  ///   - id: Its id; the next free number from 1001 up unless given.
  ///   - actor: The person or program that requests it.
  ///   - reason: The reason of the request; optional.
  ///   - commandID: The caller's id of the command: with the same id again, it is executed only
  ///     once.
  /// - Throws: ``OrderError/refused(_:_:)`` with the wrong fields.
  public func create(
    _ newOrder: NewOrder, id: String? = nil, by actor: String, because reason: String? = nil,
    commandID: String? = nil
  ) async throws(OrderError) -> Order {
    try await order(
      after: .create(newOrder), on: id, by: actor, because: reason, commandID: commandID,
      expecting: nil)
  }

  /// Changes fields of an order. Contact and addresses change text by text, items and payment as a whole.
  ///
  /// - Returns: The order; unchanged if nothing changes.
  @discardableResult
  public func edit(
    _ id: String, by actor: String, because reason: String? = nil, commandID: String? = nil,
    expecting revision: Int? = nil, _ change: (inout OrderEdit) -> Void
  ) async throws(OrderError) -> Order {
    var edit = OrderEdit()
    change(&edit)
    return try await order(
      after: .edit(edit), on: id, by: actor, because: reason, commandID: commandID,
      expecting: revision)
  }

  /// Records a payment in the order's currency.
  @discardableResult
  public func pay(
    _ id: String, _ amount: Money, method: String? = nil, reference: String? = nil,
    by actor: String, because reason: String? = nil, commandID: String? = nil,
    expecting revision: Int? = nil
  ) async throws(OrderError) -> Order {
    try await order(
      after: .pay(amount, method: method, reference: reference), on: id, by: actor,
      because: reason, commandID: commandID, expecting: revision)
  }

  /// Records that an order was shipped.
  @discardableResult
  public func ship(
    _ id: String, carrier: String? = nil, tracking: String? = nil, by actor: String,
    because reason: String? = nil, commandID: String? = nil, expecting revision: Int? = nil
  ) async throws(OrderError) -> Order {
    try await order(
      after: .ship(carrier: carrier, tracking: tracking), on: id, by: actor, because: reason,
      commandID: commandID, expecting: revision)
  }

  /// Records that an order was delivered.
  @discardableResult
  public func deliver(
    _ id: String, by actor: String, because reason: String? = nil, commandID: String? = nil,
    expecting revision: Int? = nil
  ) async throws(OrderError) -> Order {
    try await order(
      after: .deliver, on: id, by: actor, because: reason, commandID: commandID, expecting: revision
    )
  }

  /// Cancels an order that wasn't shipped.
  @discardableResult
  public func cancel(
    _ id: String, by actor: String, because reason: String? = nil, commandID: String? = nil,
    expecting revision: Int? = nil
  ) async throws(OrderError) -> Order {
    try await order(
      after: .cancel, on: id, by: actor, because: reason, commandID: commandID, expecting: revision)
  }

  /// Records that a delivered order came back.
  @discardableResult
  public func `return`(
    _ id: String, by actor: String, because reason: String? = nil, commandID: String? = nil,
    expecting revision: Int? = nil
  ) async throws(OrderError) -> Order {
    try await order(
      after: .return, on: id, by: actor, because: reason, commandID: commandID, expecting: revision)
  }

  /// Records that money was paid back, in the order's currency.
  @discardableResult
  public func refund(
    _ id: String, _ amount: Money, by actor: String, because reason: String? = nil,
    commandID: String? = nil, expecting revision: Int? = nil
  ) async throws(OrderError) -> Order {
    try await order(
      after: .refund(amount), on: id, by: actor, because: reason, commandID: commandID,
      expecting: revision)
  }

  /// Hides an order from lists; its history stays.
  @discardableResult
  public func delete(
    _ id: String, by actor: String, because reason: String? = nil, commandID: String? = nil,
    expecting revision: Int? = nil
  ) async throws(OrderError) -> Order {
    try await order(
      after: .delete, on: id, by: actor, because: reason, commandID: commandID, expecting: revision)
  }

  /// Erases the personal data that an order has up to now, for good, and returns when nothing of it is left in the
  /// log. No other can be added to the order.
  ///
  /// Also takes out what is in the commands of an order whose creation was refused; so an id that no entry has is
  /// accepted, too. Backups and other copies of the log aren't changed. Reads the whole log.
  ///
  /// - Throws: ``OrderError/refused(_:_:)`` if the actor or the reason is wrong; ``OrderError/log(_:)`` if the log
  ///   couldn't be rewritten: the erasure is recorded then, and finished when the store is closed or opened again.
  @discardableResult
  public func erase(
    _ id: String, by actor: String, because reason: String? = nil, commandID: String? = nil,
    expecting revision: Int? = nil
  ) async throws(OrderError) -> OrderChange {
    let change = try await execute(
      .erase, on: id, by: actor, because: reason, commandID: commandID, expecting: revision)
    if case .refused(let refusal) = change.outcome { throw .refused(refusal, change) }
    let store = engine.store
    try await readingFiles { () throws(LogError) in _ = try store.finishErasures() }
    return change
  }

  private func order(
    after request: OrderRequest, on id: String?, by actor: String, because reason: String?,
    commandID: String?, expecting revision: Int?
  ) async throws(OrderError) -> Order {
    let change = try await execute(
      request, on: id, by: actor, because: reason, commandID: commandID, expecting: revision)
    if case .refused(let refusal) = change.outcome { throw .refused(refusal, change) }
    guard let order = change.order else { throw .refused(.notFound, change) }
    return order
  }
}
