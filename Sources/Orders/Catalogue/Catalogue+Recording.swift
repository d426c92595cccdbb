// How the catalogue's commands and events stand in the log.

import EventSourcing
import JSONLines

extension Catalogue: RecordedDecider {
  /// There is nothing personal in a catalogue.
  public typealias Personal = NothingPersonal

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

  /// Reads a command of this type; nil if the type is unknown.
  public static func readCommand(_ type: TextRange, from payload: inout PayloadReader)
    throws(JSONError) -> CatalogueCommand?
  {
    let storage = payload.storage
    if storage.equals(type, "add-shipping-method") {
      let (code, name) = try read(from: &payload, keys: addCommandKeys)
      return .addShippingMethod(code: code, name: name)
    }
    if storage.equals(type, "retire-shipping-method") {
      let (code, _) = try read(from: &payload, keys: retireCommandKeys)
      return .retireShippingMethod(code: code)
    }
    return nil
  }

  /// Reads an event of this type; nil if the type is unknown.
  public static func readEvent(_ type: TextRange, from payload: inout PayloadReader)
    throws(JSONError) -> CatalogueEvent?
  {
    let storage = payload.storage
    if storage.equals(type, "shipping-method-added") {
      let (code, name) = try read(from: &payload, keys: addedEventKeys)
      return .shippingMethodAdded(code: code, name: name)
    }
    if storage.equals(type, "shipping-method-retired") {
      let (code, _) = try read(from: &payload, keys: retiredEventKeys)
      return .shippingMethodRetired(code: code)
    }
    return nil
  }

  private static let addCommandKeys = PayloadKeys.command("code", "name")
  private static let retireCommandKeys = PayloadKeys.command("code")
  private static let addedEventKeys = PayloadKeys.event("code", "name")
  private static let retiredEventKeys = PayloadKeys.event("code")

  /// A missing text is read as an empty one, which the rules call blank too.
  private static func read(from payload: inout PayloadReader, keys: PayloadKeys)
    throws(JSONError) -> (code: Text, name: Text)
  {
    var texts: (code: Text, name: Text) = ("", "")
    while let rank = try payload.nextKey(keys) {
      let text = try payload.json.optionalText() ?? ""
      if rank == 0 { texts.code = text } else { texts.name = text }
    }
    return texts
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

  /// Reads a command of this type; nil if the type is unknown.
  public static func readImportedCommand(_ type: TextRange, from payload: inout PayloadReader)
    throws(JSONError) -> CatalogueCommand?
  {
    try readCommand(type, from: &payload)
  }
}
