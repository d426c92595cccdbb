// Defaults for the history of a domain that follow from its description.

extension HistoryDomain where Self: DescribedDecider {
  /// The texts of commands that aren't personal.
  public static var groupedMembers: [String] {
    unique(commands.flatMap(\.members).filter { $0.kind == .text && !$0.isPersonal }.map(\.name))
  }

  /// The members of events.
  public static var eventFields: [String] {
    unique(description.events.flatMap(\.members).flatMap { $0.paths(inLists: "[0].") })
  }

  /// All texts that aren't personal, if the domain says of any that it is; else none.
  public static var impersonalTexts: Set<String> {
    let members = (commands + description.events).flatMap(\.members)
    guard members.contains(where: \.isPersonal) else { return [] }
    return Set(members.filter { !$0.isPersonal }.flatMap { $0.paths(inLists: ".") })
  }

  private static func unique(_ names: [String]) -> [String] {
    names.enumerated().filter { !names[..<$0].contains($1) }.map(\.element)
  }
}

extension MemberDescription {
  /// Its name, or those of the members of its objects.
  fileprivate func paths(inLists separator: String) -> [String] {
    kind == .objects ? members.map { name + separator + $0.name } : [name]
  }
}
