// A command of a described domain as it is filled in: its type, and a text for each member, which becomes what the
// member's kind says. What was typed is in no error, because it may be personal.

package struct CommandForm {
  private let command: MessageDescription
  private var values: [String: JSONValue] = [:]

  /// - Parameter stream: The stream as a request to record names it.
  /// - Throws: A usage error if the stream's domain describes no command of this type.
  package init(_ type: String, on stream: String, of domains: HistoryDomains) throws(Failure) {
    let (domain, _) = try domains.named(stream)
    let commands = (domain as? any DescribedDecider.Type)?.commands ?? []
    guard let command = commands.first(where: { $0.type == type }) else {
      let types = commands.map(\.type)
      throw Failure(
        .usage, code: "unknown-command", "There is no such command for \(domain.words.subject).",
        hint: types.isEmpty
          ? domain.words.commandHint : didYouMean(type, among: types, called: "commands"))
    }
    self.command = command
  }

  /// The required members that have no value yet.
  package var missing: [MemberDescription] {
    command.members.filter { $0.isRequired && values[$0.name] == nil }
  }

  /// Gives a member its value.
  ///
  /// - Parameter texts: One for each element, if it is a list of texts; else one.
  /// - Throws: A usage error if the command has no such member, or it can't have this value.
  package mutating func fill(_ name: String, with texts: [String]) throws(Failure) {
    guard let member = command.members.first(where: { $0.name == name }) else {
      let names = command.members.map(\.name)
      throw Failure(
        .usage, code: "unknown-member", "\(command.type) has no member \(name).",
        hint: names.isEmpty ? "It has none." : "It has \(names.joined(separator: ", ")).")
    }
    guard let value = member.value(of: texts) else {
      throw Failure(
        .usage, code: "wrong-kind", "\(name) must be \(member.kindInWords).",
        hint: "`\(ToolName.current) help do` explains it.")
    }
    values[name] = value
  }

  /// The command as JSON.
  ///
  /// - Throws: A usage error if a required member is missing.
  package func json() throws(Failure) -> String {
    guard missing.isEmpty else {
      throw Failure(
        .usage, code: "missing-member",
        "\(command.type) needs \(missing.map(\.name).joined(separator: ", ")).",
        hint:
          "`\(ToolName.current) help do` shows how \(missing.count == 1 ? "it is" : "they are") typed."
      )
    }
    let members = command.members.compactMap { member in
      values[member.name].map { JSONValue.Member(member.name, $0) }
    }
    var writer = JSONWriter()
    writer.value(.object([.init("type", .string(command.type))] + members))
    return writer.withBytes { String(decoding: $0, as: UTF8.self) }
  }
}

extension MemberDescription {
  /// The form that its value must have: `a whole number from 1 to 100`.
  package var kindInWords: String {
    let bounds = limit.map { "\($0.lowerBound) to \($0.upperBound)" }
    switch kind {
    case .integer: return "a whole number" + (bounds.map { " from \($0)" } ?? "")
    case .boolean: return "true or false"
    case .text: return "a text" + (bounds.map { " of \($0) characters" } ?? "")
    case .texts: return (bounds.map { "\($0) " } ?? "") + "texts"
    case .objects:
      let members = members.map { $0.isRequired ? $0.name : "\($0.name) (optional)" }
      return "a JSON array of \(bounds.map { "\($0) " } ?? "")objects with "
        + members.joined(separator: ", ")
    }
  }

  /// nil if it can't be its value.
  fileprivate func value(of texts: [String]) -> JSONValue? {
    switch kind {
    case .text: return texts.count == 1 ? .string(texts[0]) : nil
    case .texts: return .array(texts.map { .string($0) })
    case .integer, .boolean, .objects:
      guard texts.count == 1, let value = try? JSONValue(parsing: texts[0]) else { return nil }
      switch (kind, value) {
      case (.integer, .integer), (.boolean, .boolean), (.objects, .array): return value
      default: return nil
      }
    }
  }
}
