// What a file that is imported consists of.

package enum ImportFormat: String, CaseIterable, Sendable {
  /// Commands, as people and programs write them.
  case commands
  /// What `export cloudevents` writes: recorded commands with their outcomes.
  case cloudevents
}
