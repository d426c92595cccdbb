// The format of a file that is imported.

package enum ImportFormat: String, CaseIterable, Sendable {
  /// Commands, as people and programs write them.
  case commands
  /// The output of `export cloudevents`: recorded commands with their outcomes.
  case cloudevents
}
