// The catalogue as the base of an archived log has it.

extension Catalogue {
  /// A list of the methods.
  public static func writeArchived(_ state: ShippingMethods, to writer: inout JSONWriter) -> Bool {
    let methods = state.all.map { method in
      var members: [JSONValue.Member] = [
        .init("code", .string(String(method.code))), .init("name", .string(String(method.name))),
      ]
      if method.isRetired { members.append(.init("retired", .boolean(true))) }
      return JSONValue.object(members)
    }
    writer.value(.array(methods))
    return true
  }

  /// The methods that were written.
  public static func readArchived(_ json: inout JSONReader) throws(JSONError) -> ShippingMethods? {
    let range = try json.stepOver()
    var methods = ShippingMethods(all: [])
    for value in try JSONValue(json.storage, in: range, profile: .canonical).array ?? [] {
      guard let code = value["code"]?.string, let name = value["name"]?.string else { return nil }
      var method = ShippingMethod(code: Text(code), name: Text(name))
      method.isRetired = value["retired"] == .boolean(true)
      methods.all.append(method)
    }
    return methods
  }
}
