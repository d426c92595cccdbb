// Names of commands and fields as they were typed: one that no domain has is a mistake, not a question
// whose answer is no.

extension HistoryDomains {
  /// Throws unless a domain has commands of this type. A domain that doesn't list its types may have
  /// any.
  func checkName(ofCommand type: String?) throws(Failure) {
    guard let type, all.allSatisfy({ !$0.commandTypes.isEmpty }) else { return }
    let types = all.flatMap { $0.commandTypes }
    guard !types.contains(type), !all.contains(where: { $0.hasOld(type) }) else { return }
    throw Failure(
      .usage, code: "unknown-command", "There is no command '\(type)'.",
      hint: didYouMean(type, among: types, called: "commands"))
  }

  /// Throws unless a domain's states have this field, or fields inside it.
  func checkName(ofField path: String?) throws(Failure) {
    guard let path else { return }
    try check(path, among: ["id"] + all.flatMap { $0.fieldNames })
  }

  private func check(_ path: String, among names: [String]) throws(Failure) {
    let selection = FieldSelection(path.replacing(/\[[0-9]+\]/, with: "[0]"))
    guard !names.contains(where: selection.contains) else { return }
    throw Failure(
      .usage, code: "unknown-field", "There is no field '\(path)'.",
      hint: didYouMean(path, among: names, called: "fields"))
  }
}

extension HistoryDomains {
  /// Throws unless a domain's events have these fields, or fields inside them. A domain that doesn't list its
  /// fields may have any.
  func checkNames(ofEventFields paths: [String]) throws(Failure) {
    guard all.allSatisfy({ !$0.eventFields.isEmpty }) else { return }
    let names = all.flatMap { $0.eventFields } + ["personal"]
    for path in paths { try check(path, among: names) }
  }
}

extension HistoryDomains {
  /// The version of the rules with this name, or that of today's, `latest`; nil for the one that recorded
  /// each command.
  func rules(named name: String?) throws(Failure) -> ChosenRules {
    guard let name else { return .recorded }
    if name == "latest" { return .version(main.version) }
    let versions = Set(all.flatMap { $0.versions })
    guard versions.contains(name) else {
      throw Failure(
        .usage, code: "unknown-rules", "There is no version '\(name)' of the rules.",
        hint: "The versions are: \((versions.sorted() + ["latest"]).joined(separator: ", ")).")
    }
    return .version(name)
  }
}

extension HistoryDomain {
  fileprivate static func hasOld(_ type: String) -> Bool {
    upcasters.contains { $0.type == type }
  }
}
