// Creates an order: reads the form, checks what the rules can't, and puts the rest to the rules.

import EventSourcing
import JSONLines
import Orders

/// Creates orders.
public final class CreateOrderInteractor: CreateOrderBusinessLogic {
  private let changes: OrderChanges
  private let presenter: any CreateOrderPresentationLogic

  /// An interactor on an engine.
  public init(engine: OrderEngine, presenter: any CreateOrderPresentationLogic) {
    changes = OrderChanges(engine: engine)
    self.presenter = presenter
  }

  /// Creates an order and hands what came of it to the presenter.
  public func create(_ request: CreateOrder.Request) throws(Failure) -> Bool {
    let response = try changes.create(request)
    presenter.present(response)
    return response.change.isDone
  }
}

extension OrderChanges {
  /// Records what comes of a form for a new order, or only says it if the request is a dry run.
  func create(_ request: CreateOrder.Request) throws(Failure) -> CreateOrder.Response {
    var form = request.form
    var reused: String?
    if request.reusesLastOrder {
      guard let last = try lastOrder(of: form.text(.customer) ?? "", for: request.change) else {
        throw Self.noEarlierOrder
      }
      reused = last.id
      form = OrderForm(peopleAndPlacesOf: last.order).overlaid(with: form)
    }
    let filled = FilledForm(form, methods: try shippingMethods())
    var problems = filled.problems
    var target = Submission<OrderCommand>.Target.new
    if !request.change.id.isEmpty {
      if StreamName.isValid(id: request.change.id) {
        target = .id(request.change.id)
      } else {
        problems.append(InvalidField(field: "order", code: FieldCode.malformed.rawValue))
      }
    }
    let change = try put(.create(filled.fields), on: target, request.change, problems: problems)
    return CreateOrder.Response(change: change, reusedOrder: reused)
  }

  private static let noEarlierOrder = Failure(
    .negative, code: "no-earlier-order", "The customer has no earlier order.",
    hint: "Leave --reuse out and fill in contact and addresses.")
}

extension OrderChanges {
  /// What is and was offered to ship with.
  func shippingMethods() throws(Failure) -> ShippingMethods {
    guard let stream = StreamName(category: Catalogue.category, id: nil) else { return .initial }
    do throws(EngineError) {
      return try engine.engine.state(of: stream, in: engine.catalogue)?.state ?? Catalogue.initial
    } catch {
      throw Failure(error)
    }
  }

  /// The order that a customer placed last and that isn't deleted, with its id; nil if there is none.
  ///
  /// A command that comes again gets the answer that it got the first time, whatever the customer has
  /// ordered since.
  func lastOrder(of customer: String, for request: ChangeRequest? = nil) throws(Failure)
    -> (id: String, order: Order)?
  {
    let customer = Text(customer)
    let first = try request.flatMap { (request) throws(Failure) in try entry(ofFirst: request) }
    let orders = try engine.store.fold(at: first.map { String($0 - 1) }).store.listed()
    // Of two that were placed at the same moment, the one that stands later in the log.
    let last = orders.enumerated()
      .filter {
        $0.element.order.status != .deleted && $0.element.order.fields.text(.customer) == customer
      }
      .max { ($0.element.order.placedAt, $0.offset) < ($1.element.order.placedAt, $1.offset) }
    return last?.element
  }
}
