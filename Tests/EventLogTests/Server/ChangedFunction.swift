// Slips of a server, put into the functions of a store.

import Testing

@testable import EventLog

/// Replaces a part of a store's function, which must be there: a slip that changes nothing would prove nothing.
func changeFunction(
  _ name: String, at path: String, replacing part: String, with other: String
) throws {
  let link = ServerLink(try #require(ServerAddress(path)), application: "administrator")
  let rows = try link.read(
    Statement("SELECT pg_get_functiondef($1::text::regproc)", .text("cleanstore." + name)))
  let source = try #require(rows[0].text(0, 0))
  try #require(source.contains(part))
  _ = try link.read(Statement(source.replacing(part, with: other)))
}
