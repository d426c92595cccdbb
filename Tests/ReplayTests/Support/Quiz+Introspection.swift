// The quiz of the tutorial, field by field.

import EventSourcing
import JSONLines

extension Quiz: InspectableDecider {
  static func writeState(_ quiz: State, id: String, to writer: inout JSONWriter) -> Bool {
    writer.raw(#"{"cards":"#)
    writer.value(.array(quiz.cards.map { .string(String($0)) }))
    writer.raw(quiz.isRevealed ? #","revealed":true}"# : "}")
    return true
  }

  static var schema: FieldSchema<State> { FieldSchema(fields: []) }
}
