// The messages of the scene in which a clerk fills in a new order, field by field.

public import Orders

/// Fills in a form for a new order.
public enum FillInOrder {
  /// Looks up what there is to choose from, before the first question.
  public enum Opening {
    /// The methods that are offered.
    public struct Response: Sendable {
      /// The methods, in the order of the catalogue.
      public let methods: [ShippingMethod]
    }

    /// The methods as text.
    public struct ViewModel: Equatable, Sendable {
      /// A way to ship an order.
      public struct Method: Equatable, Sendable {
        /// What is filled in for it.
        public let code: String
        /// What people call it.
        public let name: String
      }
      /// What there is to choose from.
      public let methods: [Method]
    }
  }

  /// Looks for what a customer filled in the last time.
  public enum Suggesting {
    /// Whose order to look for.
    public struct Request: Sendable {
      /// The customer, as the shop calls them.
      public var customer: String
      /// Whether what was filled in is taken over without being asked for again.
      public var isTaken = false

      /// A customer.
      public init(customer: String) { self.customer = customer }
    }

    /// The customer's last order.
    public struct Response: Sendable {
      /// The order with its id; nil if there is none.
      public let last: (id: String, order: Order)?
      /// Whether what was filled in is taken over without being asked for again.
      public let isTaken: Bool
    }

    /// What may be filled in again.
    public struct ViewModel: Equatable, Sendable {
      /// Where it comes from, in a sentence; nil if there is nothing.
      public let note: String?
      /// Contact and addresses.
      public let texts: [OrderField: String]
    }
  }

  /// Checks what is filled in so far.
  public enum Checking {
    /// A form that isn't finished.
    public struct Request: Sendable {
      /// The form, and how it is to be taken once it is finished.
      public var creation: CreateOrder.Request
      /// The fields that are to be checked already, as errors call them; all if nil.
      public var fields: Set<String>?

      /// A form of which these fields are to be checked.
      public init(_ creation: CreateOrder.Request, fields: Set<String>? = nil) {
        self.creation = creation
        self.fields = fields
      }
    }

    /// What came of the check.
    public struct Response: Sendable {
      /// What would come of the form.
      public let change: Change
      /// The fields that are to be checked already; all if nil.
      public let fields: Set<String>?
    }

    /// What came of the check, as text.
    public struct ViewModel: Equatable, Sendable {
      /// What is wrong with the fields that are to be checked.
      public let problems: [RefusalViewModel.Field]
      /// What is wrong that nothing filled in can put right, such as an id that is in use; nil if
      /// there is nothing.
      public let refusal: RefusalViewModel?
      /// The order that it would be; nil while anything is wrong with it.
      public let summary: Summary?
    }

    /// An order that would be created.
    public struct Summary: Equatable, Sendable {
      /// Customer, contact, addresses, payment, shipping.
      public let sections: [ShowOrder.ViewModel.Section]
      /// What was ordered.
      public let items: [ShowOrder.ViewModel.Item]
      /// How the total comes about.
      public let amounts: [ShowOrder.ViewModel.Amount]
      /// What the order comes to.
      public let total: String
    }
  }
}

/// Fills in forms.
public protocol FillInOrderBusinessLogic {
  /// Hands what there is to choose from to the presenter.
  func open() throws(Failure)
  /// Hands what a customer filled in the last time to the presenter.
  func suggest(_ request: FillInOrder.Suggesting.Request) throws(Failure)
  /// Checks a form and hands what is wrong to the presenter. Records nothing.
  func check(_ request: FillInOrder.Checking.Request) throws(Failure)
}

/// Puts what there is to know while a form is filled in into words.
public protocol FillInOrderPresentationLogic: AnyObject {
  /// Presents what there is to choose from.
  func present(_ response: FillInOrder.Opening.Response)
  /// Presents what a customer filled in the last time.
  func present(_ response: FillInOrder.Suggesting.Response)
  /// Presents what is wrong with a form.
  func present(_ response: FillInOrder.Checking.Response)
}

/// Shows what there is to know while a form is filled in.
public protocol FillInOrderDisplayLogic: AnyObject {
  /// Shows what there is to choose from.
  func display(_ viewModel: FillInOrder.Opening.ViewModel)
  /// Shows what a customer filled in the last time.
  func display(_ viewModel: FillInOrder.Suggesting.ViewModel)
  /// Shows what is wrong with a form.
  func display(_ viewModel: FillInOrder.Checking.ViewModel)
}
