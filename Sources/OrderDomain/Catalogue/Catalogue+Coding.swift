// Writes the catalogue's commands and events into the log.

extension Catalogue: CodableDecider {
  /// The command's `type`.
  public static func type(of command: CatalogueCommand) -> StaticString {
    switch command {
    case .addShippingMethod: "add-shipping-method"
    case .retireShippingMethod: "retire-shipping-method"
    }
  }

  /// The event's `type`.
  public static func type(of event: CatalogueEvent) -> StaticString {
    switch event {
    case .shippingMethodAdded: "shipping-method-added"
    case .shippingMethodRetired: "shipping-method-retired"
    }
  }

  /// Writes the command's own members, each with a leading comma.
  public static func writeMembers(of command: CatalogueCommand, to writer: inout JSONWriter) {
    switch command {
    case .addShippingMethod(let code, let name): write(code, name, to: &writer)
    case .retireShippingMethod(let code): write(code, nil, to: &writer)
    }
  }

  /// Writes the event's own members, each with a leading comma.
  public static func writeMembers(of event: CatalogueEvent, to writer: inout JSONWriter) {
    switch event {
    case .shippingMethodAdded(let code, let name): write(code, name, to: &writer)
    case .shippingMethodRetired(let code): write(code, nil, to: &writer)
    }
  }

  private static func write(_ code: Text, _ name: Text?, to writer: inout JSONWriter) {
    writer.member(#","code":"#, code)
    writer.member(#","name":"#, name)
  }

  private static let method: [ObjectShape.Member] = [.text("code"), .text("name")]
  private static let retired: [ObjectShape.Member] = [.text("code")]

  /// Its commands and events.
  public static let shapes = PayloadShapes(
    commands: [
      PayloadShape("add-shipping-method", method), PayloadShape("retire-shipping-method", retired),
    ],
    events: [
      PayloadShape("shipping-method-added", method),
      PayloadShape("shipping-method-retired", retired),
    ])

  /// True: the rules say which texts are blank.
  @inlinable public static var shapesSayAll: Bool { true }

  /// The command that was read. A missing text is read as an empty one, which the rules call blank too.
  public static func command(_ payload: Payload) -> CatalogueCommand {
    let code = Text(payload.storage, payload.text())
    return payload.type == 1
      ? .retireShippingMethod(code: code)
      : .addShippingMethod(code: code, name: Text(payload.storage, payload.text(1)))
  }

  /// The event that was read.
  public static func event(_ payload: Payload) -> CatalogueEvent {
    let code = Text(payload.storage, payload.text())
    return payload.type == 1
      ? .shippingMethodRetired(code: code)
      : .shippingMethodAdded(code: code, name: Text(payload.storage, payload.text(1)))
  }
}
