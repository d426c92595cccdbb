// Writes commands as lines of an import.

extension JSONWriter {
  /// Writes a command for an order that has an id, without LF.
  package mutating func importLine(_ submission: Submission<Orders.Command>) {
    object {
      $0.member("at", submission.at?.description)
      $0.member("actor", submission.actor)
      if case .id(let id) = submission.target { $0.member("order", id) }
      $0.member("command") { writer in
        writer.raw(#"{"type":""#)
        writer.raw(Orders.type(of: submission.command))
        writer.raw("\"")
        if let id = submission.id {
          writer.raw(#","id":"#)
          writer.string(id)
        }
        if let reason = submission.reason {
          writer.raw(#","reason":"#)
          writer.string(reason)
        }
        Orders.writeMembers(of: submission.command, to: &writer)
        _ = Orders.writePersonal(of: submission.command, to: &writer)
        writer.raw("}")
      }
    }
  }
}
