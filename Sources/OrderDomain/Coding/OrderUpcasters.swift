// Older forms of entries and how they become today's. A form that was ever released stays here.

/// Converts entries about orders of older versions to the current form.
enum OrderUpcasters {
  static let all = [
    Upcaster(type: "create-order.0", rewrite: splitName),
    Upcaster(type: "order-created.0", rewrite: splitName),
  ]

  /// Contacts had one `name`: up to its first space it is the first name, after it the last name,
  /// `-` if there is none.
  @Sendable private static func splitName(_ entry: inout JSONValue) {
    if entry["command"]?["type"] == .string("create-order.0") {
      entry["command"]?["type"] = .string("create-order")
    }
    if let events = entry["events"]?.array {
      entry["events"] = .array(
        events.map { event in
          guard event["type"] == .string("order-created.0") else { return event }
          var renamed = event
          renamed["type"] = .string("order-created")
          return renamed
        })
    }
    guard let members = entry["personal"]?["contact"]?.members else { return }
    entry["personal"]?["contact"] = .object(
      members.flatMap { member in
        guard member.key == "name", let name = member.value.string else { return [member] }
        let parts = name.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        return [
          JSONValue.Member("firstName", .string(String(parts[0]))),
          JSONValue.Member("lastName", .string(parts.count > 1 ? String(parts[1]) : "-")),
        ]
      })
  }
}
