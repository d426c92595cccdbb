// The second, small domain of a store: which shipping methods there are. One stream, `catalog`.
// Orders don't look here: a method that isn't offered is refused before there is a command.

/// A request for the catalogue.
public enum CatalogueCommand: Hashable, Sendable {
  /// Offer a new method.
  case addShippingMethod(code: Text, name: Text)
  /// Offer a method no more.
  case retireShippingMethod(code: Text)
}

/// An event of the catalogue.
public enum CatalogueEvent: Hashable, Sendable {
  /// A new method is offered.
  case shippingMethodAdded(code: Text, name: Text)
  /// A method isn't offered any more.
  case shippingMethodRetired(code: Text)
}

/// The reason why a command isn't accepted.
public enum CatalogueRefusal: RecordedRefusal, Hashable {
  /// Fields of the command are wrong.
  case invalid([InvalidField])
  /// There is such a method, or was: codes aren't given twice.
  case methodExists
  /// There is no such method, or it is retired already.
  case methodNotFound

  /// The code of the refusal: `method-exists`.
  public var code: String {
    switch self {
    case .invalid: "invalid"
    case .methodExists: "method-exists"
    case .methodNotFound: "method-not-found"
    }
  }

  /// The fields that are to blame; empty unless the code is `invalid`.
  public var fields: [InvalidField] {
    if case .invalid(let fields) = self { fields } else { [] }
  }

  /// The refusal that was written with this code and these fields; nil if there is none such.
  public init?(code: String, fields: [InvalidField]) {
    switch code {
    case "invalid": self = .invalid(fields)
    case "method-exists": self = .methodExists
    case "method-not-found": self = .methodNotFound
    default: return nil
    }
  }
}

/// The decider of the catalogue.
public enum Catalogue: Decider {
  /// The one stream is called `catalog`.
  public static let category = "catalog"
  /// There is one catalogue.
  public static var isSingleStream: Bool { true }
  /// The version of the rules, which is that of the orders' rules.
  public static let version = Orders.version
  /// The versions of the orders' rules.
  public static let versions = Orders.versions
  /// Three methods are offered from the start.
  public static var initial: ShippingMethods { .initial }

  /// Decides a command.
  public static func decide(
    _ command: CatalogueCommand, on state: ShippingMethods, in context: EntryContext
  ) throws(CatalogueRefusal) -> [CatalogueEvent] {
    try decide(command, on: state, in: context, by: versions.count - 1)
  }

  /// The events of the command, or its refusal, by one version of the rules.
  public static func decide(
    _ command: CatalogueCommand, on state: ShippingMethods, in context: EntryContext,
    by version: Int
  ) throws(CatalogueRefusal) -> [CatalogueEvent] {
    for rule in CatalogueRules.versions[version][command] {
      if let refusal = rule.check(command, state, context) { throw refusal }
    }
    return switch command {
    case .addShippingMethod(let code, let name): [.shippingMethodAdded(code: code, name: name)]
    case .retireShippingMethod(let code): [.shippingMethodRetired(code: code)]
    }
  }

  /// Brings the catalogue up to date with one event.
  public static func evolve(
    _ state: inout ShippingMethods, with event: CatalogueEvent, in context: EntryContext
  ) {
    switch event {
    case .shippingMethodAdded(let code, let name):
      state.all.append(ShippingMethod(code: Text(copying: code), name: Text(copying: name)))
    case .shippingMethodRetired(let code):
      guard let index = state.all.firstIndex(where: { $0.code == code }) else { return }
      state.all[index].isRetired = true
    }
  }

  /// The reason why the event can't have happened to the catalogue, whatever the rules were.
  public static func objection(to event: CatalogueEvent, in state: ShippingMethods) -> String? {
    guard case .shippingMethodAdded(let code, _) = event, state[code] != nil else { return nil }
    return "The shipping method is added for the second time."
  }
}
