// The messages of the scene in which a clerk fills in a new order, field by field.

import HistoryScenes
import Conventions
import Orders

/// Fills in a form for a new order.
package enum FillInOrder {
  package enum Request: Sendable {
    /// Looks up what there is to choose from, before the first question.
    case opening
    /// Looks for what a customer filled in the last time, which may be taken over without being asked
    /// for again.
    case suggesting(customer: String, isTaken: Bool)
    /// Checks a form that isn't finished: the fields that errors call so, all if nil.
    case checking(CreateOrder.Request, fields: Set<String>?)
  }

  package enum Response: Sendable {
    /// The shipping methods that are offered, in the order of the catalogue.
    case opening(methods: [ShippingMethod])
    /// The customer's last order with its id; nil if there is none.
    case suggesting(last: (id: String, order: Order)?, isTaken: Bool)
    /// The outcome that the form would have.
    case checking(OrderOutcome, fields: Set<String>?)
  }

  package enum ViewModel: Equatable, Sendable {
    case methods([Method])
    case suggestions(Suggestions)
    case check(Check)
  }

  /// A way to ship an order.
  package struct Method: Equatable, Sendable {
    /// What is filled in for it.
    package let code: String
    /// What people call it.
    package let name: String
  }

  /// What may be filled in again.
  package struct Suggestions: Equatable, Sendable {
    /// Where it comes from, in a sentence; nil if there is nothing.
    package let note: String?
    /// Contact and addresses.
    package let texts: [OrderField: String]
  }

  /// What is wrong with a form, or what it would become.
  package struct Check: Equatable, Sendable {
    /// What is wrong with the fields that are to be checked.
    package let problems: [RefusalViewModel.Field]
    /// What is wrong that nothing filled in can put right, such as an id that is in use.
    package let refusal: RefusalViewModel?
    /// The order that it would be; nil while anything is wrong with it.
    package let summary: Summary?
  }

  /// An order that would be created.
  package struct Summary: Equatable, Sendable {
    /// Customer, contact, addresses, payment, shipping.
    package let sections: [ShowOrder.ViewModel.Section]
    package let items: [ShowOrder.ViewModel.Item]
    /// How the total comes about.
    package let amounts: [ShowOrder.ViewModel.Amount]
    package let total: String
  }
}
