// Says who set what: folds one order's history and keeps for each field where its value came from.

public import EventSourcing
import JSONLines
import Orders
import Replay

/// Finds the origins of an order's fields.
public final class BlameOrderInteractor: BlameOrderBusinessLogic {
  private let source: any EntrySource
  private let presenter: any BlameOrderPresentationLogic

  /// An interactor on a history.
  public init(source: any EntrySource, presenter: any BlameOrderPresentationLogic) {
    self.source = source
    self.presenter = presenter
  }

  /// Finds the origins of an order's fields and hands them to the presenter.
  public func blame(_ request: BlameOrder.Request) throws(Failure) {
    let seq = try source.resolve(request.at)
    guard let stream = StreamName(category: Orders.category, id: request.id) else {
      throw .noSuchOrder(request.id, at: nil)
    }
    let selection = request.field.map { FieldSelection($0) }
    var blame = Blame()
    var history: [BlameOrder.Response.Line] = []
    var currency = ""
    let tail = try Failure.of { () throws(LogError) in
      try source.eachChange(of: stream, through: seq) { (entry, changes) throws(JSONError) in
        guard entry.isAccepted else { return }
        let fields = changes.fields(of: entry).after
        let type = entry.storage.string(try entry.commandHead().type)
        let origin = Origin(entry, command: type)
        currency = fields["currency"]?.string ?? currency
        for change in blame.take(fields, from: origin) where request.showsHistory {
          history.append(.init(field: change.path, value: change.new, origin: origin))
        }
      }
    }
    guard !blame.lines.isEmpty else { throw .noSuchOrder(request.id, at: request.at) }
    let all =
      request.showsHistory
      ? history : blame.lines.map { .init(field: $0.path, value: $0.value, origin: $0.origin) }
    let lines = all.filter { selection?.contains($0.field) ?? true }
    if lines.isEmpty, let field = request.field { throw .noSuchField(field, in: blame) }
    presenter.present(
      BlameOrder.Response(id: request.id, lines: lines, currency: currency, tornTail: tail))
  }
}

extension Failure {
  fileprivate static func noSuchField(_ field: String, in blame: Blame) -> Failure {
    let names = blame.lines.map(\.path).joined(separator: ", ")
    return Failure(
      .notFound, code: "no-such-field", "The order has no field '\(field)'.",
      hint: "It has: \(names).")
  }
}
