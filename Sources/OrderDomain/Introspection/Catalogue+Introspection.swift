// The catalogue field by field.

extension Catalogue: InspectableDecider {
  /// Writes the catalogue as `{"methods":[{"code","name","retired"?}]}`.
  public static func writeState(
    _ state: ShippingMethods, id: String, to writer: inout JSONWriter
  ) -> Bool {
    writer.raw(#"{"methods":["#)
    for (index, method) in state.all.enumerated() {
      if index > 0 { writer.raw(",") }
      writer.raw(#"{"code":"#)
      writer.string(String(method.code))
      writer.raw(#","name":"#)
      writer.string(String(method.name))
      if method.isRetired { writer.raw(#","retired":true"#) }
      writer.raw("}")
    }
    writer.raw("]}")
    return true
  }

  /// The fields of the catalogue's events.
  public static var eventFields: [String] { ["code", "name"] }

  /// The fields of the catalogue.
  public static var schema: FieldSchema<ShippingMethods> {
    FieldSchema(
      fields: [],
      lists: [
        .init(
          "methods", count: { $0.all.count },
          fields: [
            .init("code", .text) { .text($0.all[$1].code) },
            .init("name", .text) { .text($0.all[$1].name) },
            .init("retired", .boolean) { .boolean($0.all[$1].isRetired) },
          ])
      ])
  }
}
