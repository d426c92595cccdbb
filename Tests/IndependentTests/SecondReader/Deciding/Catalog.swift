// The shipping methods.

struct Catalog {
  struct Method { var code: Text; var name: Text; var isRetired = false }

  /// The methods that a new store begins with.
  var methods = [
    Method(code: "standard", name: "Standard Shipping"),
    Method(code: "one-day", name: "One-Day Shipping"),
    Method(code: "two-day", name: "Two-Day Shipping"),
  ]

  func contains(_ code: Text) -> Bool { methods.contains { $0.code == code } }

  mutating func evolve(with event: Node) {
    let code = event["code"]?.text ?? ""
    switch event["type"]?.text {
    case "shipping-method-added":
      methods.append(Method(code: code, name: event["name"]?.text ?? ""))
    case "shipping-method-retired":
      for index in methods.indices where methods[index].code == code {
        methods[index].isRetired = true
      }
    default: return
    }
  }
}
