// How the log writes the catalogue's commands and events.

import EventSourcing
import JSONLines

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

  /// Decodes a command; nil if its type is unknown.
  public static func decodeCommand(_ payload: inout Payload) throws(JSONError) -> CatalogueCommand?
  {
    if payload.isType("add-shipping-method") {
      let (code, name) = try read(&payload, addCommandShape)
      return .addShippingMethod(code: code, name: name)
    }
    if payload.isType("retire-shipping-method") {
      return .retireShippingMethod(code: try read(&payload, retireCommandShape).code)
    }
    return nil
  }

  /// Decodes an event; nil if its type is unknown.
  public static func decodeEvent(_ payload: inout Payload) throws(JSONError) -> CatalogueEvent? {
    if payload.isType("shipping-method-added") {
      let (code, name) = try read(&payload, addedEventShape)
      return .shippingMethodAdded(code: code, name: name)
    }
    if payload.isType("shipping-method-retired") {
      return .shippingMethodRetired(code: try read(&payload, retiredEventShape).code)
    }
    return nil
  }

  private struct Texts: BitwiseCopyable {
    var code = TextRange.absent
    var name = TextRange.absent
  }

  private static let addCommandShape = ObjectShape.command(.text("code"), .text("name"))
  private static let retireCommandShape = ObjectShape.command(.text("code"))
  private static let addedEventShape = ObjectShape.event(.text("code"), .text("name"))
  private static let retiredEventShape = ObjectShape.event(.text("code"))

  /// A missing text is read as an empty one, which the rules call blank too.
  private static func read(
    _ payload: inout Payload, _ shape: ObjectShape
  ) throws(JSONError) -> (code: Text, name: Text) {
    var texts = Texts()
    try payload.read(shape, into: &texts)
    return (Text(payload.storage, texts.code), Text(payload.storage, texts.name))
  }
}

extension Catalogue: ImportableDecider {
  /// The types of all commands.
  public static var commandTypes: [String] {
    let commands = [
      Command.addShippingMethod(code: "", name: ""), .retireShippingMethod(code: ""),
    ]
    return commands.map { "\(type(of: $0))" }
  }

  /// Decodes a command; nil if its type is unknown.
  public static func decodeImport(_ payload: inout Payload) throws(JSONError) -> CatalogueCommand? {
    try decodeCommand(&payload)
  }
}
