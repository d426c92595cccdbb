// The tool of the quiz in Docs/YourOwnDomain.md: practice, and time travel for its log in the quiz's own words.

import HistoryScenes
import HistoryTool

let arguments = CommandLine.arguments
if arguments.count > 3, arguments[1] == "practise" {
  try practise(arguments[3], in: arguments[2], deck: Array(arguments.dropFirst(4)))
} else {
  DomainTool("quiz", version: "0.1.0", of: HistoryDomains(Quiz.self)).main()
}
