// A command as rules and events see it: what its fields lead to is worked out once, on decoded values.

/// The evaluation of a command on an order. Numbers and marks only, so that passing it from rule to rule counts no
/// references.
public struct Evaluation: ~Copyable, Sendable {
  /// The kind of the command.
  public let kind: OrderCommand.Kind
  /// The order without its texts and items; nil if there is none.
  public let order: OrderRow?
  /// The amount that the command pays or refunds, in minor units.
  let amount: Int64
  /// The fields that it names.
  let named: FieldSet
  /// The fields of the order that it changes: those that differ, and those named that an erased entry may have changed.
  let changed: FieldSet
  /// The order's total after the command, in minor units; nil if the command doesn't name it, or if it is too much.
  let total: Int64?
  /// The errors of the command's fields, in order.
  let invalid: [InvalidField]
}

extension OrderCommand {
  /// The evaluation on an order, with the checks of one version of the rules.
  func evaluated(
    on order: Order?, in context: EntryContext, by checks: FieldChecks
  ) -> Evaluation {
    var found = InvalidFields(checks.limits)
    found.checkEnvelope(context)
    var (named, changed): (FieldSet, FieldSet) = ([], [])
    var total: Int64?
    switch self {
    case .create(let fields):
      let values = fields.values
      named = values.named
      total = values.check(.all, total: true, at: context.at, by: checks, into: &found)
    case .update(let fields):
      let changes = fields.values
      let before = order.values
      var after = OrderValues(changes, onto: before)
      after.addCountries()
      named = changes.named
      if order != nil {
        changed = after.differences(to: before)
          .union(named.replaced.intersection(before.lost))
      }
      total = after.check(
        after.checked(after: named, by: checks), total: named.namesAmounts, at: context.at,
        by: checks, into: &found)
    default: break
    }
    let amount = check(into: &found, within: checks.limits)
    return Evaluation(
      kind: kind, order: order?.row, amount: amount, named: named, changed: changed, total: total,
      invalid: found.fields)
  }
}

extension Evaluation {
  /// The events of a change of fields.
  ///
  /// The event has only what changes, except for personal data, which command and event share: all
  /// of it is in the event, as requested. With a new total of 0, nothing is left to pay.
  ///
  /// - Parameters:
  ///   - doubtful: The fields that may change or not, because personal data was erased that would tell.
  ///   - recorded: The change that was recorded: it alone can tell.
  func events(
    ofUpdate changes: OrderFields, doubting doubtful: FieldSet = [], recorded: OrderFields? = nil
  ) -> [OrderEvent] {
    var kept = changed
    if let recorded, doubtful.intersects(.card) {
      // The card changes if nothing else does, and the kind belongs to it.
      let isAllOfIt = kept.union(doubtful).isSubset(of: .card)
      let named = isAllOfIt ? named : recorded.values.named
      kept.formUnion(named.intersection(FieldSet(.paymentKind)))
      kept.formUnion(.personal)
    } else if kept.intersects(.card) {
      // The kind is that of the whole payment: it removes a card even where the kind stays the same.
      kept.insert(FieldSet(.paymentKind))
    }
    guard let order, !kept.isEmpty else { return [] }
    kept.formUnion(.personal)
    let fields = named.isSubset(of: kept) ? changes : changes.without(.all.subtracting(kept))
    guard named.intersection(kept).namesAmounts, let total, total != order.total else {
      return [.updated(fields, total: nil)]
    }
    let updated = OrderEvent.updated(fields, total: total)
    return list(updated, isPaid: order.status == .placed && order.isSettled(after: updated))
  }
}

extension Order? {
  /// The fields of the order, decoded; none if there is no order.
  var values: OrderValues { self?.values ?? OrderFields.noOrder.values }
}

extension FieldSet {
  /// The fields from which the total is computed.
  private static let partsOfTotal = FieldSet(OrderField.amounts + [.items])

  /// Whether anything that the total is computed from is among the fields.
  var namesAmounts: Bool { intersects(.partsOfTotal) }

  /// Their names, as the log has them.
  var names: [String] { OrderField.recorded.filter(contains).map(\.name) }
}
