// Adding and retiring shipping methods.

import DomainKit
import EventSourcing
import EventSourcingTesting
import OrderDomain
import Testing

@Suite struct CatalogueTests: DeciderSpecification {
  typealias Rules = Catalogue

  var stream: String { "catalog" }

  func report(_ failure: UnmetExpectation) { record(failure) }

  @Test func `a new store offers three methods`() {
    #expect(
      Catalogue.initial.offered.map { String($0.code) } == ["standard", "one-day", "two-day"])
    #expect(
      Catalogue.initial.offered.map { String($0.name) } == [
        "Standard Shipping", "One-Day Shipping", "Two-Day Shipping",
      ])
  }

  @Test func `a method is added once, and its code is never given again`() {
    given().when(.addShippingMethod(code: "bike", name: "By Bike"))
      .then(.shippingMethodAdded(code: "bike", name: "By Bike"))
      .thenState { #expect($0["bike"]?.name == "By Bike") }
      .when(.addShippingMethod(code: "bike", name: "Again")).thenRefused(.methodExists)
    given(.shippingMethodRetired(code: "standard"))
      .when(.addShippingMethod(code: "standard", name: "Again")).thenRefused(.methodExists)
  }

  @Test func `a method is retired once`() {
    given().when(.retireShippingMethod(code: "one-day"))
      .then(.shippingMethodRetired(code: "one-day"))
      .thenState { #expect($0.offered.map { String($0.code) } == ["standard", "two-day"]) }
      .when(.retireShippingMethod(code: "one-day")).thenRefused(.methodNotFound)
    given().when(.retireShippingMethod(code: "bike")).thenRefused(.methodNotFound)
  }

  @Test func `fields are checked before the catalogue is looked at`() {
    given().by("").when(.addShippingMethod(code: " ", name: "")).thenRefused(
      .invalid([
        InvalidField(field: "actor", code: "blank"), InvalidField(field: "code", code: "blank"),
        InvalidField(field: "name", code: "blank"),
      ]))
  }

  static let commands: [(CatalogueCommand, String)] = [
    (
      .addShippingMethod(code: "bike", name: "By Bike"),
      #"{"type":"add-shipping-method","code":"bike","name":"By Bike"}"#
    ),
    (
      .retireShippingMethod(code: "bike"), #"{"type":"retire-shipping-method","code":"bike"}"#
    ),
  ]

  static let events: [(CatalogueEvent, String)] = [
    (
      .shippingMethodAdded(code: "bike", name: "By Bike"),
      #"{"type":"shipping-method-added","code":"bike","name":"By Bike"}"#
    ),
    (.shippingMethodRetired(code: "bike"), #"{"type":"shipping-method-retired","code":"bike"}"#),
  ]

  @Test func `commands and events are written as they always were, and read back`() throws {
    for (command, line) in Self.commands {
      #expect(Recorded<Catalogue>.line(of: command) == line)
      #expect(try Recorded<Catalogue>.command(line) == command)
    }
    for (event, line) in Self.events {
      #expect(Recorded<Catalogue>.line(of: event) == line)
      #expect(try Recorded<Catalogue>.event(line) == event)
    }
    #expect(try Recorded<Catalogue>.event(#"{"type":"order-paid"}"#) == nil)
  }

  @Test(arguments: [
    CatalogueRefusal.methodExists, .methodNotFound,
    .invalid([InvalidField(field: "code", code: "blank")]),
  ]) func `a refusal is found again by its code and fields`(refusal: CatalogueRefusal) {
    #expect(CatalogueRefusal(code: refusal.code, fields: refusal.fields) == refusal)
  }
}
